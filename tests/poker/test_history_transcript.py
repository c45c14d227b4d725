"""
Hands written for people and for tracking tools.

The files in `golden/` are what one hand of each game looks like in every form. After a wanted change write them again with
`python -m tests.poker.test_history_transcript`, and read the difference.
"""

import json
import re
import warnings
from pathlib import Path

import pytest
from pokerkit import HandHistory

from fairdeal.cards import describe, rank
from fairdeal.poker import Hand
from fairdeal.poker.history.meta import HandMeta, Money
from fairdeal.poker.history.phh_export import fields_of
from fairdeal.poker.history.phh_text import hand_text
from fairdeal.poker.history.stars import stars_text
from fairdeal.poker.history.story import story_of
from fairdeal.poker.history.summary import summary
from fairdeal.poker.history.transcript import rulings, transcript, unusual_rulings
from fairdeal.poker.history.words import hand_words, player_names
from fairdeal.testing import play
from tests.poker.history_hands import SAMPLES, card_names, each_finished, random_finished

GOLDEN = Path(__file__).parent / "golden"


def forms(sample: str) -> dict[str, str]:
    hand, meta = SAMPLES[sample]()
    return {
        f"{sample}.txt": transcript(hand, meta),
        f"{sample}.stars.txt": stars_text(hand, meta, hero=1),
        f"{sample}.phh": hand_text(fields_of(hand, meta)),
    }


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_hand_of_each_game_is_written_as_it_was(sample: str) -> None:
    for name, text in forms(sample).items():
        assert text == (GOLDEN / name).read_text("utf-8"), name


def test_the_words_of_every_kind_of_hand() -> None:
    words = {
        "a Royal Flush": (1,),
        "a straight flush, Ace to Five": (10,),
        "four of a kind, Sixes": (11 + 8 * 12,),
        "a straight, Ten to Ace": (1600,),
    }
    for told, (rank_number,) in words.items():
        assert hand_words(rank_number) == told, describe(rank_number)
    assert hand_words(rank([51, 50, 49, 44, 45])) == "a full house, Aces full of Kings"
    assert hand_words(7462) == "high card Seven"
    assert len({hand_words(number) for number in range(1, 7463)}) > 300


@pytest.mark.parametrize(
    ("money", "amount", "told"),
    [
        (Money(), 1500, "1500"),
        (Money("EUR", 2), 1505, "€15.05"),
        (Money("USD", 2), -5, "-$0.05"),
        (Money("USD", 0), 15, "$15.00"),
        (Money("SEK", 2), 15, "0.15"),
        (Money("", 2), 150, "1.50"),
        (Money("USD", 4), 15, "$0.0015"),
    ],
)
def test_amounts_of_money_have_two_decimals_and_chips_what_they_need(money: Money, amount: int, told: str) -> None:
    assert money.text(amount) == told


def test_everybody_has_a_name_of_their_own_that_no_terminal_obeys() -> None:
    assert player_names(["Ann", "", "Ann", "p2", "x\x1b[2J\ny"], 6) == ["Ann", "p2", "Ann p3", "p2 p4", "x?[2J?y", "p6"]


def bracketed(text: str) -> set[str]:
    """All cards between brackets."""
    return {card for cards in re.findall(r"\[([^\]]*)\]", text) for card in cards.split()}


def public_cards(hand: Hand) -> set[str]:
    assert hand.result is not None
    return card_names(hand.result.board).union(*(card_names(hand.hole(place)) for place in hand.result.shown))


def test_nobodys_unshown_cards_appear() -> None:
    """In no form: the text for trackers knows its hero's, all others only what was shown (CASH-15)."""
    for name, hand, meta in each_finished(60):
        public = public_cards(hand)
        hero = hand.count - 1

        assert bracketed(stars_text(hand, meta)) == public, name
        assert bracketed(stars_text(hand, meta, hero=hero)) == public | card_names(hand.hole(hero)), name
        symbols = re.findall(r"[2-9TJQKA][♣♦♥♠]", transcript(hand, meta))
        assert {card[0] + "cdhs"["♣♦♥♠".index(card[1])] for card in symbols} == public, name
        told = json.dumps([fields_of(hand, meta, known=())["actions"], summary(hand, meta)])
        assert set(re.findall(r"[2-9TJQKA][cdhs](?=[2-9TJQKA][cdhs]|\")", told)) <= public, name


def test_a_story_adds_up() -> None:
    """What was put in, given back, collected and raked is what the stacks say."""
    for name, hand, _ in each_finished(60):
        story = story_of(hand)
        paid = [0] * hand.count
        for post in story.posts:
            paid[post.place] += post.amount
        for street in story.streets:
            before = [
                sum(p.amount for p in story.posts if p.place == place and p.kind != "ante")
                for place in range(hand.count)
            ]
            lies = before if street.number == 0 else [0] * hand.count
            for move in street.moves:
                paid[move.place] += move.to - lies[move.place]
                lies[move.place] = move.to
        if story.result.returned is not None:
            paid[story.result.returned[0]] -= story.result.returned[1]
        net = [won - put for won, put in zip(story.collected, paid, strict=True)]

        assert net == list(story.result.net), name


def test_a_short_all_in_is_a_ruling_unless_the_hand_was_played_elsewhere() -> None:
    hand, meta = SAMPLES["no-limit"]()

    assert "BET-13  Dan's all-in" in transcript(hand, meta)
    assert {ruling["rule"] for ruling in summary(hand, meta)["rulings"]} == {
        "BET-13",
        "BET-15",
        "CASH-16",
        "RAKE-02",
        "SHOW-05",
    }


def test_what_every_hand_has_is_no_unusual_ruling() -> None:
    hand, meta = SAMPLES["no-limit"]()
    plain = play("stacks a=2000 b=2000 c=2000; to the flop; a bets 500; b calls; c folds; a bets 500; b folds").hand

    assert {rule for rule, _ in unusual_rulings(hand, meta)} == {"BET-13", "BET-15", "SHOW-05"}
    assert {rule for rule, _ in rulings(plain, meta)} >= {"BET-15"}
    assert unusual_rulings(plain, meta) == []


def test_short_all_ins_that_add_up_are_a_ruling() -> None:
    script = play(
        "stacks a=2000 b=2000 c=1300 d=1700; to the flop; a bets 500; b raises to 1000; c all-in; d all-in; a folds; b folds"
    )

    told = transcript(script.hand, HandMeta(names=tuple(script.names)))
    assert "BET-13  c's all-in to 1298 is 202 short of a full raise; it gives nobody the right to raise again" in told
    assert (
        "BET-14  d's all-in to 1698 is 100 short of a full raise; with those before it the betting is open again"
        in told
    )


def test_a_short_big_blind_is_a_ruling() -> None:
    hand = play("stacks a=2000 b=4 c=2000; blinds 5/10; c calls; a folds; to the end").hand

    assert "X-135   p2's big blind is short; the amount to call stays 10" in transcript(hand, HandMeta())
    assert "p2: posts big blind 4 and is all-in" in stars_text(hand, HandMeta())


def test_side_pots_have_numbers_when_there_are_several() -> None:
    hand = play("""
        stacks a=10 b=20 c=30 d=30; blinds 1/2; cards a=AsAd b=KsKd c=QsQd d=JsJd; board 2c7d9h3s4c
        c all-in; d all-in; a all-in; b all-in
    """).hand
    text = stars_text(hand, HandMeta())

    assert text.split("*** SHOW DOWN ***")[1].splitlines()[5:8] == [
        "p3 collected 20 from side pot-2",
        "p2 collected 30 from side pot-1",
        "p1 collected 40 from main pot",
    ]
    assert "Total pot 90 Main pot 40. Side pot-1 30. Side pot-2 20. | Rake 0" in text


def test_another_program_reads_our_text() -> None:
    """An independent engine reads the tracker text of no-limit hands, and comes to the same stacks."""
    read = 0
    for seed in range(40):
        hand = random_finished(seed, "no-limit", plain=True)
        assert hand.result is not None
        if hand.order.antes or any(move.lacks for street in story_of(hand).streets for move in street.moves):
            continue  # it knows no antes, and plays short all-ins by other rules
        meta = HandMeta(number=seed + 1, names=tuple("ABCDEFGHI"[: hand.count]))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = list(HandHistory.from_pokerstars(stars_text(hand, meta) + "\n\n"))
        if found:
            *_, state = found[0]
            assert tuple(state.stacks) == hand.result.stacks, seed
            assert found[0].players == list(meta.names), seed
            read += 1

    assert read >= 10


def write() -> None:
    """Write the golden files again."""
    for sample in SAMPLES:
        for name, text in forms(sample).items():
            (GOLDEN / name).write_text(text, "utf-8")


if __name__ == "__main__":
    write()
