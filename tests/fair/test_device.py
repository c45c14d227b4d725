"""A player's device catches what no published file can show: what came first, and what was left out."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from fairdeal.fair import (
    NOTHING,
    OWN,
    UNREVEALED,
    DealtHand,
    Device,
    Dispute,
    EndedHand,
    Participant,
    PublishedHand,
    SeatSeed,
    deal_hand,
    end_hand,
    lock_hand,
    make_decks,
    publish_hand,
    publish_void,
    void_hand,
)
from fairdeal.runtime.signing import RoomKey, is_signed

TABLE, PID, OTHER = bytes(range(16)), b"p" * 16, b"o" * 16
KEY = RoomKey(bytes(32))


class Room:
    """A room that deals one hand after another to one device and a player with the default."""

    def __init__(self, seed: int = 1) -> None:
        self.dice = random.Random(seed)  # noqa: S311
        self.device = Device(TABLE, 3, PID, self.dice.randbytes, is_signed, KEY.public, "my text")
        self.before = NOTHING

    def lock(self, hand: int, commitment: bytes | None = None) -> "DealtHand":
        """A hand as the room would deal it with the device's seed."""
        decks = make_decks(TABLE, hand, (self.dice.randbytes(32), self.dice.randbytes(32)))
        promised = self.device.promise(hand)
        participants = [Participant(3, PID, commitment or promised), Participant(5, OTHER, None)]
        locked = lock_hand(TABLE, hand, decks, 2, (3, 5), participants, self.before)
        return deal_hand(locked, {3: self.device._seeds[hand]})

    def play(self, hand: int) -> tuple[DealtHand, EndedHand]:
        """A whole hand, in which the device finds nothing wrong."""
        dealt = self.lock(hand)
        self.answer(dealt)
        self.cut(dealt)
        ended = end_hand(dealt, dealt.board(3))
        self.device.ended(self.proof(ended))
        self.before = ended.after
        return dealt, ended

    def answer(self, dealt: DealtHand) -> bytes | None:
        locked = dealt.locked
        seed = self.device.answer(locked.public(), KEY.sign(locked.lock))
        self.device.accepted(locked.hand)
        return seed

    def cut(self, dealt: DealtHand) -> None:
        self.device.cut(dealt.locked.hand, dealt.seats, dealt.mix, dealt.deal, KEY.sign(dealt.deal))

    def proof(self, ended: EndedHand) -> PublishedHand:
        dealt = ended.dealt
        return publish_hand(ended, [KEY.sign(each) for each in (dealt.locked.lock, dealt.deal, ended.end)], KEY.public)


def disputed(call: Callable[[], object]) -> str:
    with pytest.raises(Dispute) as found:
        call()
    return found.value.step


def test_honest_hands_and_voids_raise_no_dispute() -> None:
    room = Room()
    for hand in (1, 2):
        room.play(hand)
    dealt = room.lock(3)
    room.answer(dealt)
    void = void_hand(dealt.locked, 1)
    room.device.void(publish_void(void, [KEY.sign(dealt.locked.lock), KEY.sign(void.void)], KEY.public))
    room.before = void.after
    room.play(4)


def test_a_seed_is_never_told_to_a_lock_that_is_wrong() -> None:
    room = Room()
    dealt = room.lock(1)
    lock = dealt.locked.public()
    forged = replace(lock, roots=(lock.roots[1], lock.roots[0]))

    assert disputed(lambda: room.device.answer(forged, KEY.sign(lock.lock))) == "lock"
    assert disputed(lambda: room.device.answer(lock, bytes(64))) == "signatures"
    strange = room.lock(2, commitment=b"c" * 32)
    assert disputed(lambda: room.answer(strange)) == "seeds"


def test_roots_that_change_after_the_seed_was_told_are_caught() -> None:
    """The house locks again once it knows the seed: the same hand with decks it likes better."""
    room = Room()
    first, second = room.lock(1), room.lock(1)
    room.answer(first)

    assert disputed(lambda: room.answer(second)) == "order_in_time"
    room = Room()
    first, second = room.lock(1), room.lock(1)
    room.answer(first)
    assert disputed(lambda: room.cut(second)) in {"cut", "deal"}
    room.cut(first)
    late = end_hand(second, second.board(3))
    assert disputed(lambda: room.device.ended(room.proof(late))) == "order_in_time"


def test_a_deal_without_a_lock_is_caught() -> None:
    room = Room()
    dealt = room.lock(1)

    assert disputed(lambda: room.cut(dealt)) == "order_in_time"


def test_a_deal_that_drops_a_seed_that_was_taken_is_caught() -> None:
    room = Room()
    dealt = room.lock(1)
    room.answer(dealt)
    dropped = deal_hand(dealt.locked, {})

    assert dropped.seats[0].flag == UNREVEALED
    assert disputed(lambda: room.cut(dropped)) == "seeds"


def test_a_seed_that_came_too_late_is_no_dispute() -> None:
    room = Room()
    dealt = room.lock(1)
    room.device.answer(dealt.locked.public(), KEY.sign(dealt.locked.lock))
    late = deal_hand(dealt.locked, {})

    room.cut(late)


def test_a_deal_with_another_player_than_was_locked_is_caught() -> None:
    room = Room()
    dealt = room.lock(1)
    room.answer(dealt)
    own, other = dealt.seats
    shill = SeatSeed(other.seat, b"s" * 16, OWN, b"c" * 32, b"x" * 32)
    changed = replace(dealt, seats=(own, shill))

    assert disputed(lambda: room.cut(changed)) == "deal"


def test_a_log_that_forgets_a_hand_is_caught() -> None:
    room = Room()
    room.play(1)
    room.before = NOTHING

    assert disputed(lambda: room.answer(room.lock(2))) == "log"


def test_a_proof_of_another_deal_than_was_sent_is_caught() -> None:
    room = Room()
    dealt = room.lock(1)
    room.answer(dealt)
    room.cut(dealt)
    other = deal_hand(dealt.locked, {})

    assert disputed(lambda: room.device.ended(room.proof(end_hand(other, other.board(3))))) == "order_in_time"


def test_a_promise_is_kept_until_its_hand_is_over_and_never_told_again() -> None:
    room = Room()
    promised = room.device.promise(1)
    assert room.device.promise(1) == promised, "a reload can answer"
    room.play(1)

    assert room.device.promise(1) != promised


def test_a_device_leaves_the_cut_to_another_one_of_its_player() -> None:
    room = Room()
    other = Room(2)
    dealt = other.lock(1)

    assert room.device.answer(dealt.locked.public(), KEY.sign(dealt.locked.lock)) is None
    promised = room.device.promise(2)
    assert room.device.promised(2, promised)
    room.device.withdraw([2])
    assert not room.device.promised(2, promised)
