"""`fairdeal fair` and `fairdeal simulate --proofs` as players and programs use them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairdeal.cli.main import main
from fairdeal.fair import proof_json, proof_text
from tests.fair.hands import KEY, example_published


def run(*options: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["fair", "verify", *options], input=text)


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Proofs of a small simulation with a crash."""
    path = tmp_path_factory.mktemp("proofs") / "hands.jsonl"
    size = ["--seed", "5", "--players", "8", "--hours", "0.4", "--crashes", "2", "--edition", "unibet-2.6"]
    result = CliRunner().invoke(main, ["simulate", *size, "--proofs", str(path)])
    assert result.exit_code == 0, result.output
    return path


def test_one_proof_is_told_step_by_step() -> None:
    result = run("-", "--key", KEY.public.hex(), text=proof_text(example_published()))

    assert result.exit_code == 0
    for name in ("order", "lock", "seeds", "cut", "deal", "unused_deck", "cards", "end", "log", "signatures", "pinned"):
        assert f"  passed  {name}: " in result.output
    assert "not proven: The dealing process knows the cards" in result.output
    assert "not pinned" not in result.output


def test_without_a_key_the_signature_is_not_pinned() -> None:
    assert "Signature not pinned" in run("-", text=proof_text(example_published())).output


def test_a_proof_may_be_spread_over_lines() -> None:
    assert run("-", text=json.dumps(proof_json(example_published()), indent=2)).exit_code == 0


def test_a_failed_check_is_named_and_the_exit_code_says_so() -> None:
    found = proof_json(example_published())
    found["openings"][0]["card"] ^= 1
    result = run("-", text=json.dumps(found))

    assert result.exit_code == 1
    assert "FAILED: cards, end" in result.output
    assert "  proven:" not in result.output


def test_another_key_of_the_room_fails() -> None:
    assert run("-", "--key", "11" * 32, text=proof_text(example_published())).exit_code == 1


@pytest.mark.parametrize(("text", "code"), [("{}", "missing_field"), ("hello", "not_json")])
def test_what_is_no_proof_is_refused_with_its_code(text: str, code: str) -> None:
    result = run("-", text=text)

    assert result.exit_code == 2
    assert code in result.output


def test_an_empty_file_and_a_bad_key_are_told() -> None:
    assert "empty" in run("-", text="\n").output
    assert "64 hexadecimal digits" in run("-", "--key", "12", text="{}").output


def test_a_simulation_writes_a_whole_log(proofs: Path) -> None:
    result = run(str(proofs), "--whole")
    lines = proofs.read_text("utf-8").splitlines()

    assert result.exit_code == 0, result.output
    assert f"{len(lines):,} of {len(lines):,} proofs passed every check" in result.output
    assert "No hand of these tables is missing" in result.output
    assert any('"kind":"void"' in line for line in lines)


def test_a_program_gets_one_object_a_proof_and_one_for_all(proofs: Path) -> None:
    told = [json.loads(line) for line in run(str(proofs), "--json").output.splitlines()]

    assert len(told) == len(proofs.read_text("utf-8").splitlines()) + 1
    assert all(each["passed"] for each in told)
    assert told[-1]["kind"] == "log"
    assert {"signature_not_pinned", "house_knows_the_cards"} <= set(told[0]["not_proven"])


def test_a_line_that_was_taken_out_is_noticed(proofs: Path, tmp_path: Path) -> None:
    lines = proofs.read_text("utf-8").splitlines()
    tables = [json.loads(line)["table"] for line in lines]
    busiest = max(tables, key=tables.count)
    same = [at for at, table in enumerate(tables) if table == busiest]
    less = tmp_path / "less.jsonl"
    less.write_text("\n".join(line for at, line in enumerate(lines) if at != same[1]), "utf-8")

    assert len(same) > 2
    assert run(str(less)).exit_code == 0
    assert "hands are missing" in run(str(less)).output
    assert run(str(less), "--whole").exit_code == 1
