"""
The machine of a dealer: one table of a tournament.

It plays the hands the director orders, one at a time, and reports each. It owns no chips: stacks come with the order and go back
with the report. A crash rolls an open hand back to its order (MTT-50). Commands are decided in modules of their own: `orders` for
those of the director, `playing` for everything in a hand.
"""

from collections.abc import Callable
from typing import Any, Final
from zlib import crc32

from fairdeal.fair import CALLED_OFF
from fairdeal.kernel import Decision, Instant, PlayerId, TournamentId, Verdict, followed, reject
from fairdeal.play.fair.messages import DealLocked, PromiseSeeds, RevealSeed
from fairdeal.play.fair.state import FairFacts
from fairdeal.play.messages import (
    Act,
    Disconnected,
    GiveTimeBack,
    PauseClocks,
    Reconnected,
    ResumeClocks,
    TurnExpired,
    VoidHand,
)
from fairdeal.poker.history.meta import HandMeta
from fairdeal.poker.history.record import Packed, record_of, to_bytes
from fairdeal.tournament.dealer.agenda import DealTask, agenda
from fairdeal.tournament.dealer.changes import DealChange, DealStep, OwnDealChange, private_changes, public_change
from fairdeal.tournament.dealer.commands import DealCommand, DealHand, RecoverDeal
from fairdeal.tournament.dealer.cutting import deal_locked, promise_seeds, reveal_seed
from fairdeal.tournament.dealer.events import DealEnded, DealEvent
from fairdeal.tournament.dealer.evolve import evolve
from fairdeal.tournament.dealer.facts import DealerFacts, DealerSettings
from fairdeal.tournament.dealer.orders import call_attendance, note_arrival, recover, shut, take_order, void
from fairdeal.tournament.dealer.playing import (
    act,
    deal_hand,
    disconnect,
    give_time_back,
    pause_clocks,
    reconnect,
    resume_clocks,
    turn_expired,
)
from fairdeal.tournament.dealer.rules import DealerRules
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.dealer.view import DealerView, view_of
from fairdeal.tournament.orders import (
    Attendance,
    CloseTable,
    PlayHand,
    ReportNoted,
)

NEW_TABLE: Final = DealerTable()
"""The state of a dealer before its first event."""


class DealerMachine:
    """The dealer at one table of a tournament; `rules_of` finds the rules of an ordered hand."""

    __slots__ = ("facts",)

    def __init__(
        self,
        tournament: TournamentId,
        table: int,
        rules_of: Callable[[PlayHand], DealerRules],
        settings: DealerSettings | None = None,
        fair: FairFacts | None = None,
    ) -> None:
        """With `fair`, players cut the decks."""
        self.facts = DealerFacts(tournament, table, rules_of, settings or DealerSettings(), fair)

    def decide(self, table: DealerTable, command: DealCommand, now: Instant) -> Decision[DealerTable, DealEvent]:
        """
        The events of a command, or why it is refused; the state does not change.

        No steps and no rejection means that it is so already: orders, letters and timers may come twice.
        """
        handle = _DECIDE.get(type(command))
        return (
            reject("unknown_command")
            if handle is None
            else followed(table, handle(self.facts, table, command, now), evolve)
        )

    def evolve(self, table: DealerTable, event: DealEvent) -> DealerTable:
        """The dealer's state after the event; never refuses, and needs no rulebook."""
        return evolve(table, event)

    def agenda(self, table: DealerTable) -> frozenset[DealTask]:
        """The clock of the turn or the next deal, and the report that is not known to have arrived."""
        return agenda(self.facts, table)

    def view(self, table: DealerTable, viewer: PlayerId | None) -> DealerView:
        """The table for one of its players, or for anybody else."""
        return view_of(self.facts, table, viewer)

    def records(self, before: DealerTable, event: DealEvent) -> Packed | None:
        """The record of the hand that the event ends."""
        return _record(self.facts, before) if isinstance(event, DealEnded) else None

    def public_change(self, step: DealStep) -> DealChange | None:
        """What an event shows to everybody; None: nothing."""
        return public_change(self.facts, step)

    def private_changes(self, step: DealStep) -> dict[PlayerId, tuple[OwnDealChange, ...]]:
        """What an event shows to single players besides."""
        return private_changes(self.facts, step)


def _void_by_staff(facts: DealerFacts, table: DealerTable, command: VoidHand, now: Instant) -> Verdict[DealEvent]:
    """A hand that cannot be finished, or must not count, is played anew from its starting stacks."""
    if table.open is None or table.open.hand != command.hand:
        return reject("stale_hand")
    return void(facts, table, now, command.rule, command.staff, command.reason, reported=True, why=CALLED_OFF)


def _record(facts: DealerFacts, before: DealerTable) -> Packed | None:
    running, opened, order = before.running, before.open, before.order
    if running is None or opened is None or order is None:
        return None
    meta = HandMeta(
        number=opened.number,
        table=facts.table,
        names=tuple(opened.players),
        seats=tuple(seat + 1 for seat in running.lineup.seats),
        seat_count=order.game.seats,
        time=opened.opened_at,
        edition=facts.rules_of(order).edition,
        content_hash=opened.edition,
        tournament=crc32(facts.tournament.encode()) or 1,  # a number, because that is what trackers know
        level=order.level,
    )
    return to_bytes(record_of(running.hand, meta))


_DECIDE: Final[dict[type[Any], Callable[[DealerFacts, DealerTable, Any, Instant], Verdict[DealEvent]]]] = {
    Act: act,
    TurnExpired: turn_expired,
    DealHand: deal_hand,
    DealLocked: deal_locked,
    PromiseSeeds: promise_seeds,
    RevealSeed: reveal_seed,
    PlayHand: take_order,
    Attendance: call_attendance,
    ReportNoted: note_arrival,
    CloseTable: shut,
    Disconnected: disconnect,
    Reconnected: reconnect,
    PauseClocks: pause_clocks,
    ResumeClocks: resume_clocks,
    GiveTimeBack: give_time_back,
    RecoverDeal: recover,
    VoidHand: _void_by_staff,
}
