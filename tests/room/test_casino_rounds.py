"""Random rounds at every kind of casino table, on the room as it is wired, with crashes at any commit."""

from typing import Any

import pytest

from fairdeal.casino.games.blackjack.events import BetPlaced, BetReturned, Decided, HoleChecked, InsuranceAnswered
from fairdeal.casino.games.blackjack.rules import DOUBLE
from fairdeal.casino.games.layout.events import BetsConfirmed
from fairdeal.casino.games.roulette.spin import Spun
from fairdeal.casino.table import events as ev
from fairdeal.casino.table.events import BettingOpened, CardDealt, RoundSettled, RoundVoided
from fairdeal.casino.table.state import Payment
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId, StreamId
from fairdeal.room.casino.table import EVENTS
from fairdeal.rulebook.clause import LC
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.broadcast import Frame
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Append, Committed, Lease, Unit
from fairdeal.testing.casino.books import Broken, CasinoBooks
from fairdeal.testing.casino.simulation import TENDER, CasinoPlan, CasinoReport, CasinoSimulation

ROUNDS = 2_000
SEEDS = 4
SOAK_ROUNDS = 100_000
STREAM = StreamId("casino:t")
P1 = PlayerId("p1")
RULE = RuleId("X-141")
NOON = Instant(1)


def run(seed: int, rounds: int) -> CasinoReport:
    return CasinoSimulation(CasinoPlan(seed=seed, rounds=rounds), published_edition(LC)).run()


def assert_kept(report: CasinoReport) -> None:
    """The run itself checks every promise; here stands that it met what it is for."""
    assert report.ledger_difference == 0
    assert report.crashes >= 5
    assert report.voided_by_crash > 0
    assert report.went_on > 0
    met = {"Spun", "Decided", "HoleChecked", "BetReturned", "Corrected", "Left", "MessageReported", "ChatBlocked"}
    assert met <= report.events.keys()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_rounds_with_crashes_lose_and_create_nothing(seed: int) -> None:
    assert_kept(run(seed, ROUNDS // SEEDS))


def test_the_same_seed_gives_the_same_history_to_the_last_bit() -> None:
    first, again, other = run(77, 40), run(77, 40), run(78, 40)

    assert first.hash == again.hash
    assert first.events == again.events
    assert first.hash != other.hash


@pytest.mark.soak
def test_a_hundred_thousand_random_rounds_with_crashes() -> None:
    for seed in range(1_000, 1_000 + SOAK_ROUNDS // 5_000):
        assert_kept(run(seed, 5_000))


# ---- the books notice what they are there for


def books(*events: Any) -> CasinoBooks:
    """Books that have seen a round opened with five on red, and then those events."""
    found = CasinoBooks(MemoryStore(), EVENTS.decode, TENDER)
    opened = BettingOpened(1, NOON, NOON, "text", RULE)
    write(found, opened, BetsConfirmed(P1, 1, (("red", Cents(500)),), RULE), *events)
    return found


def write(found: CasinoBooks, *events: Any, stream: StreamId = STREAM) -> None:
    append = Append(stream, 0, tuple(map(EVENTS.encode, events)))
    found.written([Unit(Lease("room", 1), NOON, (append,))], [Committed((1,))])


def settled(lost: int = 500, returned: int = 0, won: int = 0) -> RoundSettled:
    return RoundSettled(1, NOON, NOON, (Payment(P1, Cents(lost), Cents(returned), Cents(won)),), RULE)


SPUN = Spun(1, 17, NOON)
VOID = RoundVoided(1, NOON, NOON, (Payment(P1, Cents(0), Cents(500), Cents(0)),), RULE)


def test_a_round_that_pays_twice_is_noticed() -> None:
    with pytest.raises(Broken, match="ended twice"):
        books(SPUN, settled(), settled())


@pytest.mark.parametrize("payment", [settled(lost=499), settled(returned=500), settled(lost=0)])
def test_a_stake_that_is_not_settled_exactly_is_noticed(payment: RoundSettled) -> None:
    with pytest.raises(Broken, match="still staked"):
        books(SPUN, payment)


@pytest.mark.parametrize(
    "payment", [Payment(P1, Cents(0), Cents(500), Cents(7)), Payment(P1, Cents(500), *[Cents(0)] * 2)]
)
def test_a_void_round_that_changes_what_anybody_has_is_noticed(payment: Payment) -> None:
    with pytest.raises(Broken, match="moved money"):
        books(RoundVoided(1, NOON, NOON, (payment,), RULE))


@pytest.mark.parametrize("given_back", [0, 250, 251])
def test_insurance_that_a_void_round_keeps_or_pays_is_noticed(given_back: int) -> None:
    """Two fifty of insurance were collected when the hole card was looked at."""
    nothing, insurance = Cents(0), Cents(250)
    checked = HoleChecked(1, False, (Payment(P1, insurance, nothing, nothing),), NOON, RULE)
    events = (
        InsuranceAnswered(P1, 1, insurance, RULE),
        checked,
        RoundVoided(1, NOON, NOON, (Payment(P1, nothing, Cents(500), nothing, Cents(given_back)),), RuleId("BJ-15")),
    )
    if given_back == 250:
        assert books(*events).rounds[STREAM].ended == 1
    else:
        with pytest.raises(Broken, match="moved money"):
            books(*events)


def test_more_than_the_most_of_a_round_is_noticed() -> None:
    found = CasinoBooks(MemoryStore(), EVENTS.decode, TENDER, {STREAM: Cents(800)})
    write(found, BettingOpened(1, NOON, NOON, "text", RULE), BetPlaced(P1, 1, 0, Cents(500), RULE))
    with pytest.raises(Broken, match="the most is 800"):
        write(found, Decided(1, 1, 0, 0, DOUBLE, NOON, ((P1, Cents(500)),)))


def test_an_account_with_two_hands_at_once_is_noticed() -> None:
    found = CasinoBooks(MemoryStore(), EVENTS.decode, TENDER)
    opened, placed = BettingOpened(1, NOON, NOON, "text", RULE), BetPlaced(P1, 1, 0, Cents(500), RULE)
    write(found, opened, placed, placed)
    write(found, BetReturned(P1, 1, Cents(1_000)))  # raised, and taken back
    write(found, opened, placed, stream=StreamId("casino:other"))
    with pytest.raises(Broken, match="another"):
        write(found, placed)


def test_a_round_that_goes_on_where_it_should_be_void_is_noticed() -> None:
    found = books()
    found.crashed()
    with pytest.raises(Broken, match="should be void"):
        found.recovered()
    with pytest.raises(Broken, match="nothing was dealt"):
        write(found, SPUN, settled())


def test_a_round_that_is_void_where_it_should_go_on_is_noticed() -> None:
    found = books(SPUN)
    found.crashed()
    with pytest.raises(Broken, match="without need"):
        write(found, VOID)


def test_a_card_that_is_shown_before_it_is_durable_is_noticed() -> None:
    card = CardDealt(1, 0, 0, 3, True, NOON)
    found = books()
    with pytest.raises(Broken, match="before it was durable"):
        found.shown(STREAM, Frame(1, 1, (card,), {}))
    write(found, card, ev.OutcomeKnown(1, NOON))
    books(card).shown(STREAM, Frame(1, 1, (card,), {}))


def test_money_the_ledger_does_not_know_of_is_noticed() -> None:
    with pytest.raises(Broken, match="staked is"):
        books().check_money()
