"""
What staff can do: a deed is a value that says who may ask for it, who signs, by which clauses, and what it asks of the machines.

A deed decides nothing about money or play. It becomes commands, which the machines concerned decide in the same commit that records
the deed; if one refuses, nothing happens.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from fairdeal.bank.house import StaffId
from fairdeal.kernel import HOUR, Duration, Instant, MoneyKind, PlayerId, Rejection, RuleId
from fairdeal.kernel.agenda import JointCommand
from fairdeal.office.roles import Role, Roles
from fairdeal.rulebook.clause import EditionId

Commands = tuple[JointCommand[object], ...]

FREEZE: Final = Duration(24 * HOUR)
"""So long what one person froze at once stays frozen without a second signature."""

NOTICE: Final = Duration(24 * HOUR)
"""So long after the second signature an account is closed; until then one person can stop it."""

REASON_MAX: Final = 500


@dataclass(frozen=True, slots=True)
class Order:
    """A deed that is to be carried out: its request, who asked for it and who signed, why, by which clause, and when."""

    request: str
    staff: StaffId
    reason: str
    clause: RuleId | None
    edition: EditionId
    at: Instant
    by: StaffId | None = None  # the second person, once there is one
    until: Instant | None = None  # of an open request: when it lapses, or when what was signed takes effect
    waived: bool = False  # a house of one does without


class Deed:
    """Base of all deeds; the fields of a deed are durable."""

    __slots__ = ()

    kind: ClassVar[str]
    """The name under which the deed is asked for and written down; never changes."""
    clauses: ClassVar[tuple[RuleId, ...]]
    """The clauses that give the house this power; none for what no published document speaks of."""
    asks: ClassVar[Roles]
    signs: ClassVar[Roles] = frozenset()
    """Who may ask, and who may be the second person; no signing roles: one person is enough (see `signers`)."""
    at_once: ClassVar[bool] = False
    """Whether one person may do it at once, for 24 hours without the second."""
    in_play: ClassVar[bool] = False
    """Whether players wait at a table for the answer, so that a request lapses after twenty minutes."""
    of_two_roles: ClassVar[bool] = False
    """Whether the two people must have different roles for it."""
    final: ClassVar[bool] = False
    """Whether it cannot be taken back."""
    waits: ClassVar[Duration] = Duration(0)
    """So long after the second signature it is carried out."""

    @property
    def signers(self) -> Roles:
        """Who may be the second person for this very deed; nobody: one person is enough."""
        return self.signs

    def players(self) -> tuple[PlayerId, ...]:
        """The players concerned, who are told and who may neither ask nor sign."""
        return ()

    def money(self) -> MoneyKind | None:
        """The kind of money that moves; None: what the house plays for."""
        return None

    def fault(self) -> Rejection | None:
        """What is wrong with the deed itself, whatever the machines would say."""
        return None

    def commands(self, order: Order) -> Commands:
        """The commands that carry it out, in this order."""
        raise NotImplementedError

    def undo(self, order: Order) -> Commands:
        """The commands that take it back; for deeds that can be done at once, or that wait after their signature."""
        raise NotImplementedError  # most deeds stay; a test holds that whatever can be taken back has one

    def once_signed(self) -> "Deed":
        """The deed as it waits after its second signature."""
        return self

    def begin(self, order: Order) -> Commands:
        """The commands of the second signature, for a deed that is carried out later: what must not change until then."""
        raise NotImplementedError  # most deeds do not wait; a test holds that those with `waits` have one


def rules(*ids: str) -> tuple[RuleId, ...]:
    """Clauses by their ids."""
    return tuple(RuleId(each) for each in ids)


EDITS_MONEY: Final[Roles] = frozenset({Role.SUPPORT, Role.FLOOR})
SIGNS_MONEY: Final[Roles] = frozenset({Role.FINANCE})
PROTECTS: Final[Roles] = frozenset({Role.SECURITY, Role.SUPPORT})
"""Roles that ask for money to move, those that sign it, and those that act against a player."""
