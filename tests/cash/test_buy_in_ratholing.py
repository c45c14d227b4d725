"""Coming back with less than one left with (RAT-01 to RAT-07)."""

from dataclasses import replace

import pytest

from fairdeal.cash.floor.events import BuyInAsked, SeatGiven
from fairdeal.cash.player.events import ReturnCounted
from fairdeal.cash.ratholing import return_limits
from fairdeal.kernel import DAY, MINUTE, Cents, Instant, PlayerId, Rejection, TableId, utc_day
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.schema.cash import Ratholing
from fairdeal.rulebook.schema.choices import ReturnScope
from tests.cash.lobby import Lobby, seats_at
from tests.cash.test_buy_in import asked

BOTH = pytest.mark.parametrize("edition", [U26, U27])
ANN = PlayerId("ann")


def counted(lobby: Lobby) -> list[int]:
    return [event.count for _, event in lobby.player_events if isinstance(event, ReturnCounted)]


def left_with(lobby: Lobby, stack: int, *, returns: int = 0) -> None:
    """Ann sat at T1, the only table with a seat, and left with that stack; so many returns were counted today."""
    lobby.place([seats_at("T1", 3)])
    for _ in range(returns):
        sit(lobby)
        lobby.leave("ann", stack=100_00)
    sit(lobby)
    lobby.leave("ann", stack=stack)


def sit(lobby: Lobby) -> SeatGiven:
    """Ann sits down with the least she may bring."""
    told = lobby.join("ann")
    assert isinstance(told, tuple)
    assert isinstance(told[0], BuyInAsked)
    told = lobby.confirm("ann", told[0].minimum)
    assert isinstance(told, tuple)
    assert isinstance(told[0], SeatGiven)
    return told[0]


VECTORS = [  # left with, returns counted before, least, most
    (30_00, 0, 50_00, 100_00),
    (50_00, 0, 50_00, 100_00),
    (50_01, 0, 50_01, 100_00),
    (99_99, 0, 99_99, 100_00),
    (100_00, 0, 100_00, 100_00),
    (180_00, 0, 100_00, 180_00),
    (180_00, 4, 100_00, 180_00),
    (180_00, 5, 180_00, 180_00),
    (180_00, 6, 180_00, 180_00),
    (99_99, 5, 99_99, 100_00),
    (50_00, 5, 50_00, 100_00),
]


@pytest.mark.rule("RAT-01")
@pytest.mark.rule("RAT-03")
@BOTH
@pytest.mark.parametrize("family", ["texas", "omaha"])
@pytest.mark.parametrize(("stack", "returns", "least", "most"), VECTORS)
def test_what_may_be_brought_back(
    edition: EditionId, family: str, stack: int, returns: int, least: int, most: int
) -> None:
    lobby = Lobby(edition, family)
    left_with(lobby, stack, returns=returns)
    lobby.now = Instant(lobby.now + 5 * MINUTE)

    question = asked(lobby)

    assert (question.minimum, question.maximum) == (least, most)
    assert (question.why.code, question.why.rule) == ("returns", "RAT-03")
    numbers = dict(question.why.numbers)
    assert (numbers["left_with"], numbers["returns"]) == (stack, returns)
    for amount in (least - 1, most + 1):
        assert isinstance(lobby.confirm("ann", amount), Rejection)


@pytest.mark.rule("RAT-02")
@BOTH
@pytest.mark.parametrize(
    ("elapsed", "least"), [(0, 100_00), (30 * MINUTE, 100_00), (30 * MINUTE + 1, 50_00), (31 * MINUTE, 50_00)]
)
def test_the_window_is_thirty_minutes_its_last_instant_included(edition: EditionId, elapsed: int, least: int) -> None:
    lobby = Lobby(edition)
    left_with(lobby, 180_00)
    lobby.now = Instant(lobby.now + elapsed)

    assert asked(lobby).minimum == least


@pytest.mark.rule("RAT-02")
@BOTH
def test_only_exactly_the_same_table_counts(edition: EditionId) -> None:
    lobby = Lobby(edition)
    left_with(lobby, 180_00)
    lobby.place([seats_at("T2", 3)])
    same = asked(lobby, draw=0)
    lobby.leave_queue("ann")
    other = asked(lobby, draw=9)

    assert (same.table, same.minimum, same.maximum) == ("T1", 100_00, 180_00)
    assert (other.table, other.minimum, other.maximum) == ("T2", 50_00, 100_00)


@pytest.mark.rule("RAT-03")
@BOTH
def test_the_last_departure_from_the_table_decides(edition: EditionId) -> None:
    lobby = Lobby(edition)
    left_with(lobby, 180_00)
    sit(lobby)
    lobby.leave("ann", stack=60_00)

    assert asked(lobby).minimum == 60_00


@pytest.mark.rule("RAT-03")
@BOTH
def test_a_wallet_below_the_forced_amount_is_refused(edition: EditionId) -> None:
    lobby = Lobby(edition)
    left_with(lobby, 180_00, returns=5)
    lobby.wallets[ANN] = Cents(179_99)

    refused = lobby.join("ann", 100_00)

    assert isinstance(refused, Rejection)
    assert (refused.code, refused.rule, dict(refused.numbers)["least"]) == ("wallet_short", "RAT-03", 180_00)


@pytest.mark.rule("RAT-04")
@BOTH
def test_five_returns_a_day_are_free_and_the_sixth_brings_everything(edition: EditionId) -> None:
    lobby = Lobby(edition)
    left_with(lobby, 180_00)
    least = []
    for _ in range(6):
        least.append(sit(lobby).buy_in)
        lobby.leave("ann", stack=180_00)

    assert least == [100_00] * 5 + [180_00]
    assert counted(lobby) == [1, 2, 3, 4, 5, 6]
    assert {event.rule for _, event in lobby.player_events if isinstance(event, ReturnCounted)} == {"RAT-04"}


@pytest.mark.rule("RAT-04")
@BOTH
@pytest.mark.parametrize(("stack", "returns"), [(99_99, []), (100_00, [1])])
def test_a_return_counts_from_a_hundred_big_blinds_whatever_is_brought(
    edition: EditionId, stack: int, returns: list[int]
) -> None:
    lobby = Lobby(edition)
    left_with(lobby, stack)
    question = asked(lobby)
    lobby.confirm("ann", question.maximum)

    assert counted(lobby) == returns


@pytest.mark.rule("RAT-04")
@BOTH
def test_neither_another_table_nor_a_late_return_counts(edition: EditionId) -> None:
    lobby = Lobby(edition)
    left_with(lobby, 180_00)
    lobby.place([seats_at("T2", 3)])
    lobby.join("ann", 100_00, draw=9)
    assert lobby.table_of("ann") == "T2"
    lobby.leave("ann", stack=180_00)
    lobby.now = Instant(lobby.now + 30 * MINUTE + 1)
    lobby.join("ann", 100_00, draw=0)

    assert lobby.table_of("ann") == "T1"
    assert counted(lobby) == []


@pytest.mark.rule("RAT-05")
@BOTH
def test_the_counter_starts_again_at_midnight_utc(edition: EditionId) -> None:
    lobby = Lobby(edition)
    midnight = Instant((utc_day(lobby.now) + 1) * DAY)
    lobby.now = Instant(midnight - 10 * MINUTE)
    left_with(lobby, 180_00, returns=5)
    lobby.now = Instant(midnight - 1)
    assert asked(lobby).minimum == 180_00
    lobby.leave_queue("ann")

    lobby.now = midnight

    assert sit(lobby).buy_in == 100_00
    assert counted(lobby)[-2:] == [5, 1]


@pytest.mark.rule("RAT-05")
@BOTH
def test_one_counter_for_all_stakes_and_formats(edition: EditionId) -> None:
    texas, omaha = Lobby(edition), Lobby(edition, "omaha", 400)
    left_with(texas, 180_00, returns=5)
    omaha.players, omaha.wallets = texas.players, texas.wallets
    omaha.place([seats_at("O1", 3)])
    omaha.join("ann", 400_00)
    omaha.leave("ann", stack=900_00)

    question = asked(omaha)

    assert (question.minimum, question.maximum) == (900_00, 900_00)


@pytest.mark.rule("RAT-05")
@BOTH
def test_returns_to_banzai_tables_count_too(edition: EditionId) -> None:
    """A hundred big blinds or more, the same table, half an hour: whatever was chosen for the stack."""
    texas, banzai = Lobby(edition), Lobby(edition, "banzai-texas", 200)
    left_with(texas, 180_00, returns=4)
    banzai.players, banzai.wallets, banzai.player_events = texas.players, texas.wallets, texas.player_events
    banzai.place([seats_at("Z1", 3)])
    sit(banzai)
    banzai.leave("ann", stack=199_99)
    sit(banzai)
    assert counted(texas) == [1, 2, 3, 4]  # less than a hundred big blinds
    banzai.leave("ann", stack=200_00)
    sit(banzai)
    assert counted(texas) == [1, 2, 3, 4, 5]
    texas.now = banzai.now

    question = asked(texas)

    assert (question.minimum, question.maximum) == (180_00, 180_00)


@pytest.mark.rule("RAT-06")
@BOTH
@pytest.mark.parametrize(
    ("stack", "least", "most"),
    [
        (4_00, 10_00, 100_00),
        (10_00, 10_00, 100_00),
        (57_31, 57_31, 100_00),
        (100_00, 100_00, 100_00),
        (180_00, 180_00, 180_00),
    ],
)
def test_deepstack_always_takes_back_what_was_left(edition: EditionId, stack: int, least: int, most: int) -> None:
    lobby = Lobby(edition, "texas-deepstack", 10)
    left_with(lobby, stack)
    question = asked(lobby)

    assert (question.minimum, question.maximum, question.why.rule) == (least, most, "RAT-06")


@pytest.mark.rule("RAT-07")
@BOTH
@pytest.mark.parametrize(("stack", "exactly"), [(3_00, 10_00), (10_00, 10_00), (10_01, 10_01), (84_00, 84_00)])
def test_shortstack_always_takes_back_what_was_left(edition: EditionId, stack: int, exactly: int) -> None:
    lobby = Lobby(edition, "omaha-shortstack", 50)
    left_with(lobby, stack)
    question = asked(lobby)

    assert (question.minimum, question.maximum, question.why.rule) == (exactly, exactly, "RAT-07")


@pytest.mark.rule("RAT-06")
@BOTH
def test_deepstack_looks_at_the_same_table_within_the_window_only(edition: EditionId) -> None:
    lobby = Lobby(edition, "texas-deepstack", 10)
    left_with(lobby, 57_31)
    lobby.now = Instant(lobby.now + 30 * MINUTE + 1)

    assert asked(lobby).minimum == 10_00


@pytest.mark.parametrize("edition", [U22, PW])
def test_editions_without_ratholing_rules_ask_for_nothing_back(edition: EditionId) -> None:
    lobby = Lobby(edition, seats=6)
    left_with(lobby, 180_00)
    question = asked(lobby)

    assert question.table == TableId("T1")
    assert (question.minimum, question.maximum) == (lobby.rules.buy_in_min.value, 100_00)
    assert lobby.player("ann").departures == ()


def test_a_house_may_look_at_the_whole_stake_or_admit_a_short_wallet() -> None:
    """What no published edition says, an operator's own may."""
    lobby = Lobby(U26)
    left_with(lobby, 180_00, returns=5)
    rules = lobby.rules
    assert rules.ratholing is not None
    ratholing = rules.ratholing
    stake_wide = replace(ratholing, scope=replace(ratholing.scope, value=ReturnScope.SAME_STAKE))
    lenient = replace(ratholing, short_wallet_is_refused=replace(ratholing.short_wallet_is_refused, value=False))

    def limits(variant: Ratholing, table: TableId | None, wallet: int) -> tuple[int, int] | None:
        guest = replace(lobby.guest("ann"), wallet=Cents(wallet))
        found = return_limits(replace(rules, ratholing=variant), guest, table, lobby.now)
        return None if found is None else (found.minimum, found.maximum)

    table = TableId("T1")
    assert limits(ratholing, None, 500_00) is None
    assert limits(stake_wide, None, 500_00) == (180_00, 180_00)
    assert limits(lenient, table, 500_00) == (180_00, 180_00)
    assert limits(lenient, table, 70_00) == (70_00, 180_00)
    assert limits(lenient, table, 40_00) == (50_00, 180_00)


@pytest.mark.rule("RAT-03")
def test_where_the_whole_stake_counts_the_last_departure_from_any_table_decides() -> None:
    lobby = Lobby(U26)
    rules = lobby.rules
    assert rules.ratholing is not None
    stake_wide = replace(rules.ratholing, scope=replace(rules.ratholing.scope, value=ReturnScope.SAME_STAKE))
    left_with(lobby, 80_00)
    guest = lobby.guest("ann")
    earlier = replace(guest.departures[0], table=TableId("T2"), stack=Cents(60_00), at=Instant(lobby.now - MINUTE))

    for departures in ((earlier, *guest.departures), (*guest.departures, earlier)):
        found = return_limits(
            replace(rules, ratholing=stake_wide), replace(guest, departures=departures), TableId("T2"), lobby.now
        )

        assert found is not None
        assert (found.minimum, found.maximum) == (80_00, 100_00)
