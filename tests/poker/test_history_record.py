"""The engine's own record: small, the same again, and safe against any bytes."""

import random
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.poker import Hand, HandOrder, HandRules, RakeRules
from fairdeal.poker.events import HandEvent
from fairdeal.poker.history.meta import HandMeta
from fairdeal.poker.history.packing import BadRecord, Packer, Unpacker
from fairdeal.poker.history.phh import read_history
from fairdeal.poker.history.phh_export import fields_of
from fairdeal.poker.history.record import Packed, Record, from_bytes, record_of, to_bytes
from fairdeal.poker.history.stars import stars_text
from fairdeal.poker.history.transcript import transcript
from fairdeal.testing import play
from tests.poker.history_hands import SAMPLES, card_names, each_finished, random_finished


def foreign(hand: Hand) -> Hand:
    """The same hand as somebody else would tell it: who did not show is unknown."""
    return read_history(fields_of(hand, HandMeta(), known=())).hand


def heard(record: Record) -> list[HandEvent]:
    events: list[HandEvent] = []
    record.replay(events.append)
    return events


def test_a_record_replays_to_the_same_hand() -> None:
    for name, hand, meta in each_finished(60):
        record = record_of(hand, meta)
        packed = to_bytes(record)
        again = from_bytes(*packed)
        played = again.replay()

        assert again == record, name
        assert to_bytes(again) == packed, name
        assert played.result == hand.result, name
        assert played.acts == hand.acts, name
        assert [played.hole(place) for place in range(hand.count)] == [hand.hole(p) for p in range(hand.count)], name
        assert record_of(played, meta) == record, name


def test_a_record_tells_every_event_again() -> None:
    for structure in ("no-limit", "pot-limit", "fixed-limit"):
        hand = random_finished(3, structure)
        events: list[HandEvent] = []
        told = Hand(hand.order, events.append)
        for act in hand.acts:
            told.act(act)

        assert heard(from_bytes(*to_bytes(record_of(hand)))) == events


def test_the_public_part_alone_gives_the_same_result() -> None:
    for name, hand, meta in each_finished(40):
        record = from_bytes(to_bytes(record_of(hand, meta)).public)

        assert record.replay().result == hand.result, name
        assert {place for place, cards in enumerate(record.hole) if cards is None}.isdisjoint(record.shown), name
        assert stars_text(record.replay(), meta) == stars_text(hand, meta), name


def test_the_public_part_does_not_depend_on_cards_nobody_showed() -> None:
    """Two hands that differ only in hidden cards have the same public bytes."""
    for name, hand, _ in each_finished(20):
        assert hand.result is not None
        hidden = next((place for place in range(hand.count) if place not in hand.result.shown), None)
        if hidden is None:
            continue
        deck = list(hand.order.deck)
        never = hand.count * hand.rules.hole_cards + 5  # the first card nobody is dealt
        deck[hidden], deck[never] = deck[never], deck[hidden]
        twin = Hand(replace(hand.order, deck=deck))
        for act in hand.acts:
            twin.act(act)
        one, two = to_bytes(record_of(hand)), to_bytes(record_of(twin))

        assert one.public == two.public, name
        assert one.secret != two.secret, name


def test_hands_from_elsewhere_are_recorded_with_their_unknown_cards() -> None:
    for name, hand, meta in each_finished(20):
        told = foreign(hand)
        packed = to_bytes(record_of(told, meta))

        assert from_bytes(*packed).replay().result == told.result, name
        assert from_bytes(packed.public).replay().result == told.result, name
        assert from_bytes(*packed).replay().mucked == told.mucked, name


def test_a_usual_hand_takes_few_bytes() -> None:
    sizes = []
    for seed in range(300):
        hand = random_finished(seed, "no-limit")
        if hand.count == 6:
            public, secret = to_bytes(record_of(hand))
            sizes.append(len(public) + len(secret))
    rich = SAMPLES["no-limit"]()[0]

    assert len(sizes) > 20
    assert max(sizes) < 120
    assert len(b"".join(to_bytes(record_of(rich)))) < 80


def test_everything_the_rules_of_a_hand_may_say_is_kept() -> None:
    rules = HandRules(
        10,
        small_bet=3,
        big_bet=4,
        low_rounds=1,
        bets_max=9,
        show_in_order=True,
        antes_are_dead=True,
        rake=RakeRules(45_000, 300, 1, 3, 0b1100, needs_flop=False, rule="RAKE-09"),
    )
    order = HandOrder(rules, [900, 800, 700, 600], range(52), 1, 0, 5, [3, 2], [7, 10], [1, 0, 2, 3])
    hand = Hand(order)
    while hand.turn >= 0:
        hand.act(0)
    record = from_bytes(*to_bytes(record_of(hand)))

    assert record.rules == rules
    assert record.order().late_posts == (3, 2)
    assert record.order().late_amounts == (7, 10)
    assert record.order().antes == (1, 0, 2, 3)
    assert record.replay().result == hand.result


def test_cards_that_were_not_dealt_are_not_recorded() -> None:
    hand = play("stacks a=100 b=100 c=100; cards a=AsKs b=QsJs c=Ts9s; board 2c3c4c5c6c; c folds; a folds").hand
    packed = to_bytes(record_of(hand))

    assert from_bytes(*packed).board == ()
    assert not card_names(hand.order.deck[6:11]) & card_names([*packed.secret[1:]])
    assert len(packed.secret) == 1 + 6


def record() -> Record:
    return record_of(play("stacks a=100 b=100; to the end").hand)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"stacks": (100,)}, "bad_game"),
        ({"stacks": (-1, 100)}, "bad_number"),
        ({"stacks": (1 << 63, 100)}, "bad_number"),
        ({"hole": (None, (1, 2))}, "hidden_cards_missing"),
        ({"hole": ((1, 2),)}, "bad_game"),
        ({"antes": (1,)}, "bad_game"),
        ({"late_amounts": (5,)}, "bad_game"),
        ({"mucked": 1}, "bad_game"),
        ({"meta": HandMeta(table="x" * 256)}, "bad_text"),
        ({"meta": HandMeta(names=("a",))}, "bad_meta"),
        ({"meta": HandMeta(seats=(1, 2, 3))}, "bad_meta"),
        ({"meta": HandMeta(time=1 << 60)}, "bad_meta"),
        ({"meta": HandMeta(content_hash="AB")}, "bad_meta"),
        ({"meta": HandMeta(decimals=10)}, "bad_meta"),
    ],
)
def test_what_cannot_be_recorded_is_refused_with_a_code(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(BadRecord) as refused:
        to_bytes(replace(record(), **changes))

    assert refused.value.code == code


def test_an_unfinished_hand_is_not_recorded() -> None:
    with pytest.raises(BadRecord) as refused:
        record_of(play("stacks a=100 b=100").hand)

    assert refused.value.code == "unfinished"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"acts": (0,)}, "unfinished"),
        ({"acts": (0,) * 9}, "hand_over"),
        ({"acts": (3, 0)}, "raise_too_small"),
        ({"acts": (-2,)}, "unknown_act"),
        ({"stacks": (0, 100)}, "bad_stack"),
        ({"big_blind_at": 7}, "bad_blinds"),
        ({"board": ()}, "inconsistent"),
        ({"shown": (0,)}, "inconsistent"),
    ],
)
def test_a_record_that_no_hand_can_have_is_not_replayed(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(BadRecord) as refused:
        replace(record(), **changes).replay()

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("public", "code"),
    [
        (b"", "truncated"),
        (b"\x00", "unknown_version"),
        (b"\x02\x00\x02", "unknown_version"),
        (b"\x01\x03\x02", "bad_game"),
        (b"\x01\x00\x01", "bad_game"),
        (b"\x01\x00\x0b", "bad_game"),
        (b"\x01\x00\x02" + b"\xff" * 9, "bad_number"),
        (b"\x01\x00\x02\x80\x00", "bad_number"),
        (b"\x01\x00\x02\x02\x11\x01\x64\x64\xff\xff\xff\xff\x7f", "truncated"),
    ],
)
def test_bytes_that_are_no_record_are_refused_with_a_code(public: bytes, code: str) -> None:
    with pytest.raises(BadRecord) as refused:
        from_bytes(public)

    assert refused.value.code == code


def test_every_beginning_of_a_record_is_refused() -> None:
    hand, meta = SAMPLES["no-limit"]()
    public, secret = to_bytes(record_of(hand, meta))

    for end in range(len(public)):
        with pytest.raises(BadRecord, match="too early"):
            from_bytes(public[:end], secret)
    for end in range(len(secret)):
        with pytest.raises(BadRecord, match="too early"):
            from_bytes(public, secret[:end])
    for part in ((public + b"\0", secret), (public, secret + b"\0")):
        with pytest.raises(BadRecord, match="after the end"):
            from_bytes(*part)


def test_numbers_have_one_form() -> None:
    for value in (0, 1, 127, 128, 300, 2**32, 2**63 - 1):
        packer = Packer()
        packer.number(value)
        reader = Unpacker(bytes(packer.packed))

        assert reader.number() == value
        reader.end()


def damaged(packed: bytes, chance: random.Random) -> bytes:
    found = bytearray(packed)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(found)) if found else 0
        match chance.randrange(4):
            case 0:
                found[at : at + 1] = bytes([chance.choice([0, 1, 127, 128, 255, chance.randrange(256)])])
            case 1:
                del found[at : at + chance.randint(1, 4)]
            case 2:
                found[at:at] = chance.randbytes(chance.randint(1, 4))
            case _ if found:
                found[at] ^= 1 << chance.randrange(8)
    return bytes(found)


def test_damaged_records_are_replayed_or_refused_but_never_crash() -> None:
    """Whatever is accepted has one form as bytes, and a replay in which no chip appears."""
    chance = random.Random("damaged records")  # noqa: S311
    pool: list[Packed] = []
    for _, hand, meta in each_finished(15):
        pool += [to_bytes(record_of(hand)), to_bytes(record_of(hand, meta)), to_bytes(record_of(foreign(hand), meta))]
    codes = set()
    played = 0
    for _ in range(6000):
        public, secret = chance.choice(pool)
        if chance.random() < 0.8:
            public = damaged(public, chance)
        else:
            secret = damaged(secret, chance)
        try:
            found = from_bytes(public, secret)
            assert to_bytes(found) == (public, secret)
            hand = found.replay()
        except BadRecord as bad:
            codes.add(bad.code)
            continue
        assert hand.result is not None
        assert sum(hand.result.stacks) + hand.result.rake == sum(found.stacks)
        assert transcript(hand, found.meta)
        assert stars_text(hand, found.meta)
        played += 1

    assert played > 200
    assert len(codes) > 12


def test_noise_is_refused() -> None:
    chance = random.Random("noise")  # noqa: S311
    for _ in range(2000):
        with pytest.raises(BadRecord):
            from_bytes(bytes([1]) + chance.randbytes(chance.randint(0, 60)), b"\x01").replay()
