"""Nobody waits who could sit: the check itself."""

import pytest

from fairdeal.cash.floor.events import BuyInAsked, QueueJoined, QueueLeft
from fairdeal.cash.offer import StakeId
from fairdeal.cash.table.state import Entry
from fairdeal.kernel import SECOND, Cents, Instant, PlayerId, RuleId, Ruling, StreamId, TableId
from fairdeal.testing.checks.queues import PATIENCE, Queues
from fairdeal.testing.checks.seats import Seat
from fairdeal.testing.checks.violated import Violated

STAKE, FLOOR, T1 = StakeId("stake"), StreamId("floor:all"), TableId("T1")
ANN, BOB = PlayerId("ann"), PlayerId("bob")
LATER = Instant(PATIENCE + SECOND)


def table(*players: str, seats: int = 6) -> tuple[TableId, list[Seat | None]]:
    sitting: list[Seat | None] = [Seat(PlayerId(player), 100, Entry.IN, 0, Instant(0)) for player in players]
    return T1, [*sitting, *[None] * (seats - len(players))]


def waiting(*players: PlayerId) -> Queues:
    queues = Queues()
    for player in players:
        queues.told(QueueJoined(STAKE, player, Instant(0), None, False, None, False, None, RuleId("CASH-10")))
    return queues


def look(
    queues: Queues, tables: list[tuple[TableId, list[Seat | None]]], now: Instant, *known: PlayerId, least: int = 3
) -> None:
    queues.check(STAKE, known, tables, least, now, FLOOR)


def test_who_waits_beside_a_free_seat_is_noticed_after_a_while() -> None:
    queues = waiting(ANN)
    tables = [table("c", "d", "e")]

    look(queues, tables, Instant(0), ANN)
    with pytest.raises(Violated, match="ann waits for stake and could sit"):
        look(queues, tables, LATER, ANN)


@pytest.mark.parametrize("players", [("c", "d", "e", "f", "g", "h"), ("ann", "c", "d"), ("c",)])
def test_a_full_table_ones_own_and_one_that_cannot_deal_are_no_seat(players: tuple[str, ...]) -> None:
    queues = waiting(ANN)

    look(queues, [table(*players)], Instant(0), ANN)
    look(queues, [table(*players)], LATER, ANN)


def test_a_seat_that_is_kept_for_somebody_is_not_free() -> None:
    queues = waiting(ANN, BOB)
    why = Ruling("buy_in_range", RuleId("BUY-01"))
    amounts = (Cents(1), Cents(2), (), why)
    queues.told(BuyInAsked(STAKE, BOB, T1, Instant(0), LATER, *amounts, False, 1, 1, RuleId("CASH-02")))

    look(queues, [table("c", "d", "e", "f", "g")], Instant(0), ANN)
    look(queues, [table("c", "d", "e", "f", "g")], LATER, ANN)


def test_enough_for_a_table_of_their_own_do_not_wait() -> None:
    queues = waiting(ANN, BOB)

    look(queues, [], Instant(0), ANN, BOB, least=2)
    with pytest.raises(Violated, match="could sit"):
        look(queues, [], LATER, ANN, BOB, least=2)


def test_a_floor_that_forgot_somebody_is_noticed() -> None:
    queues = waiting(ANN, BOB)
    queues.told(QueueLeft(STAKE, ANN, RuleId("CASH-11")))

    look(queues, [], Instant(0), BOB)
    with pytest.raises(Violated, match="queue"):
        look(queues, [], Instant(0))
