"""
Company at casino tables: practice partners who bet small, sensibly and slowly, so that a visitor does not play alone.

They play for play or test money only and have names that nobody else can have. They come when somebody watches and go when nobody
has for a while, so that a room without visitors deals nothing. There is a fixed number of them at each table.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from fairdeal.bank.accounts import site_wallet
from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.bots.chance import chance_of
from fairdeal.casino.games.blackjack import commands as boxes
from fairdeal.casino.games.blackjack import events as boxes_events
from fairdeal.casino.games.blackjack.decisions import ACTS, options_of
from fairdeal.casino.games.blackjack.engine import engine_of
from fairdeal.casino.games.blackjack.felt import BoxesFelt
from fairdeal.casino.games.blackjack.play import seen_round
from fairdeal.casino.games.blackjack.strategy import basic_strategy
from fairdeal.casino.games.layout import commands as layout
from fairdeal.casino.games.layout.felt import LayoutFelt
from fairdeal.casino.table.commands import Join, Leave
from fairdeal.casino.table.events import BettingOpened
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import MINUTE, SECOND, Cents, Duration, Instant, MoneyKind, PlayerId, TableId, units_of
from fairdeal.room.cash.practice.partners import NAMES, PREFIX
from fairdeal.room.casino.house import CASINO, casino_stream, table_of
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.ports import Answer
from fairdeal.storage.port import PASSING

QUIET: Final = Duration(2 * MINUTE)
"""After this time without a connection the partners leave."""
AT_LAYOUT: Final = 4
SEATS: Final = (1, 4, 5)
"""Where partners sit at blackjack; the other seats are left to people."""
BEHIND: Final = 2

_LOOK: Final = Duration(20 * SECOND)
_BETS: Final = (2 * SECOND, 11 * SECOND)
_THINKS: Final = (900, 3 * SECOND)
_CHIPS_MAX: Final = 3
_DEVICE: Final = "casino practice"
_STAFF: Final = StaffId("practice")
_INITIAL: Final = "z"  # no other partner has it
_ROUNDS_KEPT: Final = 20
_ROUNDS_GIVEN: Final = 200
_OUTSIDE: Final = (
    "red",
    "black",
    "even",
    "odd",
    "low",
    "high",
    "dozen-1",
    "dozen-2",
    "dozen-3",
    "column-1",
    "column-3",
)
_INSIDE: Final = ("straight-0", "straight-7", "straight-17", "straight-32", "split-16-17", "corner-13", "street-22")


class CasinoCompany:
    """The practice partners of all casino tables of a room; call `start` once the room has recovered."""

    def __init__(self, room: Room, is_watched: Callable[[], bool] = lambda: True, seed: int = 0) -> None:
        self._room = room
        self._is_watched = is_watched
        self._seed = seed
        self._asked = 0
        self._watched_at = Instant(room.clock.now() - QUIET)
        self._tables: dict[TableId, tuple[PlayerId, ...]] = {}
        self._closed = False
        self._made = 0
        for table in room.casino.house.setups:
            self._invite(table)

    def _invite(self, table: TableId) -> None:
        """Have partners for a table that is open, and none for one that is closed or dealt by people."""
        casino = self._room.casino.house
        setup, facts = casino.setups[table], casino.machines[table].facts
        if setup.money is MoneyKind.REAL or setup.closed or facts.is_live:
            self._tables.pop(table, None)
        elif table not in self._tables:
            count = len(SEATS) + BEHIND if facts.game.display(Table(facts.game.new_felt(facts)), 0).seats else AT_LAYOUT
            self._tables[table] = tuple(_partner(self._made + each) for each in range(count))
            self._made += count

    @property
    def partners(self) -> tuple[PlayerId, ...]:
        """All partners there are."""
        return tuple(player for those in self._tables.values() for player in those)

    def start(self) -> None:
        """Begin to look after the tables."""
        self._room.casino.on_changed.append(self._invite)
        self._room.registry.watches_of_written.append(self._watch)
        self._look()

    def stop(self) -> None:
        """Let all partners leave, and send no more."""
        self._closed = True
        self._send_home()

    def wake(self) -> None:
        """Come at once, because somebody watches now."""
        self._watched_at = self._room.clock.now()
        if not self._closed:
            for table, partners in self._tables.items():
                self._come(table, partners)

    # ---- coming and going

    def _look(self) -> None:
        now = self._room.clock.now()
        if self._is_watched():
            self.wake()
        elif now - self._watched_at >= QUIET:
            self._send_home()
        if not self._closed:
            self._room.clock.at(Instant(now + _LOOK), self._look)

    def _come(self, table: TableId, partners: Sequence[PlayerId]) -> None:
        actor = self._room.registry.find(casino_stream(table))
        if actor is None or actor.failed is not None:
            return
        for index, player in enumerate(partners):
            self._room.presence.connect(player, _DEVICE)
            if player not in actor.state.guests:
                self._room.open_purse(player, partial(self._enter, table, player, index))

    def _enter(self, table: TableId, player: PlayerId, index: int, _answer: Answer) -> None:
        self._fill_purse(table, player)
        self._room.table(table, Join(player), lambda answer: self._entered(answer, table, player, index))

    def _entered(self, answer: Answer, table: TableId, player: PlayerId, index: int) -> None:
        state = self._state(table)
        if answer is None and state is not None and isinstance(state.felt, BoxesFelt) and index < len(SEATS):
            self._room.table(table, boxes.TakeSeat(player, SEATS[index]))

    def _send_home(self) -> None:
        for table, partners in self._tables.items():
            state = self._state(table)
            for player in partners:
                if state is not None and player in state.guests:
                    self._room.table(table, Leave(player))

    def _fill_purse(self, table: TableId, player: PlayerId) -> None:
        """Give a partner play or test money for many rounds, once it has too little for some."""
        facts = self._facts(table)
        wallet, price = site_wallet(facts.tender, player), facts.limits.bet_min.value
        try:
            held = self._room.journal.balances([wallet]).get(wallet, 0)
        except PASSING:
            return
        if held < units_of(Cents(price * _ROUNDS_KEPT)):
            amount = units_of(Cents(price * _ROUNDS_GIVEN))
            self._room.purse(player, CreditPlayer(wallet, amount, _STAFF, "practice"))

    # ---- playing

    def _watch(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        if actor.hosted.prefix != CASINO:
            return
        table = table_of(actor.stream)
        partners = self._tables.get(table, ())
        for event in events if partners else ():
            match event:
                case BettingOpened():
                    for player in partners:
                        self._later(_BETS, partial(self._bet, table, player, event.round))
                case boxes_events.InsuranceOffered():
                    for player in partners:
                        self._later(_THINKS, partial(self._send, table, boxes.Insure(player, event.round, Cents(0))))
                case boxes_events.TurnBegan():
                    self._later(_THINKS, partial(self._decide, table, event))

    def _bet(self, table: TableId, player: PlayerId, number: int) -> None:
        state = self._state(table)
        if state is None or state.round != number or state.phase is not Phase.BETTING or not state.guests.get(player):
            return
        self._fill_purse(table, player)
        facts = self._facts(table)
        if isinstance(state.felt, LayoutFelt):
            self._bet_chips(facts, player, number)
        elif isinstance(state.felt, BoxesFelt):
            self._bet_box(facts, state.felt, player, number)

    def _bet_chips(self, facts: TableFacts, player: PlayerId, number: int) -> None:
        chip = facts.limits.chips.value[min(1, len(facts.limits.chips.value) - 1)]
        spots = [spot for spot in (*_OUTSIDE, *_INSIDE) if spot in facts.engine.spots] or list(facts.engine.spots)
        for _ in range(1 + int(self._chance() * _CHIPS_MAX)):
            spot = spots[int(self._chance() * len(spots))]
            self._send(facts.table, layout.PlaceChip(player, number, spot, chip))
        self._send(facts.table, layout.Confirm(player, number))

    def _bet_box(self, facts: TableFacts, felt: BoxesFelt, player: PlayerId, number: int) -> None:
        limits = facts.limits
        amount = Cents(limits.bet_min.value * (1 + int(self._chance() * 5)))
        if felt.seat_of(player) >= 0:
            self._send(facts.table, boxes.PlaceBet(player, number, amount))
            return
        taken = [seat for seat, who in enumerate(felt.seats) if who in felt.wagers]
        if taken:
            seat = taken[int(self._chance() * len(taken))]
            self._send(facts.table, boxes.BetBehind(player, number, seat, amount))
            if player not in felt.follows:
                self._send(facts.table, boxes.AnswerFollow(player, follows=True))

    def _decide(self, table: TableId, event: boxes_events.TurnBegan) -> None:
        state, facts = self._state(table), self._facts(table)
        if state is None or not isinstance(state.felt, BoxesFelt) or state.felt.turn != event.turn:
            return
        player = state.felt.seats[event.seat]
        options = options_of(facts, state, player) if player in self._tables[table] else ()
        if player is None or not options:
            return
        rules, lost = engine_of(facts).hands, facts.casino.blackjack.split_lost_on_dealer_blackjack.value
        best = basic_strategy(rules, split_lost=lost).choose(seen_round(facts, state))
        act = best if best in options else options[0]
        choice = next(choice for choice, number in ACTS.items() if number == act)
        self._send(table, boxes.Decide(player, event.round, event.turn, choice))

    # ---- help

    def _facts(self, table: TableId) -> TableFacts:
        return self._room.casino.house.machines[table].facts

    def _state(self, table: TableId) -> Table | None:
        actor = self._room.registry.find(casino_stream(table))
        return None if actor is None else actor.state

    def _send(self, table: TableId, command: object) -> None:
        self._room.table(table, command)

    def _later(self, between: tuple[int, int], call: Callable[[], None]) -> None:
        least, most = between
        wait = least + int(self._chance() * (most - least))
        self._room.clock.at(Instant(self._room.clock.now() + wait), call)

    def _chance(self) -> float:
        self._asked += 1
        return chance_of(self._seed, 0, self._asked)


def _partner(number: int) -> PlayerId:
    return PlayerId(
        f"{PREFIX}{NAMES[number % len(NAMES)]}-{_INITIAL}" + (str(number // len(NAMES)) * (number >= len(NAMES)))
    )
