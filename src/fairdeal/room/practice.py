"""
Practice opponents for a room: bots that come through the same door as people, and make way for them.

They play for play or test money only and are always marked (X-144). At no table do more than so many of them sit, so that a person
finds a seat; when a person waits for one, a bot gets up. The same seed and the same people give the same bots.
"""

from dataclasses import dataclass
from typing import Any, Final

from fairdeal.bots.style import STYLES
from fairdeal.cash.floor_events import BuyInAsked, QueueLeft, ReservationEnded, TurnedAway
from fairdeal.cash.floor_seating import PRACTICE, Refusal
from fairdeal.cash.floor_state import FloorTable, Pool, Waiting
from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import floor_stream, player_stream
from fairdeal.cash.table_events import Left, SatDown
from fairdeal.kernel import MINUTE, SECOND, Duration, Instant, MoneyKind, PlayerId, RuleId, TableId
from fairdeal.room.actor import Actor
from fairdeal.room.bank_kinds import purse_stream
from fairdeal.room.practice_bot import PracticeBot
from fairdeal.room.room import Room

NAMES: Final = (
    "aino", "bjorn", "corina", "dag", "elena", "fanni", "gustav", "helve", "ilie", "jaan", "karin", "lars", "maia", "nils", "olga",
    "paul", "rodica", "sven", "tiiu", "urmas", "vlad", "wilma",
)  # fmt: skip
_LOOK_AFTER: Final = Duration(1_500)  # a floor that changed is looked at when the dust has settled
_ASK_AGAIN: Final = (15 * SECOND, 45 * SECOND)


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeSettings:
    """How many bots a room has, where they play, and how long they stay."""

    bots: int
    stakes: tuple[StakeId, ...]  # bots spread over them evenly
    seed: int = 0
    at_table_max: int = 4  # and never the last free seat
    hands: int = 80  # at a table before a break, on average
    rest: Duration = Duration(3 * MINUTE)  # on average


class PracticeRefused(Exception):
    """Bots cannot be had as asked for; code and rule say why."""

    def __init__(self, code: str, rule: RuleId | None, about: str) -> None:
        super().__init__(f"{code.replace('_', ' ')}: {about}")
        self.code = code
        self.rule = rule


class Practice:
    """All bots of a room; call `start` once the room has recovered, after every restart again."""

    def __init__(self, room: Room, settings: PracticeSettings) -> None:
        _check(room, settings)
        self._room = room
        self._settings = settings
        self._looking: set[StakeId] = set()
        self._closed = False
        self.bots = tuple(self._bot(number) for number in range(settings.bots))
        self._by_player = {bot.player: bot for bot in self.bots}

    def start(self) -> None:
        """Everybody comes in; who sat at a table before a restart still does."""
        self._room.registry.watches_of_written.append(self._watch)
        # All at once: one question to the journal and not two for each of them.
        streams = [stream(bot.player) for bot in self.bots for stream in (player_stream, purse_stream)]
        self._room.registry.actors(streams)
        for bot in self.bots:
            bot.arrive()
            if bot.table is None:
                self._rest(bot, SECOND, 12 * SECOND)

    def stop(self) -> None:
        """Everybody goes home after the hand, and nobody comes back."""
        self._closed = True
        for bot in self.bots:
            if bot.waiting:
                bot.give_up_waiting()
            bot.leave()

    def _bot(self, number: int) -> PracticeBot:
        settings = self._settings
        style = STYLES[number % len(STYLES)]
        stake = settings.stakes[number % len(settings.stakes)]
        return PracticeBot(self._room, number, _name(number), style, stake, settings.seed, settings.hands)

    # ---- what the house sees

    def _watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        if actor.kind.name == "cash":
            for event in events:
                if isinstance(event, SatDown | Left) and event.player in self._by_player:
                    self._moved(self._by_player[event.player], actor, event)
        elif actor.kind.name == "floor":
            for event in events:
                self._heard(event)

    def _moved(self, bot: PracticeBot, actor: Actor, event: SatDown | Left) -> None:
        if isinstance(event, SatDown):
            bot.sat_down(TableId(actor.stream.partition(":")[2]), StakeId(actor.state.stake))
        else:
            bot.stood_up()
            rest = self._settings.rest
            self._rest(bot, rest // 2, 3 * rest // 2)

    def _heard(self, event: Any) -> None:
        bot = self._by_player.get(getattr(event, "player", PlayerId("")))
        if bot is not None and isinstance(event, BuyInAsked):
            bot.answer_question(event)
        elif bot is not None and isinstance(event, QueueLeft | TurnedAway | ReservationEnded):
            bot.waiting = False
            self._rest(bot, *_ASK_AGAIN)
        stake = getattr(event, "stake", None)
        if stake in self._settings.stakes and stake not in self._looking:
            self._looking.add(stake)
            now = self._room.clock.now()
            self._room.clock.at(Instant(now + _LOOK_AFTER), lambda: self._look(stake))

    # ---- coming and making way

    def _rest(self, bot: PracticeBot, least: int, most: int) -> None:
        if not (self._closed or bot.resting):
            bot.resting = True
            bot.later(least, most, lambda: self._seek(bot))

    def _seek(self, bot: PracticeBot) -> None:
        """Ask for a seat if one more bot does not crowd people out; otherwise ask again after a while."""
        bot.resting = False
        if self._closed or not bot.idle:
            return
        if self._may_come(bot.stake):
            self._ask(bot)
        else:
            self._rest(bot, *_ASK_AGAIN)

    def _ask(self, bot: PracticeBot) -> None:
        bot.ask_for_seat(lambda: self._rest(bot, *_ASK_AGAIN))

    def _may_come(self, stake: StakeId) -> bool:
        pool, most = self._pool(stake), self._most(stake)
        # Those who ask and have no answer yet may sit down anywhere.
        coming = sum(bot.waiting for bot in self.bots if bot.stake == stake)
        if pool.free:
            return all(len(pool.tables[table].bots) + coming < most for table in pool.free)
        return coming < most and not (pool.tables and _people(pool))

    def _look(self, stake: StakeId) -> None:
        """Make way for people who wait, keep them company where they are too few, leave tables with too many bots."""
        self._looking.discard(stake)
        if self._closed:
            return
        pool, most = self._pool(stake), self._most(stake)
        for table in pool.tables:
            for bot in self._staying(table)[most:]:
                bot.leave()
        waiting = _people(pool)
        getting_up = sum(bot.leaving for bot in self.bots if bot.table in pool.tables)
        for person in waiting[getting_up:]:
            leaver = self._leaver(pool, person.player)
            if leaver is not None:
                leaver.leave()
            else:
                self._keep_company(stake, pool)

    def _leaver(self, pool: Pool, person: PlayerId) -> PracticeBot | None:
        """A bot whose seat the person can have: at the table with most bots, the one who came first."""
        full = [
            (table, staying)
            for table, state in pool.tables.items()
            if _is_full(state) and person not in state.players and (staying := self._staying(table))
        ]
        return max(full, key=lambda each: (len(each[1]), each[0]))[1][0] if full else None

    def _keep_company(self, stake: StakeId, pool: Pool) -> None:
        """People wait for a table that cannot open yet: as many bots come as it lacks."""
        lacking = self._room.house.offered[stake].rules.players_min.value - len(pool.queue)
        idle = [bot for bot in self.bots if bot.stake == stake and bot.idle]
        for bot in idle[: max(0, min(lacking, self._most(stake)))]:
            self._ask(bot)

    def _staying(self, table: TableId) -> list[PracticeBot]:
        return [bot for bot in self.bots if bot.table == table and not bot.leaving]

    def _pool(self, stake: StakeId) -> Pool:
        floor = self._room.registry.find(floor_stream(self._room.house.offered[stake].rules))
        found: Pool = Pool() if floor is None else floor.state.pools.get(stake, Pool())
        return found

    def _most(self, stake: StakeId) -> int:
        seats = self._room.house.offered[stake].rules.seats.value
        return max(1, min(self._settings.at_table_max, seats - 1))


def _people(pool: Pool) -> list[Waiting]:
    return [waiting for waiting in pool.queue if not waiting.bot]


def _is_full(table: FloorTable) -> bool:
    return table.free <= 0 and table.closing is None


def _name(number: int) -> PlayerId:
    again = number // len(NAMES)
    return PlayerId(f"bot-{NAMES[number % len(NAMES)]}" + (f"-{again + 1}" if again else ""))


def _check(room: Room, settings: PracticeSettings) -> None:
    for stake in settings.stakes:
        offered = room.house.offered.get(stake)
        if offered is None:
            raise PracticeRefused(Refusal.NO_SUCH_STAKE, None, stake)
        if offered.rules.money is MoneyKind.REAL:
            raise PracticeRefused(Refusal.BOT_NOT_ALLOWED, PRACTICE, stake)
    if settings.bots and not settings.stakes:
        raise PracticeRefused(Refusal.NO_SUCH_STAKE, None, "bots need a stake to play at")
