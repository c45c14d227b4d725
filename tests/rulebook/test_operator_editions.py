"""
Operators' own rulebooks: a file that extends a published edition, read by the same loader.

Each file of broken/ carries its expected refusals as comments (`#! key: reason`) on the very lines that are wrong.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairdeal.cli.main import main
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.compare import compare
from fairdeal.rulebook.loader import Published, load_edition, published_edition
from fairdeal.rulebook.reader import BadEdition, read_edition
from fairdeal.rulebook.ruled import Origin
from fairdeal.rulebook.schema.edition import Edition, Poker
from fairdeal.zones import database_zone

BROKEN = sorted(Path(__file__).parent.joinpath("broken").glob("*.toml"))

HEADER = """
[edition]
id = "club-tallinn"
title = "Club Tallinn"
extends = "unibet-2.7"
"""


def expected_faults(path: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if found := re.search(r"#! (.+)$", line):
            yield number, found[1]


def read(text: str) -> Edition:
    return read_edition(HEADER + text, "club.toml", Published(), zones=database_zone)


def poker(text: str) -> Poker:
    found = read(text).poker
    assert found is not None
    return found


def faults(text: str) -> list[str]:
    with pytest.raises(BadEdition) as bad:
        read(text)
    return [f"{fault.key}: {fault.problem}" for fault in bad.value.faults]


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_file_is_refused_at_the_right_line_for_the_right_reason(path: Path) -> None:
    result = CliRunner().invoke(main, ["rules", "check", str(path)])
    expected = list(expected_faults(path))

    assert result.exit_code == 1
    *told, summary = result.stderr.splitlines()
    assert summary == f"{path.name} refused: {len(expected)} fault{'s' if len(expected) > 1 else ''}"
    for line, (number, reason) in zip(told, expected, strict=True):
        assert line.startswith(f"{path.name}:{number if path.stem != 'not-toml' else 3}: {reason}")


def test_there_are_more_than_ten_ways_to_be_wrong() -> None:
    assert len(BROKEN) >= 10


def test_a_bare_value_keeps_the_citation_and_is_the_operators() -> None:
    removal = poker("[poker.sit_out]\nremoval_seconds = 420").sit_out.removal_seconds

    assert (removal.value, removal.rule, removal.origin) == (420_000, "TIME-02", Origin.OPERATOR)


def test_what_is_not_named_stays_as_published() -> None:
    found = compare(published_edition(U27), read("[poker.sit_out]\nremoval_seconds = 420"))

    assert [(each.path, each.before, each.after) for each in found.values] == [
        ("poker.sit_out.removal_seconds", "600 s", "420 s")
    ]


def test_an_operator_may_cite_another_rule_but_never_claim_to_be_printed() -> None:
    clock = poker('[poker.connection]\ndecision_seconds = { is = 15, rule = "TIME-10", origin = "printed" }')

    assert (clock.connection.decision_seconds.rule, clock.connection.decision_seconds.origin) == ("TIME-10", "operator")


def test_an_optional_part_can_be_taken_away() -> None:
    found = poker('[poker]\nratholing = "none"\n[poker.buy_in]\nauto_top_up = "none"')

    assert found.ratholing is None
    assert found.buy_in.auto_top_up is None


def test_a_necessary_part_cannot_be_taken_away() -> None:
    assert faults('[poker]\nsit_out = "none"') == ['poker.sit_out: expected a table, found "none"']


def test_a_part_the_base_lacks_must_come_whole() -> None:
    told = faults("[poker.rakeback]\npercent = 20")

    assert any(line.startswith("poker.rakeback.percent: cites no rule; expected { is = …, rule") for line in told)
    assert any(line.startswith("poker.rakeback.pay_from: is missing") for line in told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[poker.buy_in]\nbig_blinds_min = 120", "poker.buy_in.big_blinds_min: is above big_blinds_max"),
        ("[poker.tournament]\nbreak_minute = 60", "poker.tournament.break_minute: expected a minute from 0 to 59"),
        ("[poker.showdown]\nranking = [\"one_pair\"]", "poker.showdown.ranking: must name each of "),
        ("[poker.seating]\nseats = 6", "poker.seating.seats: expected a list, each item a whole number, 1 or more, found 6"),
        ("[poker]\nblinds = 3", "poker.blinds: expected a table, found 3"),
        ("[poker.rake]\nholdem = [7]", "poker.rake.holdem[1]: expected a row { … }, found 7"),
        (
            "[poker.games]\nfamilies = [{ id = \"x\", variant = \"holdem\", structure = \"no_limit\", rake_table = \"y\" }]",
            'poker.games.families[1].rake_table: no rake row has table "y"; expected one of banzai, omaha,',
        ),
        (
            "[poker.hexapro]\nlevels = [{ level = 2, small_blind = 1, big_blind = 2, ante = 0 }]",
            "poker.hexapro.levels: levels must be numbered from 1 in order",
        ),
        (
            "[poker.sit_out]\nremoval_seconds = { value = 3 }",
            'poker.sit_out.removal_seconds: has no "is"; expected a number of seconds, 0 or more',
        ),
        (
            "[poker.sit_out]\nremoval_seconds = { is = 3, see = \"X-1\" }",
            'poker.sit_out.removal_seconds.see: expected a list of readings such as ["X-08"], found "X-1"',
        ),
    ],
)  # fmt: skip
def test_inconsistent_values_are_refused(text: str, told: str) -> None:
    assert any(line.startswith(told) for line in faults(text)), faults(text)


@pytest.mark.parametrize("number", ["1e999999999", "inf", "nan", "-0.01", "1e400", "true", "9" * 5_000])
def test_absurd_numbers_are_refused_at_once(number: str) -> None:
    (told,) = faults(f"[poker.rake]\nminimum = {number}")

    assert "expected an amount of money" in told or "not TOML" in told


def test_a_file_without_a_header_is_refused() -> None:
    with pytest.raises(BadEdition, match=r"x.toml:1: has no \[edition\] table with id and title"):
        read_edition("[poker]\n", "x.toml", Published(), zones=database_zone)


def test_a_complete_edition_must_cite_every_value() -> None:
    text = '[edition]\nid = "x"\ntitle = "X"\nlanguage = "en"\nversion = "1"\n[casino]\nfailure = "void_unless_dealt"\n'

    with pytest.raises(BadEdition, match=r"x.toml:7: casino.failure: cites no rule"):
        read_edition(text, "x.toml", zones=database_zone)


def test_all_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    with pytest.raises(BadEdition) as bad:
        load_edition(Path(__file__).parent / "broken" / "several-faults.toml")

    lines = [fault.line for fault in bad.value.faults]
    assert lines == sorted(lines)
    assert len(lines) == 6
