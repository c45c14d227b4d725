"""The seat draw: never a table of one's choice, but played and roomy tables are favoured (CASH-02, CASH-09, CASH-19)."""

from collections import Counter

import pytest

from fairdeal.cash.floor.events import BuyInAsked, QueueJoined, SeatGiven
from fairdeal.kernel import Cents, PlayerId, Rejection, TableId
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from tests.cash.lobby import RICH, Lobby, seats_at, waits

EDITIONS = (U22, U26, U27, PW)


def draws(lobby: Lobby, player: str, count: int) -> Counter[str]:
    """Where each of the first `count` numbers would seat the player."""
    start = lobby.floor, dict(lobby.players), dict(lobby.wallets), {t: dict(s) for t, s in lobby.stacks.items()}
    drawn: Counter[str] = Counter()
    for draw in range(count):
        told = lobby.join(player, lobby.rules.buy_in_max.value, draw=draw)
        assert isinstance(told, tuple)
        assert isinstance(told[0], SeatGiven | BuyInAsked), told
        drawn[told[0].table] += 1
        floor, players, wallets, stacks = start
        lobby.floor, lobby.players, lobby.wallets = floor, dict(players), dict(wallets)
        lobby.stacks = {table: dict(inside) for table, inside in stacks.items()}
    return drawn


def played_at(lobby: Lobby, player: str, *tables: str) -> None:
    """The player has been at these tables and has left them."""
    for table in tables:
        lobby.place([(table, [player])])
        lobby.leave(player)


@pytest.mark.rule("CASH-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_weights_are_free_seats_times_three_where_one_has_played(edition: EditionId) -> None:
    lobby = Lobby(edition, seats=6)
    played_at(lobby, "ann", "T2", "T3")
    lobby.place([seats_at("T1", 3), seats_at("T2", 5), seats_at("T3", 2), seats_at("T4", 6)])
    lobby.now = type(lobby.now)(lobby.now + 3_600_000)  # long enough ago to owe nothing

    assert draws(lobby, "ann", 18) == {"T1": 3, "T2": 3, "T3": 12}


@pytest.mark.rule("CASH-02")
def test_the_event_tells_how_likely_the_table_was() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 3), seats_at("T2", 5)])

    told = lobby.join("ann", 100_00, draw=3)

    assert isinstance(told, tuple)
    assert isinstance(told[0], SeatGiven)
    assert (told[0].table, told[0].weight, told[0].weights, told[0].rule) == ("T2", 1, 4, "CASH-02")


@pytest.mark.rule("CASH-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_that_would_not_reach_the_minimum_is_never_drawn(edition: EditionId) -> None:
    lobby = Lobby(edition, seats=6)
    least = lobby.rules.players_min.value
    lobby.place([seats_at("T1", least - 2), seats_at("T2", least - 1), seats_at("T3", 5)])

    assert set(draws(lobby, "ann", 40)) == {"T2", "T3"}


@pytest.mark.rule("CASH-02")
def test_players_who_sit_out_do_not_count_for_the_minimum() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 4), seats_at("T2", 5)])
    for number in range(2):
        lobby.away(f"T1-{number}")
    assert set(draws(lobby, "ann", 40)) == {"T1", "T2"}

    lobby.away("T1-2")
    assert set(draws(lobby, "ann", 40)) == {"T2"}

    lobby.away("T1-2", back=True)
    assert set(draws(lobby, "ann", 40)) == {"T1", "T2"}


@pytest.mark.rule("CASH-02")
@pytest.mark.parametrize("seed", range(8))
def test_a_table_that_was_begun_is_completed_before_another_is_begun(seed: int) -> None:
    """Three wait, and two tables lack two players each: two go to the one, and the third joins the game."""
    lobby = Lobby(U26, seed=seed)
    lobby.place([seats_at("T1", 1), seats_at("T2", 1)])
    for player in ("ann", "bob", "cid"):
        lobby.adopt(waits(lobby, player))
    lobby.settle()

    assert sorted(table.present for table in lobby.pool.tables.values()) == [1, 4]


@pytest.mark.rule("CASH-02")
def test_a_table_without_seats_enough_to_deal_is_never_drawn() -> None:
    """Five sit out at a table of six: however many wait, it will not deal."""
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 5)])
    for number in range(5):
        lobby.away(f"T1-{number}")
    lobby.fill("ann", "bob", "cid")

    assert lobby.floor_table(TableId("T1")).players == tuple(f"T1-{number}" for number in range(5))
    assert len(lobby.pool.tables) == 2


@pytest.mark.rule("CASH-09")
@pytest.mark.parametrize(
    ("edition", "family", "seats"),
    [(U22, "texas", 6), (U26, "omaha", 6), (U27, "banzai-texas", 5), (PW, "texas", 2), (PW, "texas", 9)],
)
def test_a_table_takes_as_many_as_it_has_seats(edition: EditionId, family: str, seats: int) -> None:
    lobby = Lobby(edition, family, 200, seats=seats)
    lobby.place([seats_at("T1", seats - 1)])

    first, second = (lobby.join(name, lobby.rules.buy_in_max.value) for name in ("ann", "bob"))

    assert isinstance(first, tuple)
    assert isinstance(second, tuple)
    assert isinstance(first[0], SeatGiven)
    assert isinstance(second[0], QueueJoined)


def test_nobody_gets_a_second_seat_at_the_same_table() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 3), seats_at("T2", 5)])
    lobby.join("ann", 100_00, draw=0)

    assert lobby.tables_of("ann") == ["T1"]
    assert set(draws(lobby, "ann", 20)) == {"T2"}
    lobby.fill("bob", "cid", "dan")  # T1 has two seats left, T2 one
    told = lobby.join("ann", 100_00)

    assert isinstance(told, tuple)
    assert isinstance(told[0], QueueJoined)


def test_several_tables_of_a_stake_at_once_are_fine() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at(f"T{number}", 3) for number in range(5)])
    lobby.fill(*["ann"] * 5)

    assert sorted(lobby.tables_of("ann")) == [f"T{number}" for number in range(5)]


@pytest.mark.rule("CASH-19")
@pytest.mark.parametrize("edition", [U26, U27])
def test_who_comes_back_is_drawn_like_everybody_and_may_get_the_old_table(edition: EditionId) -> None:
    lobby = Lobby(edition)
    lobby.place([(*seats_at("T1", 3),), (*seats_at("T2", 3),)])
    lobby.join("ann", 100_00, draw=0)
    lobby.leave("ann", stack=70_00)

    assert draws(lobby, "ann", 12) == {"T1": 9, "T2": 3}
    back = lobby.join("ann", 100_00, draw=0)
    lobby.leave("ann", stack=70_00)
    elsewhere = lobby.join("ann", draw=9)

    assert isinstance(back, tuple)
    assert isinstance(back[0], SeatGiven)
    assert (back[0].table, back[0].why.rule) == ("T1", "RAT-03")  # the same table: the return is looked at
    assert isinstance(elsewhere, tuple)
    assert isinstance(elsewhere[0], BuyInAsked)
    assert (elsewhere[0].table, elsewhere[0].why.rule) == ("T2", "BUY-02")


@pytest.mark.rule("RAT-03", edition=U26)
@pytest.mark.rule("RAT-03", edition=U27)
@pytest.mark.parametrize("edition", [U26, U27])
def test_a_table_beyond_the_wallet_is_left_out_and_refused_when_it_is_the_only_one(edition: EditionId) -> None:
    """Who must bring 99 back and has less gets another table; where there is none, the seat is refused (X-44)."""
    lobby = Lobby(edition)
    lobby.place([seats_at("T1", 3)])
    lobby.join("ann", 60_00)
    lobby.leave("ann", stack=99_00)
    lobby.wallets[PlayerId("ann")] = Cents(98_99)

    refused = lobby.join("ann", 60_00)

    assert isinstance(refused, Rejection)
    assert (refused.code, refused.rule) == ("wallet_short", "RAT-03")
    assert dict(refused.numbers)["least"] == 99_00
    assert dict(refused.numbers)["wallet"] == 98_99

    lobby.place([seats_at("T2", 3)])
    assert set(draws(lobby, "ann", 20)) == {"T2"}
    lobby.wallets[PlayerId("ann")] = RICH
    assert set(draws(lobby, "ann", 20)) == {"T1", "T2"}
