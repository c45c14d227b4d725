"""Follows a tournament from its events alone: who paid what, and, by their chips, who is left; the director is not asked."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from fairdeal.kernel import PlayerId
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.state import Entry, Means, Purchase
from fairdeal.tournament.setup import TournamentSetup


@dataclass(frozen=True, slots=True)
class Paid:
    """One payment of a player in cents, divided into prize pool, fee and bounty (`head`)."""

    pool: int
    fee: int
    head: int

    @property
    def whole(self) -> int:
        """The whole payment: pool, fee and bounty."""
        return self.pool + self.fee + self.head


def _paid(what: Entry | Purchase) -> Paid:
    return Paid(what.price.pool - what.bounty, what.price.fee, what.bounty)


@dataclass(slots=True)
class Course:
    """What the events of one tournament say about its payments, players and prizes."""

    setup: TournamentSetup
    started: bool = False
    closed: bool = False  # nobody can enter any more
    went_on: bool = False  # a first phase that has passed its money to the last one
    paid: dict[PlayerId, list[Paid]] = field(default_factory=lambda: defaultdict(list))
    left: set[PlayerId] = field(default_factory=set)  # not eliminated
    hands: dict[int, dict[int, PlayerId]] = field(default_factory=dict)  # by table: who plays in which seat
    never_there: set[PlayerId] = field(default_factory=set)  # absent since they got a seat
    bought: set[PlayerId] = field(default_factory=set)  # players who bought chips during a hand and get them after it
    prizes: list[int] | None = None  # by place, once they are final
    received: Counter[PlayerId] = field(default_factory=Counter)
    bounties: int = 0  # paid for by players and won, in cents
    claims: set[PlayerId] = field(default_factory=set)  # eliminated VIPs whose bounty is not paid yet
    phases: list["Course"] = field(default_factory=list)  # first phases whose players and money came here

    def own(self) -> Iterator[Paid]:
        """All payments of all players in this tournament, without first phases."""
        for payments in self.paid.values():
            yield from payments

    def payments(self, player: PlayerId) -> Iterator[Paid]:
        """All payments of one player, those in first phases included."""
        for course in (*self.phases, self):
            yield from course.paid.get(player, ())

    def everything(self) -> Iterator[Paid]:
        """All payments of all players, those in first phases included."""
        for course in (*self.phases, self):
            yield from course.own()

    @property
    def supplied(self) -> int:
        """How much of all payments is for prizes, in cents."""
        return sum(paid.pool for paid in self.everything())


def follow_payments(course: Course, event: Any) -> None:
    """Record the payments of players, and what they received, from one event."""
    match event:
        case ev.Entered() if event.entry.means is not Means.PHASE:
            course.paid[event.player].append(_paid(event.entry))
        case ev.Unregistered():
            course.paid[event.player].pop()
        case ev.ChipsBought():
            course.paid[event.player].append(_paid(event.purchase))
        case oc.PrizePaid():
            course.received[event.player] += event.prize.value
        case oc.BountyWon() | oc.BountiesKept():
            course.received[event.player] += event.cash
            course.bounties += event.cash
        case oc.VipClaimed(vip=vip):
            course.claims.add(vip)
        case oc.VipPaid(vip=vip):
            course.claims.discard(vip)


def follow_play(course: Course, event: Any) -> None:
    """Record who is left from one event; after a hand the chips decide, not the director's eliminations."""
    step = _PLAY.get(type(event))
    if step is not None:
        step(course, event)


def _setup(course: Course, event: ev.SetupChanged) -> None:
    course.setup = event.setup


def _in(course: Course, event: ev.Entered) -> None:
    course.left.add(event.player)
    course.claims.discard(event.player)
    (course.never_there.discard if event.away is None else course.never_there.add)(event.player)


def _back_again(course: Course, event: ev.SatIn) -> None:
    course.never_there.discard(event.player)


def _out(course: Course, event: ev.Unregistered | ev.Eliminated | oc.Disqualified) -> None:
    course.left.discard(event.player)


def _received(course: Course, event: oc.PhaseReceived) -> None:
    course.left |= {player for player, _ in event.entries}


def _started(course: Course, event: ev.Started) -> None:
    course.started = True
    course.never_there |= set(event.absent)


def _ordered(course: Course, event: ev.HandOrdered) -> None:
    course.hands[event.order.table] = {place.seat: place.player for place in event.order.places}


def _bought(course: Course, event: ev.ChipsBought) -> None:
    if any(event.player in seats.values() for seats in course.hands.values()):
        course.bought.add(event.player)


def _decided(course: Course, event: ev.ReBuysDecided) -> None:
    course.left -= set(event.players)


def _closed(course: Course, event: Any) -> None:
    course.closed = True
    course.went_on = isinstance(event, oc.PhaseEnded)


def _hand_ended(course: Course, event: ev.HandRecorded) -> None:
    seats = course.hands.pop(event.table)
    undecided = {each.player for each in event.fallen if not each.decided}
    for left in event.left:
        player = seats[left.seat]
        if left.stack == 0 and player not in course.bought | undecided:
            course.left.discard(player)
    course.bought -= set(seats.values())


_PLAY: Final[dict[type, Callable[[Course, Any], None]]] = {
    ev.SetupChanged: _setup,
    ev.Entered: _in,
    ev.SatIn: _back_again,
    ev.Unregistered: _out,
    ev.Eliminated: _out,
    oc.Disqualified: _out,
    oc.PhaseReceived: _received,
    ev.Started: _started,
    ev.HandOrdered: _ordered,
    ev.HandRecorded: _hand_ended,
    ev.ChipsBought: _bought,
    ev.ReBuysDecided: _decided,
    ev.RegistrationClosed: _closed,
    oc.PhaseEnded: _closed,
    oc.Finished: _closed,
    oc.Cancelled: _closed,
}
