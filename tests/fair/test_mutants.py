"""Houses that cheat: each is caught, in every hand where what it does can be seen, in every second where it hides in one deck."""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import pytest

from fairdeal.fair import (
    DEFAULT,
    DealtHand,
    Deck,
    Decks,
    LockedHand,
    PublishedHand,
    deal_hand,
    end_hand,
    make_deck,
    make_decks,
    proof_json,
    verify_log,
    verify_proof,
)
from fairdeal.fair.merkle import tree_of
from fairdeal.fair.messages import deal_digest, end_digest, lock_digest, log_after_hand
from fairdeal.fair.mix import cut_by, default_seed, mix_of
from fairdeal.fair.stream import Hmac
from fairdeal.fair.values import tagged, u8, u16, u64
from fairdeal.testing.plan import Dice
from tests.fair.hands import EXAMPLE_TABLE, random_hand, signed, standalone

VERIFY = standalone()["verify"]
HANDS = 100


def deck_of(cards: list[int], number: int, key: bytes, hand: int = 1) -> Deck:
    """A deck with any cards, committed to as an honest one would be."""
    salt = Hmac(tagged("saltkey", key), b"PFP1/salt\0")
    salts = [salt.digest(u16(place)) for place in range(52)]
    leaves = [
        tagged("leaf", EXAMPLE_TABLE, u64(hand), u8(number), u16(place), u8(card), salts[place])
        for place, card in enumerate(cards)
    ]
    return Deck(number, key, tuple(cards), tuple(salts), tree_of(leaves))


def caught(hand: PublishedHand) -> bool:
    """Whether both verifiers refuse a hand; they must agree."""
    ours = set(verify_proof(hand).failed)
    other = {name for name, passed in VERIFY(json.loads(json.dumps(proof_json(hand)))) if not passed}
    assert ours == other - {"signatures"}
    return bool(ours)


def played(dice: Dice, decks: Decks) -> PublishedHand:
    dealt = random_hand(dice, decks=decks)
    return unsigned(dealt)


def unsigned(dealt: DealtHand) -> PublishedHand:
    return signed(end_hand(dealt, dealt.board()))


def honest(dice: Dice) -> Decks:
    return make_decks(EXAMPLE_TABLE, 1, (dice.randbytes(32), dice.randbytes(32)))


def with_bad_deck(dice: Dice, cards: Callable[[list[int]], list[int]]) -> Decks:
    """Two decks, of which one is not what its key says."""
    good = honest(dice)
    which = dice.randrange(2)
    bad = deck_of(cards(list(good[which].cards)), which, good[which].key)
    return Decks(bad, good[1]) if which == 0 else Decks(good[0], bad)


def repeated(cards: list[int]) -> list[int]:
    return [cards[1], *cards[1:]]


def chosen_order(cards: list[int]) -> list[int]:
    return sorted(cards)


def byte_modulo(_cards: list[int]) -> list[int]:
    """A shuffle that takes bytes modulo, so that some orders come more often."""
    source = sha256(bytes(_cards)).digest() * 2
    cards = list(range(52))
    for place in range(51):
        other = place + source[place] % (52 - place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


@pytest.mark.parametrize("hands", [HANDS, pytest.param(20 * HANDS, marks=pytest.mark.soak)])
@pytest.mark.parametrize("cards", [repeated, chosen_order, byte_modulo])
def test_a_deck_that_is_not_its_keys_is_caught_in_every_second_hand(
    cards: Callable[[list[int]], list[int]], hands: int
) -> None:
    """Four standard deviations around one half."""
    dice = Dice(11)
    count = sum(caught(played(dice, with_bad_deck(dice, cards))) for _ in range(hands))

    assert abs(count - hands / 2) < 4 * (hands / 4) ** 0.5


def test_two_bad_decks_are_caught_in_every_hand() -> None:
    dice = Dice(12)
    for _ in range(30):
        good = honest(dice)
        bad = Decks(*(deck_of(repeated(list(deck.cards)), deck.number, deck.key) for deck in good))
        assert caught(played(dice, bad))


def test_a_changed_card_is_caught() -> None:
    dice = Dice(13)
    for _ in range(30):
        hand = unsigned(random_hand(dice))
        first, *others = hand.openings
        assert caught(replace(hand, openings=(first._replace(card=(first.card + 1) % 52), *others)))


def test_swapped_leaves_are_caught() -> None:
    """Two cards of the board that change places, each with its own salt and path."""
    dice = Dice(14)
    for _ in range(30):
        hand = unsigned(random_hand(dice))
        first, second, *others = hand.openings
        swapped = (second._replace(k=first.k), first._replace(k=second.k), *others)
        assert caught(replace(hand, openings=swapped))
        taken = (second._replace(k=first.k, i=first.i), first._replace(k=second.k, i=second.i), *others)
        assert caught(replace(hand, openings=taken))


def signed_again(hand: PublishedHand) -> PublishedHand:
    """A cheating house hashes everything anew, so that only the cards and seeds themselves can tell."""
    lock = lock_digest(hand.table, hand.hand, hand.roots, hand.hole, hand.seats, hand.order, hand.before)
    mix = mix_of(hand.table, hand.hand, hand.roots, hand.seats)
    deal = deal_digest(hand.table, hand.hand, lock, hand.seats, mix)
    shown = [(each.k, each.card) for each in hand.openings]
    end = end_digest(hand.table, hand.hand, deal, hand.unused_key, shown)
    after = log_after_hand(hand.before, lock, deal, end)
    return replace(hand, lock=lock, mix=mix, deal=deal, end=end, after=after)


def test_a_card_dealt_to_another_than_the_order_says_is_caught() -> None:
    """Hole cards side by side instead of round by round, with everything hashed anew."""
    dice = Dice(15)
    for _ in range(30):
        dealt = random_hand(dice)
        order, hole = dealt.locked.order, dealt.locked.hole
        hand = unsigned(dealt)
        wrong = [
            dealt.played.opening(r * len(order) + place, dealt.cut.places[place * hole + r])
            for r in range(hole)
            for place in range(len(order))
        ]
        lying = signed_again(replace(hand, openings=(*wrong, *hand.openings)))
        assert verify_proof(lying).failed == ("cards",)
        assert caught(lying)


def test_an_order_that_is_not_clockwise_is_caught() -> None:
    dice = Dice(16)
    for _ in range(30):
        hand = unsigned(random_hand(dice))
        if len(hand.order) < 3:
            continue
        turned = (hand.order[1], hand.order[0], *hand.order[2:])
        assert "order" in verify_proof(signed_again(replace(hand, order=turned))).failed


def grind(locked: LockedHand, wanted: int) -> DealtHand:
    """A house that picks the default of the first seat until a card it likes comes first."""
    for chance in range(10_000):
        seed = sha256(u64(chance)).digest()
        first, *others = locked.seats
        dealt = deal_hand(replace(locked, seats=(first._replace(seed=seed), *others)), {})
        if dealt.cards[0] == wanted:
            return dealt
    raise AssertionError("no luck in ten thousand tries")


def test_a_default_that_the_house_chose_is_caught() -> None:
    dice = Dice(17)
    for _ in range(5):
        locked = random_hand(dice, reveal=lambda _locked, _seeds: {}).locked
        seats = []
        for each in locked.seats:
            default = default_seed(EXAMPLE_TABLE, 1, each.seat, each.pid, locked.decks.roots)
            seats.append(each._replace(flag=DEFAULT, commitment=bytes(32), seed=default))
        nobody = replace(locked, seats=tuple(seats))
        lock = lock_digest(EXAMPLE_TABLE, 1, nobody.decks.roots, nobody.hole, seats, nobody.order, nobody.before)
        nobody = replace(nobody, lock=lock)

        assert not caught(unsigned(deal_hand(nobody, {})))
        lying = unsigned(grind(nobody, wanted=51))
        assert lying.openings
        assert verify_proof(lying).failed == ("seeds",)
        assert caught(lying)


@pytest.mark.parametrize(("first", "second"), [(1, 1), (0, 1), (1, 0), (0, 0)])
def test_a_deck_that_is_dealt_again_is_caught_by_its_key_or_its_salts(first: int, second: int) -> None:
    """Deck 0 has the same key in both hands; the leaves name the hand, so its roots differ. Cuts say when it is played."""
    dice = Dice(18)
    reused = dice.randbytes(32)
    hands: list[PublishedHand] = []
    for number, deck in ((1, first), (2, second)):
        decks = make_decks(EXAMPLE_TABLE, number, (reused, dice.randbytes(32)))
        before = hands[-1].after if hands else bytes(32)
        dealt = random_hand(dice, number=number, before=before, decks=decks)
        while dealt.cut.deck != deck:
            dealt = random_hand(dice, number=number, before=before, decks=decks)
        everything = range(len(dealt.locked.order) * dealt.locked.hole + 5)
        hands.append(signed(end_hand(dealt, everything)))

    assert not any(caught(hand) for hand in hands)
    assert verify_log(hands).failed == ("decks",)


def test_a_void_deck_that_is_dealt_again_is_caught_by_its_root() -> None:
    dice = Dice(19)
    hand = unsigned(random_hand(dice))
    again = replace(hand, hand=2, before=hand.after)

    assert "decks" in verify_log([hand, again]).failed
    assert caught(again)


def test_the_cut_with_a_modulo_of_bytes_is_caught() -> None:
    dice = Dice(20)
    for _ in range(20):
        dealt = random_hand(dice)
        places = tuple(byte_modulo(list(dealt.cut.places)))
        biased = replace(dealt, cut=dealt.cut._replace(places=places))
        assert "cards" in verify_proof(unsigned(biased)).failed


def test_the_salts_of_one_deck_open_nothing_of_the_other() -> None:
    decks = honest(Dice(21))

    assert not set(decks.first.salts) & set(decks.second.salts)
    assert make_deck(EXAMPLE_TABLE, 1, 0, decks.first.key) == decks.first
    assert cut_by(bytes(32)) != cut_by(b"\1" + bytes(31))
