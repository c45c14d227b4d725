"""Each check knows the rule it holds the room to, from the rule's own words."""

from collections.abc import Callable

import pytest

from fairdeal.bank.accounts import Purpose, Tender
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.cash.table.state import Dealt
from fairdeal.kernel import AccountId, Currency, EventRef, Instant, MoneyKind, StreamId, Units
from fairdeal.play.changes import OwnCards
from fairdeal.poker.events import Acted, BlindPosted, BoardDealt, HandShown, PotAwarded
from fairdeal.runtime.broadcast import Frame
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Committed, Lease, Unit
from fairdeal.testing.checks.blinds import positions
from fairdeal.testing.checks.books import Books, Standstill
from fairdeal.testing.checks.cards import Cards, cards_in
from fairdeal.testing.checks.clocks import check_limit
from fairdeal.testing.checks.pots import Pots, _layers
from fairdeal.testing.checks.rulings import cited, holds
from fairdeal.testing.checks.violated import Violated

TABLE = StreamId("cash:T1")


@pytest.mark.parametrize(
    ("last_big_blind", "dealt", "veterans", "big", "small", "button"),
    [
        (3, (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6), 4, 3, 2),
        (3, (1, 3, 4, 5, 6), (1, 3, 4, 5, 6), 4, 3, 1),
        (3, (1, 2, 4, 5, 6), (1, 2, 4, 5, 6), 4, None, 2),
        (3, (1, 2, 5, 6), (1, 2, 5, 6), 5, None, 2),
        (3, (1, 2, 3, 4, 5, 6), (1, 2, 3, 5, 6), 4, 3, 2),
        (3, (2, 3), (2, 3), 2, 3, 3),
        (3, (1, 3), (1, 3), 1, 3, 3),
        (3, (1, 2), (1, 2), 1, 2, 2),
        (1, (1, 2, 4), (1, 2), 2, 1, 4),
    ],
)
def test_the_check_of_button_and_blinds_knows_the_vectors_of_the_rule(
    last_big_blind: int, dealt: tuple[int, ...], veterans: tuple[int, ...], big: int, small: int | None, button: int
) -> None:
    found = positions(last_big_blind, dealt, veterans)

    assert (found.big_blind, found.small_blind, found.button) == (big, small, button)
    assert found.seats[-1] == button


def test_a_position_is_found_even_where_everybody_is_new() -> None:
    assert positions(2, (1, 3, 4), ()) == Dealt((3, 4, 1), 1, None, 3)


def test_side_pots_are_layers_of_what_everybody_put_in() -> None:
    assert _layers([50, 100, 100, 20], [0, 1, 2], {0: 1, 1: 5, 2: 5}) == [(170, (0,)), (100, (1, 2))]
    assert _layers([5, 10], [1], {}) == [(15, (1,))]


def pots_after(*told: object) -> Pots:
    pots = Pots(TABLE, [100, 100])
    pots.told(told)
    return pots


def test_a_pot_that_goes_to_the_worse_hand_is_noticed() -> None:
    told = (
        BlindPosted(0, 1, "CASH-13"),
        BlindPosted(1, 2, "CASH-13"),
        Acted(0, 0, "call", 2, all_in=False),
        Acted(1, 0, "check", 2, all_in=False),
        BoardDealt(1, (1, 2, 3)),
        HandShown(0, (4, 5), 10),
        HandShown(1, (6, 7), 20),
    )
    right = PotAwarded(4, 0, (0,))
    wrong = PotAwarded(4, 0, (1,))

    pots_after(*told, right)._check_awards([0, 1])
    with pytest.raises(Violated, match="pots"):
        pots_after(*told, wrong)._check_awards([0, 1])


def private(player: str, cards: tuple[int, ...]) -> Frame:
    return Frame(1, 1, (), {player: (OwnCards("H", 0, cards),)})  # type: ignore[arg-type, dict-item]


def test_a_card_dealt_to_two_players_is_noticed() -> None:
    cards = Cards(TABLE)
    cards.opened(["ann", "bob"])  # type: ignore[list-item]
    cards.sent(private("ann", (1, 2)))

    with pytest.raises(Violated, match="bob was dealt"):
        cards.sent(private("bob", (2, 3)))


def test_a_view_may_hold_ones_own_cards_and_nobody_elses() -> None:
    cards = Cards(TABLE)
    cards.opened(["ann", "bob"])  # type: ignore[list-item]
    cards.sent(private("ann", (1, 2)))
    own = OwnCards("H", 0, (1, 2))  # type: ignore[arg-type]

    cards.viewed("ann", own)  # type: ignore[arg-type]
    with pytest.raises(Violated, match="the view of bob holds the card 1"):
        cards.viewed("bob", own)  # type: ignore[arg-type]
    with pytest.raises(Violated, match="the view of None"):
        cards.viewed(None, own)


def test_what_is_no_plain_data_counts_as_a_secret() -> None:
    with pytest.raises(Violated, match="not plain data"):
        list(cards_in(object()))


@pytest.mark.parametrize(
    ("elapsed", "is_right"), [(599_700, False), (600_001, True), (600_900, True), (602_000, False)]
)
def test_a_period_ends_neither_early_nor_late(elapsed: int, *, is_right: bool) -> None:
    def check() -> None:
        check_limit("somebody removed", elapsed, 600_000, 0, TABLE)

    _raises_unless(check, is_right=is_right)


def _raises_unless(call: Callable[[], None], *, is_right: bool) -> None:
    if is_right:
        call()
    else:
        with pytest.raises(Violated, match="clocks"):
            call()


def test_time_that_stood_still_is_counted_once() -> None:
    still = Standstill()
    still.note(Instant(100), Instant(200))
    still.note(Instant(300), Instant(350))

    assert still.within(Instant(0), Instant(1_000)) == 150
    assert still.within(Instant(150), Instant(320)) == 70
    assert still.count_since(Instant(250)) == 1


def write(debit: AccountId, credit: AccountId, amount: int) -> None:
    """Tell books of a commit that their store never got."""
    reference = EventRef(TABLE, 1)
    transfer = Transfer(reference, debit, credit, Units(amount), Reason.CHARITY)
    unit = Unit(Lease("room", 1), Instant(0), (), (transfer,))
    Books(MemoryStore()).written([unit], [Committed(())])


def test_books_notice_an_overdraft_and_a_change_of_tender() -> None:
    test, fun = Tender(Currency.EUR, MoneyKind.TEST), Tender(Currency.EUR, MoneyKind.PLAY)

    with pytest.raises(Violated, match="overdrawn by 5"):
        write(test.account(Purpose.SEAT, "T1/ann"), test.account(Purpose.POT, "T1"), 5)
    with pytest.raises(Violated, match="conservation"):
        write(test.account(Purpose.OUTSIDE), fun.account(Purpose.POT, "T1"), 5)


def test_books_notice_a_store_that_did_not_post_what_it_took() -> None:
    test = Tender(Currency.EUR, MoneyKind.TEST)

    with pytest.raises(Violated, match="holds 0, not -5"):
        write(test.account(Purpose.OUTSIDE), test.account(Purpose.POT, "T1"), 5)


def test_a_ruling_holds_only_in_an_edition_that_has_it() -> None:
    assert holds("TIME-17", "publicwin")
    assert not holds("TIME-17", "unibet-2.7")
    assert not holds("NO-01", "publicwin")
    assert holds("X-143", "publicwin")


def test_every_rule_an_event_names_is_counted() -> None:
    told = BlindPosted(0, 1, "CASH-13")

    class Event:
        rule = "TIME-12"
        forced_sit_out = "TIME-13"
        told: tuple[BlindPosted, ...] = ()

    event = Event()
    event.told = (told,)
    assert list(cited(event)) == ["TIME-12", "TIME-13", "CASH-13"]
