"""A broken rule is found, told with its seed, and told again in a smaller story."""

from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from fairdeal.cash.table import blinds, hand_end
from fairdeal.cash.table import view as table_view
from fairdeal.cli import simulate as command
from fairdeal.cli.main import main
from fairdeal.kernel import MINUTE, Cents, Duration
from fairdeal.poker.rotation import clockwise
from fairdeal.runtime.presence import Presence
from fairdeal.testing.plan import Plan
from fairdeal.testing.shrinking import shrink, smaller
from fairdeal.testing.simulator import simulate

PLAN = Plan(seed=3, players=12, length=Duration(30 * MINUTE), crashes=1, editions=("publicwin",))


def skip_a_big_blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The big blind passes over one player."""

    def next_but_one(seats: int, last: int, ready: list[int]) -> int:
        order = [seat for seat in clockwise(last, seats) if seat in ready]
        return order[1 % len(order)]

    monkeypatch.setattr(blinds, "next_big_blind", next_but_one)


def test_a_skipped_big_blind_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    skip_a_big_blind(monkeypatch)

    report = simulate(PLAN)

    assert [each.check for each in report.violations] == ["dealing"]
    assert any("HandOpened" in line for line in report.violations[0].story)


def test_a_stack_that_is_not_what_the_pots_gave_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = hand_end._ended

    def shifted(*args: Any) -> Any:
        event = honest(*args)
        after = list(event.after)
        after[0], after[1] = Cents(after[0] - 1), Cents(after[1] + 1)
        return replace(event, after=tuple(after)) if after[0] >= 0 else event

    monkeypatch.setattr(hand_end, "_ended", shifted)

    assert [each.check for each in simulate(PLAN).violations] == ["pots"]


def test_a_card_in_a_view_that_is_not_the_viewers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = table_view.seat_view

    def leaky(facts: Any, table: Any, at: int) -> Any:
        found = honest(facts, table, at)
        return found if table.running is None else replace(found, pending=table.running.hand)

    monkeypatch.setattr(table_view, "seat_view", leaky)

    assert [each.check for each in simulate(PLAN).violations] == ["cards"]


def test_a_fault_that_nobody_caught_is_told_like_a_broken_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget(*_args: Any) -> None:
        raise KeyError("a table nobody knows")

    monkeypatch.setattr(Presence, "left", forget)

    (violation,) = simulate(PLAN).violations
    assert violation.check == "fault"
    assert "KeyError" in violation.what
    assert any("in forget" in line for line in violation.story)


def test_a_failure_is_told_with_its_seed_and_a_smaller_story(monkeypatch: pytest.MonkeyPatch) -> None:
    skip_a_big_blind(monkeypatch)
    monkeypatch.setattr(command, "SHRINKING_SECONDS", 3.0)
    options = "simulate --seed 3 --players 12 --hours 0.5 --crashes 1 --stalls 6 --edition publicwin"

    result = CliRunner().invoke(main, options.split())

    assert result.exit_code == 1
    assert "BROKEN: dealing" in result.output
    assert f"of: fairdeal {options}" in result.output
    assert "a smaller plan fails too:" in result.output
    assert "--crashes 0" in result.output


def test_a_smaller_plan_fails_by_the_same_check(monkeypatch: pytest.MonkeyPatch) -> None:
    skip_a_big_blind(monkeypatch)
    failed = simulate(PLAN)

    found = shrink(failed, 3.0)

    assert found.plan.players < PLAN.players
    assert found.violations[0].check == failed.violations[0].check
    again = simulate(found.plan)
    assert (again.hash, again.violations) == (found.hash, found.violations)


def test_a_plan_shrinks_in_one_thing_at_a_time() -> None:
    tried = list(smaller(PLAN))

    assert tried[0] == replace(PLAN, crashes=0)
    assert replace(PLAN, players=3) in tried
    assert replace(PLAN, length=Duration(15 * MINUTE)) in tried
    assert all(plan != PLAN for plan in tried)
