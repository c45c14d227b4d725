"""`fairdeal equity`, `fairdeal icm` and `fairdeal eval` from the outside."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from fairdeal.cli.odds import equity, evaluate, icm
from tests.shared import shared


def run(command: click.Command, *arguments: str, given: str | bytes = "") -> Result:
    return CliRunner().invoke(command, arguments, input=given)


def answers(command: click.Command, given: str | bytes) -> list[dict[str, object]]:
    result = run(command, "--jsonl", "-", given=given)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_equity_as_json() -> None:
    result = run(equity, "AsAh", "KdKc", "--json")

    assert json.loads(result.stdout) == {
        "boards": 1_712_304,
        "hands": [
            {"win": 1_388_072, "tie": 6_538, "equity": pytest.approx(0.8125548967940273)},
            {"win": 317_694, "tie": 6_538, "equity": pytest.approx(0.18744510320597277)},
        ],
    }


def test_equity_for_people() -> None:
    result = run(equity, "AsAh", "KdKc", "--board", "Kh 2c 3d")

    assert result.stdout.splitlines() == [
        "               wins        ties      losses   equity",
        "A♠ A♥           101           0         889   10.20%",
        "K♦ K♣           889           0         101   89.80%",
        "all 990 boards",
    ]


def test_equity_of_omaha_with_dead_cards() -> None:
    result = run(equity, "AsAhKdKc", "9s8s7h6h", "--board", "Ts5s2c", "--dead", "Js,Qs", "--game", "omaha", "--json")

    assert json.loads(result.stdout)["boards"] == 39 * 38 // 2


def test_equity_of_drawn_boards_is_the_same_for_a_seed() -> None:
    options = ("AsAh", "KdKc", "--samples", "1000", "--seed", "1")

    assert json.loads(run(equity, *options, "--json").stdout)["hands"][0]["win"] == 832
    told = run(equity, *options)
    assert told.stdout.splitlines()[-1] == "1,000 boards drawn from seed 1, standard error 1.18%"
    assert told.stderr == ""  # a bar is only for terminals


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("AsAh", "KdKc", "--board", "2c3c"), "a board has 0, 3, 4 or 5 cards, not 2 (bad_board)"),
        (("AsAh", "AsKc"), "As is there twice (duplicate_card)"),
        (("AsAh", "9s8s7h6h"), "hands of hold'em and of Omaha cannot be compared (mixed_games)"),
        (("AsAh", "KdKc", "--game", "omaha"), "a hand of omaha has 4 cards (bad_hole_cards)"),
        (("AsAh",), "2 to 10 hands can be compared, not 1 (too_few_hands)"),
        (("AsAh", "KdKx"), "(bad_card)"),
        (("AsAh", "KdKc", "--dead", "Ac Ac"), "Ac is there twice (duplicate_card)"),
        (("AsAh", "KdKc", "--samples", "0"), "Invalid value for '--samples'"),
        (("AsAh", "KdKc", "--samples", "9", "--seed", "-1"), "Invalid value for '--seed'"),
        ((), "Missing argument 'HANDS...'"),
    ],
)
def test_equity_refuses_with_a_reason(arguments: tuple[str, ...], told: str) -> None:
    result = run(equity, *arguments)

    assert result.exit_code in (1, 2)
    assert told in result.stderr
    assert result.stdout == ""


def test_icm_for_people_and_as_json() -> None:
    options = ("--stacks", "5000,3000,2000", "--prizes", "50,30,20")

    assert run(icm, *options).stdout.split() == [
        "stack",
        "equity",
        "5,000",
        "38.39",
        "3,000",
        "32.75",
        "2,000",
        "28.86",
    ]
    assert json.loads(run(icm, *options, "--json").stdout) == {
        "equity": pytest.approx([38.392857, 32.75, 28.857143], abs=1e-6)
    }


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "give --stacks and --prizes, or --jsonl"),
        (("--stacks", "1,2"), "give --stacks and --prizes, or --jsonl"),
        (("--stacks", "1,x", "--prizes", "1"), '"1,x" is not a row of numbers'),
        (("--stacks", "1,", "--prizes", "1"), '"1," is not a row of numbers'),
        (("--stacks", "1,2", "--prizes", "3,2,1"), "3 prizes cannot be won by 2 players (too_many_prizes)"),
        (("--stacks", "1,-2", "--prizes", "3"), "(bad_stack)"),
        (("--stacks", "1,nan", "--prizes", "3"), "(bad_stack)"),
        (("--stacks", "1,2", "--prizes", "1e400"), "(bad_prize)"),
        (("--jsonl", "-", "--stacks", "1"), "--jsonl goes alone"),
        (("--jsonl", "/no/such/file"), "cannot read /no/such/file"),
        (("--jsonl", "/"), "cannot read /"),
    ],
)
def test_icm_refuses_with_a_reason(arguments: tuple[str, ...], told: str) -> None:
    result = run(icm, *arguments)

    assert result.exit_code in (1, 2)
    assert told in result.stderr
    assert result.stdout == ""


def test_icm_line_by_line_goes_on_after_bad_lines() -> None:
    lines = {
        '{"stacks":[5000,3000,2000],"payouts":[50,30,20]}': {"equity": pytest.approx([38.392857, 32.75, 28.857143])},
        '{"id":"x","stacks":[1,1],"payouts":[0.5]}': {"id": "x", "equity": [0.25, 0.25]},
        "no json": {"error": "bad_json"},
        "[" * 100_000: {"error": "bad_json"},
        '{"stacks":[' + "9" * 5_000 + '],"payouts":[1]}': {"error": "bad_json"},
        "[1, 2]": {"error": "bad_line"},
        "null": {"error": "bad_line"},
        '{"stacks":[1, 2]}': {"error": "missing_field"},
        '{"stacks":"1,2","payouts":[1]}': {"error": "bad_field"},
        '{"stacks":[1, "2"],"payouts":[1]}': {"error": "bad_field"},
        '{"stacks":[true, 2],"payouts":[1]}': {"error": "bad_field"},
        '{"stacks":[1, 2],"payouts":null}': {"error": "bad_field"},
        '{"stacks":[],"payouts":[]}': {"error": "no_players"},
        '{"stacks":[NaN, 1],"payouts":[1]}': {"error": "bad_stack"},
        '{"stacks":[1e999, 1],"payouts":[1]}': {"error": "bad_stack"},
        '{"stacks":[' + "9" * 400 + '],"payouts":[1]}': {"error": "bad_stack"},
        '{"stacks":[1, 2],"payouts":[-1]}': {"error": "bad_prize"},
        '{"stacks":[1],"payouts":[1, 2]}': {"error": "too_many_prizes"},
        '{"stacks":[' + "1," * 2_000 + '1],"payouts":[1]}': {"error": "too_many_players"},
        '{"stacks":[2],"payouts":[7]}': {"equity": [7.0]},
    }

    assert answers(icm, "\n\n".join(lines)) == list(lines.values())


def test_a_line_that_is_too_long_or_not_text_is_answered_too() -> None:
    good = b'{"stacks":[2],"payouts":[7]}'
    long = b'{"stacks":[' + b" " * (3 << 20) + b"]}"

    assert answers(icm, b"\n".join([b"\xff\xfe\x00", long, good, long])) == [
        {"error": "bad_json"},
        {"error": "too_large"},
        {"equity": [7.0]},
        {"error": "too_large"},
    ]


def test_icm_line_by_line_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "asked.jsonl"
    file.write_text('{"stacks":[2],"payouts":[7]}', "utf-8")

    assert run(icm, "--jsonl", str(file)).stdout == '{"equity": [7.0]}\n'


def test_icm_examples_from_elsewhere() -> None:
    examples = json.loads(shared("oracles/icm/icm_published.json").read_text("utf-8"))

    found = answers(icm, "\n".join(json.dumps(each) for each in examples))

    assert [each["equity"] for each in found] == [pytest.approx(each["reference"], abs=2e-6) for each in examples]


def test_eval_tells_rank_and_description() -> None:
    assert run(evaluate, "AsKsQsJsTs").stdout == "1  royal flush, A\n"
    assert run(evaluate, "As", "Kd", "Qc", "2d", "2c", "9h", "9c").stdout == "3084  two pair, 9 2 A\n"
    assert json.loads(run(evaluate, "7c5d4h3s2c", "--json").stdout) == {"rank": 7462, "category": "high_card"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "give five to seven cards, or --jsonl"),
        (("As", "Kd"), "a hand is made of five to seven cards, not 2 (bad_card_count)"),
        (("AsKdQc2d2c9h9c8h",), "a hand is made of five to seven cards, not 8 (bad_card_count)"),
        (("AsAsQc2d2c",), "As is there twice (duplicate_card)"),
        (("AsKdQc2d2",), "(bad_card)"),
        (("As", "--jsonl", "-"), "--jsonl goes alone"),
    ],
)
def test_eval_refuses_with_a_reason(arguments: tuple[str, ...], told: str) -> None:
    result = run(evaluate, *arguments)

    assert result.exit_code in (1, 2)
    assert told in result.stderr
    assert result.stdout == ""


def test_eval_line_by_line_goes_on_after_bad_lines() -> None:
    lines = {
        '{"cards":"As Ks Qs Js Ts"}': {"rank": 1, "category": "straight_flush"},
        '{"game":"holdem","board":"Kh4h5s7c7d","hands":["6d4s","8hTh"]}': {"winners": [0]},
        '{"game":"omaha","board":"3cKc6s5dTd","hands":["2s7c3dAh","2dKh4sJc"]}': {"winners": [1]},
        '{"game":"holdem","board":"AcKcQcJcTc","hands":["6d4s","8hTh"]}': {"winners": [0, 1]},
        '{"cards":"As Ks"}': {"error": "bad_card_count"},
        '{"cards":"As Ks Qs Js Xx"}': {"error": "bad_card"},
        '{"cards":"As Ks Qs Js Js"}': {"error": "duplicate_card"},
        '{"cards":["As","Ks"]}': {"error": "bad_field"},
        '{"id":3}': {"id": 3, "error": "missing_field"},
        '{"game":"stud","board":"Kh4h5s7c7d","hands":["6d4s","8hTh"]}': {"error": "unknown_game"},
        '{"game":"omaha","board":"Kh4h5s7c7d","hands":["6d4s","8hTh"]}': {"error": "bad_hole_cards"},
        '{"game":"holdem","board":"Kh4h","hands":["6d4s","8hTh"]}': {"error": "bad_board"},
        '{"game":"holdem","board":"","hands":["6d4s","8hTh"]}': {"error": "bad_board"},
        '{"game":"holdem","board":"Kh4h5s7c7d","hands":["6d4s","6d4s"]}': {"error": "duplicate_card"},
        '{"game":"holdem","board":"Kh4h5s7c7d","hands":["6d4s",5]}': {"error": "bad_field"},
        '{"game":"holdem","board":"Kh4h5s7c7d","hands":"6d4s"}': {"error": "bad_field"},
        '{"game":"holdem","board":"Kh4h5s7c7d"}': {"error": "missing_field"},
        '{"game":"holdem","board":"Kh4h5s7c7d","hands":[]}': {"error": "too_few_hands"},
        "{": {"error": "bad_json"},
        '"As"': {"error": "bad_line"},
    }

    assert answers(evaluate, "\n".join(lines)) == list(lines.values())


@pytest.mark.parametrize("name", ["rank", "showdown"])
def test_eval_of_vectors_from_elsewhere(name: str) -> None:
    with gzip.open(shared(f"oracles/handeval/{name}_vectors.jsonl.gz"), "rt", encoding="utf-8") as lines:
        vectors = [json.loads(line) for line in lines]
    wanted = ("rank", "category") if name == "rank" else ("winners",)
    asked = [{key: value for key, value in vector.items() if key not in wanted} for vector in vectors]

    found = answers(evaluate, "\n".join(map(json.dumps, asked)))

    assert found == [{key: vector[key] for key in wanted} for vector in vectors]


def test_loading_the_commands_loads_neither_cards_nor_numpy() -> None:
    """Every command pays for what is imported here."""
    code = "import sys, fairdeal.cli.odds; sys.exit(any(name in sys.modules for name in ('numpy', 'fairdeal.cards')))"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_numpy_drawing_says_what_to_install_and_counting_goes_on() -> None:
    code = "import sys; sys.modules['numpy'] = None; from fairdeal.cli.main import main; main(sys.argv[1:])"
    asked = [sys.executable, "-c", code, "equity", "AsAh", "KdKc"]
    count, draw = (
        subprocess.run([*asked, *more], check=False, capture_output=True, text=True)
        for more in ((), ("--samples", "10"))
    )

    assert (count.returncode, draw.returncode) == (0, 1)
    assert (
        draw.stderr
        == 'Error: drawing boards needs NumPy: pip install "fairdeal[odds]", or sh tools/setup.sh odds in a clone\n'
    )


def test_counting_all_boards_does_not_wait_for_numpy() -> None:
    code = "import sys, fairdeal.cli.odds as o; o.equity(['AsAh', 'KdKc'], standalone_mode=False); sys.exit('numpy' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0
