"""`fairdeal tournament` as a person and as a program use it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import fairdeal.tournament
from fairdeal.cli.main import main

SHIPPED = Path(fairdeal.tournament.__file__).parent / "structures"
KEYS = {"violations", "ledger_difference", "hash", "hands", "entrants", "pool", "paid", "seconds"}


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["tournament", *words])


def simulated(options: str) -> Result:
    return run("simulate", *options.split())


# ---- simulate


def test_it_tells_what_happened() -> None:
    result = simulated("--type freezeout --entrants 6 --seed 5")

    assert result.exit_code == 0
    assert result.output.startswith("freezeout, unibet-2.7: 6 entries, ")
    for words in ("prizes 54.00, paid 54.00", "rulings:", "ledger difference 0", "history "):
        assert words in result.output
    assert result.output.endswith("no promise was broken\n")


def test_a_program_gets_the_same_as_json() -> None:
    told = json.loads(simulated("--type sit_and_go --entrants 5 --seats 5 --seed 5 --edition publicwin --json").output)

    assert told.keys() >= KEYS
    assert (told["violations"], told["ledger_difference"], told["entrants"]) == ([], 0, 5)
    assert told["pool"] == told["paid"] > 0
    assert told["hands"] > 0


def test_a_cancellation_says_by_which_clause() -> None:
    options = "--type freezeout --entrants 6 --seed 2 --edition unibet-2.6 --cancel-at before_money --json"

    told = json.loads(simulated(options).output)

    assert told["cancellations"] == {"CANC-53a": 1, "CANC-53b": 1}
    assert told["violations"] == []


def test_a_campaign_counts_types_cancellations_and_rulings() -> None:
    told = json.loads(simulated("--campaign 2 --seed 1 --edition unibet-2.2 --json").output)

    assert told.keys() >= KEYS | {"types", "cancellations", "rulings", "missing", "tournaments"}
    assert sum(told["types"].values()) == told["tournaments"] == 2
    assert told["violations"] == []
    assert told["rulings"]["MTT-26a"] >= 2


def test_a_campaign_that_saw_too_little_ends_with_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.testing.tournaments.campaign.ENOUGH", 1)

    result = simulated("--campaign 1 --seed 1 --edition unibet-2.2")

    assert result.exit_code == 1
    assert "BROKEN: never occurred: types " in result.output


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--type chess", "Invalid value for '--type'"),
        ("--entrants 0", "Invalid value for '--entrants'"),
        ("--entrants 99999", "Invalid value for '--entrants'"),
        ("--type hexapro --entrants 4", "a multiple of 3"),
        ("--type phased --edition publicwin", '"publicwin" has no phased'),
        ("--edition live-casino", '"live-casino" has no freezeout'),
        ("--campaign 1 --edition live-casino", '"live-casino" has no tournaments'),
        ("--edition nowhere", "nowhere"),
        ("--on-failure resume", "lets no lobby say that"),
        ("--seed -1", "Invalid value for '--seed'"),
    ],
)
def test_bad_options_are_answered(options: str, told: str) -> None:
    result = simulated(options)

    assert result.exit_code == 2
    assert told in result.output
    assert "Traceback" not in result.output


# ---- explain


def test_a_structure_is_explained() -> None:
    result = run("explain", str(SHIPPED / "levels-turbo.toml"), "--entrants", "90", "--stack", "5000")

    assert result.exit_code == 0
    assert "30 levels of 0:05" in result.output
    assert "    2    0:05           50         100         0" in result.output
    assert "90 entrants with 5,000 chips: about 2:05, in level 25, breaks apart" in result.output


def test_payouts_are_explained_as_json() -> None:
    told = json.loads(run("explain", str(SHIPPED / "payouts-sit-and-go.toml"), "--entrants", "5", "--json").output)

    assert told["payouts"] == [
        {"entrants": 5, "places": 2, "bands": [{"places": 1, "percent": 65.0}, {"places": 1, "percent": 35.0}]}
    ]


def test_a_schedule_is_explained() -> None:
    result = run("explain", str(SHIPPED.parent / "schedules" / "standard.toml"), "--edition", "unibet-2.2")

    assert result.exit_code == 0
    assert result.output.startswith("21 series\n")
    assert "sit-and-go/five_handed/100-5: Sit & Go 1 (0.95 + 0.05), one always open" in result.output
    assert "multi-table/100-10: Tournament 1 (0.90 + 0.10), 12:00 UTC on every day" in result.output


def test_everything_that_is_wrong_with_a_file_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('level_seconds = 0\nlevels = [[1, 2]]\npayouts = [{ entries_min = 2, percents = [90] }]\nx = "y"\n')

    result = run("explain", str(file))

    assert result.exit_code == 1
    for words in ("x", "the name is missing", "level_seconds", "level 1 is not", "does not add up to 100 percent"):
        assert words in result.output
    told = json.loads(CliRunner().invoke(main, ["tournament", "explain", str(file), "--json"]).stdout)
    assert told["code"] == "bad_structure"
    assert len(told["faults"]) == 5


def test_a_file_that_is_no_text_and_one_that_is_not_there_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "image.toml"
    file.write_bytes(b"\xff\xfe\x00")

    no_text, missing = run("explain", str(file)), run("explain", str(tmp_path / "none.toml"))

    assert (no_text.exit_code, missing.exit_code) == (1, 2)
    assert "is no text (bad_structure)" in no_text.output
    assert "does not exist" in missing.output
