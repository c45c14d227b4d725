"""`fairdeal simulate` as a person and as a program use it."""

import json

import pytest
from click.testing import CliRunner, Result

from fairdeal.cli.main import main


def run(options: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *options.split()])


def test_it_tells_what_happened() -> None:
    result = run("--seed 5 --players 8 --hours 0.3 --crashes 1 --edition unibet-2.6")

    assert result.exit_code == 0
    for words in (
        "hands and",
        "crashes, ",
        "table-hours a second",
        "rules ruled:",
        "ledger difference 0",
        "history ",
    ):
        assert words in result.output
    assert result.output.endswith("no promise was broken\n")


def test_a_program_gets_the_same_as_json() -> None:
    result = run("--seed 5 --players 8 --hours 0.3 --crashes 1 --edition unibet-2.6 --json")
    told = json.loads(result.output)

    assert result.exit_code == 0
    assert told["violations"] == []
    assert told["ledger_difference"] == 0
    assert told["hands"] > 0
    assert told["acts"] > told["hands"]
    assert told["crashes"] >= 1
    assert told["rulings"]["CASH-04"] > 0
    assert told["seconds"] > 0
    assert len(told["hash"]) == 32
    assert f"history {told['hash']}" in run("--seed 5 --players 8 --hours 0.3 --crashes 1 --edition unibet-2.6").output


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--players 1", "--players"),
        ("--players many", "not a valid integer"),
        ("--hours 0", "--hours"),
        ("--hours nan", "--hours"),
        ("--crashes -1", "--crashes"),
        ("--seed -3", "--seed"),
        ("--edition no-such", "no-such"),
        ("--edition live-casino", '"live-casino" has no cash games'),
    ],
)
def test_a_bad_option_is_told_in_plain_words(options: str, words: str) -> None:
    result = run(options)

    assert result.exit_code in (1, 2)
    assert words in result.output
    assert "Traceback" not in result.output
