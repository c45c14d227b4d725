"""Rounds as they are kept: for each player bet by bet, for the house by table and day, and shoes to be checked."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from fairdeal.casino.records import RoundKept
from fairdeal.casino.shoe import commitment
from fairdeal.casino.table.events import RoundSettled, ShoeShuffled
from fairdeal.kernel import DAY, MINUTE, SECOND, TableId
from fairdeal.room.casino.listings import LISTED, rounds_list
from fairdeal.server.api.casino.figures import figures_of
from fairdeal.server.api.casino.rounds import OwnRounds
from fairdeal.server.api.casino.shoes import shoes_of
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from tests.contracts.postgres import clean_database
from tests.server.test_casino_desk import BACCARAT, BLACKJACK, ROULETTE, Visitor, until
from tests.server.whole_house import WholeHouse

NAMES = {TableId(ROULETTE): "Pirita"}


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[WholeHouse]:
    addresses = {"sqlite": lambda: f"sqlite:///{tmp_path / 'casino.db'}", "postgres": clean_database}
    store: Any = MemoryStore() if request.param == "memory" else open_store(addresses[request.param]())
    opened = WholeHouse(store=store)
    yield opened
    opened.close()
    store.close()


def play(house: WholeHouse, who: Visitor, table: str, *bets: tuple[str, int]) -> int:
    """Bet on a layout and wait for the result; the round."""
    number = until(house, table, "betting")
    for spot, chip in bets:
        who.does("placeChip", table=table, round=number, spot=spot, chip=chip)
    who.does("confirmBets", table=table, round=number)
    until(house, table, "result")
    house.wait(SECOND)
    return number


def test_a_round_is_kept_for_each_of_its_players_bet_by_bet(house: WholeHouse) -> None:
    ann, bob = Visitor(house, "Ann"), Visitor(house, "Bob")
    for each in (ann, bob):
        each.enter(ROULETTE)
    numbers = [play(house, ann, ROULETTE, ("red", 500), ("straight-7", 100)) for _ in range(3)]
    own = OwnRounds(house.store, ann.player, NAMES)

    page = own.page(None, None, 2)
    assert [row.id for row in page.rows] == [f"{ROULETTE}#{number}" for number in reversed(numbers[1:])]
    newest, shown = page.rows[0], ann.shown(ROULETTE)
    assert (newest.name, newest.game, newest.voided, newest.shoe) == ("Pirita", "roulette", False, None)
    assert newest.result == str(shown["felt"]["pocket"])
    results = [(bet.spot, bet.staked, bet.returned, bet.won) for bet in newest.bets]
    assert results == [tuple(each.values()) for each in shown["own"]["payment"]["results"]]
    assert newest.lost + newest.returned == 600
    assert newest.rule == "RLT-19"
    assert newest.closed_at < newest.at
    assert OwnRounds(house.store, bob.player, NAMES).page(None, None, 10).rows == []
    assert OwnRounds(house.store, bob.player, NAMES).find(newest.id) is None
    assert own.find(newest.id) == newest


@pytest.mark.rule("BJ-60")
def test_a_blackjack_round_is_kept_with_its_cards_for_the_seat_and_for_those_behind(house: WholeHouse) -> None:
    ann, bob = Visitor(house, "Ann"), Visitor(house, "Bob")
    for each in (ann, bob):
        each.enter(BLACKJACK)
    ann.does("takeBox", table=BLACKJACK, seat=4)
    number = until(house, BLACKJACK, "betting")
    ann.does("placeBet", table=BLACKJACK, round=number, amount=1_000)
    bob.does("betBehind", table=BLACKJACK, round=number, seat=4, amount=500)
    until(house, BLACKJACK, "result")
    house.wait(SECOND)

    mine, behind = (OwnRounds(house.store, each.player, {}).page(None, None, 5).rows[0] for each in (ann, bob))
    assert (mine.seat, mine.own_seat, behind.seat, behind.own_seat) == (4, True, 4, False)
    assert mine.hands == behind.hands
    felt = ann.shown(BLACKJACK)["felt"]
    assert mine.hands[-1].cards == felt["dealer"]
    assert mine.hands[0].cards == felt["seats"][4]["hands"][0]["cards"]
    assert [(bet.spot, bet.staked) for bet in mine.bets if bet.spot != "insurance"] == [("0", 1_000)]
    assert [(bet.spot, bet.staked) for bet in behind.bets if bet.spot != "insurance"] == [("0", 500)]
    (settled,) = [event for _, event in house.events if isinstance(event, RoundSettled)]
    paid = {each.player: each for each in settled.payments}
    assert (mine.returned, mine.won) == (paid[ann.player].returned, paid[ann.player].won)


def test_the_house_sees_its_result_by_table_and_day_against_what_was_to_be_expected(house: WholeHouse) -> None:
    ann = Visitor(house, "Ann")
    ann.enter(ROULETTE)
    for _ in range(4):
        play(house, ann, ROULETTE, ("black", 2_500), ("dozen-2", 500))
    day = house.clock.now() // DAY
    (row,) = figures_of(house.store, NAMES, day - 1, day).rows

    kept: list[RoundKept] = [LISTED.decode(each.body) for each in house.store.listed(rounds_list(TableId(ROULETTE)), 9)]
    assert (row.table, row.rounds, row.void, row.bets, row.staked) == (ROULETTE, 4, 0, 4, 4 * 3_000)
    assert row.house == sum(each.house for each in kept)
    assert row.expected == round(4 * 3_000 / 37)
    assert row.low < row.expected < row.high
    assert row.is_within == (row.low <= row.house <= row.high)
    bankroll = house.store.accounts("bankroll")
    assert [held // 100 for held in bankroll.values()] == [row.house]
    assert figures_of(house.store, NAMES, day + 1, day + 2).rows == []


@pytest.mark.rule("BJ-40")
def test_a_shoe_that_was_dealt_out_can_be_checked_against_its_commitment(house: WholeHouse) -> None:
    ann, bob = Visitor(house, "Ann"), Visitor(house, "Bob")
    for each in (ann, bob):
        each.enter(BACCARAT)
    table = TableId(BACCARAT)
    assert shoes_of(house.store, table, None, 5).rows == []
    while house.casino(table).shoes < 2:
        play(house, ann, BACCARAT, ("player", 100))
    house.wait(MINUTE)

    (shoe,) = shoes_of(house.store, table, None, 5).rows
    first = next(event for _, event in house.events if isinstance(event, ShoeShuffled))
    assert shoe.number == first.shoe.number == 1
    assert shoe.commitment == commitment(first.shoe.order, first.shoe.salt)
    assert sha256(bytes.fromhex(shoe.salt) + bytes.fromhex(shoe.order)).hexdigest() == shoe.commitment
    assert shoe.fits
    dealt = OwnRounds(house.store, ann.player, {}).page(None, None, 200).rows[-1]
    assert dealt.shoe == 1
    player, banker = (hand.cards for hand in dealt.hands)
    assert [player[0], banker[0], player[1], banker[1]] == shoe.cards[:4]
    assert ann.shown(BACCARAT)["shoe"]["opened"] == [1]
