"""Every power that the five documents give the house is a deed that cites it, or stands here with the reason why not."""

import re

import pytest

from fairdeal.office.deeds.catalogue import DEEDS
from fairdeal.rulebook.catalogue import RULES
from tests.architecture.source import ROOT

CITED = {clause for deed in DEEDS.values() for clause in deed.clauses}
LEVER = "an act of one person on a tournament, with its own dry run: server/levers"
ELSEWHERE = {
    "TIME-19": "no decision: unresolved bets expire by the clock, bank/unresolved",
    "MTT-27b": LEVER,
    "MTT-34b": LEVER,
    "HEXA-17": "no decision: it sends HexaPro to TIME-16 and TIME-19",
    "INT-13": "collecting data needs no deed; every look at it is a line of the trail",
    "INT-35": "says that measures are taken; those are deeds of INT-17 to INT-19",
    "BJ-10": "steps of a live table's station, with a second person there: casino/table/station",
    "BJ-38": "steps of a live table's station: casino/table/station",
    "BJ-39": "steps of a live table's station: casino/table/station",
    "BJ-47": "steps of a live table's station: casino/table/station",
}
POWERS = {rule.id for rule in RULES.values() if rule.kind == "O"}


@pytest.mark.parametrize("rule", sorted(POWERS))
def test_a_power_of_the_house_is_a_deed_or_says_why_not(rule: str) -> None:
    assert (rule in CITED) != (rule in ELSEWHERE)


def test_the_list_holds_nothing_that_is_no_power() -> None:
    assert ELSEWHERE.keys() <= POWERS


@pytest.mark.parametrize("reason", sorted(set(ELSEWHERE.values())))
def test_where_a_power_is_kept_elsewhere_there_is_such_a_place(reason: str) -> None:
    for place in re.findall(r"[a-z_]+(?:/[a-z_]+)+", reason):
        source = ROOT / "src" / "fairdeal" / place
        assert source.is_dir() or source.with_suffix(".py").is_file(), place
