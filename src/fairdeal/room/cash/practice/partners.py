"""
Practice partners of a room: bots that use the same commands as people, fill tables for them, and make way for them.

They play for play or test money only and are always marked (X-144). Where a person waits for a seat they come at once, so that a
table opens; where people sit they fill the table up and leave one seat free. At lively stakes a table plays even without people.
The same seed and the same people give the same bots.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from fairdeal.bots.style import STYLES
from fairdeal.cash.floor.events import BuyInAsked, QueueJoined, QueueLeft, ReservationEnded, TurnedAway
from fairdeal.cash.floor.seating import PRACTICE, Refusal
from fairdeal.cash.floor.state import FloorTable, Pool
from fairdeal.cash.offer import StakeId
from fairdeal.cash.rules import CashRules
from fairdeal.cash.streams import FLOORS, TABLES, floor_stream, player_stream
from fairdeal.cash.table.events import Left, SatDown
from fairdeal.kernel import MINUTE, SECOND, Duration, Instant, MoneyKind, PlayerId, RuleId, TableId
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.cash.practice.bot import PracticeBot
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor

NAMES: Final = (
    "aino", "bjorn", "corina", "dag", "elena", "fanni", "gustav", "helve", "ilie", "jaan", "karin", "lars", "maia", "nils", "olga",
    "paul", "rodica", "sven", "tiiu", "urmas", "vlad", "wilma", "anca", "birgit", "cosmin", "doina", "edvin", "frida", "greta", "hugo",
    "ingrid", "jonas", "kalev", "liis", "mihai", "nora", "oskar", "petra", "raul", "sanna", "toomas", "ulla", "viktor", "ylva",
)  # fmt: skip
PREFIX: Final = "bot-"
_LOOK_AFTER: Final = Duration(
    1_500
)  # pause before a floor that changed is looked at, so that changes are handled together
_LOOK_SOON: Final = Duration(100)  # the same where a person waits
_ASK_AGAIN: Final = (2 * SECOND, 6 * SECOND)
_REST: Final = Duration(3 * MINUTE)
_COMING: Final = (300, 4 * SECOND)
"""How long a bot that fills a table waits before it asks for a seat, from least to most, so that they come one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeSettings:
    """The stakes where bots play, how many there may be, and how long they stay."""

    stakes: tuple[StakeId, ...]  # where bots join people who wait for a seat
    lively: tuple[StakeId, ...] = ()  # where a table of bots plays even without people
    bots_max: int = 400
    seed: int = 0
    at_table_max: int = 4  # where newcomers need not wait for the big blind
    hands: int = 80  # at a table before a break, on average


class PracticeRefused(Exception):
    """Raised for practice settings that cannot be used; code and rule say why."""

    def __init__(self, code: str, rule: RuleId | None, about: str) -> None:
        super().__init__(f"{code.replace('_', ' ')}: {about}")
        self.code = code
        self.rule = rule


class Practice:
    """All practice bots of a room; call `start` once the room has recovered."""

    def __init__(self, room: Room, settings: PracticeSettings, is_watched: Callable[[], bool] = lambda: True) -> None:
        """While `is_watched` returns False, bots use all the time they have for each decision."""
        _check(room, settings)
        self._room = room
        self._settings = settings
        self._is_watched = is_watched
        self._stakes = frozenset((*settings.stakes, *settings.lively))
        self._looks: dict[StakeId, tuple[Instant, Callable[[], None]]] = {}
        self._closed = False
        self._bots: dict[PlayerId, PracticeBot] = {}

    @property
    def stakes(self) -> frozenset[StakeId]:
        """The stakes where bots join people who wait for a seat."""
        return self._stakes

    @property
    def bots(self) -> tuple[PracticeBot, ...]:
        """All bots made so far, seated or not."""
        return tuple(self._bots.values())

    def start(self) -> None:
        """Take up the seats bots had before a restart, and send bots to every stake that needs some."""
        self._room.registry.watches_of_written.append(self._watch)
        seated = list(self._seated())
        # All at once: one query to the journal instead of two per bot.
        self._room.registry.actors(
            [stream(player) for player, *_ in seated for stream in (player_stream, purse_stream)]
        )
        for player, table, stake in seated:
            self._bot(player).take_up(table, stake)
        for stake in sorted(self._stakes):
            if stake in self._settings.lively or stake in self._pools():
                self._look_in(stake, _LOOK_SOON)

    def stop(self) -> None:
        """Let all bots leave after their hand, and send no more."""
        self._closed = True
        for bot in self.bots:
            if bot.waiting:
                bot.give_up_waiting()
            bot.leave()

    def wake(self) -> None:
        """Bring all pending decisions of bots forward, because a player watches now."""
        for bot in self.bots:
            bot.wake()

    # ---- what the house sees

    def _watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        if actor.hosted.prefix == TABLES:
            for event in events:
                if isinstance(event, SatDown | Left) and event.player in self._bots:
                    self._moved(self._bots[event.player], actor, event)
        elif actor.hosted.prefix == FLOORS:
            for event in events:
                self._heard(event)

    def _moved(self, bot: PracticeBot, actor: Actor, event: SatDown | Left) -> None:
        if isinstance(event, SatDown):
            bot.sat_down(TableId(actor.hosted.name), StakeId(actor.state.stake))
        else:
            bot.stood_up()

    def _heard(self, event: Any) -> None:
        bot = self._bots.get(getattr(event, "player", PlayerId("")))
        if bot is not None and isinstance(event, BuyInAsked):
            bot.answer_question(event)
        elif bot is not None and isinstance(event, QueueLeft | TurnedAway | ReservationEnded):
            bot.waiting = False
        stake = getattr(event, "stake", None)
        if stake in self._stakes:
            self._look_in(stake, _LOOK_SOON if isinstance(event, QueueJoined) and not event.bot else _LOOK_AFTER)

    def _look_in(self, stake: StakeId, pause: Duration) -> None:
        """Plan a look at a stake after a pause; an earlier plan stays."""
        at = Instant(self._room.clock.now() + pause)
        if (planned := self._looks.get(stake)) is not None:
            if planned[0] <= at:
                return
            planned[1]()
        self._looks[stake] = at, self._room.clock.at(at, lambda: self._look(stake))

    # ---- coming and making way

    def _look(self, stake: StakeId) -> None:
        """Send bots to a stake or let some leave: for people who wait, for tables to fill, where there are too many."""
        self._looks.pop(stake, None)
        if self._closed or stake not in self._room.cash.house.offered:
            return  # tables of a stake that is not offered any more close by themselves
        rules, pool = self._room.cash.house.offered[stake].rules, self._pool(stake)
        wanted = self._wanted(stake, rules, pool)
        for table, most in wanted.items():
            for bot in self._staying(table)[most:]:
                bot.leave()
        coming = sum(bot.waiting and bot.stake == stake for bot in self.bots)
        if any(not waiting.bot for waiting in pool.queue):
            self._keep_company(stake, rules, pool)
        else:
            lacking = sum(max(0, most - len(self._staying(table))) for table, most in wanted.items())
            if stake in self._settings.lively and not pool.tables:
                lacking = self._at_lively(rules)
            self._send(stake, lacking - coming, at_once=False)

    def _wanted(self, stake: StakeId, rules: CashRules, pool: Pool) -> dict[TableId, int]:
        """How many bots each table should have."""
        found = {}
        shows = stake in self._settings.lively
        for table, state in pool.tables.items():
            people = len(state.players) - len(state.bots) + sum(player not in self._bots for player in state.held)
            if state.closing is not None:
                found[table] = len(state.bots)  # the closing table sends them home like everybody
            elif people:
                found[table] = self._beside(rules, people)
            else:
                found[table] = self._at_lively(rules) if shows else 0
                shows = False  # one such table is enough
        return found

    def _beside(self, rules: CashRules, people: int) -> int:
        """How many bots a table with that many people should have."""
        free = rules.seats.value - people
        if not rules.may_post or rules.seats.value == _PAIR:
            # A newcomer to a full table would wait for the big blind; a table that opens deals to everybody at once.
            return free
        return max(0, min(self._settings.at_table_max, free - 1))

    def _at_lively(self, rules: CashRules) -> int:
        """How many bots a lively table without people should have, so that a newcomer is dealt in at once."""
        return rules.seats.value if not rules.may_post else self._beside(rules, people=1)

    def _keep_company(self, stake: StakeId, rules: CashRules, pool: Pool) -> None:
        """Send the bots that a new table lacks for the people who wait, or let one leave if none can come."""
        lacking = rules.players_min.value - len(pool.queue)
        if self._send(stake, lacking, at_once=True) < lacking:
            leaver = self._leaver(pool)
            if leaver is not None:
                leaver.leave()
            self._look_in(stake, _LOOK_AFTER)

    def _leaver(self, pool: Pool) -> PracticeBot | None:
        """The bot that should give its seat to a waiting person: at the table with most bots, the one who came first."""
        full = [
            (staying, table)
            for table, state in pool.tables.items()
            if _is_full(state) and (staying := self._staying(table))
        ]
        return max(full, key=lambda each: (len(each[0]), each[1]))[0][0] if full else None

    def _send(self, stake: StakeId, many: int, *, at_once: bool) -> int:
        """Let up to `many` bots ask for a seat; returns how many did."""
        for sent in range(many):
            bot = self._idle()
            if bot is None:
                return sent
            bot.come_to(stake)
            if at_once:
                self._ask(bot)
            else:
                bot.later(*_COMING, partial(self._ask, bot))
        return max(0, many)

    def _ask(self, bot: PracticeBot) -> None:
        if bot.waiting and not self._closed:
            stake = bot.stake
            bot.ask_for_seat(lambda: bot.later(*_ASK_AGAIN, lambda: self._look_in(stake, _LOOK_SOON)))

    def _idle(self) -> PracticeBot | None:
        """A free bot: one rested long enough, a new one, or, at the maximum, the one rested longest; None if all are busy."""
        rested = min((bot for bot in self.bots if bot.idle), key=lambda bot: bot.rests_since, default=None)
        is_fresh = rested is not None and self._room.clock.now() - rested.rests_since >= _REST
        if is_fresh or len(self._bots) >= self._settings.bots_max:
            return rested
        return self._bot(_name(len(self._bots)))

    def _bot(self, player: PlayerId) -> PracticeBot:
        if (found := self._bots.get(player)) is not None:
            return found
        number = len(self._bots)
        style, settings = STYLES[number % len(STYLES)], self._settings
        bot = PracticeBot(self._room, number, player, style, settings.seed, settings.hands, self._is_watched)
        self._bots[player] = bot
        return bot

    # ---- questions

    def _staying(self, table: TableId) -> list[PracticeBot]:
        return [bot for bot in self.bots if bot.table == table and not bot.leaving]

    def _pool(self, stake: StakeId) -> Pool:
        floor = self._room.registry.find(floor_stream(self._room.cash.house.offered[stake].rules))
        found: Pool = Pool() if floor is None else floor.state.pools.get(stake, Pool())
        return found

    def _pools(self) -> dict[StakeId, Pool]:
        """The pools of all floors, by stake."""
        floors = self._room.registry.those(FLOORS)
        return {stake: pool for floor in floors for stake, pool in floor.state.pools.items()}

    def _seated(self) -> Iterator[tuple[PlayerId, TableId, StakeId]]:
        """All bots that have a seat, with table and stake."""
        for stake, pool in self._pools().items():
            if stake in self._room.cash.house.offered:
                for table, state in pool.tables.items():
                    yield from ((player, table, stake) for player in state.bots)


_PAIR: Final = 2


def _is_full(table: FloorTable) -> bool:
    return table.free <= 0 and table.closing is None


def _name(number: int) -> PlayerId:
    again = number // len(NAMES)
    return PlayerId(f"{PREFIX}{NAMES[number % len(NAMES)]}" + (f"-{again + 1}" if again else ""))


def _check(room: Room, settings: PracticeSettings) -> None:
    for stake in (*settings.stakes, *settings.lively):
        offered = room.cash.house.offered.get(stake)
        if offered is None:
            raise PracticeRefused(Refusal.NO_SUCH_STAKE, None, stake)
        if offered.rules.money is MoneyKind.REAL:
            raise PracticeRefused(Refusal.BOT_NOT_ALLOWED, PRACTICE, stake)
