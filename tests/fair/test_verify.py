"""Every value of a proof counts: whatever is changed, a check that names it fails, in both verifiers."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from fairdeal.fair import (
    DRAW,
    ROUND,
    SHOE,
    BadProof,
    deal_hand,
    end_hand,
    proof_json,
    publish_void,
    read_proof,
    verify_log,
    verify_proof,
    void_hand,
)
from fairdeal.fair.lots import LOTS
from fairdeal.fair.scans import SCANS
from fairdeal.runtime.signing import RoomKey, is_signed
from fairdeal.testing.plan import Dice
from tests.fair.hands import (
    KEY,
    example_dealt,
    example_locked,
    example_published,
    random_hand,
    random_lots,
    random_round,
    random_scans,
    random_shown,
    signed,
    standalone,
)

Json = dict[str, Any]
VERIFY = standalone()["verify"]


def failures(found: Json) -> tuple[set[str], set[str]]:
    """The checks that fail, by our verifier and by the standalone one."""
    ours = verify_proof(read_proof(json.dumps(found)), signature=is_signed, room_key=KEY.public)
    other = {name for name, passed in VERIFY(found, KEY.public.hex()) if not passed}
    return set(ours.failed), other


def flip(text: str) -> str:
    """The same hexadecimal digits but for the first."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where every number and text of a proof is."""
    if isinstance(value, dict):
        return [each for name, part in value.items() for each in places(part, (*path, name))]
    if isinstance(value, list):
        return [each for at, part in enumerate(value) for each in places(part, (*path, at))]
    return [path]


def with_change(found: Json, path: tuple[Any, ...]) -> Json:
    copy: Any = json.loads(json.dumps(found))
    inner = copy
    for name in path[:-1]:
        inner = inner[name]
    old = inner[path[-1]]
    inner[path[-1]] = flip(old) if isinstance(old, str) else 1 if old is None else old - 1 if old else 1
    return dict(copy)


def kinds() -> list[tuple[str, Json]]:
    dice = Dice(8)
    dealt = example_dealt()
    void = void_hand(example_locked(), 2)
    rounds = [(kind, random_round(dice, kind, 4)) for kind in (ROUND, SHOE, DRAW)]
    return [
        ("hand", proof_json(example_published())),
        ("own copy", proof_json(signed(end_hand(dealt, dealt.board()), dealt.hole_cards(3)))),
        ("void", proof_json(publish_void(void, [KEY.sign(void.locked.lock), KEY.sign(void.void)], KEY.public))),
        *((kind, proof_json(found)) for kind, found in rounds),
        (LOTS, proof_json(random_lots(dice, 4))),
        (SCANS, proof_json(random_scans(dice))),
    ]


@pytest.mark.parametrize(("kind", "found"), kinds(), ids=[kind for kind, _ in kinds()])
def test_any_changed_value_is_noticed_by_both_verifiers(kind: str, found: Json) -> None:
    if kind in (ROUND, SHOE, DRAW, LOTS):
        assert not verify_proof(read_proof(json.dumps(found))).failed
        assert all(passed for _, passed in VERIFY(found))
    else:
        assert failures(found) == (set(), set())
    for path in places(found):
        if path[0] in ("protocol", "kind"):
            continue
        changed = with_change(found, path)
        try:
            ours, other = failures(changed)
        except BadProof:  # a form that cannot be
            continue
        assert ours, path
        assert other - {"pinned"} or ours == {"pinned"}, path


Change = Callable[[Json], object]


@pytest.mark.parametrize(
    ("change", "checks"),
    [
        (lambda hand: hand["openings"][0].update(card=50), {"cards", "end"}),
        (lambda hand: hand["openings"][0].update(i=0), {"cards"}),
        (lambda hand: hand["openings"].reverse(), {"cards"}),
        (lambda hand: hand["openings"].pop(), {"end"}),
        (lambda hand: hand.update(unused_key="ff" * 32), {"unused_deck", "end"}),
        (lambda hand: hand["roots"].reverse(), {"lock", "cut", "unused_deck", "cards"}),
        (lambda hand: hand["order"].reverse(), {"order", "lock"}),
        (lambda hand: hand["seats"][0].update(flag=0), {"seeds", "cut", "deal", "cards"}),
        (lambda hand: hand["signatures"].reverse(), {"signatures"}),
        (lambda hand: hand.update(deck=1), {"cut", "unused_deck", "cards"}),
        (lambda hand: hand["log"].update(before="11" * 32), {"lock", "log"}),
        (lambda hand: hand["log"].update(after="11" * 32), {"log"}),
    ],
)
def test_the_check_that_fails_says_what_is_wrong(change: Change, checks: set[str]) -> None:
    found = proof_json(example_published())
    change(found)
    ours, other = failures(found)

    assert ours == checks
    assert other & checks


def test_another_key_is_told_and_none_is_told_too() -> None:
    hand = example_published()
    other = RoomKey(b"\1" * 32).public

    assert verify_proof(hand, signature=is_signed, room_key=other).failed == ("pinned",)
    assert "signature_not_pinned" in {each.code for each in verify_proof(hand, signature=is_signed).not_proven}
    pinned = verify_proof(hand, signature=is_signed, room_key=KEY.public)
    assert "signature_not_pinned" not in {each.code for each in pinned.not_proven}


def test_a_hand_without_an_own_seed_is_not_cut_by_a_player() -> None:
    dealt = deal_hand(example_locked(), {})
    found = verify_proof(signed(end_hand(dealt, dealt.board())))

    assert found.passed
    codes = {each.code for each in found.not_proven}
    assert {"not_cut_by_a_player", "seeds_withheld"} <= codes
    assert "order_not_chosen" not in {each.code for each in found.proven}


def test_withheld_seeds_are_counted() -> None:
    locked = example_locked()
    dealt = deal_hand(locked, {0: b"\12" * 32})
    found = verify_proof(signed(end_hand(dealt, ())))
    said = {each.code: each.sentence for each in found.not_proven}

    assert "2 (seat 3, 5)" in said["seeds_withheld"]
    assert "order_not_chosen" in {each.code for each in found.proven}


def test_a_players_own_copy_says_whose_cards_are_not_for_all() -> None:
    dealt = example_dealt()
    ended = end_hand(dealt, dealt.board())
    own = verify_proof(signed(ended, dealt.hole_cards(5)), signature=is_signed, room_key=KEY.public)
    public = verify_proof(signed(ended), signature=is_signed, room_key=KEY.public)

    assert own.passed
    assert "own_cards" in {each.code for each in own.proven}
    assert "own_cards" not in {each.code for each in public.proven}


def test_a_copy_with_the_cards_of_two_players_was_never_given_out() -> None:
    dealt = example_dealt()
    ended = end_hand(dealt, dealt.board())
    both = [*dealt.hole_cards(5), *dealt.hole_cards(3)]

    assert verify_proof(signed(ended, both)).failed == ("end",)


def test_several_hands_in_a_row_make_a_whole_log_and_a_gap_is_told() -> None:
    dice = Dice(4)
    proofs = []
    before = bytes(32)
    for number in range(1, 9):
        dealt = random_hand(dice, number=number, before=before)
        if number == 4:
            void = void_hand(dealt.locked, 1)
            proofs.append(publish_void(void, [bytes(64)] * 2, KEY.public))
            before = void.after
            continue
        ended = end_hand(dealt, random_shown(dice, dealt))
        proofs.append(signed(ended))  # type: ignore[arg-type]
        before = ended.after

    whole = verify_log(proofs, whole=True)
    assert whole.passed
    assert [each.code for each in whole.proven] == ["whole_log"]
    with_gap = [*proofs[:2], *proofs[3:]]
    assert verify_log(with_gap).passed
    assert [each.code for each in verify_log(with_gap).not_proven] == ["gaps"]
    assert verify_log(with_gap, whole=True).failed == ("numbers",)
    assert verify_log(proofs[1:], whole=True).failed == ("numbers",)
    assert set(verify_log([*proofs, proofs[2]]).failed) == {"numbers", "decks"}
    assert verify_log(proofs[::-1]).failed == ("numbers",)


def test_a_log_that_was_rewritten_does_not_go_on() -> None:
    dice = Dice(4)
    first = end_hand(random_hand(dice, number=1), ())
    instead = end_hand(random_hand(dice, number=1), ())
    second = end_hand(random_hand(dice, number=2, before=first.after), ())

    assert verify_log([signed(first), signed(second)]).passed
    assert verify_log([signed(instead), signed(second)]).failed == ("log",)
