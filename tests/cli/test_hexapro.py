"""`fairdeal hexapro odds` from the outside."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairdeal.cli.hexapro import hexapro
from fairdeal.rulebook.clause import PUBLISHED


def odds(*arguments: str) -> Result:
    return CliRunner().invoke(hexapro, ["odds", *arguments])


def test_the_table_for_people() -> None:
    result = odds()

    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "hexapro, unibet-2.7, buy-in 10.00, 3 players",
        "multiplier  chances          draws         pool         1st         2nd         3rd",
        "     1000x        1              0    10,000.00    8,000.00    1,200.00      800.00",
        "      100x        5            1-5     1,000.00      800.00      120.00       80.00",
        "       25x      100          6-105       250.00      200.00       30.00       20.00",
        "       10x     4600       106-4705       100.00      100.00",
        "        5x    14000     4706-18705        50.00       50.00",
        "        3x    25000    18706-43705        30.00       30.00",
        "      1.5x    56294    43706-99999        15.00       15.00",
        "chances in 100,000 (HEXA-04)",
        "93.147 % comes back to players, the house keeps 6.853 %",
    ]


@pytest.mark.rule("HEXA-06", edition="unibet-2.2")
def test_an_older_edition_pays_the_winner_alone_at_twenty_five() -> None:
    result = odds("--edition", "unibet-2.2", "--json")

    rows = {row["multiplier_hundredths"]: row["prizes_cents"] for row in json.loads(result.stdout)["rows"]}
    assert rows[25_00] == [250_00]
    assert rows[100_00] == [800_00, 120_00, 80_00]


def test_extreme_at_another_buy_in_as_json() -> None:
    told = json.loads(odds("--product", "extreme", "--buy-in", "0.5", "--json").stdout)

    assert told["buy_in_cents"] == 50
    assert told["rule"] == "HEXT-04"
    assert told["kept"] == pytest.approx(0.06853)
    assert told["rows"][1] == {
        "multiplier_hundredths": 125_00,
        "chances": 202,
        "first_draw": 1,
        "last_draw": 202,
        "pool_cents": 62_50,
        "prizes_cents": [50_00, 10_00, 2_50],
    }
    assert "test" not in told


def test_draws_are_counted_and_tested_and_a_seed_repeats_them() -> None:
    first = odds("--draws", "20000", "--seed", "7", "--json")
    again = odds("--draws", "20000", "--seed", "7", "--json")
    told = json.loads(first.stdout)

    assert first.stdout == again.stdout
    assert sum(row["drawn"] for row in told["rows"]) == 20_000
    assert told["test"]["draws"] == 20_000
    assert told["test"]["fits"] is True
    assert told["test"]["chi_square"] <= told["test"]["limit"] == pytest.approx(13.2767, abs=1e-4)
    assert told["test"]["degrees"] == 4


def test_draws_for_people() -> None:
    told = odds("--draws", "20000", "--seed", "7").stdout.splitlines()

    assert told[1].endswith("drawn      expected")
    assert told[8].endswith("11,258.8")
    assert told[-1].startswith("20,000 draws from seed 7: chi-square ")
    assert ": fits; " in told[-1]


def test_few_draws_tell_nothing() -> None:
    assert odds("--draws", "3").stdout.splitlines()[-1] == "3 draws from seed 0: too few to tell"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--edition", "publicwin"), "publicwin has no hexapro (no_such_product)"),
        (("--edition", "unibet-2.2", "--product", "extreme"), "unibet-2.2 has no extreme (no_such_product)"),
        (("--edition", "live-casino"), "live-casino has no poker (no_poker)"),
        (("--edition", "unibet"), 'no edition "unibet"'),
        (
            ("--buy-in", "3"),
            "there is no buy-in of 3.00; there are 1.00, 2.00, 5.00, 10.00, 25.00, 50.00, 100.00 (no_such_buy_in)",
        ),
        (("--buy-in", "nan"), '"nan" is not an amount such as 10 or 0.20'),
        (("--buy-in", "1.005"), '"1.005" is not an amount such as 10 or 0.20'),
        (("--draws", "0"), "Invalid value for '--draws'"),
        (("--product", "banzai"), "Invalid value for '--product'"),
    ],
)
def test_it_refuses_with_a_reason(arguments: tuple[str, ...], told: str) -> None:
    result = odds(*arguments)

    assert result.exit_code in (1, 2)
    assert told in result.stderr
    assert result.stdout == ""


def test_an_operators_own_edition(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(f'[edition]\nid = "club"\nextends = "{PUBLISHED[2]}"\ntitle = "Club"\n', "utf-8")

    result = odds("--edition", str(file))

    assert result.stdout.startswith("hexapro, club, "), result.output


def test_loading_the_command_loads_no_rulebook() -> None:
    code = "import sys, fairdeal.cli.hexapro; sys.exit('fairdeal.rulebook.loader' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
