"""A room for one director: it fills slots of chance, keeps a ledger, plays dealer, and checks what must always hold."""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from fairdeal.bank.accounts import Purpose, Tender, parse_account
from fairdeal.bank.fees import FREE_ROLL, Price
from fairdeal.bank.ledger import Book, overdrawn, trial_balance
from fairdeal.bank.wallet import table_wallet
from fairdeal.kernel import (
    AccountId,
    Cents,
    Chips,
    EventRef,
    HandId,
    Instant,
    PlayerId,
    Ppm,
    Rejection,
    RuleId,
    Step,
    TournamentId,
    events_of,
    seconds,
    units_of,
)
from fairdeal.kernel.agenda import JointCommand, Message, Timer
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.agenda import Agenda
from fairdeal.tournament.director.events import HandOrdered, RegistrationClosed, Spot, Started, TournamentEvent
from fairdeal.tournament.director.machine import TournamentMachine
from fairdeal.tournament.director.notices import Notice
from fairdeal.tournament.director.seating.floor import floor_of
from fairdeal.tournament.director.state import Chair, Entrant, Pause, Status, Table, Tournament
from fairdeal.tournament.formats.format import TournamentFormat
from fairdeal.tournament.formats.rulebook import TournamentRulebook
from fairdeal.tournament.orders import (
    Bust,
    CloseTable,
    HandPlayed,
    Left,
    PlayHand,
    Supply,
    TableClosed,
    director_stream,
)
from fairdeal.tournament.setup import TournamentSetup
from fairdeal.tournament.structure import BlindStructure, Level, PayoutBand, PayoutRow, PayoutTable

U22, U26, U27, PW = "unibet-2.2", "unibet-2.6", "unibet-2.7", "publicwin"
POKER = (U22, U26, U27, PW)

RICH = units_of(Cents(10_000_000))
T = TournamentId("T1")
EIGHT = Instant(20 * 3_600_000)  # eight in the evening of the first day
PRICE = Price(Cents(1000), Cents(900), Cents(100), RuleId("MTT-35"))
LEVELS = tuple(Level(Chips(bb // 2), Chips(bb), Chips(bb // 10)) for bb in (20, 40, 80, 160, 320, 640, 1280, 2560))


NO_FORMATS: Mapping[str, TournamentFormat] = {}
"""Every product is played as a standard tournament."""


def row(entries_min: int, *percents: int) -> PayoutRow:
    return PayoutRow(entries_min, tuple(PayoutBand(1, Ppm(percent * 10_000)) for percent in percents))


PAYOUTS: PayoutTable = (row(2, 100), row(5, 65, 35), row(10, 50, 30, 20), row(20, 40, 25, 15, 11, 9))


@lru_cache
def edition_of(name: str) -> Edition:
    return published_edition(name)


@lru_cache
def digest_of(name: str) -> str:
    return content_hash(edition_of(name))


def rulebook_of(name: str, formats: Mapping[str, TournamentFormat] = NO_FORMATS) -> TournamentRulebook:
    """A rulebook with one edition, whatever it is asked for."""
    return TournamentRulebook(lambda _digest: edition_of(name), formats)


def setup_of(edition: str = U27, **changes: Any) -> TournamentSetup:
    """A plain tournament of that edition: six seats, ten paid, ten-minute levels, eight in the evening."""
    found = edition_of(edition)
    assert found.poker is not None
    values: dict[str, Any] = {
        "name": "Evening",
        "edition": digest_of(edition),
        "family": found.poker.games.families.value[0].id,
        "seats": 6,
        "price": PRICE,
        "stack": Chips(1000),
        "blinds": BlindStructure(LEVELS, seconds(600)),
        "payouts": PAYOUTS,
        "starts_at": EIGHT,
        "unregister_before": seconds(300),
    }
    return TournamentSetup(**{**values, **changes})


def freeroll(**changes: Any) -> dict[str, Any]:
    return {"price": FREE_ROLL, **changes}


def player(number: int) -> PlayerId:
    return PlayerId(f"P{number}")


Dealer = Callable[["Room", PlayHand], HandPlayed]


class Room:
    """One tournament, its ledger, its dealers and its clock."""

    def __init__(
        self,
        edition: str = U27,
        seed: int = 1,
        tournament: TournamentId = T,
        beside: "Room | None" = None,
        formats: Mapping[str, TournamentFormat] = NO_FORMATS,
        **changes: Any,
    ) -> None:
        """With another room beside, both use one ledger."""
        self.edition = edition_of(edition)
        self.setup = setup_of(edition, **changes)
        self.rulebook = rulebook_of(edition, formats)
        self.rules = self.rulebook.rules_of(self.setup)
        self.machine = TournamentMachine(tournament, self.rulebook)
        self._state: Tournament | None = None
        self.chance = random.Random(seed)  # noqa: S311
        self.book: Book = Book({}) if beside is None else beside.book
        self.events: list[TournamentEvent] = []
        self.told: list[tuple[PlayerId, Notice]] = []
        self.joints: list[JointCommand[Any]] = []
        self.now = Instant(EIGHT - 3_600_000)
        self.dealer: Dealer = shifting
        self.held: frozenset[PlayerId] = frozenset()
        self.absent: frozenset[PlayerId] = frozenset()
        self.checks = True
        self._agenda: Agenda = frozenset()
        assert self.tell(ms.Announce(self.setup)) is None

    @property
    def state(self) -> Tournament:
        assert self._state is not None
        return self._state

    @property
    def tender(self) -> Tender:
        return self.rules.tender

    # ---- commands

    def supply(self) -> Supply:
        return Supply(self.chance.randbytes(32), self.held)

    def filled(self, command: Any) -> Any:
        """The command with the slots the runtime fills."""
        if getattr(command, "supply", 0) is None:
            command = replace(command, supply=self.supply())
        if getattr(command, "facts", 0) is None:
            command = replace(command, facts=ms.EntryFacts(connected=command.player not in self.absent))
        if isinstance(command, ms.Start) and command.absent is None:
            command = replace(command, absent=self.absent)
        return command

    def tell(self, command: Any) -> Rejection | None:
        """Decide and commit, or hear why not."""
        decision = events_of(self.machine.decide(self._state, self.filled(command), self.now))
        if isinstance(decision, Rejection):
            return decision
        chain = [
            transfer
            for number, event in enumerate(decision, len(self.events) + 1)
            for transfer in self.machine.transfers(event, EventRef(director_stream(self.machine.tournament), number))
        ]
        refusal = self.book.post(chain)
        if refusal is not None:
            return refusal
        for event in decision:
            before, self._state = self._state, self.machine.evolve(self._state, event)
            self.told += self.machine.private_changes(Step(before, event, self._state))
            self.joints += self.machine.joint_commands(event)
            self.events.append(event)
            if self.checks:
                check_event(self.state, event)
                self._check_agenda(before)
        return None

    def _check_agenda(self, before: Tournament | None) -> None:
        """The change of the agenda is the change of the whole."""
        known, whole = self._agenda, self.agenda()
        change = self.machine.agenda_change(before, self.state)
        assert change.added == whole - known
        assert change.removed == known - whole
        self._agenda = whole

    def do(self, command: Any) -> tuple[TournamentEvent, ...]:
        """Decide and commit; the events."""
        count = len(self.events)
        refusal = self.tell(command)
        assert refusal is None, refusal
        return tuple(self.events[count:])

    def refused(self, command: Any) -> str:
        """The code of the refusal; nothing may have changed."""
        before, balances = self._state, dict(self.book.balances)
        refusal = self.tell(command)
        assert refusal is not None, "it was accepted"
        assert self._state is before
        assert self.book.balances == balances
        return refusal.code

    def of(self, kind: type[Any]) -> list[Any]:
        """All events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    # ---- players and money

    def wallet(self, who: PlayerId) -> AccountId:
        assert self.edition.poker is not None
        return table_wallet(self.edition.poker.wallet, self.setup.money, who)

    def fund(self, who: PlayerId) -> None:
        """Open a full wallet, once."""
        if self.wallet(who) in self.book.balances:
            return
        self.book.open(self.wallet(who))
        self.book.balances[self.wallet(who)] = RICH
        outside = self.tender.account(Purpose.OUTSIDE)
        self.book.balances[outside] = self.book.balances.get(outside, 0) - RICH

    def give_ticket(self, who: PlayerId, ticket: str, value: Cents) -> AccountId:
        account = self.rules.ticket(who, ticket)
        outside = self.tender.account(Purpose.OUTSIDE)
        self.book.balances[account] = units_of(value)
        self.book.balances[outside] = self.book.balances.get(outside, 0) - units_of(value)
        return account

    def enter(self, *players: PlayerId) -> None:
        for who in players:
            self.fund(who)
            self.do(ms.Register(who))

    def enter_for(self, who: PlayerId, amount: int) -> None:
        """Enter with a buy-in of the player's choice; the stack follows it."""
        self.fund(who)
        self.do(ms.Register(who, Cents(amount)))

    def enter_count(self, count: int) -> None:
        self.enter(*(player(number) for number in range(1, count + 1)))

    def won(self, who: PlayerId) -> int:
        """What a player has more, or less, than at first, in cents."""
        return (self.book.balances[self.wallet(who)] - RICH) // 100

    def balance(self, purpose: Purpose) -> int:
        """What all accounts of a purpose hold, in cents."""
        accounts = ((parse_account(account), amount) for account, amount in self.book.balances.items())
        return sum(amount for account, amount in accounts if account is not None and account.purpose is purpose) // 100

    def check_money(self) -> None:
        """The ledger balances, and holds for the tournament what the tournament believes."""
        assert set(trial_balance(self.book.balances).values()) <= {0}
        assert overdrawn(self.book.balances) == []
        purse = self.state.purse
        assert self.balance(Purpose.PRIZES) == purse.pool
        assert self.balance(Purpose.BOUNTIES) == purse.heads
        assert self.balance(Purpose.ENTRY_FEES) == purse.fees

    # ---- the course

    def start(self, count: int | None = None) -> tuple[TournamentEvent, ...]:
        """Enter so many players, and begin on time."""
        if count is not None:
            self.enter_count(count)
        starts_at = self.state.starts_at
        assert starts_at is not None
        self.now = max(self.now, starts_at)
        return self.do(ms.Start(starts_at))

    def seat(self, *tables: dict[int, PlayerId]) -> None:
        """Begin with players in chosen seats, as if the draw had put them there; the hands are those of level two."""
        assert self.state.starts_at is not None
        self.now = self.state.starts_at
        decision = events_of(self.machine.decide(self.state, self.filled(ms.Start(self.now)), self.now))
        assert not isinstance(decision, Rejection), decision
        spots = tuple(Spot(who, number, seat) for number, seats in enumerate(tables) for seat, who in seats.items())
        began: list[TournamentEvent] = []
        for event in decision:
            if isinstance(event, Started):
                assert {spot.player for spot in spots} == {spot.player for spot in event.spots}
                began.append(replace(event, spots=spots))
            elif isinstance(event, RegistrationClosed):
                began.append(event)
        for event in began:
            self.events.append(event)
            self._state = self.machine.evolve(self._state, event)
        self._agenda = self.agenda()
        self.next_level()

    def next_level(self) -> tuple[TournamentEvent, ...]:
        """The level's time runs out."""
        ends = self.state.clock.level_ends
        assert ends is not None
        self.now = max(self.now, ends)
        return self.do(ms.EndLevel(self.state.clock.level))

    def orders(self) -> list[PlayHand]:
        """Hands that are to be played, by table."""
        tables = self.state.floor.tables
        return [order for number in sorted(tables) if (order := tables[number].order) is not None]

    def agenda(self) -> Agenda:
        return self.machine.agenda(self.state)

    def timers(self) -> list[Timer[Any]]:
        return sorted((task for task in self.agenda() if isinstance(task, Timer)), key=lambda timer: timer.at)

    def letters(self, kind: type[Any]) -> list[Message[Any]]:
        return [task for task in self.agenda() if isinstance(task, Message) and isinstance(task.command, kind)]

    def play(self, order: PlayHand) -> tuple[TournamentEvent, ...]:
        """One hand, played by the dealer and reported."""
        return self.do(self.dealer(self, order))

    def close_tables(self) -> None:
        """Dealers of broken tables go."""
        for letter in self.letters(CloseTable):
            self.do(TableClosed(letter.command.table))

    def run(self, hands_max: int = 100_000, hand_seconds: int = 30) -> None:
        """Play to the end: hands in a random order, timers when they are due."""
        for _ in range(hands_max):
            if self.state.status is not Status.RUNNING:
                self.close_tables()
                return
            self.step(hand_seconds)
        raise AssertionError("the tournament does not end")

    def step(self, hand_seconds: int = 30) -> None:
        """The next timer that is due, or a hand of a random table."""
        timers = self.timers() if self.checks else sorted(_clock_timers(self), key=lambda timer: timer.at)
        orders = self.orders()
        if timers and (not orders or timers[0].at <= self.now):
            self.now = max(self.now, timers[0].at)
            self.do(timers[0].command)
        else:
            self.now = Instant(self.now + seconds(hand_seconds) // len(orders))
            self.play(self.chance.choice(orders))

    # ---- looking

    def status(self) -> Status:
        return self.state.status

    def pause(self) -> Pause:
        """The pause that was called."""
        assert self.state.clock.pause is not None
        return self.state.clock.pause

    def until(self) -> Instant:
        """When the pause ends."""
        until = self.pause().until
        assert until is not None
        return until

    def entrant(self, who: PlayerId) -> Entrant:
        return self.state.entrants[who]

    def table(self, number: int = 0) -> Table:
        return self.state.floor.tables[number]

    def chair(self, who: PlayerId) -> Chair:
        entrant = self.entrant(who)
        assert entrant.seat is not None
        chair = self.state.table_of(entrant).chairs[entrant.seat]
        assert chair is not None
        return chair

    def place(self, who: PlayerId) -> int:
        return self.state.place(self.entrant(who).finishes[-1].out)

    def report(self, order: PlayHand, *, busts: Iterable[PlayerId] = (), to: PlayerId | None = None) -> HandPlayed:
        """A report in which some lose everything to one player, by default the first who stays."""
        return report(order, busts, to)

    def bust(self, *players: PlayerId, to: PlayerId | None = None) -> tuple[TournamentEvent, ...]:
        """One hand at their table in which these players lose everything; a newcomer first waits for the next deal."""
        number = self.entrant(players[0]).table
        assert number is not None
        order = self.table(number).order
        assert order is not None
        if not set(players) <= {place.player for place in order.places}:
            self.do(self.report(order))
            order = self.table(number).order
            assert order is not None
        return self.do(self.report(order, busts=players, to=to))


def _clock_timers(room: Room) -> list[Timer[Any]]:
    """Timers without looking at every table; for large fields without re-buys."""
    clock = room.state.clock
    found: list[Timer[Any]] = []
    if clock.level_ends is not None:
        found.append(Timer(clock.level_ends, ms.EndLevel(clock.level)))
    if clock.break_due is not None:
        found.append(Timer(clock.break_due, ms.CallBreak(clock.break_due)))
    if clock.pause is not None and clock.pause.until is not None:
        found.append(Timer(clock.pause.until, ms.EndPause(clock.pause.until)))
    return found


def report(order: PlayHand, busts: Iterable[PlayerId] = (), to: PlayerId | None = None) -> HandPlayed:
    """A report in which some lose everything to one player, by default the first who stays."""
    out = frozenset(busts)
    places = {place.player: place for place in order.places}
    winner = to or next(who for who in places if who not in out)
    lost = sum(places[who].stack for who in out)
    left = tuple(
        Left(
            place.seat,
            Chips(0 if place.player in out else place.stack + (lost if place.player == winner else 0)),
            place.bank,
        )
        for place in order.places
    )
    fallen = tuple(Bust(places[who].seat, places[who].stack, ((places[winner].seat,),)) for who in sorted(out))
    return HandPlayed(order.table, order.number, hand_id(order), order.deals_from, left, fallen)


def hand_id(order: PlayHand) -> HandId:
    return HandId(f"H{order.table}.{order.number}.{order.attempt}")


def shifting(room: Room, order: PlayHand) -> HandPlayed:
    """A dealer who shifts a random part of the smaller stack, often all of it, between two players."""
    loser, winner = room.chance.sample(order.places, 2)
    least = min(loser.stack, order.big_blind_chips)
    most = min(loser.stack, winner.stack + order.ante_chips)
    amount = loser.stack if room.chance.random() < 0.4 else room.chance.randint(min(least, most), max(least, most))
    amount = min(amount, loser.stack)
    left = tuple(
        Left(place.seat, Chips(place.stack + amount * ((place is winner) - (place is loser))), place.bank)
        for place in order.places
    )
    busts = (Bust(loser.seat, loser.stack, ((winner.seat,),)),) if amount == loser.stack else ()
    return HandPlayed(order.table, order.number, hand_id(order), order.deals_from, left, busts)


# ---- what must always hold


def check_event(state: Tournament, event: TournamentEvent) -> None:
    """Chips are conserved, indexes are right, orders are possible."""
    if state.status is Status.RUNNING:
        check_floor(state)
    if isinstance(event, HandOrdered):
        check_order(event.order)


def check_floor(state: Tournament) -> None:
    floor = state.floor
    assert floor == floor_of(floor.tables.values(), state.setup.seats, floor.opened)
    seated = 0
    for number, table in floor.tables.items():
        assert table.number == number
        if table.closing:
            assert table.size == 0
            continue
        for seat, chair in table.seated:
            seated += chair.stack + chair.bought
            entrant = state.entrants[chair.player]
            assert (entrant.table, entrant.seat) == (number, seat)
    assert seated == state.chips
    assert state.remaining == sum(table.size for table in floor.tables.values() if not table.closing)


def check_order(order: PlayHand) -> None:
    seats = {place.seat for place in order.places}
    assert len(order.places) >= 2
    assert {order.button, order.big_blind} <= seats
    assert order.small_blind is None or order.small_blind in seats
    assert order.small_blind != order.big_blind
    assert order.button != order.big_blind
    assert all(place.stack > 0 for place in order.places)


def replayed(room: Room) -> Tournament:
    """The state that all events lead to, from nothing."""
    state: Tournament | None = None
    for event in room.events:
        state = room.machine.evolve(state, event)
    assert state is not None
    return state
