"""Waiting for a seat: the queue, kept seats, and the questions asked there (CASH-10, CASH-11, CASH-12)."""

import pytest

from fairdeal.cash.floor.commands import LapseReservation, ServeQueue, TurnAway
from fairdeal.cash.floor.events import (
    BuyInAsked,
    QueueJoined,
    QueueLeft,
    ReservationEnded,
    SeatGiven,
    TableOpened,
    TurnedAway,
)
from fairdeal.cash.player.commands import SetClosed
from fairdeal.kernel import SECOND, Cents, Instant, MoneyKind, PlayerId, Rejection, reject, seconds
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from tests.cash.lobby import Lobby, seats_at

EDITIONS = (U22, U26, U27, PW)


def only(decision: object, kind: type) -> object:
    assert isinstance(decision, tuple), decision
    assert [type(event) for event in decision] == [kind], decision
    return decision[0]


@pytest.mark.rule("CASH-10")
@pytest.mark.rule("CASH-12")
@pytest.mark.parametrize("edition", EDITIONS)
def test_players_wait_until_enough_are_there_to_open_the_first_table(edition: EditionId) -> None:
    lobby = Lobby(edition, seats=6)
    least = lobby.rules.players_min.value
    names = [f"p{number}" for number in range(least)]
    for name in names[:-1]:
        told = only(lobby.join(name, 100_00), QueueJoined)
        assert isinstance(told, QueueJoined)
        assert told.rule == "CASH-10"
        lobby.settle()
    assert lobby.queue() == names[:-1]
    assert not lobby.pool.tables

    lobby.join(names[-1], 100_00)
    lobby.settle()

    assert not lobby.queue()
    assert [table.players for table in lobby.pool.tables.values()] == [tuple(names)]
    assert sum(isinstance(event, TableOpened) for event in lobby.events) == 1


@pytest.mark.rule("CASH-10")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_full_table_means_waiting_until_a_second_can_open(edition: EditionId) -> None:
    lobby = Lobby(edition, seats=6)
    lobby.place([seats_at("T1", 6)])
    least = lobby.rules.players_min.value

    lobby.fill(*[f"p{number}" for number in range(least - 1)])
    assert len(lobby.queue()) == least - 1
    lobby.fill("last")

    assert not lobby.queue()
    assert len(lobby.pool.tables) == 2


@pytest.mark.rule("CASH-10")
def test_a_freed_seat_goes_to_the_first_who_waits_not_to_the_next_who_asks() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 6)])
    lobby.fill("ann", "bob")
    lobby.leave("T1-0")
    told = lobby.join("cid", 100_00)  # before the floor has served the queue
    assert isinstance(only(told, QueueJoined), QueueJoined)

    lobby.settle()

    assert "ann" in lobby.floor_table(lobby.table_of("ann")).players
    assert lobby.queue() == ["bob", "cid"]


def test_who_can_only_wait_for_another_table_does_not_hold_up_those_behind() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 5)])
    lobby.fill("ann", "ann")  # sits at T1 and wants a second table
    assert lobby.queue() == ["ann"]
    lobby.fill("bob")
    lobby.leave("T1-0")
    lobby.settle()

    assert lobby.queue() == ["ann"]
    assert lobby.tables_of("bob") == ["T1"]


@pytest.mark.rule("CASH-10")
def test_a_short_table_takes_from_the_queue_as_soon_as_it_can_deal() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 1)])
    lobby.fill("ann")
    assert lobby.queue() == ["ann"]  # two would still be too few

    lobby.fill("bob")

    assert not lobby.queue()
    assert list(lobby.pool.tables) == ["T1"]
    assert lobby.pool.tables[next(iter(lobby.pool.tables))].players == ("T1-0", "ann", "bob")


@pytest.mark.rule("CASH-11")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_player_may_leave_the_queue_at_any_moment_without_cost(edition: EditionId) -> None:
    lobby = Lobby(edition, seats=6)
    lobby.place([seats_at("T1", 6)])
    lobby.fill("ann")
    before = lobby.wallet(PlayerId("ann"))

    told = only(lobby.leave_queue("ann"), QueueLeft)

    assert isinstance(told, QueueLeft)
    assert told.rule == "CASH-11"
    assert lobby.queue() == []
    assert lobby.wallet(PlayerId("ann")) == before
    refused = lobby.leave_queue("ann")
    assert isinstance(refused, Rejection)
    assert refused.code == "not_waiting"


def test_one_waits_once_for_a_stake() -> None:
    lobby = Lobby(U26)
    lobby.join("ann", 100_00)

    refused = lobby.join("ann", 100_00)

    assert isinstance(refused, Rejection)
    assert (refused.code, refused.rule) == ("already_waiting", "CASH-10")


def test_a_seat_is_kept_while_the_player_chooses_an_amount() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 5)])

    asked = only(lobby.join("ann"), BuyInAsked)
    assert isinstance(asked, BuyInAsked)
    assert (asked.minimum, asked.maximum, asked.why.rule) == (50_00, 100_00, "BUY-02")
    assert asked.until == lobby.now + seconds(60)
    assert isinstance(only(lobby.join("bob", 100_00), QueueJoined), QueueJoined)  # the seat is not free
    given = only(lobby.confirm("ann", 60_00), SeatGiven)

    assert isinstance(given, SeatGiven)
    assert (given.table, given.buy_in) == ("T1", 60_00)
    assert not lobby.pool.reservations
    assert lobby.floor_table(given.table).held == ()


def test_an_amount_that_does_not_fit_is_asked_for_again() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 5)])

    asked = only(lobby.join("ann", 49_99), BuyInAsked)
    low, high = lobby.confirm("ann", 49_99), lobby.confirm("ann", 100_01)

    assert isinstance(asked, BuyInAsked)
    for refused in (low, high):
        assert isinstance(refused, Rejection)
        assert (refused.code, refused.rule) == ("buy_in_not_allowed", "BUY-02")
        assert dict(refused.numbers) == {"big_blind": 100, "least": 50_00, "most": 100_00}
    assert isinstance(only(lobby.confirm("ann", 50_00), SeatGiven), SeatGiven)


def test_more_than_the_wallet_has_is_asked_for_again_and_then_refused() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 5)])
    lobby.wallets[PlayerId("ann")] = Cents(70_00)

    assert isinstance(only(lobby.join("ann", 80_00), BuyInAsked), BuyInAsked)
    refused = lobby.confirm("ann", 80_00)

    assert isinstance(refused, Rejection)
    assert (refused.code, dict(refused.numbers)) == ("wallet_short", {"least": 50_00, "wallet": 70_00})
    assert isinstance(only(lobby.confirm("ann", 70_00), SeatGiven), SeatGiven)


def test_a_kept_seat_lapses_at_its_instant_and_goes_to_the_queue() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 5)])
    asked = only(lobby.join("ann"), BuyInAsked)
    assert isinstance(asked, BuyInAsked)
    lobby.join("bob", 100_00)
    lobby.wait(60 * SECOND - 1)
    early = lobby.send(LapseReservation(lobby.stake, PlayerId("ann"), asked.until))
    assert isinstance(early, Rejection)
    assert PlayerId("ann") in lobby.pool.reservations

    lobby.wait(1)

    assert not lobby.pool.reservations
    ended = next(event for event in lobby.events if isinstance(event, ReservationEnded))
    assert (ended.player, ended.rule) == ("ann", "BUY-02")
    assert lobby.tables_of("bob") == ["T1"]


def test_at_the_instant_it_lapses_a_seat_cannot_be_taken_any_more() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 5)])
    asked = only(lobby.join("ann"), BuyInAsked)
    assert isinstance(asked, BuyInAsked)
    lobby.now = asked.until

    refused = lobby.confirm("ann", 60_00)
    assert isinstance(refused, Rejection)
    assert refused.code == "no_reservation"
    lobby.now = Instant(asked.until - 1)

    assert isinstance(only(lobby.confirm("ann", 60_00), SeatGiven), SeatGiven)


@pytest.mark.rule("CASH-11")
def test_a_kept_seat_can_be_given_back() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 5)])
    lobby.join("ann")

    ended = only(lobby.leave_queue("ann"), ReservationEnded)

    assert isinstance(ended, ReservationEnded)
    assert ended.rule is None
    assert lobby.pool.free == {"T1": 1}


def test_who_waits_is_asked_for_an_amount_when_the_turn_comes() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 6)])
    lobby.join("ann")
    lobby.leave("T1-0")
    lobby.settle()

    assert lobby.queue() == []
    assert lobby.pool.reservations[PlayerId("ann")].table == "T1"


def test_who_cannot_pay_when_the_turn_comes_makes_way() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 6)])
    lobby.fill("ann", "bob")
    lobby.wallets[PlayerId("ann")] = Cents(49_99)
    lobby.leave("T1-0")
    lobby.settle()

    away = next(event for event in lobby.events if isinstance(event, TurnedAway))
    assert (away.player, away.code, away.rule) == ("ann", "wallet_short", "BUY-02")
    assert dict(away.numbers) == {"big_blind": 100, "least": 50_00, "wallet": 49_99}
    assert lobby.tables_of("bob") == ["T1"]
    assert lobby.queue() == []


def test_who_was_closed_out_meanwhile_makes_way() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 6)])
    lobby.fill("ann")
    lobby.refused[PlayerId("ann")] = reject("self_excluded")
    lobby.leave("T1-0")
    lobby.settle()

    away = next(event for event in lobby.events if isinstance(event, TurnedAway))
    assert (away.player, away.code, away.rule) == ("ann", "self_excluded", "CASH-10")


def test_a_seat_that_could_not_be_committed_turns_its_player_away() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 6)])
    lobby.fill("ann")

    told = lobby.send(TurnAway(lobby.stake, PlayerId("ann"), reject("insufficient_funds", balance=1, needed=2)))
    again = lobby.send(TurnAway(lobby.stake, PlayerId("ann"), reject("insufficient_funds")))

    away = only(told, TurnedAway)
    assert isinstance(away, TurnedAway)
    assert (away.code, away.numbers) == ("insufficient_funds", (("balance", 1), ("needed", 2)))
    assert again == ()


def test_refusals_by_descending_precedence() -> None:
    lobby = Lobby(U22, "banzai-texas", 200)
    lobby.place([seats_at("T1", 3), seats_at("T2", 3), seats_at("T3", 6)])
    lobby.fill("ann", "ann")
    ann = PlayerId("ann")
    lobby.join("ann", 20_00)  # not yet refused: only the wallet and the tables could
    lobby.refused[ann] = reject("self_excluded")
    lobby.wallets[ann] = Cents(0)

    def code(*, bot: bool = False) -> str:
        told = lobby.join("ann", 20_00, bot=bot)
        assert isinstance(told, Rejection), told
        return told.code

    assert code(bot=True) == "bot_not_allowed"
    assert code() == "self_excluded"
    del lobby.refused[ann]
    assert code() == "too_many_tables"
    lobby.leave("ann", stack=5_00)
    lobby.wallets[ann] = Cents(0)
    assert code() == "wallet_short"


@pytest.mark.rule("CASH-16")
@pytest.mark.parametrize(
    ("edition", "family", "offered"),
    [(U22, "texas", True), (U22, "omaha", False), (U26, "omaha", True), (U27, "texas", True), (PW, "texas", False)],
)
def test_posting_at_once_can_be_asked_for_where_it_is_offered(edition: EditionId, family: str, offered: bool) -> None:
    lobby = Lobby(edition, family, seats=6)
    lobby.place([seats_at("T1", 3)])
    told = lobby.join("ann", 100_00, post=True)

    if offered:
        given = only(told, SeatGiven)
        assert isinstance(given, SeatGiven)
        assert given.post
    else:
        assert isinstance(told, Rejection)
        assert (told.code, told.rule) == ("posting_not_offered", "CASH-16")


def test_practice_partners_play_only_where_nothing_is_at_stake() -> None:
    refused = Lobby(U26).join("robot", 100_00, bot=True)
    allowed = Lobby(U26, money=MoneyKind.TEST).join("robot", 100_00, bot=True)

    assert isinstance(refused, Rejection)
    assert refused.rule == "X-144"
    assert isinstance(allowed, tuple)


def test_a_closed_account_gets_no_seat() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 3)])
    lobby.tell(PlayerId("ann"), SetClosed(on=True, staff="desk", reason="asked for it"))

    refused = lobby.join("ann", 100_00)

    assert isinstance(refused, Rejection)
    assert refused.code == "account_closed"


def test_a_late_turn_is_refused() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 6)])
    lobby.fill("ann", "bob")
    lobby.leave("T1-0")

    second = lobby.send(ServeQueue(lobby.stake, PlayerId("bob"), lobby.now))
    older = lobby.send(ServeQueue(lobby.stake, PlayerId("ann"), Instant(lobby.now - 1)))

    assert isinstance(second, Rejection)
    assert isinstance(older, Rejection)
    assert (second.code, older.code) == ("stale_timer", "stale_timer")


def test_pools_do_not_touch_each_other() -> None:
    lobby = Lobby(U26)
    other = next(stake for stake in lobby.offered if stake != lobby.stake)
    lobby.place([seats_at("T1", 3)])
    before = lobby.pool

    told = lobby.join("ann", 4_00, stake=other)

    assert isinstance(only(told, QueueJoined), QueueJoined)  # T1 is not a table of that stake
    assert lobby.pool is before
