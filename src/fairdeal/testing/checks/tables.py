"""
Checks one cash table, event by event.

The checks keep seats, hand and clocks of their own and compare them with the machine, the ledger and the frames.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from fairdeal.bank.accounts import Tender, pending_top_up, pot, seat
from fairdeal.cash.rules import CashRules
from fairdeal.cash.table import events
from fairdeal.cash.table.state import CashTable, Entry, OpenHand
from fairdeal.kernel import Instant, PlayerId, RuleId, StreamId, TableId, units_of
from fairdeal.play import events as play
from fairdeal.play.fair.events import FairEvent
from fairdeal.play.fair.state import WINDOW
from fairdeal.runtime.actor import Actor
from fairdeal.testing.checks.blinds import Blinds
from fairdeal.testing.checks.cards import Cards
from fairdeal.testing.checks.clocks import Clocks, check_limit
from fairdeal.testing.checks.pots import Pots
from fairdeal.testing.checks.seats import Seat
from fairdeal.testing.checks.violated import fail
from fairdeal.testing.mirror import Mirror

if TYPE_CHECKING:
    from fairdeal.testing.checks import Checks


class TableCheck:
    """The checks of one cash table: everything its events have said so far."""

    def __init__(self, stream: StreamId, checks: "Checks") -> None:
        self.stream = stream
        self.table = TableId(stream.partition(":")[2])
        self.checks = checks
        self.seats: list[Seat | None] = []
        self.rules: dict[str, CashRules] = {}
        self.edition = ""  # revision in force from the next hand on
        self.tender: Tender | None = None
        self.number = 0  # of the last hand opened
        self.open: OpenHand | None = None
        self.pots: Pots | None = None
        self.opened_at = Instant(0)
        self.closing: RuleId | None = None
        self.closed = False
        self.waits_from: Instant | None = None  # since recovery, while the table may wait for players to reconnect
        self.blinds = Blinds(stream)
        self.clocks = Clocks(stream, checks.stalls)
        self.cards = Cards(stream)
        self.mirror: Mirror | None = None
        self.frames = 0  # number of the last frame seen
        self._chairs: tuple[Any, ...] = ()
        self._decided_at = Instant(0)  # the decision that is being followed

    # ---- following

    def follow(self, actor: Actor, happened: tuple[Any, ...], now: Instant) -> None:
        """Check an adopted decision of the table; one that ends a hand counts from when its commit began."""
        self._decided_at = next((event.at for event in happened if isinstance(event, events.HandEnded)), now)
        for event in happened:
            _ON[type(event)](self, event, now)
        state: CashTable = actor.state
        if state.chairs is not self._chairs:
            self._check_chairs(state)
            self._chairs = state.chairs
        feed = actor.feed
        if feed.number != self.frames:
            self.frames = feed.number
            frame = feed.history[-1]
            self.cards.sent(frame)
            self.checks.sent(self.stream, frame)
            if self.mirror is not None:
                self.mirror.fold(frame)
        if self.open is None and self.pots is not None:
            self.pots = None
            self.cards.over()

    def replay(self, happened: list[Any], now: Instant) -> None:
        """Check events that were written but not adopted before the process died."""
        self.pots = None
        for event in happened:
            _ON[type(event)](self, event, now)
            self.pots = (
                None  # of a hand that was opened and ended at once, only that is written, and no chip can be counted
            )
            if isinstance(event, events.PeriodsShifted) and not self.checks.downtime.within(
                event.stood_since, event.until
            ):
                # The process stood still and gave that time back before it died; pause and end of it were not written.
                self.clocks.pauses.note(event.stood_since, event.until)

    def died(self) -> None:
        """Forget everything that was not durable: the process that ran the table died."""
        self.pots = None
        self.clocks.restarted()
        self.cards.over()
        self.mirror = None
        self.frames = 0
        self._chairs = ()

    def loaded(self, state: CashTable) -> None:
        """Check the state a new process has recovered: the seats of the last hand boundary, and the same open hand."""
        self._check_chairs(state)
        number = None if state.open is None else state.open.number
        expected = None if self.open is None else self.open.number
        if number != expected or state.hands_opened != self.number:
            fail("recovery", f"hand {number} is open after a crash, not {expected}", self.stream)

    @property
    def current(self) -> CashRules:
        """The rules of the open hand, or of the next one."""
        return self.rules[self.edition if self.open is None else self.open.edition]

    def at(self, place: int) -> Seat:
        """The occupied seat of that number; fails if nobody sits there."""
        found = self.seats[place]
        if found is None:
            fail("chairs", f"nobody sits at seat {place}", self.stream)
        return found

    def seat_of(self, player: PlayerId) -> int:
        """The number of a player's seat; -1 if the player does not sit here."""
        return next((place for place, each in enumerate(self.seats) if each and each.player == player), -1)

    def live(self, since: Instant, now: Instant) -> int:
        """How much of a period counts, in milliseconds: outages and pauses of the room do not (X-143)."""
        stood = self.checks.downtime.within(since, now)
        return now - since - stood - self.clocks.pauses.within(since, now)

    def _check_chairs(self, state: CashTable) -> None:
        """Check that machine, checks and ledger have the same players with the same money."""
        tender, balance = self.tender, self.checks.books.of
        assert tender is not None
        for place, (chair, own) in enumerate(zip(state.chairs, self.seats, strict=True)):
            if chair is None or own is None:
                if chair is not None or own is not None:
                    fail("chairs", f"seat {place}: {chair}, by its events {own and own.player}", self.stream)
                continue
            known = (own.player, own.stack, own.pending, own.out_since is not None, own.leaves)
            if (chair.player, chair.stack, chair.pending_top_up, chair.sit_out is not None, chair.leaves) != known:
                fail("chairs", f"seat {place}: {chair}, by its events {known}", self.stream)
            held = (
                balance(seat(tender, self.table, own.player)),
                balance(pending_top_up(tender, self.table, own.player)),
            )
            if held != (units_of(chair.stack), units_of(chair.pending_top_up)):
                fail("ledger", f"seat {place}: the ledger holds {held}, the chair is {chair}", self.stream)
        if balance(pot(tender, self.table)):
            fail("ledger", "the pot is not empty at a boundary", self.stream)

    # ---- opening and closing

    def _opened(self, event: events.TableOpened, now: Instant) -> None:
        self.seats = [None] * event.seats
        self.rules = dict(self.checks.house.rules[event.stake])  # type: ignore[index]
        self.edition = event.edition
        rules = self.rules[event.edition]
        self.tender = Tender(rules.currency, rules.money)
        self.opened_at = now
        if event.seats != rules.seats.value:
            fail("chairs", f"a table of {event.seats} seats, not {rules.seats.value}", self.stream)

    def _closing(self, event: events.TableClosing, _now: Instant) -> None:
        self.closing = event.rule

    def _closed(self, _event: events.TableClosed, now: Instant) -> None:
        self.closed = True
        self.checks.table_closed(self, now)
        if any(self.seats) or self.open is not None:
            fail("chairs", "a table closed with players or a hand", self.stream)

    def _adopted(self, event: events.RulebookAdopted, _now: Instant) -> None:
        self.edition = event.edition

    # ---- chairs

    def _sat_down(self, event: events.SatDown, _now: Instant) -> None:
        if self.seats[event.seat] is not None or self.seat_of(event.player) >= 0 or self.closing is not None:
            fail("chairs", f"{event.player} cannot sit at seat {event.seat}", self.stream)
        entry = Entry.POSTING if event.posts else Entry.WAITING
        self.seats[event.seat] = Seat(event.player, event.buy_in, entry, event.time_bank, event.at)

    def _left(self, event: events.Left, now: Instant) -> None:
        own = self.at(event.seat)
        if (own.player, own.stack, own.pending) != (event.player, event.stack, event.pending):
            known = (own.player, own.stack, own.pending)
            fail("chairs", f"{event} does not fit {known}", self.stream)
        if self.open is not None and event.seat in self.open.dealt.seats:
            fail("chairs", f"{event.player} left in mid-hand", self.stream)
        self._check_departure(own, event, now)
        self.seats[event.seat] = None
        self.clocks.dropped.pop(event.player, None)
        self.blinds.left(event.player)
        self.checks.buy_ins.left(self.table, event)
        held = [make(self.tender, self.table, event.player) for make in (seat, pending_top_up)]  # type: ignore[arg-type]
        if any(map(self.checks.books.of, held)):
            fail("ledger", f"{event.player} left and something stayed behind", self.stream)

    def _check_departure(self, own: Seat, event: events.Left, now: Instant) -> None:
        """Check that a player who left had asked to, or that a rule removed them at the right time."""
        asked = (self.table, event.player) in self.checks.network.leavers
        if event.rule is None:
            if not asked:
                fail("consent", f"{event.player} left without asking and without a rule", self.stream)
            self.checks.network.leavers.discard((self.table, event.player))
        limit = self.current.sit_out_max
        if event.rule == limit.rule:
            if own.out_since is None or self.clocks.paused_since is not None:
                fail("clocks", f"{event.player} was removed without sitting out, or while clocks stood", self.stream)
            slack = self.checks.slack(own.out_since)
            check_limit(f"{event.player} removed", self.live(own.out_since, now), limit.value, slack, self.stream)

    def _entry_chosen(self, event: events.EntryChosen, _now: Instant) -> None:
        self.at(event.seat).entry = Entry.POSTING if event.posts else Entry.WAITING

    def _sat_out(self, event: events.SatOut, _now: Instant) -> None:
        if not event.from_next_deal:
            self.at(event.seat).sits_out(event.sit_out.since, event.sit_out.rule)

    def _sat_in(self, event: events.SatIn, _now: Instant) -> None:
        own = self.at(event.seat)
        own.out_since = own.out_rule = None
        waits = Entry.IN if own.entry is Entry.IN else Entry.WAITING
        own.entry = Entry.POSTING if event.posts else waits

    def _leave_asked(self, event: events.LeaveAsked, _now: Instant) -> None:
        self.at(event.seat).leaves = True

    def _blind_missed(self, event: events.BlindMissed, _now: Instant) -> None:
        own = self.at(event.seat)
        own.entry = Entry.WAITING if own.entry is Entry.IN else own.entry

    # ---- money

    def _topped_up(self, event: events.ToppedUp, _now: Instant) -> None:
        own = self.at(event.seat)
        in_hand = self.open is not None and event.seat in self.open.dealt.seats
        if event.pending != in_hand or event.amount <= 0:
            fail("chairs", f"{event} in a hand: {in_hand}", self.stream)
        if event.pending:
            own.pending += event.amount
        else:
            own.stack += event.amount
            auto = self.current.auto_top_up
            by_itself = auto is not None and event.rule == auto.to_initial_buy_in.rule and self.current.banzai is None
            limit = own.initial if by_itself else self.current.top_up_limit.value
            if own.stack > limit:
                fail("buy-in", f"{own.player} topped up to {own.stack}, the limit is {limit}", self.stream)

    def _top_up_applied(self, event: events.TopUpApplied, _now: Instant) -> None:
        own = self.at(event.seat)
        own.pending -= event.amount
        own.stack += event.amount
        limit = self.rules[self.edition].top_up_limit.value
        if own.stack > limit:
            fail("buy-in", f"{own.player} topped up to {own.stack}, the limit is {limit}", self.stream)

    def _top_up_returned(self, event: events.TopUpReturned, _now: Instant) -> None:
        self.at(event.seat).pending -= event.amount

    # ---- hands

    def _hand_opened(self, event: events.HandOpened, now: Instant) -> None:
        opened = event.open
        if self.open is not None:
            fail("hands", f"hand {opened.number} was opened before {self.open.number} ended", self.stream)
        if opened.number != self.number + 1 or opened.edition != self.edition:
            fail("hands", f"hand {opened.number} follows {self.number}, text {opened.edition}", self.stream)
        if self.clocks.paused_since is not None or self.closing is not None:
            fail("hands", f"hand {opened.number} was dealt while clocks stood, or the table closes", self.stream)
        stacks = tuple(self.at(place).stack for place in opened.dealt.seats)
        if opened.stacks != stacks:
            fail("hands", f"hand {opened.number} starts with {opened.stacks}, not {stacks}", self.stream)
        if any(self.at(place).is_ready for place in opened.missed):
            fail("dealing", f"hand {opened.number}: {opened.missed} miss a blind and do not sit out", self.stream)
        self.blinds.opened(self.rules[self.edition], self.seats, opened)
        self._check_patience(opened, now)
        self.number = opened.number
        self.open = opened
        self.pots = Pots(self.stream, opened.stacks)

    def _check_patience(self, opened: OpenHand, now: Instant) -> None:
        """Check that after an outage no player is dealt in who had no time to reconnect (X-143)."""
        since = self.waits_from
        if since is None:
            return
        if opened.opened_at + WINDOW >= since + self.current.wait_for_players.value:  # cards may come so much later
            self.waits_from = None
            return
        missing = [self.at(place).player for place in opened.dealt.seats]
        missing = [player for player in missing if player in self.clocks.dropped]
        if missing:
            fail("recovery", f"{missing} were dealt in {now - since} ms after an outage", self.stream)

    def _cut(self, _event: FairEvent, _now: Instant) -> None:
        """What happens in the players' cut moves no chip; its proofs are checked by whoever publishes them."""

    def _hand_dealt(self, event: play.HandDealt, now: Instant) -> None:
        assert self.open is not None
        assert self.pots is not None
        self.cards.opened([self.at(place).player for place in self.open.dealt.seats])
        seats = {place: self.at(place) for place in self.open.dealt.seats}
        self.clocks.dealt(seats, event, now)
        self.pots.told(event.told)

    def _played(self, event: play.Played, _now: Instant) -> None:
        pots, opened, turn = self.pots, self.open, self.clocks.turn
        if pots is None or opened is None or turn is None:
            fail("hands", f"seat {event.seat} acted without a hand", self.stream)
        checks = self.checks
        checks.acts += 1
        if event.rule is None:
            sender = checks.network.acts.pop((self.table, opened.hand, turn.number), None)
            if sender != self.at(event.seat).player:
                fail("consent", f"seat {event.seat} acted without asking and without a rule", self.stream)
        elif event.rule == self.current.automatic_decision.rule:
            sent = checks.network.unanswered[self.table, opened.hand, turn.number]
            if any(instant < self._decided_at for instant in sent):
                fail("consent", f"the house decided for seat {event.seat}, whose act had been sent", self.stream)
            self.clocks.check_line(self.current, event, checks.network.lost_at.get(self.at(event.seat).player))
        self.clocks.played(self.current, event, self._decided_at)
        pots.told(event.told)

    def _hand_ended(self, event: events.HandEnded, _now: Instant) -> None:
        opened = self.open
        if opened is None or (opened.number, opened.dealt) != (event.number, event.dealt):
            fail("hands", f"hand {event.number} ended, {opened} was open", self.stream)
        if event.before != opened.stacks or sum(event.after) + event.rake != sum(event.before):
            fail("hands", f"hand {event.number}: {event.before} became {event.after}", self.stream)
        if self.pots is not None:
            self.pots.ended(event)
            self.clocks.ended(self.current, {place: self.at(place) for place in event.dealt.seats}, event)
        self.blinds.ended(event.players, event.dealt)
        self.open = None
        self.checks.hands += 1
        for own in self.seats:
            if own is not None:
                own.in_last = False
        rows = zip(event.dealt.seats, event.after, event.banks, event.sits_out, strict=True)
        for place, stack, bank, sit_out in rows:
            own = self.at(place)
            own.stack, own.bank, own.entry, own.in_last = stack, bank, Entry.IN, True
            own.hands += 1
            if sit_out is not None:
                own.sits_out(sit_out.since, sit_out.rule)

    def _hand_voided(self, event: events.HandVoided, _now: Instant) -> None:
        opened = self.open
        if opened is None or opened.number != event.number:
            fail("hands", f"hand {event.number} was void, {opened} was open", self.stream)
        if not event.staff and event.rule != self.current.failure.rule:
            fail("hands", f"hand {event.number} was void by {event.rule}", self.stream)
        self.open = None
        self.clocks.over()
        self.checks.voided += 1
        for place, player, sit_out in event.sits_out:
            if self.at(place).player == player:
                self.at(place).sits_out(sit_out.since, sit_out.rule)

    # ---- connections and clocks

    def _shifted(self, event: events.PeriodsShifted, _now: Instant) -> None:
        if self.clocks.paused_since is None:
            self.waits_from = event.until

    def _lost(self, event: play.ConnectionLost, now: Instant) -> None:
        known = self.checks.network.lost_at.get(event.player)
        if known is not None:
            self.clocks.check_loss(event, known, self.at(self.seat_of(event.player)).since, now)
        self.clocks.lost(event, self.seat_of(event.player))

    def _back(self, event: play.ConnectionBack, _now: Instant) -> None:
        self.clocks.back(event)

    def _paused(self, event: play.ClocksPaused, _now: Instant) -> None:
        self.clocks.paused(event)

    def _resumed(self, event: play.ClocksResumed, _now: Instant) -> None:
        self.clocks.resumed(event)

    def _nothing(self, _event: Any, _now: Instant) -> None:
        """Ignore an event that changes nothing checked here."""


_ON: Final[dict[type, Callable[[TableCheck, Any, Instant], None]]] = {
    events.TableOpened: TableCheck._opened,
    events.TableClosing: TableCheck._closing,
    events.TableClosed: TableCheck._closed,
    events.RulebookAdopted: TableCheck._adopted,
    events.SatDown: TableCheck._sat_down,
    events.Left: TableCheck._left,
    events.EntryChosen: TableCheck._entry_chosen,
    events.SatOut: TableCheck._sat_out,
    events.SatIn: TableCheck._sat_in,
    events.LeaveAsked: TableCheck._leave_asked,
    events.BlindMissed: TableCheck._blind_missed,
    events.ToppedUp: TableCheck._topped_up,
    events.TopUpApplied: TableCheck._top_up_applied,
    events.TopUpReturned: TableCheck._top_up_returned,
    events.HandOpened: TableCheck._hand_opened,
    play.HandDealt: TableCheck._hand_dealt,
    **dict.fromkeys(FairEvent.__args__, TableCheck._cut),
    play.Played: TableCheck._played,
    events.HandEnded: TableCheck._hand_ended,
    events.HandVoided: TableCheck._hand_voided,
    events.PeriodsShifted: TableCheck._shifted,
    play.ConnectionLost: TableCheck._lost,
    play.ConnectionBack: TableCheck._back,
    play.ClocksPaused: TableCheck._paused,
    play.ClocksResumed: TableCheck._resumed,
    events.BigBlindSitOutSet: TableCheck._nothing,
    events.AutoTopUpSet: TableCheck._nothing,
    events.RefillPassed: TableCheck._nothing,
}
