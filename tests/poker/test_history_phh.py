"""PHH files: what comes in is judged, what goes out comes in again the same."""

import datetime
import random
import re
import warnings
from decimal import Decimal
from typing import Any

import pytest
from pokerkit import HandHistory

from fairdeal.poker import Hand
from fairdeal.poker.history.actions import read_amount, read_cards, read_script
from fairdeal.poker.history.meta import HandMeta
from fairdeal.poker.history.phh import History, read_history
from fairdeal.poker.history.phh_export import fields_of, meta_of
from fairdeal.poker.history.phh_text import hand_text, hands_of, hands_text
from fairdeal.poker.history.record import record_of
from fairdeal.poker.history.settle import BadHistory
from fairdeal.poker.history.stars import stars_text
from fairdeal.poker.history.story import story_of
from fairdeal.poker.history.summary import summary
from fairdeal.poker.history.transcript import transcript
from fairdeal.poker.rules import POT_LIMIT
from fairdeal.testing import play
from tests.poker.history_hands import each_finished, random_finished
from tests.shared import shared

HAND: dict[str, Any] = {
    "variant": "NT",
    "ante_trimming_status": True,
    "antes": [0, 0, 0],
    "blinds_or_straddles": [5, 10, 0],
    "min_bet": 10,
    "starting_stacks": [1000, 1000, 1000],
    "actions": [
        "d dh p1 AsAd",
        "d dh p2 KsKd",
        "d dh p3 ????",
        "p3 f # thinks for long",
        "p1 cbr 30",
        "p2 cc",
        "d db 2c7d9h",
        "p1 cc",
        "p2 cc",
        "d db 3s",
        "p1 cbr 20",
        "p2 cc",
        "d db 4c",
        "p1 cc",
        "p2 cc",
        "p1 sm -",
        "p2 sm KsKd",
    ],
}


def changed(**fields: Any) -> dict[str, Any]:
    return HAND | fields


def acted(change: dict[str, str | None]) -> dict[str, Any]:
    """The hand with some actions replaced or left out."""
    actions = [change.get(action, action) for action in HAND["actions"]]
    return changed(actions=[action for action in actions if action is not None])


def stacks(history: History) -> tuple[int, ...]:
    assert history.hand.result is not None
    return history.hand.result.stacks


def test_a_hand_is_played_from_its_fields() -> None:
    assert stacks(read_history(HAND)) == (1050, 950, 1000)


def test_a_file_of_many_real_hands_is_read_and_its_stacks_agree() -> None:
    text = shared("oracles/replay/pluribus_sample.phhs").read_text("utf-8")
    hands = hands_of(text)
    histories = [read_history(fields) for _, fields in hands]

    assert len(histories) == 101
    assert all(history.agrees for history in histories)
    assert hands_of(hands_text(fields for _, fields in hands)) == hands


def test_real_hands_go_through_the_engine_and_come_back() -> None:
    """What a file says about a hand is in the fields made from the played hand."""
    for name, fields in hands_of(shared("oracles/replay/pluribus_sample.phhs").read_text("utf-8")):
        history = read_history(fields)
        again = fields_of(history.hand, meta_of(fields, 0, 6))

        assert {key: again[key] for key in fields if key not in ("actions", "hand")} == {
            key: value for key, value in fields.items() if key not in ("actions", "hand")
        }, name
        assert sorted(again["actions"]) == sorted(fields["actions"]), name
        assert read_history(again).hand.result == history.hand.result, name


def test_an_engine_hand_goes_out_and_comes_in_the_same() -> None:
    for name, hand, meta in each_finished(60):
        fields = fields_of(hand, meta)
        ((_, read),) = hands_of(hand_text(fields))
        history = read_history(read)

        assert read == fields, name
        assert history.agrees, name
        assert history.hand.result == hand.result, name
        assert history.hand.acts == hand.acts, name
        assert history.decimals == meta.decimals, name
        assert meta_of(read, history.decimals, hand.count) == meta, name
        assert fields_of(history.hand, meta) == fields, name


def has_uncallable(hand: Hand) -> bool:
    return any(move.uncallable for street in story_of(hand).streets for move in street.moves)


@pytest.mark.rule("BET-16")
def test_a_raise_that_nobody_left_can_call_goes_out_as_the_call_it_comes_to() -> None:
    hand = play("stacks a=2000 b=300; blinds 5/10; b calls; a bets 20; b all-in 300; a raises to 900")
    fields = fields_of(hand.hand, HandMeta())

    assert hand.hand.result is not None
    assert hand.hand.result.returned == (0, 600)
    assert "p1 cc # raises to 900, which nobody left can call" in fields["actions"]
    assert read_history(fields).hand.result == hand.hand.result, "we know our own remark"
    told = [action.partition(" #")[0] for action in fields["actions"]]
    elsewhere = read_history({**fields, "actions": told}).hand.result
    assert elsewhere is not None
    assert (elsewhere.stacks, elsewhere.returned) == (hand.hand.result.stacks, None)


def test_hidden_cards_change_no_result() -> None:
    for name, hand, meta in each_finished(30):
        fields = fields_of(hand, meta, known=())
        if has_uncallable(hand):
            continue

        assert read_history(fields).hand.result == hand.result, name


def test_another_program_reads_our_files() -> None:
    """An independent engine replays our exports and comes to the same stacks, short all-ins and blinds apart."""
    agreed = 0
    for structure in ("no-limit", "pot-limit", "fixed-limit"):
        for seed in range(25):
            hand = random_finished(seed, structure, plain=True)
            assert hand.result is not None
            story = story_of(hand)
            short_blinds = any(
                post.amount < post.full for post in story.posts
            )  # it has others call less than the blind
            if short_blinds or any(move.lacks for street in story.streets for move in street.moves):
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                *_, state = HandHistory.loads(hand_text(fields_of(hand, HandMeta())))
            assert tuple(state.stacks) == hand.result.stacks, (structure, seed)
            agreed += 1

    assert agreed >= 40


def test_optional_and_own_fields_stay_as_they_were() -> None:
    fields = changed(
        author="Nobody",
        event="Club night",
        url="https://example.org/?q='x'",
        hand="A-17",
        year=2024,
        month=2,
        day=29,
        time=datetime.time(20, 15, 30, 500),
        winnings=[Decimal("1.50"), 0, Decimal("1E+2")],
        time_limit=Decimal("Infinity"),
        _note='says "no"\n\ttwice \x7f',
        _table={"a b": [1, {"c": True}], "d": [], "at": datetime.datetime(2024, 2, 29, 20, 15)},
    )
    text = hand_text(fields)

    assert hands_of(text) == [("", fields)]
    assert hand_text(dict(hands_of(text)[0][1])) == text


@pytest.mark.parametrize(
    ("fields", "decimals", "finish"),
    [
        ({"starting_stacks": [1000, 1000, Decimal("1000.00")]}, 2, (105000, 95000, 100000)),
        ({"finishing_stacks": [Decimal("1050.5"), 950, 1000]}, 1, (10500, 9500, 10000)),
        ({"finishing_stacks": [Decimal("1050.333333333333"), 950, 1000]}, 0, (1050, 950, 1000)),
        ({"min_bet": Decimal("1E+1")}, 0, (1050, 950, 1000)),
    ],
)
def test_amounts_are_counted_in_the_smallest_unit_that_occurs(
    fields: dict[str, Any], decimals: int, finish: tuple[int, ...]
) -> None:
    history = read_history(changed(**fields))

    assert history.decimals == decimals
    assert stacks(history) == finish


def test_a_bet_may_have_decimals() -> None:
    history = read_history(acted({"p1 cbr 30": "p1 cbr 30.25"}))

    assert stacks(history) == (105025, 94975, 100000)


def test_heads_up_blinds_and_antes_are_listed_the_other_way_round() -> None:
    fields = {
        "variant": "NT",
        "antes": [0, 3],
        "blinds_or_straddles": [1, 2],
        "min_bet": 2,
        "starting_stacks": [100, 100],
        "actions": ["d dh p1 AsAd", "d dh p2 KsKd", "p2 f"],
    }
    history = read_history(fields)

    assert history.hand.order.antes == [3, 0]
    assert stacks(history) == (101, 99)
    assert fields_of(history.hand, HandMeta())["antes"] == [0, 3]


def test_who_mucks_gives_up_the_pots() -> None:
    assert stacks(read_history(acted({"p1 sm -": "p1 sm"}))) == (950, 1050, 1000)


def test_antes_are_trimmed_or_dead() -> None:
    """Who could not pay the ante in full wins as much as he paid of each, or all antes."""
    actions = ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 QsQd", "p3 f", "p2 cc", "d db 2c7d9h", "d db 3s", "d db 4c"]
    fields = changed(antes=[20, 20, 20], starting_stacks=[10, 500, 500], actions=[a for a in actions if a != "p2 cc"])

    assert stacks(read_history(fields))[0] == 30
    assert stacks(read_history(fields | {"ante_trimming_status": False}))[0] == 50


REFUSED = {
    "unsupported_variant": [
        changed(variant="FO/8"),
        changed(variant=None),
        changed(variant=["NT"]),
        changed(variant=7),
    ],
    "missing_field": [
        {key: value for key, value in HAND.items() if key != gone}
        for gone in HAND
        if gone not in ("variant", "ante_trimming_status")
    ],
    "bad_field": [
        changed(antes=0),
        changed(antes=[0, 0]),
        changed(antes=[0, 0, "0"]),
        changed(antes=[0, 0, True]),
        changed(starting_stacks=[1000, 1000, Decimal("Infinity")]),
        changed(starting_stacks=[1000, 1000, Decimal("NaN")]),
        changed(actions="p1 f"),
        changed(actions=[1]),
        changed(min_bet=None),
        changed(ante_trimming_status=1),
        changed(_fairdeal_rake="much"),
        {**HAND, "variant": "FT", "small_bet": 0, "big_bet": 20},
    ],
    "bad_amount": [
        changed(starting_stacks=[1000, 1000, 10**16]),
        changed(starting_stacks=[1000, 1000, Decimal("1E+999999")]),
        changed(starting_stacks=[1000, 1000, Decimal("1E-999999")]),
        changed(starting_stacks=[1000, 10**14, Decimal("1000.00")]),
        acted({"p1 cbr 30": "p1 cbr -30"}),
        acted({"p1 cbr 30": "p1 cbr 0"}),
        acted({"p1 cbr 30": "p1 cbr 3²"}),
        acted({"p1 cbr 30": "p1 cbr 1.123456789"}),
        acted({"p1 cbr 30": "p1 cbr " + "9" * 5000}),
    ],
    "bad_player_count": [changed(starting_stacks=[1000]), changed(starting_stacks=[1] * 11)],
    "bad_stack": [changed(starting_stacks=[1000, 1000, 0])],
    "bad_antes": [changed(antes=[0, 0, -1])],
    "unsupported_blinds": [
        changed(blinds_or_straddles=[0, 0, 0]),
        changed(blinds_or_straddles=[5, 10, 20]),
        changed(blinds_or_straddles=[5, 10, -20]),
    ],
    "unsupported_min_bet": [changed(min_bet=20)],
    "bad_action": [
        acted({"p2 cc": "p2 ccc"}),
        acted({"p2 cc": "p2 cc 10"}),
        acted({"p2 cc": "x"}),
        acted({"p2 cc": "p2 pb"}),
    ],
    "bad_player": [
        acted({"p2 cc": "p4 cc"}),
        acted({"p2 cc": "p0 cc"}),
        acted({"p2 cc": "p² cc"}),
        acted({"p2 cc": "q cc"}),
    ],
    "bad_card": [acted({"d dh p1 AsAd": "d dh p1 AsXx"}), acted({"d dh p1 AsAd": "d dh p1 AsA"})],
    "bad_deal": [
        acted({"d dh p1 AsAd": "d dh p1 AsAdAc"}),
        acted({"d dh p1 AsAd": "d dh p1 As"}),
        acted({"d db 3s": None}),
        acted({"d db 3s": "d db 3s5s6s"}),
        acted({"d db 2c7d9h": "d db 2c7d"}),
        acted({"d db 4c": None}),
    ],
    "bad_show": [acted({"p2 sm KsKd": "p2 sm KsKh"})],
    "duplicate_card": [acted({"d dh p2 KsKd": "d dh p2 KsAs", "p2 sm KsKd": None})],
    "out_of_turn": [acted({"p3 f # thinks for long": "p1 f"}), changed(actions=[*HAND["actions"], "p1 f"])],
    "raise_too_small": [acted({"p1 cbr 30": "p1 cbr 19"})],
    "raise_too_large": [acted({"p1 cbr 30": "p1 cbr 1001"})],
    "unfinished": [changed(actions=HAND["actions"][:8])],
    "unknown_cards": [
        acted({"p1 sm -": "p1 sm", "p2 sm KsKd": "p2 sm"}),
        acted({"d db 4c": "d db ??"}),
    ],
    "too_large": [changed(actions=["# nothing"] * 10_001)],
}


@pytest.mark.parametrize(("code", "fields"), [(code, fields) for code, many in REFUSED.items() for fields in many])
def test_what_no_hand_can_have_is_refused_with_a_code(code: str, fields: dict[str, Any]) -> None:
    with pytest.raises(BadHistory) as refused:
        read_history(fields)

    assert refused.value.code == code
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_hands"),
        ("variant = ", "bad_toml"),
        ("x = " + "[" * 5000 + "]" * 5000, "bad_toml"),
        ("x = " + "9" * 5000, "bad_toml"),
        ("x = 1e9999999999999999999999", "bad_toml"),
        ("x = 2024-02-30", "bad_toml"),
        ('x = "\x00"', "bad_toml"),
    ],
)
def test_what_is_no_file_is_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(BadHistory) as refused:
        hands_of(text)

    assert refused.value.code == code
    assert str(refused.value).isprintable()


def test_games_and_blinds_that_phh_has_no_words_for_are_refused() -> None:
    for text in (
        "pot limit; stacks a=100 b=100 c=100; c folds; a folds",
        "stacks a=100 b=100 c=100; blinds 2/2; big blind a; b folds; c folds",
    ):
        hand = play(text).hand
        assert hand.rules.structure == POT_LIMIT or hand.order.small_blind_at == 2

        with pytest.raises(BadHistory) as refused:
            fields_of(hand, HandMeta())
        assert refused.value.code in ("unsupported_variant", "unsupported_blinds")


def test_meta_that_makes_no_sense_is_left_out() -> None:
    fields = {
        "hand": -1,
        "table": ["x"],
        "players": ["only one"],
        "seats": "1 2 3",
        "seat_count": 10**9,
        "level": 10**9,
        "currency": 5,
        "year": 2023,
        "month": 2,
        "day": 30,
        "time": "noon",
        "_fairdeal_content_hash": "XYZ",
    }

    assert meta_of(fields, 0, 3) == HandMeta(currency="5")
    assert meta_of({"hand": "0017", "table": 12}, 0, 3) == HandMeta(number=17, table="12")


def test_single_amounts_and_cards() -> None:
    assert read_amount("12.5", 2) == 1250
    assert read_cards("As??") == [51, -1]
    assert read_script(["", "  # only a comment"], 2, 2).acts == []


BITS = [
    "0", "-1", "1e9", "1e999999999", "inf", "nan", "[]", "{}", "''", "true", "??", "As", "p1", "p11", "sm", "cc", "f", "cbr", "# x",
    "²", "9" * 30, "1.5", "0.001", "'", "[", "]", "\n", "d db ", "AsAs", "\x7f", "é", "-", "p2 sm -",
]  # fmt: skip


def mutated(text: str, chance: random.Random) -> str:
    """The text with one to three small accidents."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        words = list(re.finditer(r"[\w.?]+", text))
        quoted = re.findall(r"'[^']*'", text)
        match chance.randrange(4):
            case 0:
                text = text[:at] + chance.choice(BITS) + text[at:]
            case 1:
                text = text[:at] + text[at + chance.randint(1, 6) :]
            case 2 if words:
                word = chance.choice(words)
                text = text[: word.start()] + chance.choice([*BITS, chance.choice(words)[0]]) + text[word.end() :]
            case _ if len(quoted) > 1:
                one, other = chance.sample(quoted, 2)
                text = text.replace(one, other, 1)
    return text


def test_damaged_files_are_played_or_refused_but_never_crash() -> None:
    chance = random.Random("damaged files")  # noqa: S311
    files = [hand_text(fields_of(hand, meta)) for _, hand, meta in each_finished(15)]
    codes = set()
    played = 0
    for _ in range(1500):
        try:
            for _, fields in hands_of(mutated(chance.choice(files), chance)):
                history = read_history(fields)
                hand, meta = history.hand, meta_of(fields, history.decimals, history.hand.count)
                for form in (transcript, summary, stars_text):
                    assert form(hand, meta)
                assert history.agrees in (True, False, None)
                assert read_history(fields_of(hand, meta)).hand.result == hand.result
                assert record_of(hand, meta).replay().result == hand.result
                played += 1
        except BadHistory as bad:
            codes.add(bad.code)

    assert played > 100
    assert len(codes) > 10
