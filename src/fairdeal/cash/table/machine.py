"""
The machine of a cash table.

Commands are decided in modules of their own: `dealing`, `cutting`, `blinds` and `playing` for hands, `connections` for disconnected
players, `seating`, `sitting_out` and `money` for players, `recovery` for failures.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from fairdeal.bank.accounts import Tender
from fairdeal.bank.transfer import Chain
from fairdeal.cash.rules import CashRules
from fairdeal.cash.settings import HouseSettings
from fairdeal.cash.table.agenda import tasks
from fairdeal.cash.table.changes import PrivateChange, PublicChange, TableStep, private_changes, public_change
from fairdeal.cash.table.commands import (
    AdoptRulebook,
    ChooseEntry,
    Close,
    ComeBack,
    Leave,
    OpenTable,
    Recover,
    Refill,
    RemoveAbsent,
    Seat,
    SetAutoTopUp,
    SitOutAtBigBlind,
    StartHand,
    TableCommand,
    TakeBreak,
    TopUp,
)
from fairdeal.cash.table.connections import disconnect, give_time_back, pause_clocks, reconnect, resume_clocks
from fairdeal.cash.table.cutting import deal_locked, promise_seeds, reveal_seed
from fairdeal.cash.table.dealing import start_hand
from fairdeal.cash.table.events import HandEnded, TableEvent
from fairdeal.cash.table.evolve import evolve
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.joint_commands import TableJointCommand, joint_commands_of
from fairdeal.cash.table.money import refill, set_auto_top_up, top_up
from fairdeal.cash.table.playing import act, turn_expired
from fairdeal.cash.table.postings import transfers_of
from fairdeal.cash.table.records import record_of_hand
from fairdeal.cash.table.recovery import adopt_rulebook, recover, void_by_staff
from fairdeal.cash.table.seating import choose_entry, close, leave, open_table, seat_player
from fairdeal.cash.table.sitting_out import come_back, remove_absent, sit_out_at_big_blind, take_break
from fairdeal.cash.table.state import CashTable
from fairdeal.cash.table.view import TableView, view_of
from fairdeal.kernel import Decision, EventRef, Instant, PlayerId, TableId, Task, Verdict, followed, reject
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
from fairdeal.poker.history.record import Packed

UNOPENED: Final = CashTable("", ())
"""The state of a table before its first event."""


class TableMachine:
    """The machine of one cash table, under each revision of the rulebook it may play by."""

    __slots__ = ("facts",)

    def __init__(
        self,
        table: TableId,
        tender: Tender,
        rules: Mapping[str, CashRules],
        settings: HouseSettings,
        fair: FairFacts | None = None,
    ) -> None:
        """`rules` are those of one stake, by the content hash of the revision they come from; with `fair`, players cut the deck."""
        self.facts = TableFacts(table, tender, rules, settings, fair)

    def decide(self, table: CashTable, command: TableCommand, now: Instant) -> Decision[CashTable, TableEvent]:
        """
        The steps a command leads to, or a rejection; changes nothing.

        No steps and no rejection means that it is so already: commands of timers and other machines may come twice.
        """
        if not table.chairs and type(command) is not OpenTable:
            return reject("no_such_table")
        handle = _DECIDE.get(type(command))
        return (
            reject("unknown_command")
            if handle is None
            else followed(table, handle(self.facts, table, command, now), evolve)
        )

    def evolve(self, table: CashTable, event: TableEvent) -> CashTable:
        """The table after the event; never refuses, and needs no rulebook."""
        return evolve(table, event)

    def agenda(self, table: CashTable) -> frozenset[Task[TableCommand]]:
        """The timers of the table: the turn's deadline or the next deal, the ends of sit-outs, and due auto top-ups."""
        return frozenset(tasks(self.facts, table))

    def view(self, table: CashTable, viewer: PlayerId | None) -> TableView:
        """The table as a viewer may see it: a player with their own cards, anybody else without."""
        return view_of(self.facts, table, viewer)

    def transfers(self, event: TableEvent, ref: EventRef) -> Chain:
        """The transfers that an event causes, numbered from `ref`."""
        return transfers_of(self.facts, event, ref)

    def joint_commands(self, event: TableEvent) -> tuple[TableJointCommand, ...]:
        """The commands to the floor and to players' streams that must be decided together with the event."""
        return joint_commands_of(self.facts, event)

    def records(self, before: CashTable, event: TableEvent) -> Packed | None:
        """The record of the hand that an event ends; None: it ends none."""
        return record_of_hand(self.facts, before, event) if isinstance(event, HandEnded) else None

    def public_change(self, step: TableStep) -> PublicChange | None:
        """What everybody is shown of an event; None: nothing."""
        return public_change(self.facts, step)

    def private_changes(self, step: TableStep) -> dict[PlayerId, tuple[PrivateChange, ...]]:
        """What single players are shown of an event in addition to the public change."""
        return private_changes(self.facts, step)


_DECIDE: Final[dict[type[Any], Callable[[TableFacts, CashTable, Any, Instant], Verdict[TableEvent]]]] = {
    Act: act,
    PromiseSeeds: promise_seeds,
    RevealSeed: reveal_seed,
    DealLocked: deal_locked,
    TurnExpired: turn_expired,
    StartHand: start_hand,
    TakeBreak: take_break,
    ComeBack: come_back,
    ChooseEntry: choose_entry,
    SitOutAtBigBlind: sit_out_at_big_blind,
    TopUp: top_up,
    SetAutoTopUp: set_auto_top_up,
    Refill: refill,
    Leave: leave,
    OpenTable: open_table,
    Seat: seat_player,
    RemoveAbsent: remove_absent,
    Disconnected: disconnect,
    Reconnected: reconnect,
    PauseClocks: pause_clocks,
    ResumeClocks: resume_clocks,
    GiveTimeBack: give_time_back,
    Recover: recover,
    VoidHand: void_by_staff,
    AdoptRulebook: adopt_rulebook,
    Close: close,
}
