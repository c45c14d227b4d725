"""
What is shown of a floor: the numbers of each stake to everybody, a player's own requests to that player.

Which table was drawn is not shown before the player sits there: otherwise a player could give the seat back until a wanted
table is drawn, and so choose one after all (CASH-02).
"""

from dataclasses import dataclass

from fairdeal.cash.floor.events import (
    BuyInAsked,
    FloorEvent,
    PeriodsShifted,
    QueueLeft,
    ReservationEnded,
    RulebookAdopted,
    SeatGiven,
    TurnedAway,
)
from fairdeal.cash.floor.house import House
from fairdeal.cash.floor.seating import QUEUE
from fairdeal.cash.floor.state import Floor, Pool, Reservation
from fairdeal.cash.offer import Offered, StakeId
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId, Ruling, Step, TableId
from fairdeal.kernel.outcome import Numbers


@dataclass(frozen=True, slots=True)
class StakeView:
    """One stake in the lobby: its tables, players and waiting players."""

    stake: StakeId
    label: str
    small: Cents
    big: Cents
    seats: int
    buy_in_min: Cents
    buy_in_max: Cents
    tables: int
    players: int
    waiting: int


@dataclass(frozen=True, slots=True)
class QueueView:
    """The viewer's position on a waiting list; 1 is the next to be seated."""

    stake: StakeId
    place: int
    rule: RuleId = QUEUE


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The question for a buy-in for a reserved seat: the limits, and the rule they rest on."""

    stake: StakeId
    until: Instant
    minimum: Cents
    maximum: Cents
    amounts: tuple[Cents, ...]
    why: Ruling


@dataclass(frozen=True, slots=True)
class SeatNotice:
    """The viewer was given a seat at a table."""

    stake: StakeId
    table: TableId
    buy_in: Cents
    why: Ruling


@dataclass(frozen=True, slots=True)
class EndNotice:
    """The viewer waits no longer for a seat; code, rule and numbers say why, unless the viewer asked for it."""

    stake: StakeId
    code: str
    rule: RuleId | None = None
    numbers: Numbers = ()


@dataclass(frozen=True, slots=True)
class FloorView:
    """A floor as one viewer sees it."""

    stakes: tuple[StakeView, ...]
    queues: tuple[QueueView, ...] = ()
    questions: tuple[QuestionView, ...] = ()


@dataclass(frozen=True, slots=True)
class LobbyChange:
    """The stakes whose numbers an event changed."""

    stakes: tuple[StakeView, ...]


PrivateChange = QueueView | QuestionView | SeatNotice | EndNotice


def view_of(house: House, floor: Floor, viewer: PlayerId | None) -> FloorView:
    """The stakes of the floor, and the viewer's own requests."""
    offered = house.revisions[floor.edition]
    stakes = tuple(_stake(row, floor.pools.get(stake, Pool())) for stake, row in offered.items())
    if viewer is None:
        return FloorView(stakes)
    queues = tuple(
        QueueView(stake, places[viewer]) for stake, pool in floor.pools.items() if viewer in (places := _places(pool))
    )
    questions = tuple(
        _question(stake, pool.reservations[viewer])
        for stake, pool in floor.pools.items()
        if viewer in pool.reservations
    )
    return FloorView(stakes, queues, questions)


FloorStep = Step[Floor, FloorEvent]


def public_change(house: House, step: FloorStep) -> LobbyChange | None:
    """What an event changes in the lobby; None: nothing."""
    before, event, after = step
    touched = tuple(after.pools) if isinstance(event, RulebookAdopted | PeriodsShifted) else (event.stake,)
    rows = [_row(house, after, stake) for stake in touched]
    changed = tuple(row for row in rows if row is not None and row != _row(house, before, row.stake))
    return LobbyChange(changed) if changed else None


def private_changes(step: FloorStep) -> dict[PlayerId, PrivateChange]:
    """What an event shows to single players: the one it names, and those whose position on the waiting list changes."""
    before, event, after = step
    if isinstance(event, RulebookAdopted | PeriodsShifted):
        return {}
    was = _places(before.pools.get(event.stake, Pool()))
    pool = after.pools.get(event.stake, Pool())
    changes: dict[PlayerId, PrivateChange] = {
        player: QueueView(event.stake, place) for player, place in _places(pool).items() if was.get(player) != place
    }
    match event:
        case BuyInAsked():
            changes[event.player] = _question(event.stake, pool.reservations[event.player])
        case SeatGiven():
            changes[event.player] = SeatNotice(event.stake, event.table, event.buy_in, event.why)
        case TurnedAway():
            changes[event.player] = EndNotice(event.stake, event.code, event.rule, event.numbers)
        case ReservationEnded():
            code = "reservation_given_back" if event.rule is None else "reservation_ended"
            changes[event.player] = EndNotice(event.stake, code, event.rule)
        case QueueLeft():
            changes[event.player] = EndNotice(event.stake, "queue_left", event.rule)
    return changes


def _row(house: House, floor: Floor, stake: StakeId) -> StakeView | None:
    offered = house.offered(floor, stake)
    return None if offered is None else _stake(offered, floor.pools.get(stake, Pool()))


def _stake(offered: Offered, pool: Pool) -> StakeView:
    rules = offered.rules
    return StakeView(
        stake=offered.id,
        label=offered.label,
        small=rules.stake.small,
        big=rules.stake.big,
        seats=rules.seats.value,
        buy_in_min=rules.buy_in_min.value,
        buy_in_max=rules.buy_in_max.value,
        tables=len(pool.tables),
        players=pool.seated,
        waiting=len(pool.queue),
    )


def _places(pool: Pool) -> dict[PlayerId, int]:
    return {waiting.player: place for place, waiting in enumerate(pool.queue, 1)}


def _question(stake: StakeId, kept: Reservation) -> QuestionView:
    return QuestionView(stake, kept.until, kept.minimum, kept.maximum, kept.amounts, kept.why)
