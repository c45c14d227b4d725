"""The deed about what the house offers: its schedule, its stakes, its casino tables."""

from dataclasses import dataclass
from typing import ClassVar, Final

from fairdeal.cash.floor.commands import CloseStakes
from fairdeal.kernel import Rejection, RuleId, StreamId, reject
from fairdeal.kernel.agenda import JointCommand
from fairdeal.office.deed import Commands, Deed, Order
from fairdeal.office.papers import TEXT_MAX, Paper, paper_stream
from fairdeal.office.roles import Role, Roles
from fairdeal.office.shelf import PutInForce


@dataclass(frozen=True, slots=True)
class ChangeOffer(Deed):
    """Put a paper in force: what it opens is open at once, what it closes or changes follows after the hand or round."""

    kind: ClassVar[str] = "change_offer"
    clauses: ClassVar[tuple[RuleId, ...]] = ()
    asks: ClassVar[Roles] = frozenset({Role.FLOOR, Role.ADMIN})
    signs: ClassVar[Roles] = frozenset({Role.FINANCE, Role.ADMIN})

    paper: Paper
    digest: str
    text: str
    floors: tuple[StreamId, ...] = ()  # that close stakes
    closed: tuple[str, ...] = ()  # stakes by their ids, * for any part

    def fault(self) -> Rejection | None:
        """A text that is too long to be kept."""
        return reject("text_too_long", most=TEXT_MAX) if len(self.text) > TEXT_MAX else None

    def commands(self, order: Order) -> Commands:
        """The text is kept, and every floor closes the tables of stakes that are not offered any more."""
        version = self.digest[:8]
        put = PutInForce(self.digest, self.paper, version, self.text, order.request, order.staff, order.clause)
        closing = (JointCommand[object](floor, CloseStakes(self.closed)) for floor in self.floors)
        return (JointCommand(paper_stream(self.paper), put), *closing)


DEEDS: Final[tuple[type[Deed], ...]] = (ChangeOffer,)
