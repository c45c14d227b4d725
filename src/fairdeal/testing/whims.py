"""What simulated cash players do besides acting in hands: sit out, top up, leave, disconnect, and try what is forbidden."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from fairdeal.bank.accounts import Tender
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.purse.commands import SetLimit, TakeTimeOut
from fairdeal.cash.floor.commands import ConfirmBuyIn, Join, LeaveQueue
from fairdeal.cash.offer import StakeId
from fairdeal.cash.table.commands import ChooseEntry, ComeBack, SetAutoTopUp, SitOutAtBigBlind, TakeBreak, TopUp
from fairdeal.kernel import HOUR, MINUTE, SECOND, Cents, Duration, HandId, TableId, units_of
from fairdeal.play.messages import Act
from fairdeal.poker import Fold, RaiseTo

if TYPE_CHECKING:
    from fairdeal.testing.client import Place
    from fairdeal.testing.people import Person

Whim = Callable[["Person", "Place"], None]


def have_a_whim(person: "Person") -> None:
    """Do one random thing besides playing, if online; without a seat, look for a game."""
    dice = person.dice
    if not person.online:
        return
    if not person.places:
        person.look_for_game()
        return
    place = person.places[dice.choice(list(person.places))]
    whim = dice.choices(_WHIMS, _WEIGHTS)[0]
    whim(person, place)


def _tell(person: "Person", place: "Place", command: Any) -> None:
    network = person.network
    network.send(person.player, lambda room: room.table(place.table, command, network.answered))


# ---- pauses


def _sit_out(person: "Person", place: "Place") -> None:
    _tell(person, place, TakeBreak(person.player))
    if person.dice.random() < 0.85:
        back = person.dice.randrange(5 * SECOND, 13 * MINUTE)
        for table in list(person.places):
            person.later(back, partial(person.come_back, table))


def _sit_out_at_big_blind(person: "Person", place: "Place") -> None:
    _tell(person, place, SitOutAtBigBlind(person.player, person.dice.random() < 0.8))
    back = person.dice.randrange(MINUTE, 11 * MINUTE)
    for table in list(person.places):
        person.later(back, partial(person.come_back, table))


def _come_back(person: "Person", place: "Place") -> None:
    person.come_back(place.table)


def _choose_entry(person: "Person", place: "Place") -> None:
    _tell(person, place, ChooseEntry(person.player, person.dice.random() < 0.5))


# ---- money


def _top_up(person: "Person", place: "Place") -> None:
    rules = person.rules(place.stake)
    room = rules.top_up_limit.value - place.stack
    if room > 0:
        exactly = rules.banzai is not None or person.dice.random() < 0.5
        person.top_up(place, room if exactly else person.dice.randint(1, room + 1))


def _auto_top_up(person: "Person", place: "Place") -> None:
    _tell(person, place, SetAutoTopUp(person.player, person.dice.random() < 0.7))


def _limit(person: "Person", place: "Place") -> None:
    """Set a loss limit or take a time-out, so that the purse refuses what the table would allow."""
    rules = person.rules(place.stake)
    if person.dice.random() < 0.5:
        command: Any = TakeTimeOut(Duration(person.dice.randrange(HOUR, 2 * HOUR)))
    else:
        amount = units_of(Cents(rules.buy_in_max.value * person.dice.randrange(1, 4)))
        command = SetLimit(LimitKind.LOSS, Period.DAY, Tender(rules.currency, rules.money), amount)
    person.keyed(lambda room, reply, key: room.purse(person.player, command, reply, key))


# ---- coming and going


def _leave(person: "Person", place: "Place") -> None:
    """Leave a table; often return to the stake soon, perhaps with less than the stack one left with."""
    dice = person.dice
    person.leave(place.table)
    roll = dice.random()
    if roll < 0.75:
        soon = dice.randrange(2 * SECOND, 90 * SECOND) if roll < 0.55 else dice.randrange(5 * MINUTE, 35 * MINUTE)
        offered = next(row for row in person.menu if row.id == place.stake)
        wanted = dice.choice((None, offered.rules.buy_in_min.value, offered.rules.buy_in_max.value))
        person.later(soon, partial(person.join, offered, wanted))


def _join_more(person: "Person", _place: "Place") -> None:
    person.look_for_game()


def _same_again(person: "Person", place: "Place") -> None:
    """Ask for another table of the same stake, also when the rules allow no more."""
    person.join(next(row for row in person.menu if row.id == place.stake))


def _go_home(person: "Person", _place: "Place") -> None:
    person.go_home()


# ---- connections


def _lose_line(person: "Person", _place: "Place") -> None:
    person.drop_line()
    away = person.dice.choice((800, 1_500, 4_000, 15_000, 35_000, 90_000, 400_000, 800_000))
    person.later(away, person.come_online)


def _spare_device(person: "Person", _place: "Place") -> None:
    if person.spare is None:
        person.take_spare()
    else:
        person.lose_device()


# ---- what a careful client never sends


def _nonsense(person: "Person", place: "Place") -> None:
    dice, player = person.dice, person.player
    nowhere = TableId("0" * 26)
    stale = HandId("0" * 26)
    commands: tuple[Any, ...] = (
        Act(player, stale, dice.randrange(9), Fold()),
        Act(player, stale, -1, RaiseTo(dice.choice((-1, 0, 10**20)))),
        TopUp(player, Cents(dice.choice((0, -500, 10**15)))),
        ComeBack(player, post=True),
        ChooseEntry(player, post=True),
    )
    network = person.network
    table = dice.choice((place.table, place.table, nowhere))
    command = dice.choice(commands)
    network.send(player, lambda room: room.table(table, command, network.answered))
    stake = dice.choice((place.stake, StakeId("no/such/stake")))
    asks: tuple[Any, ...] = (
        Join(player, stake, Cents(dice.choice((-1, 0, 10**15)))),
        ConfirmBuyIn(player, stake, Cents(1)),
        LeaveQueue(player, stake),
    )
    ask = dice.choice(asks)
    network.send(player, lambda room: room.floor(stake, ask, network.answered))


_CHANCES: Final[dict[Whim, int]] = {
    _sit_out: 16,
    _sit_out_at_big_blind: 8,
    _come_back: 6,
    _choose_entry: 5,
    _top_up: 14,
    _auto_top_up: 8,
    _limit: 1,
    _leave: 18,
    _join_more: 9,
    _same_again: 5,
    _go_home: 2,
    _lose_line: 12,
    _spare_device: 8,
    _nonsense: 10,
}
_WHIMS: Final = tuple(_CHANCES)
_WEIGHTS: Final = tuple(_CHANCES.values())
