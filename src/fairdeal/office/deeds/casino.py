"""
Deeds at casino tables: held tables, void rounds, and corrections of what was dealt or spun.

No published document speaks of them, so they cite no clause; what the table itself announces has the rule it goes by. A live table's
station does the same with two people beside it.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from fairdeal.bank.house import StaffId
from fairdeal.casino.table.commands import CorrectSigned, Dismiss, HoldTable
from fairdeal.casino.table.state import Correction, CorrectionKind
from fairdeal.kernel import MoneyKind, Rejection, RuleId, StreamId, reject
from fairdeal.kernel.agenda import JointCommand
from fairdeal.office.deed import Commands, Deed, Order
from fairdeal.office.deeds.bases import AtPlace
from fairdeal.office.roles import Roles

_UNSIGNED: Final = StaffId("whoever signs")
"""The second person of a dry run."""


class _AtCasinoTable(AtPlace):
    """What is done at a casino table."""

    __slots__ = ()

    clauses: ClassVar[tuple[RuleId, ...]] = ()


class _OfRound(_AtCasinoTable):
    """What is done to the round that is being played."""

    __slots__ = ()

    final: ClassVar[bool] = True

    round: int

    def _correcting(self, order: Order, kind: CorrectionKind, value: int = -1) -> Commands:
        people = (order.staff,) if order.waived else (order.staff, order.by or _UNSIGNED)
        correction = Correction(kind, value, order.reason)
        return (JointCommand(self.place, CorrectSigned(self.round, correction, people, order.waived)),)


@dataclass(frozen=True, slots=True)
class MakeRoundVoid(_OfRound):
    """Make the round that is being played void; every bet goes back."""

    kind: ClassVar[str] = "void_round"

    place: StreamId
    tender: MoneyKind
    round: int

    def commands(self, order: Order) -> Commands:
        """One void round."""
        return self._correcting(order, CorrectionKind.ROUND_VOIDED)


@dataclass(frozen=True, slots=True)
class CorrectRound(_OfRound):
    """Enter a card that could not be read, replace the last card or pocket, or burn cards after an error in dealing."""

    kind: ClassVar[str] = "correct_round"

    place: StreamId
    tender: MoneyKind
    round: int
    what: CorrectionKind
    value: int = -1  # a card or a pocket

    def fault(self) -> Rejection | None:
        """A void round is a deed of its own."""
        return reject("not_correctable") if self.what is CorrectionKind.ROUND_VOIDED else None

    def commands(self, order: Order) -> Commands:
        """One correction."""
        return self._correcting(order, self.what, self.value)


@dataclass(frozen=True, slots=True)
class HoldPlay(_AtCasinoTable):
    """Hold a casino table, so that nothing is bet, dealt or spun while something is looked at."""

    kind: ClassVar[str] = "hold_table"
    at_once: ClassVar[bool] = True

    place: StreamId
    tender: MoneyKind

    def commands(self, order: Order) -> Commands:
        """One hold."""
        return (JointCommand(self.place, HoldTable(order.staff, order.reason)),)

    def undo(self, order: Order) -> Commands:
        """Play goes on."""
        return (JointCommand(self.place, Dismiss(order.staff)),)


@dataclass(frozen=True, slots=True)
class ReleasePlay(_AtCasinoTable):
    """Let a held casino table go on; one person is enough."""

    kind: ClassVar[str] = "release_table"
    signs: ClassVar[Roles] = frozenset()

    place: StreamId
    tender: MoneyKind

    def commands(self, order: Order) -> Commands:
        """Play goes on."""
        return (JointCommand(self.place, Dismiss(order.staff)),)


DEEDS: Final[tuple[type[Deed], ...]] = (MakeRoundVoid, CorrectRound, HoldPlay, ReleasePlay)
