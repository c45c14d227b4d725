"""`fairdeal replay` from the outside."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairdeal.cli import replay as module
from fairdeal.cli.replay import replay

GOLDEN = Path(__file__).parents[1] / "poker" / "golden"
HAND = (GOLDEN / "fixed-limit.phh").read_text("utf-8")


def run(*arguments: str | Path, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(replay, [str(argument) for argument in arguments], input=given)


@pytest.fixture
def phh(tmp_path: Path) -> Path:
    file = tmp_path / "hand.phh"
    file.write_text(HAND, "utf-8")
    return file


def many(*hands: str) -> str:
    return "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, start=1))


def test_a_hand_is_told(phh: Path) -> None:
    result = run(phh)

    assert result.exit_code == 0, result.stderr
    assert "River K♣ J♠ 4♦ 4♥ 9♣ (pot 99)\n  p1 bets 22\n  p2 raises to 44\n  p3 folds\n  p1 calls 22" in result.stdout
    assert "  p2 shows A♥ K♥: two pair, Kings and Fours" in result.stdout
    assert "  main pot 187: p1 gets 94, p2 gets 93" in result.stdout
    assert "SHOW-05 main pot is shared by p1 and p2; odd chip: p1" in result.stdout
    assert "  p3  301  Q♣ Q♠  button" in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("game", ["no-limit", "pot-limit", "fixed-limit"])
def test_the_files_we_write_are_the_files_we_read(game: str) -> None:
    """All but the rulings of the hand as it was played, which depend on its own rulebook."""
    told = run(GOLDEN / f"{game}.phh", "--text", "--hero", "p2" if game == "fixed-limit" else "Bob")

    assert told.exit_code == 0, told.stderr
    assert told.stdout == (GOLDEN / f"{game}.stars.txt").read_text("utf-8")


def test_text_tells_nobodys_cards_without_a_hero(phh: Path) -> None:
    assert "Dealt to" not in run(phh, "--text").stdout
    assert "Dealt to p1 [As Kd]" in run(phh, "--text", "--hero", "p1").stdout


def test_json_is_one_object_a_hand(tmp_path: Path) -> None:
    file = tmp_path / "hands.phhs"
    file.write_text(many(HAND, HAND), "utf-8")
    result = run(file, "--json")
    found = [json.loads(line) for line in result.stdout.splitlines()]

    assert [(hand["file"], hand["hand"], hand["agrees"]) for hand in found] == [
        (str(file), "1", True),
        (str(file), "2", True),
    ]
    assert found[0]["finish"] == [318, 317, 268]
    assert found[0]["pots"][0]["winners"] == [{"player": 0, "amount": 94}, {"player": 1, "amount": 93}]
    assert found[0]["shown"][0] == {"player": 1, "cards": ["Ah", "Kh"], "hand": "two pair, Kings and Fours"}
    assert found[0]["rulings"][0]["rule"] == "SHOW-05"


def test_several_files_and_standard_input(phh: Path) -> None:
    result = run(phh, "-", given=many(HAND, HAND))

    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("Hand: fixed-limit hold'em 11/22, 3 players") == 3


def test_other_finishing_stacks_are_pointed_out(phh: Path) -> None:
    phh.write_text(HAND.replace("finishing_stacks = [318,", "finishing_stacks = [300,"), "utf-8")
    result = run(phh)

    assert result.exit_code == 0
    assert result.stdout.endswith("The file has other finishing stacks.\n")
    assert json.loads(run(phh, "--json").stdout)["agrees"] is False


FAULTS = {
    "variant = 'XX'\n": 'hand 1: the variant is "XX", not one of NT, FT, PO (unsupported_variant)',
    "x = 1\n": "hand 1: the variant is missing, not one of NT, FT, PO (unsupported_variant)",
    HAND.replace("small_bet = 11\n", ""): "hand 1: small_bet is missing (missing_field)",
    HAND.replace("p1 cbr 33", "p1 cbr 30"): "hand 1: p1: the least is to 33, not 30 (raise_too_small)",
    HAND.replace("p3 cbr 22", "p1 cbr 22"): "hand 1: p1 acts, but it is not that player's turn (out_of_turn)",
    HAND.replace(
        ", 'p1 cc', 'p2 sm AhKh'", ", 'p2 sm AhKh'"
    ): "hand 1: the hand is not over after the last action (unfinished)",
    HAND.replace("p3 QcQs", "p3 AsQs"): "hand 1: a card is there twice (duplicate_card)",
    HAND.replace(
        "p3 QcQs", "p3 XxQs"
    ): 'hand 1: "Xx" is not a card; write rank and suit, such as As, Td or 2c (bad_card)',
    HAND.replace("p3 cbr 22", "p3 dances\\n"): 'hand 1: "p3 dances\\n" is not an action (bad_action)',
    "variant = ": "not a TOML file: Invalid value (at end of document) (bad_toml)",
    "x = " + "[" * 3000: "the file is nested too deeply (bad_toml)",
    "": "there is no hand in the file (no_hands)",
}


@pytest.mark.parametrize(("text", "told"), FAULTS.items())
def test_a_hand_that_is_refused_is_named_with_reason_and_code(text: str, told: str, phh: Path) -> None:
    phh.write_text(text, "utf-8")
    result = run(phh)

    assert result.exit_code == 1
    assert result.stderr == f"{phh}: {told}\n"
    assert result.stdout == ""


def test_the_other_hands_are_still_played(tmp_path: Path) -> None:
    file = tmp_path / "hands.phhs"
    file.write_text(many(HAND, HAND.replace("'FT'", "'FR'"), HAND), "utf-8")
    result = run(file, "missing.phh", "--json")

    assert result.exit_code == 1
    assert [json.loads(line)["hand"] for line in result.stdout.splitlines()] == ["1", "3"]
    assert f"{file}: hand 2: the variant is" in result.stderr
    assert "missing.phh: cannot be read: No such file or directory (cannot_read)" in result.stderr


def test_what_is_no_text_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "hand.phh"
    file.write_bytes(b"variant = '\xff'")
    monkeypatch.setattr(module, "_FILE_MAX", 100)

    assert run(file).stderr == f"{file}: is not UTF-8 text (not_utf8)\n"
    assert run(tmp_path).stderr == f"{tmp_path}: cannot be read: Is a directory (cannot_read)\n"
    assert run("a\0b").stderr.endswith("cannot be read: not a path (cannot_read)\n")
    assert run("-", given="#" * 101).stderr == "-: is larger than 0 MiB (too_large)\n"


def test_a_terminal_obeys_nothing_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "hands.phhs"
    bad = '["\\u001b[2J"]\n' + HAND.replace("'FT'", '"\\u001b[2J"')
    good = "\n[2]\nplayers = ['a', \"\\u001b[2J\", 'c']\n" + HAND
    file.write_text(bad + good, "utf-8")
    result = run(file)

    assert result.stderr == f'{file}: hand ?[2J: the variant is "?[2J", not one of NT, FT, PO (unsupported_variant)\n'
    assert "?[2J posts the big blind 11" in result.stdout
    assert "\x1b" not in result.output


def test_a_file_may_start_with_a_byte_order_mark(phh: Path) -> None:
    phh.write_text(HAND, "utf-8-sig")

    assert run(phh).exit_code == 0


def test_an_unknown_hero_is_refused(phh: Path) -> None:
    result = run(phh, "--text", "--hero", "Zoe")

    assert (result.exit_code, result.stderr) == (1, f"{phh}: hand 1: nobody is called Zoe (unknown_hero)\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "Missing argument 'FILE...'"),
        (("--json", "--text", "x"), "exclude each other"),
        (("--json", "--jsonl", "x"), "exclude each other"),
        (("--hero", "Ann", "x"), "--hero goes with --text"),
    ],
)
def test_wrong_usage_is_told(arguments: tuple[str, ...], told: str) -> None:
    result = run(*arguments)

    assert result.exit_code == 2
    assert told in result.stderr


VECTOR = json.dumps(
    {
        "id": 7,
        "variant": "NT",
        "antes": [0, 0],
        "blinds": [1, 2],
        "stacks": [50, 50],
        "actions": ["d dh p1 AsAd", "d dh p2 KsKd", "p2 f"],
    }
)


def test_vectors_are_answered_line_by_line_whatever_they_are() -> None:
    lines = ["nonsense", VECTOR, "", "[1]", VECTOR.replace("p2 f", "p1 f"), "x" * (1 << 21), VECTOR]
    result = run("--jsonl", "-", given="\n".join(lines))

    assert result.exit_code == 0
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"error": "bad_json"},
        {"id": 7, "finish": [51, 49], "pots": [[2, [0]]]},
        {"error": "bad_line"},
        {"id": 7, "error": "out_of_turn"},
        {"error": "too_large"},
        {"id": 7, "finish": [51, 49], "pots": [[2, [0]]]},
    ]


def test_vectors_come_from_files_too(tmp_path: Path) -> None:
    file = tmp_path / "vectors.jsonl"
    file.write_bytes(VECTOR.encode() + b"\r\n\xff\xfe\n")

    assert [sorted(json.loads(line)) for line in run("--jsonl", file).stdout.splitlines()] == [
        ["finish", "id", "pots"],
        ["error"],
    ]
    missing = run("--jsonl", tmp_path / "nothing")
    assert missing.exit_code == 1
    assert missing.stderr.endswith("(cannot_read)\n")
    assert run("--jsonl", tmp_path).exit_code == 1


def test_the_command_line_does_not_wait_for_the_engine() -> None:
    """Importing the command imports no evaluator tables."""
    code = "import sys, fairdeal.cli.replay; sys.exit('fairdeal.cards' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
