"""What holds of every hand, whoever plays it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.fair import (
    DEFAULT,
    OWN,
    UNREVEALED,
    BadProof,
    Participant,
    deal_hand,
    end_hand,
    lock_hand,
    make_decks,
    proof_text,
    read_proof,
    verify_proof,
    void_hand,
)
from fairdeal.fair.merkle import PAD, path_to, root_by, tree_of
from fairdeal.fair.stream import Stream
from fairdeal.runtime.signing import is_signed
from fairdeal.testing.plan import Dice
from tests.fair.hands import (
    EXAMPLE_ORDER,
    EXAMPLE_TABLE,
    KEY,
    example_dealt,
    example_decks,
    example_locked,
    example_pid,
    random_hand,
    random_shown,
    signed,
)

seeds = st.integers(0, 2**32)


@given(st.binary(min_size=32, max_size=32), st.integers(2, 416))
@settings(max_examples=50)
def test_a_shuffle_holds_everything_once(key: bytes, n: int) -> None:
    assert sorted(Stream(key).shuffle(n)) == list(range(n))


@given(st.lists(st.binary(min_size=32, max_size=32), max_size=64), st.integers(0, 63))
@settings(max_examples=50)
def test_every_leaf_leads_to_the_root_by_its_path_alone(leaves: list[bytes], place: int) -> None:
    tree = tree_of(leaves)
    leaf = leaves[place] if place < len(leaves) else PAD

    assert root_by(leaf, place, path_to(tree, place)) == tree[-1][0]
    assert root_by(leaf, place ^ 1, path_to(tree, place)) != tree[-1][0] or tree[0][place] == tree[0][place ^ 1]


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_what_an_honest_house_publishes_is_read_back_and_passes(seed: int) -> None:
    dice = Dice(seed)
    dealt = random_hand(dice)
    hand = signed(end_hand(dealt, random_shown(dice, dealt)))
    read = read_proof(proof_text(hand))
    found = verify_proof(read, signature=is_signed, room_key=KEY.public)

    assert read == hand
    assert found.passed, found.failed
    assert sorted(dealt.cards) == list(range(52))


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_every_dealt_card_belongs_to_one_place(seed: int) -> None:
    dealt = random_hand(Dice(seed))
    order = dealt.locked.order
    numbers = [k for seat in order for k in dealt.hole_cards(seat)]

    assert sorted([*numbers, *dealt.board()]) == list(range(len(order) * dealt.locked.hole + 5))
    for place, seat in enumerate(order):
        rounds = [dealt.cards[r * len(order) + place] for r in range(dealt.locked.hole)]
        assert [dealt.cards[k] for k in dealt.hole_cards(seat)] == rounds


def test_a_seed_that_is_missing_or_wrong_is_dealt_to_all_the_same() -> None:
    locked = example_locked()
    dealt = deal_hand(locked, {0: b"\12" * 32, 3: b"\0" * 32})  # seat 0 its own, seat 3 another, seat 5 none

    assert [(each.seat, each.flag) for each in dealt.seats] == [(0, OWN), (3, UNREVEALED), (5, UNREVEALED)]
    assert dealt.absent == (3, 5)
    assert all(each.seed == bytes(32) for each in dealt.seats if each.flag == UNREVEALED)
    assert verify_proof(signed(end_hand(dealt, dealt.board()))).passed


def test_a_seed_of_somebody_who_takes_no_part_changes_nothing() -> None:
    people = [Participant(seat, example_pid(seat), None) for seat in EXAMPLE_ORDER]
    locked = lock_hand(EXAMPLE_TABLE, 1, example_decks(), 2, EXAMPLE_ORDER, people)

    assert locked.awaited() == ()
    assert deal_hand(locked, {3: b"\1" * 32}) == deal_hand(locked, {})
    assert {each.flag for each in locked.seats} == {DEFAULT}


def test_nobody_can_answer_for_another_hand_table_or_seat() -> None:
    locked = example_locked()

    assert locked.accepts(3, b"\15" * 32)
    assert not locked.accepts(5, b"\15" * 32)
    assert not locked.accepts(4, b"\15" * 32)
    assert not locked.accepts(3, b"\15" * 31)


@pytest.mark.parametrize(
    ("order", "code"),
    [((3, 0, 5), "bad_order"), ((3, 5), "bad_order"), ((3, 5, 0, 3), "bad_order"), ((3,), "bad_order")],
)
def test_only_a_clockwise_order_of_all_players_can_be_locked(order: tuple[int, ...], code: str) -> None:
    people = [Participant(seat, example_pid(seat), None) for seat in (0, 3, 5)]

    with pytest.raises(BadProof) as refused:
        lock_hand(EXAMPLE_TABLE, 1, example_decks(), 2, order, people)

    assert refused.value.code == code


def test_one_key_is_never_good_for_two_decks() -> None:
    with pytest.raises(BadProof) as refused:
        make_decks(EXAMPLE_TABLE, 1, (bytes(32), bytes(32)))

    assert refused.value.code == "key_twice"


def test_only_dealt_cards_can_be_opened() -> None:
    with pytest.raises(BadProof) as refused:
        end_hand(example_dealt(), [11])

    assert refused.value.code == "bad_card"


def test_a_deck_tells_no_log_its_key_or_cards() -> None:
    dealt = example_dealt()

    for value in (dealt, dealt.locked, dealt.played, end_hand(dealt, ()), void_hand(dealt.locked, 1)):
        assert dealt.played.key.hex() not in repr(value)
        assert "key=" not in repr(value)
        assert "salts" not in repr(value)
        assert repr(dealt.played.cards) not in repr(value)
