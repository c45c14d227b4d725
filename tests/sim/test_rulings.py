"""Whatever the rules of cash games let the room decide by itself, it decides in a simulation at least once."""

import pytest

from fairdeal.kernel import HOUR, MINUTE, Duration
from fairdeal.rulebook.catalogue import RULES
from fairdeal.testing.cash_rulings import NO_RULINGS, never_ruled, wanted_rulings
from fairdeal.testing.plan import Plan
from fairdeal.testing.simulator import simulate

POKER = ("unibet-2.2", "unibet-2.6", "unibet-2.7", "publicwin")


def test_what_is_wanted_depends_on_the_edition() -> None:
    assert "TIME-17" in wanted_rulings(["publicwin"]) - wanted_rulings(["unibet-2.7"])
    assert {"TIME-16", "BZ-02", "RAT-03"} <= wanted_rulings(["unibet-2.7"]) - wanted_rulings(["publicwin"])
    assert never_ruled(["publicwin"], wanted_rulings(["publicwin"]) - {"CASH-02"}) == ["CASH-02"]


def test_what_is_said_never_to_be_ruled_by_is_a_rule_and_is_not_cited() -> None:
    report = simulate(Plan(seed=12, players=30, length=Duration(30 * MINUTE), crashes=2))

    assert NO_RULINGS.keys() <= RULES.keys()
    assert not NO_RULINGS.keys() & {*report.rulings, *report.refused_by}


@pytest.mark.soak
def test_long_days_see_every_ruling() -> None:
    cited: set[str] = set()
    for edition in POKER:
        report = simulate(Plan(seed=7, players=150, length=Duration(12 * HOUR), crashes=12, editions=(edition,)))
        assert not report.violations, report.violations
        cited |= {*report.rulings, *report.refused_by}

    assert never_ruled(POKER, cited) == []
