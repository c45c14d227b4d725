"""A program's device over the socket: it cuts, and a room that lies in any message of a hand is caught at the step that fails."""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from fairdeal.fair import (
    NOTHING,
    OWN,
    Participant,
    SocketDevice,
    deal_hand,
    end_hand,
    lock_hand,
    make_decks,
    publish_hand,
)
from fairdeal.fair.hand import EndedHand, LockedHand
from fairdeal.fair.messages import lock_digest
from fairdeal.fair.mix import commitment_to
from fairdeal.fair.seen import card_name
from fairdeal.kernel import Instant
from fairdeal.play.fair.changes import CutShown, LockShown, OwnOpenings, ProofShown
from fairdeal.present.fair import cut_to_wire, locked_to_wire, own_to_wire, proof_to_wire
from fairdeal.runtime.signing import RoomKey, is_signed

Message = dict[str, Any]
TABLE, KEY = bytes(range(16)), RoomKey(bytes(32))
ME, OTHER, BUTTON = 3, 5, 5
PIDS = {ME: b"m" * 16, OTHER: b"o" * 16}
ORDER = (ME, OTHER)


def wire(change: object) -> Message:
    """A change as it comes over the socket."""
    return dict(json.loads(msgspec.json.encode(change)))


class House:
    """A room that deals to one device and a player with the default, and can be told to lie."""

    def __init__(self) -> None:
        self.dice = random.Random(5)  # noqa: S311
        self.said: list[Message] = []
        self.before, self.hand = NOTHING, 1
        self.device = SocketDevice(self.hear, is_signed, self.dice.randbytes, KEY.public)
        self.show()

    def hear(self, kind: str, **told: Any) -> str:
        self.said.append({"type": kind, **told})
        return str(len(self.said))

    def fair(self, **more: Any) -> Message:
        usual = {"table": TABLE.hex(), "key": KEY.public.hex(), "hand": self.hand, "locked": None, "dealt": None}
        return {**usual, "pid": PIDS[ME].hex(), "promised": [], "openings": [], **more}

    def show(self, **more: Any) -> None:
        self.device.take({"type": "table", "table": {"id": "T", "fair": self.fair(**more), "own": {"seat": ME}}})
        self.done()

    def done(self) -> None:
        self.device.take({"type": "done", "id": str(len(self.said))})

    def frame(self, *changes: Message, own: Sequence[Message] = ()) -> None:
        self.device.take({"type": "frame", "table": "T", "changes": list(changes), "own": list(own)})

    def locked(self) -> LockedHand:
        promised = {each["hand"]: each["commitment"] for each in self.said[-1]["promises"]}
        people = [Participant(ME, PIDS[ME], bytes.fromhex(promised[self.hand])), Participant(OTHER, PIDS[OTHER], None)]
        decks = make_decks(TABLE, self.hand, (self.dice.randbytes(32), self.dice.randbytes(32)))
        return lock_hand(TABLE, self.hand, decks, 2, ORDER, people, self.before)

    def told_seed(self) -> bytes:
        said = self.said[-1]
        assert (said["type"], said["hand"]) == ("revealSeed", self.hand)
        return bytes.fromhex(said["seed"])


class Dealing:
    """Every message of one hand, as an honest room sends it."""

    def __init__(self, house: House, locked: LockedHand) -> None:
        dealt = deal_hand(locked, {ME: house.told_seed()})
        self.ended: EndedHand = end_hand(dealt, dealt.board(3))
        signatures = [KEY.sign(each) for each in (locked.lock, dealt.deal, self.ended.end)]
        proof = publish_hand(self.ended, signatures, KEY.public)
        cut = CutShown(locked.hand, dealt.seats, dealt.mix, dealt.cut.deck, dealt.deal, signatures[1])
        self.cut = wire(cut_to_wire(cut))
        self.opened: Message = {"kind": "handOpened", "button": BUTTON}
        own = OwnOpenings(locked.hand, dealt.openings(dealt.hole_cards(ME)))
        self.own = wire(own_to_wire(own))
        names = [card_name(card) for card in dealt.cards]
        self.cards: Message = {"kind": "dealt", "cards": [names[k] for k in dealt.hole_cards(ME)]}
        self.board: Message = {"kind": "board", "board": [names[k] for k in dealt.board(3)]}
        self.shown: Message | None = None
        self.end = wire(proof_to_wire(ProofShown(proof)))


def lock_wire(locked: LockedHand) -> Message:
    return wire(locked_to_wire(LockShown(locked.public(), KEY.sign(locked.lock), KEY.public, Instant(0), Instant(0))))


def play(house: House, lie: Callable[[Dealing], object] = lambda _: None) -> Dealing:
    locked = house.locked()
    house.frame(lock_wire(locked))
    house.done()
    dealing = Dealing(house, locked)
    lie(dealing)
    house.frame(dealing.cut, dealing.opened, own=[dealing.own, dealing.cards])
    house.frame(dealing.board)
    shown = [] if dealing.shown is None else [dealing.shown]
    house.frame(dealing.end, *shown)
    house.before, house.hand = dealing.ended.after, house.hand + 1
    return dealing


def test_honest_hands_are_cut_and_proven() -> None:
    house = House()
    for _ in range(3):
        play(house)

    assert house.device.disputes == []
    assert house.device.counted == 3
    assert [proof.hand for proof in house.device.proofs] == [1, 2, 3]


def without_my_seed(dealing: Dealing) -> None:
    dealing.cut["seats"][0].update(flag=0, seed="00" * 32)


def another_card_of_mine(dealing: Dealing) -> None:
    first, second = dealing.own["openings"]
    first["card"], second["card"] = second["card"], first["card"]


def other_cards_shown_to_me(dealing: Dealing) -> None:
    wrong = next(name for name in map(card_name, range(52)) if name not in dealing.cards["cards"])
    dealing.cards["cards"][0] = wrong


def another_board(dealing: Dealing) -> None:
    dealing.board["board"].reverse()


def a_hand_that_is_not_opened(dealing: Dealing) -> None:
    dealing.shown = {"kind": "shown", "at": OTHER, "cards": ["As", "Ad"]}


def the_wrong_seat_first(dealing: Dealing) -> None:
    dealing.opened["button"] = ME


def another_unused_deck(dealing: Dealing) -> None:
    dealing.end["unusedKey"] = "ab" * 32


def another_log(dealing: Dealing) -> None:
    dealing.end["after"] = "ab" * 32


def unsigned_deal(dealing: Dealing) -> None:
    dealing.cut["signature"] = "00" * 64


@pytest.mark.parametrize(
    ("lie", "step"),
    [
        (without_my_seed, "seeds"),
        (another_card_of_mine, "cards"),
        (other_cards_shown_to_me, "cards_seen"),
        (another_board, "cards_seen"),
        (a_hand_that_is_not_opened, "cards_seen"),
        (the_wrong_seat_first, "order"),
        (another_unused_deck, "unused_deck"),
        (another_log, "log"),
        (unsigned_deal, "signatures"),
    ],
)
def test_a_room_that_lies_is_caught_at_the_step_that_fails(lie: Callable[[Dealing], object], step: str) -> None:
    house = House()
    play(house)
    play(house, lie)

    assert house.device.disputes[0].step == step


def test_a_second_lock_and_a_second_deal_are_caught_also_after_the_line_was_lost() -> None:
    house = House()
    locked = house.locked()
    house.frame(lock_wire(locked))
    house.done()
    seed = house.told_seed()
    dealing = Dealing(house, locked)
    house.frame(dealing.cut)
    house.show(locked=lock_wire(locked), dealt=dealing.cut, openings=dealing.own["openings"])
    assert house.device.disputes == [], "the same again is no dispute"

    people = [
        Participant(ME, PIDS[ME], commitment_to(TABLE, 1, ME, PIDS[ME], seed)),
        Participant(OTHER, PIDS[OTHER], None),
    ]
    late = lock_hand(TABLE, 1, make_decks(TABLE, 1, (b"1" * 32, b"2" * 32)), 2, ORDER, people, NOTHING)
    assert late.lock == lock_digest(TABLE, 1, late.roots, 2, late.seats, ORDER, NOTHING)
    house.show(locked=lock_wire(late), dealt=dealing.cut)
    assert [each.step for each in house.device.disputes] == ["order_in_time"]

    other = deal_hand(locked, {})
    cut = CutShown(1, other.seats, other.mix, other.cut.deck, other.deal, KEY.sign(other.deal))
    house.frame(wire(cut_to_wire(cut)))
    assert [each.step for each in house.device.disputes][1:] == ["order_in_time"]


def test_a_lock_with_the_default_is_answered_by_new_promises() -> None:
    house = House()
    decks = make_decks(TABLE, 1, (b"1" * 32, b"2" * 32))
    locked = lock_hand(TABLE, 1, decks, 2, ORDER, [Participant(seat, PIDS[seat], None) for seat in ORDER], NOTHING)
    house.frame(lock_wire(locked))

    assert house.said[-1]["type"] == "promiseSeeds"
    assert [each["hand"] for each in house.said[-1]["promises"]] == [2, 3, 4]
    assert all(each.flag != OWN for each in locked.seats)
