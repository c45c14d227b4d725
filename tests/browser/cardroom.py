"""A casino in the test's own process whose cards are known beforehand: tests lay the shoe, and people sit with or without a browser."""

from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

from fairdeal.cards import NAMES
from fairdeal.casino.table.state import Table
from fairdeal.kernel import TableId
from fairdeal.room.casino.house import casino_stream
from fairdeal.rulebook.clause import U27
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.server.opening import RunningServer, open_server
from tests.browser.near import Entered, NearHouse, open_for_a_while
from tests.server.live import Wire, dial, listening, settings_in

DECKS: Final = 8
CARDS: Final = 52
BURNT: Final = 6
_NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}

# Baccarat closes its bets when everybody has placed (BAC-09): time to spare costs a test nothing there.
RULES: Final = """
[edition]
id = "evening"
title = "Evening"
extends = "live-casino"

[casino.blackjack.limits]
betting_seconds = {betting}
pause_seconds = {pause}
decision_seconds = {decision}

[casino.baccarat.limits]
betting_seconds = 60
pause_seconds = {pause}
"""
TABLE: Final = """
[[table]]
id = "{id}"
name = "{name}"
game = "{game}"
card_time = {card}
first_card_time = {card}
"""


def write_house(folder: Path, tables: dict[str, str], *, betting: int, decision: int, pause: int, card: int) -> None:
    """Write the rulebook and the tables (game by id) of a casino."""
    rules = RULES.format(betting=betting, decision=decision, pause=pause)
    (folder / "evening.toml").write_text(rules, "utf-8")
    rows = [TABLE.format(id=table, name=table.title(), game=game, card=card) for table, game in tables.items()]
    (folder / "tables.toml").write_text("\n".join(rows), "utf-8")


class LaidShoe(SystemEntropy):
    """Shoes whose first cards a test has laid; without any they are shuffled as always."""

    def __init__(self) -> None:
        super().__init__()
        self._laid: list[list[int]] = []
        self._order: list[int] = []
        self._want: list[int] = []

    def lay(self, cards: str, *, burnt: int) -> None:
        """The cards of the next new shoe, in the order of dealing, below those that are burnt."""
        wanted = [_NUMBERS[name] for name in cards.split()]
        rest = [card for card in range(CARDS) for _ in range(DECKS - wanted.count(card))]
        self._laid.append(rest[:burnt] + wanted + rest[burnt:])

    def below(self, bound: int) -> int:
        """The draws of a shuffle that ends in the laid order, and of a cut that changes nothing."""
        if self._want and bound == len(self._want) and not self._order:
            self._want = []  # the cut after the shuffle
            return 0
        if not self._want and bound == DECKS * CARDS and self._laid:
            self._want = self._laid.pop(0)
            self._order = list(range(CARDS)) * DECKS
        if not self._order:
            return super().below(bound)
        last = bound - 1
        place = self._order.index(self._want[last], 0, bound)
        self._order[last], self._order[place] = self._order[place], self._order[last]
        if last == 1:
            self._order = []
        return place


class CardRoom(NearHouse):
    """Casino tables whose shoes are laid by the test."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.chance = LaidShoe()

    def _serving(self) -> AbstractAsyncContextManager[RunningServer]:
        folder = self._folder
        # Where players cut, nobody can lay a shoe: that is what it is for.
        books = (str(folder / "evening.toml"), U27)
        settings = settings_in(folder, casino=str(folder / "tables.toml"), rulebooks=books, fair_dealing=False)

        @asynccontextmanager
        async def serving() -> Any:
            async with listening(await open_server(settings, entropy=self.chance)) as opened:
                yield opened

        return serving()

    def lay(self, cards: str, *, burnt: int = BURNT) -> None:
        """The first cards of the table that is opened next."""
        self.read(lambda: self.chance.lay(cards, burnt=burnt))

    def table(self, name: str) -> Table:
        """A table as the room has it."""
        state: Table = self.read(lambda: self.opened.house.room.registry.actor(casino_stream(TableId(name))).state)
        return state

    def guest(self, name: str, table: str) -> "Guest":
        """Somebody without a browser, who has entered a table."""
        return Guest(self, self.let_in(name), table)


class Guest:
    """Somebody at a table whose messages a test writes."""

    def __init__(self, room: CardRoom, entered: Entered, table: str) -> None:
        self.room = room
        self.name = entered.name
        self.table = table
        self._wire: Wire = room.do(dial(room.opened.port, entered.token))
        self.does("watch")
        self.does("visitCasino")

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Say something at the table; the answer."""
        return self.room.do(self._wire.ask(kind, table=self.table, **fields))

    def does(self, kind: str, **fields: Any) -> None:
        """Say something that is done."""
        answer = self.ask(kind, **fields)
        assert answer["type"] == "done", answer

    def bets(self, kind: str, **fields: Any) -> int:
        """Bet in the first round that takes it; its number."""

        async def betting() -> int:
            place = 0
            while True:
                number: int = self.room.opened.house.room.registry.actor(casino_stream(TableId(self.table))).state.round
                answer = await self._wire.ask(kind, table=self.table, round=number, **fields)
                if answer["type"] == "done":
                    return number
                assert answer["told"]["code"] == "betting_closed", answer
                opened = await self._wire.until(_opens, place)
                place = self._wire.came.index(opened) + 1

        return self.room.do(betting())


def _opens(message: dict[str, Any]) -> bool:
    return message["type"] == "casinoFrame" and any(change["kind"] == "betsOpened" for change in message["changes"])


@contextmanager
def cardroom(
    folder: Path, tables: dict[str, str], *, betting: int, decision: int, pause: int = 6, card: int = 40
) -> Iterator[CardRoom]:
    """Such a casino, until the block ends."""
    write_house(folder, tables, betting=betting, decision=decision, pause=pause, card=card)
    with open_for_a_while(CardRoom(folder)) as room:
        yield room
