"""A room in the test's own process whose cards and draws a test can lay: what happens at a tournament's tables is known beforehand."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from fairdeal.cards import NAMES
from fairdeal.hexapro.lobby import commands as hexapro
from fairdeal.hexapro.rules import HexaRules
from fairdeal.kernel import MINUTE, MoneyKind, PlayerId, TournamentId
from fairdeal.rulebook.clause import U27
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.server.opening import RunningServer
from fairdeal.tournament.dealer.hands import in_order_of_play
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.lots import CHANCE_BYTES, Lots
from fairdeal.tournament.orders import PlayHand
from tests.browser.near import Entered, HouseClock, NearHouse, open_for_a_while
from tests.browser.people import PATIENCE_S
from tests.server.live import Wire, dial, running, settings_in, tournament_options

_NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}
_ACES: Final = ("As", "Ah")
_BOARD: Final = ("Ad", "Ac", "Ks", "7h", "2d")
"""Whoever holds the other two aces has the best hand there is."""


class LaidChance(SystemEntropy):
    """Chance as always, except for decks and numbers that a test has laid."""

    def __init__(self) -> None:
        super().__init__()
        self.decks: list[tuple[int, ...]] = []
        self.draws: dict[int, list[int]] = {}  # by the bound of the draw
        self.lots: list[bytes] = []

    def bytes(self, count: int) -> bytes:
        """The next laid lots, or drawn ones."""
        return self.lots.pop(0) if self.lots and count == CHANCE_BYTES else super().bytes(count)

    def deck(self) -> tuple[int, ...]:
        """The next laid deck, or a shuffled one."""
        return self.decks.pop(0) if self.decks else super().deck()

    def below(self, bound: int) -> int:
        """The next laid number of that bound, or a drawn one."""
        laid = self.draws.get(bound)
        return laid.pop(0) if laid else super().below(bound)


def lots_that_draw(place: int, among: int) -> bytes:
    """Lots whose first draw is that one of so many."""
    tried = (number.to_bytes(CHANCE_BYTES, "big") for number in range(1_000))
    return next(chance for chance in tried if Lots(chance).number("lot", among) == place)


def deck_for(order: PlayHand, winner: PlayerId) -> tuple[int, ...]:
    """A deck by which a player wins an ordered hand of Hold'em."""
    places = [place.player for place in in_order_of_play(order)]
    board = [_NUMBERS[card] for card in _BOARD]
    aces = [_NUMBERS[card] for card in _ACES]
    rest = [card for card in range(len(_NUMBERS)) if card not in board + aces]
    hole = [rest.pop() for _ in range(2 * len(places))]
    at = places.index(winner)
    hole[at], hole[at + len(places)] = aces
    used = {*hole, *board}
    return (*hole, *board, *(card for card in range(len(_NUMBERS)) if card not in used))


class LaidRoom(NearHouse):
    """Tournaments and games of HexaPro whose cards and draws are laid by the test."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.chance = LaidChance()

    def _serving(self) -> AbstractAsyncContextManager[RunningServer]:
        # Where players cut, nobody can lay a deck: that is what it is for.
        settings = settings_in(self._folder, fair_dealing=False, reality_check_minutes=0)
        return running(settings, entropy=self.chance, make_clock=HouseClock)

    def wins_next(self, order: PlayHand, winner: PlayerId) -> None:
        """A player wins the hand that is dealt next, which is ordered already."""
        self.read(lambda: self.chance.decks.append(deck_for(order, winner)))

    def draws_lot(self, place: int, among: int) -> None:
        """The next lot that the room draws is that one of so many."""
        self.read(lambda: self.chance.lots.append(lots_that_draw(place, among)))

    def ordered(self, tournament: TournamentId, number: int, table: int = 0) -> PlayHand:
        """The order of a hand at a table, as soon as there is one."""

        def is_ordered(state: Tournament) -> bool:
            found = state.floor.tables.get(table)
            return found is not None and found.order is not None and found.order.number == number

        order = self.until(tournament, is_ordered).floor.tables[table].order
        assert order is not None
        return order

    def play_on(self, tournament: TournamentId, holds: Callable[[Tournament], bool]) -> Tournament:
        """Put the clock forward, minute by minute, so that hands are dealt and nobody is waited for, until something holds."""

        async def waiting() -> Tournament:
            clock, tournaments = self.opened.house.clock, self.opened.house.room.tournaments
            assert isinstance(clock, HouseClock)
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    state = tournaments.find(tournament)
                    assert state is not None, "it was announced"
                    if holds(state):
                        return state
                    clock.put_forward(MINUTE)
                    await asyncio.sleep(0.05)  # what falls due is decided on the same loop

        return self.do(waiting())

    # ---- HexaPro

    def lobby(self, product: str, buy_in: int) -> HexaRules:
        """The rules of a lobby for test money."""
        lobbies = self.opened.house.room.tournaments.house.lobbies.values()
        wanted = (product, U27, MoneyKind.TEST, buy_in)
        rules = (each.rules for each in lobbies)
        return next(each for each in rules if (each.product, each.edition, each.money, each.buy_in.value) == wanted)

    def draws_next(self, rules: HexaRules, multiplier: int) -> None:
        """The next game of a lobby has that multiplier, in hundredths."""
        slot = rules.wheel.slot_of(multiplier)
        self.read(lambda: self.chance.draws.setdefault(rules.wheel.total, []).append(slot.first))

    def enter_game(self, rules: HexaRules, *guests: Entered) -> None:
        """Guests register for one game each."""
        for guest in guests:
            command = hexapro.Register(guest.player, 1, rules.buy_in.value)
            self.answered(partial(self.opened.house.room.registry.send, rules.stream, command))

    def game(self, rules: HexaRules) -> TournamentId:
        """The tournament of the last game of a lobby that was drawn."""

        async def waiting() -> TournamentId:
            async with asyncio.timeout(PATIENCE_S):
                while not (running := self.opened.house.room.registry.actor(rules.stream).state.running):
                    await asyncio.sleep(0.01)
                found: TournamentId = running[-1].tournament
                return found

        return self.do(waiting())


class Opponent:
    """Somebody without a browser whose acts a test writes, at whatever table of a tournament they sit."""

    def __init__(self, room: LaidRoom, name: str) -> None:
        self._room = room
        self.entered = room.let_in(name)
        self.name = name
        self.player = self.entered.player
        self._wire: Wire
        self._read = 0
        self.come()

    def come(self) -> None:
        """Connect."""
        self._wire = self._room.do(dial(self._room.opened.port, self.entered.token))
        self._read = 0

    def go(self) -> None:
        """Lose the connection, as the room sees it once its grace is over."""

        async def going() -> None:
            self._wire.break_off()
            await self._wire.closed()

        self._room.do(going())

    def sits_at(self, table: str) -> None:
        """Follow a table."""
        self._room.read(lambda: self._wire.say("watch", table=table))

    def asked(self) -> dict[str, Any]:
        """What the player may do, as soon as it is their turn anew."""

        async def waiting() -> dict[str, Any]:
            message = await self._wire.until(lambda each: tournament_options(each) is not None, self._read)
            self._read = self._wire.came.index(message) + 1
            table = message["table"] if message["type"] == "tournamentFrame" else message["table"]["id"]
            options = tournament_options(message)
            assert options is not None
            return {**options, "table": table}

        return self._room.do(waiting())

    def acts(self, kind: str, **more: Any) -> None:
        """Do something in turn."""
        self._decides(lambda _: {"kind": kind, **more})

    def passes(self) -> None:
        """Check or call in turn."""
        self._decides(lambda options: {"kind": "check" if options["toCall"] == 0 else "call"})

    def _decides(self, choose: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        """Act in the first turn that has not passed by."""
        while True:
            options = self.asked()
            fields = {name: options[name] for name in ("table", "hand", "turn")}
            answer = self._room.do(self._wire.ask("act", choice=choose(options), **fields))
            if answer["type"] == "done":
                return
            assert answer["told"]["code"] in ("stale_hand", "stale_turn", "hand_over"), answer

    def comes_back(self, table: str) -> None:
        """Connect again, and end sitting out."""
        self.come()
        answer = self._room.do(self._wire.ask("comeBack", table=table))
        assert answer["type"] == "done", answer
        self.sits_at(table)


@contextmanager
def laid_room(folder: Path) -> Iterator[LaidRoom]:
    """Such a room, until the block ends."""
    with open_for_a_while(LaidRoom(folder)) as room:
        yield room
