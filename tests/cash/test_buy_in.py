"""With how much one sits down, and how much one may add (BUY-01 to BUY-05)."""

import pytest

from fairdeal.cash.buy_in import buy_in_limits, refill_amount, top_up_limits
from fairdeal.cash.floor.events import BuyInAsked, QueueJoined, SeatGiven
from fairdeal.kernel import Cents, PlayerId, Rejection
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.schema.choices import Structure
from tests.cash.lobby import Lobby, seats_at, stakes_of

EDITIONS = (U22, U26, U27, PW)


def asked(lobby: Lobby, player: str = "ann", draw: int | None = None) -> BuyInAsked:
    """The question the floor asks a player who names no amount."""
    told = lobby.join(player, draw=draw)
    assert isinstance(told, tuple), told
    assert isinstance(told[0], BuyInAsked), told
    return told[0]


@pytest.mark.rule("BUY-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_entering_takes_the_minimum_and_at_most_the_maximum(edition: EditionId) -> None:
    lobby = Lobby(edition, seats=6)
    lobby.place([seats_at("T1", 3)])
    question = asked(lobby)

    for amount in (0, question.minimum - 1, question.maximum + 1):
        refused = lobby.confirm("ann", amount)
        assert isinstance(refused, Rejection)
        assert refused.code == "buy_in_not_allowed"
    given = lobby.confirm("ann", question.maximum)

    assert isinstance(given, tuple)
    assert isinstance(given[0], SeatGiven)
    assert given[0].buy_in == question.maximum == 100 * 100


@pytest.mark.rule("BUY-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_who_cannot_bring_the_minimum_does_not_even_wait(edition: EditionId) -> None:
    lobby = Lobby(edition, seats=6)
    least = lobby.rules.buy_in_min.value
    lobby.wallets[PlayerId("ann")] = Cents(least - 1)
    refused = lobby.join("ann", least)
    lobby.wallets[PlayerId("ann")] = least
    queued = lobby.join("ann", least)

    assert isinstance(refused, Rejection)
    assert (refused.code, dict(refused.numbers)["least"]) == ("wallet_short", least)
    assert isinstance(queued, tuple)
    assert isinstance(queued[0], QueueJoined)


@pytest.mark.rule("BUY-02")
@pytest.mark.parametrize("family", ["texas", "omaha"])
@pytest.mark.parametrize("edition", [U26, U27])
def test_ordinary_tables_take_50_to_100_big_blinds(edition: EditionId, family: str) -> None:
    lobby = Lobby(edition, family, 50)
    lobby.place([seats_at("T1", 3)])
    question = asked(lobby)

    assert (question.minimum, question.maximum) == (25_00, 50_00)
    assert (question.why.code, question.why.rule) == ("buy_in_range", "BUY-02")


@pytest.mark.rule("BUY-01", edition=U22)
def test_where_the_document_gives_no_range_it_is_50_to_100_big_blinds() -> None:
    lobby = Lobby(U22, "omaha", 50)
    lobby.place([seats_at("T1", 3)])
    question = asked(lobby)

    assert (question.minimum, question.maximum, question.why.rule) == (25_00, 50_00, "BUY-01")


@pytest.mark.rule("BUY-04")
@pytest.mark.parametrize("family", ["texas", "omaha"])
def test_no_limit_and_pot_limit_tables_of_publicwin_take_20_to_100_big_blinds(family: str) -> None:
    lobby = Lobby(PW, family, 50, seats=9)
    lobby.place([seats_at("T1", 3)])
    question = asked(lobby)

    assert (question.minimum, question.maximum, question.why.rule) == (10_00, 50_00, "BUY-04")


FIXED_LIMITS = {  # limits in cents: least and most; the first row's misprint is corrected
    (2, 4): (1_00, 8_00),
    (3, 6): (1_50, 12_00),
    (5, 10): (2_50, 20_00),
    (10, 20): (5_00, 40_00),
    (15, 30): (7_50, 60_00),
    (20, 40): (10_00, 80_00),
    (25, 50): (12_50, 100_00),
    (100, 200): (25_00, 600_00),
    (200, 400): (50_00, 600_00),
    (300, 600): (150_00, 900_00),
    (500, 1000): (250_00, 1500_00),
    (1000, 2000): (500_00, 3000_00),
}


@pytest.mark.rule("BUY-03")
@pytest.mark.parametrize("family", ["texas-fixed", "omaha-fixed"])
@pytest.mark.parametrize("limits", FIXED_LIMITS)
def test_fixed_limit_tables_take_what_their_row_says(family: str, limits: tuple[int, int]) -> None:
    lobby = Lobby(PW, family, limits[1], seats=6)
    assert lobby.rules.stake.small == limits[0]
    lobby.place([seats_at("T1", 3)])
    question = asked(lobby)

    assert (question.minimum, question.maximum) == FIXED_LIMITS[limits]
    assert question.why.rule == "BUY-03"


def test_every_stake_of_every_edition_has_limits_somebody_can_meet() -> None:
    for edition in EDITIONS:
        for row in stakes_of(edition).values():
            guest = Lobby(edition, row.rules.family, row.rules.stake.big).guest("ann", row.id)
            limits = buy_in_limits(row.rules, guest, None, Lobby(edition).now)
            assert 0 < limits.minimum <= limits.maximum
            assert limits.admits(limits.minimum)
            assert limits.admits(limits.maximum)
            if row.rules.structure is not Structure.FIXED_LIMIT:
                assert limits.minimum % row.rules.big_blind == 0


@pytest.mark.rule("BUY-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_stack_may_be_topped_up_to_the_tables_maximum_and_no_further(edition: EditionId) -> None:
    stake = Lobby(edition, seats=6).rules
    limits = top_up_limits(stake, Cents(33_20))

    assert (limits.minimum, limits.maximum) == (1, 66_80)
    assert limits.admits(Cents(66_80))
    assert not limits.admits(Cents(66_81))
    assert not limits.admits(Cents(0))
    for full in (100_00, 180_00):
        assert not top_up_limits(stake, Cents(full)).admits(Cents(1))


@pytest.mark.rule("BUY-01")
def test_who_lost_everything_brings_the_minimum_again() -> None:
    limits = top_up_limits(Lobby(U26).rules, Cents(0))

    assert (limits.minimum, limits.maximum, limits.why.rule) == (50_00, 100_00, "BUY-02")


@pytest.mark.rule("BZ-03")
@pytest.mark.parametrize("edition", [U22, U26, U27])
def test_banzai_stacks_are_topped_up_to_exactly_ten_big_blinds(edition: EditionId) -> None:
    stake = Lobby(edition, "banzai-texas", 50).rules
    limits = top_up_limits(stake, Cents(3_20))

    assert (limits.minimum, limits.maximum, limits.why.rule) == (1_80, 1_80, "BZ-03")
    assert not limits.admits(Cents(1_79))
    for stack in (5_00, 6_00):
        assert not top_up_limits(stake, Cents(stack)).admits(Cents(1))
    assert top_up_limits(stake, Cents(0)).minimum == 5_00


@pytest.mark.rule("BUY-05")
@pytest.mark.parametrize("edition", [U26, U27])
@pytest.mark.parametrize(
    ("stack", "wallet", "moved"),
    [(33_20, 500_00, 6_80), (52_00, 500_00, 0), (40_00, 500_00, 0), (33_20, 5_00, 5_00), (0, 10_00, 10_00)],
)
def test_auto_top_up_refills_to_the_initial_buy_in(edition: EditionId, stack: int, wallet: int, moved: int) -> None:
    stake = Lobby(edition, "texas", 50).rules

    amount = refill_amount(stake, stack=Cents(stack), initial=Cents(40_00), available=Cents(wallet))

    assert amount == moved


@pytest.mark.rule("BUY-05", edition=U26)
def test_auto_top_up_goes_to_the_initial_buy_in_of_a_return_with_more() -> None:
    amount = refill_amount(Lobby(U26).rules, stack=Cents(80_00), initial=Cents(180_00), available=Cents(500_00))

    assert amount == 100_00


@pytest.mark.rule("BUY-05")
@pytest.mark.parametrize("edition", [U26, U27])
def test_auto_top_up_in_banzai_goes_to_ten_big_blinds_or_not_at_all(edition: EditionId) -> None:
    stake = Lobby(edition, "banzai-texas", 200).rules

    def moved(*, initial: int, available: int) -> int:
        return refill_amount(stake, stack=Cents(3_20), initial=Cents(initial), available=Cents(available))

    assert moved(initial=57_30, available=500_00) == 16_80
    assert moved(initial=20_00, available=16_80) == 16_80
    assert moved(initial=20_00, available=16_79) == 0
    assert moved(initial=12_00, available=500_00) == 0  # a moved stack below ten is not topped up to itself


def test_editions_without_auto_top_up_refill_nothing() -> None:
    for edition in (U22, PW):
        stake = Lobby(edition, seats=6).rules
        assert refill_amount(stake, stack=Cents(0), initial=Cents(100_00), available=Cents(500_00)) == 0
