"""Short evenings in the whole room, under every edition with cash games, with crashes and outages."""

import pytest

from fairdeal.kernel import HOUR, MINUTE, Duration
from fairdeal.testing.plan import Plan
from fairdeal.testing.simulator import Report, Simulation, simulate

U22, U26, U27, PW = "unibet-2.2", "unibet-2.6", "unibet-2.7", "publicwin"

RUNS = [
    Plan(seed=1, players=14, length=Duration(45 * MINUTE), crashes=2, editions=(U22,)),
    Plan(seed=2, players=14, length=Duration(45 * MINUTE), crashes=2, editions=(U26,)),
    Plan(seed=3, players=14, length=Duration(45 * MINUTE), crashes=2, editions=(U27,)),
    Plan(seed=4, players=14, length=Duration(45 * MINUTE), crashes=2, editions=(PW,)),
    Plan(seed=5, players=20, length=Duration(60 * MINUTE), crashes=4, editions=(U22, PW)),
    Plan(seed=6, players=20, length=Duration(60 * MINUTE), crashes=4, editions=(U26, U27)),
    Plan(seed=7, players=30, length=Duration(30 * MINUTE), crashes=3),
    Plan(seed=8, players=4, length=Duration(90 * MINUTE), crashes=1, editions=(PW,)),
    Plan(seed=9, players=6, length=Duration(90 * MINUTE), crashes=0, editions=(U27,)),
    Plan(seed=10, players=24, length=Duration(40 * MINUTE), crashes=0),
    Plan(seed=305, players=25, length=Duration(30 * MINUTE), crashes=6, editions=(PW,)),
]


def told(report: Report) -> str:
    """What went wrong, for whoever reads a failing test."""
    return "\n".join(
        f"{each.check}: {each.what} (seed {report.plan.seed})\n" + "\n".join(each.story) for each in report.violations
    )


@pytest.mark.parametrize("plan", RUNS, ids=lambda plan: f"seed-{plan.seed}")
def test_no_promise_is_broken(plan: Plan) -> None:
    report = simulate(plan)

    assert not report.violations, told(report)
    assert report.ledger_difference == 0
    assert report.hands > 20
    assert report.crashes >= plan.crashes // 2


class LongNight(Simulation):
    """The process dies, and none is there again until long after everybody wanted to go home."""

    def _downtime(self) -> int:
        return HOUR


def test_a_run_whose_room_is_down_at_the_end_waits_for_it_and_for_everybody_to_go_home() -> None:
    run = LongNight(Plan(seed=6, players=8, length=Duration(10 * MINUTE), crashes=1, editions=(PW,)))

    report = run.run()

    assert not report.violations, told(report)
    assert report.crashes == 1
    assert report.voided > 0  # hands were open, and the process that came back has ended them
    assert run.network.room is not None
    assert not any(seat is not None for table in run.checks.tables.values() for seat in table.seats)


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(5))
def test_no_promise_is_broken_in_hundreds_of_evenings(hundred: int) -> None:
    """One after another, so that a failure tells its plan."""
    for seed in range(100 * hundred, 100 * hundred + 100):
        report = simulate(_evening(seed))

        assert not report.violations, f"{report.plan}\n{told(report)}"
        assert report.ledger_difference == 0


def _evening(seed: int) -> Plan:
    """Each of a hundred different from the others."""
    editions: tuple[tuple[str, ...], ...] = ((U22,), (U26,), (U27,), (PW,), ())
    return Plan(
        seed=seed,
        players=(3, 8, 15, 25)[seed % 4],
        length=Duration((30, 60, 90)[seed % 3] * MINUTE),
        crashes=(0, 1, 3, 6)[seed // 4 % 4],
        editions=editions[seed % 5],
    )
