"""`fairdeal play`: a person at the keyboard."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairdeal.cli.main import main


def play(answers: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["play", "--seed", "3", *options], input=answers)


def test_an_evening_can_be_played_and_ended() -> None:
    result = play("c\nr 3\nc\nc\nq\n")

    assert result.exit_code == 0
    assert "flop: 3♠ 4♠ 3♥" in result.output
    assert "You: raise to 3.00" in result.output
    assert "2.60 to You" in result.output
    assert "1 hand. Your stack is 51.35 (+1.35)." in result.output


def test_the_player_cuts_and_every_hand_is_checked(tmp_path: Path) -> None:
    record = tmp_path / "hands.jsonl"

    result = play("c\n" * 60, "--hands", "3", "--text", "my own", "--proofs", str(record))

    assert result.output.count("checked: your number was in the cut") == 3
    hands = [json.loads(line) for line in record.read_text().splitlines()]
    assert [[seat["flag"] for seat in hand["seats"]] for hand in hands] == [[1, 2, 2, 2, 2, 2]] * 3
    verified = CliRunner().invoke(main, ["fair", "verify", "--whole", str(record)])
    assert verified.exit_code == 0, verified.output
    other = play("c\n" * 60, "--hands", "1", "--text", "another").output
    assert other != play("c\n" * 60, "--hands", "1", "--text", "my own").output, "the text is in the cut"


@pytest.mark.parametrize("right", [0, 1, 2])
def test_a_deal_that_is_not_signed_ends_the_evening(
    right: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of lock, deal and end the first so many are signed; the end is checked when the hand was played, and its proof is kept."""
    signed = iter([True] * right)
    monkeypatch.setattr("fairdeal.runtime.signing.is_signed", lambda *_: next(signed, False))
    record = tmp_path / "hands.jsonl"
    result = play("c\n" * 60, "--hands", "3", "--proofs", str(record))

    assert result.exit_code == 0
    assert result.output.count("check failed at signatures: ") == 1
    assert "; no further hand is dealt" in result.output
    assert "checked: " not in result.output
    kept = record.read_text().splitlines() if record.exists() else []
    assert len(kept) == (right == 2)


def test_the_same_seed_deals_the_same_cards() -> None:
    assert play("f\n" * 20, "--hands", "3").output == play("f\n" * 20, "--hands", "3").output


def test_a_refusal_names_its_rule_in_the_players_language() -> None:
    result = play("r 99999\nq\n", "--lang", "et")

    assert "No: raise too large (most 50.00). BET-16: " in result.output
    assert "laua" in result.output


def test_an_unknown_answer_shows_the_keys() -> None:
    assert "f fold · c check or call" in play("huh\nr x\nr 0\nr nan\nq\n").output.split("Hand 1")[1]


def test_the_end_of_input_ends_the_evening() -> None:
    assert "0 hands." in play("").output


def test_no_card_of_an_opponent_is_told_before_the_showdown() -> None:
    output = play("f\n", "--hands", "1").output

    assert output.count("your cards") == 1


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--game", "omaha", "--stake", "0.25/0.50"), "PL50"),
        (("--edition", "publicwin", "--game", "texas-fixed", "--stake", "5/10"), "all stakes"),
        (("--opponents", "1"), "2 players"),
        (("--game", "chess"), 'no game "chess"'),
        (("--stake", "lots"), "expected a pair of amounts"),
        (("--edition", "live-casino"), "has no poker"),
        (("--stake", "0.01/0.02"), "not played at that stake"),
    ],
)
def test_tables_to_choose_from(options: tuple[str, ...], told: str) -> None:
    result = play("q\n", *options)

    assert told in result.output
    assert "Traceback" not in result.output
