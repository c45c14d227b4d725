"""The state of the docket: who is staff, what is asked and not yet decided, and what is due."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal.bank.house import StaffId
from fairdeal.kernel import Instant, PlayerId, RuleId, StreamId
from fairdeal.office.deed import Deed, Order
from fairdeal.office.deeds.evidence import Unseal
from fairdeal.office.roles import Member, Role
from fairdeal.rulebook.clause import EditionId

DOCKET: Final = "docket"
"""The prefix of its stream; durable."""
STREAM: Final = StreamId(f"{DOCKET}:house")


class Stage(StrEnum):
    """How far an open request is; stored, so values never change."""

    ASKED = "asked"  # nothing is done yet
    FROZEN = "frozen"  # done by one person at once, and undone unless a second signs
    SIGNED = "signed"  # signed by both, and carried out at its `until` unless somebody stops it


class End(StrEnum):
    """How a request ended; stored, so values never change."""

    DONE = "done"
    WITHDRAWN = "withdrawn"  # by who asked
    DENIED = "denied"  # by a second person, who undoes what was frozen
    EXPIRED = "expired"  # nobody signed in time, which undoes what was frozen
    FAILED = "failed"  # what was signed could not be carried out any more when its time came


@dataclass(frozen=True, slots=True)
class Request:
    """
    A deed that somebody asked for.

    `figures` is the digest of what a dry run showed: the deed is carried out only while it would do exactly that. `concerned` are the
    players it touched when it was carried out, besides those it names: they read it among their rulings.
    """

    id: str
    deed: Deed
    edition: EditionId
    clause: RuleId | None
    reason: str
    staff: StaffId
    at: Instant
    until: Instant
    figures: bytes
    stage: Stage = Stage.ASKED
    concerned: tuple[PlayerId, ...] = ()
    by: StaffId | None = None  # who signed what waits

    @property
    def readers(self) -> tuple[PlayerId, ...]:
        """Everybody who is told: those the deed names, and those it touched."""
        return tuple(dict.fromkeys((*self.deed.players(), *self.concerned)))

    @property
    def order(self) -> Order:
        """The request as the order to carry it out."""
        return Order(self.id, self.staff, self.reason, self.clause, self.edition, self.at, until=self.until)


@dataclass(frozen=True, slots=True)
class Duty:
    """Something a player was told to bring by a deadline."""

    request: str
    player: PlayerId
    kind: str
    deadline: Instant
    overdue: bool = False


@dataclass(frozen=True, slots=True)
class Unsealing:
    """A deck that two people may open, since an instant."""

    request: str
    deed: Unseal
    people: tuple[StaffId, ...]
    at: Instant


@dataclass(frozen=True, slots=True)
class Docket:
    """Staff with their roles, open requests, duties of players, and deeds whose consequences outside were not confirmed yet."""

    staff: tuple[Member, ...] = ()
    open: tuple[Request, ...] = ()
    duties: tuple[Duty, ...] = ()
    untold: tuple[Request, ...] = ()
    ended: int = 0
    last_end: Instant | None = None
    unsealing: tuple[Unsealing, ...] = ()  # the latest few

    def unsealed(self, request: str) -> Unsealing | None:
        """The deck that a request lets two people open."""
        return next((each for each in self.unsealing if each.request == request), None)

    def find(self, request: str) -> Request | None:
        """The open request with that id, or None."""
        return next((each for each in self.open if each.id == request), None)

    def roles_of(self, staff: StaffId) -> frozenset[Role]:
        """The roles of a member of staff; none for anybody else."""
        return next((frozenset(each.roles) for each in self.staff if each.staff == staff), frozenset())

    @property
    def is_of_one(self) -> bool:
        """Whether the house has one member of staff, so that nobody could be the second person."""
        return len(self.staff) == 1
