"""What benches calculate, and which runs they refuse."""

import pytest

from bench.figures import NotSaturated, check_saturated, percentile
from bench.processes import Used
from bench.socket_runs import Run, announced, kept_up, saturated


def a_run(busy: float, *, driver: float = 0.3, waited: float = 0.0, drivers: int = 1) -> Run:
    """Ten seconds with 50,000 acts, in which a server was so busy."""
    server = Used(user=8 * busy, system=2 * busy, busiest=10 * busy, waited=10 * waited)
    return Run("fairdeal", 10, 10.0, 50_000, 0, [], server, [10 * driver] * drivers)


def test_percentiles_are_values_that_occurred() -> None:
    values = [float(each) for each in range(100, 0, -1)]

    assert percentile(values, 50) == 50.0
    assert percentile(values, 99) == 99.0
    assert percentile(values, 100) == 100.0
    assert percentile([7.0], 99) == 7.0
    assert percentile([1.0, 2.0], 50) == 1.0
    assert percentile([], 99) == 0.0


@pytest.mark.parametrize("busy", [0.90, 1.0, 1.4])
def test_a_busy_server_was_saturated(busy: float) -> None:
    check_saturated("fairdeal", busy, 0.0, 0.5)


@pytest.mark.parametrize(
    ("waited", "driver", "why"),
    [(0.0, 0.95, "a driver was the limit"), (0.3, 0.2, "others had the cores"), (0.0, 0.2, "nothing to do")],
)
def test_a_run_below_ninety_percent_is_refused_and_says_why(waited: float, driver: float, why: str) -> None:
    with pytest.raises(NotSaturated, match=why):
        check_saturated("fairdeal", 0.89, waited, driver)


def test_on_a_crowded_machine_waiting_for_a_core_counts_as_being_busy() -> None:
    check_saturated("fairdeal", 0.5, 0.45, 0.2, crowded=True)

    with pytest.raises(NotSaturated):
        check_saturated("fairdeal", 0.5, 0.3, 0.2, crowded=True)


def test_drivers_are_added_only_while_a_driver_is_the_limit() -> None:
    tried: list[int] = []

    def make(drivers: int) -> Run:
        tried.append(drivers)
        return a_run(0.99, drivers=2) if drivers == 2 else a_run(0.5, driver=0.97)

    def idle(drivers: int) -> Run:
        tried.append(drivers)
        return a_run(0.5)

    assert saturated(make).busy == pytest.approx(0.99)
    assert tried == [1, 2]
    with pytest.raises(NotSaturated):
        saturated(idle)
    assert tried == [1, 2, 1]


def test_a_run_in_figures() -> None:
    run = a_run(1.0)

    assert run.acts_per_second == 5_000
    assert run.per_act(run.server.total) == pytest.approx(200)
    assert run.acts_per_core == pytest.approx(5_000)
    assert run.figures()["user_us_per_act"] == 160.0
    assert run.figures()["system_us_per_act"] == 40.0
    assert "p50_ms" not in run.figures()


def test_a_server_that_fell_behind_has_no_latency() -> None:
    def at_rate(answered: int) -> Run:
        return Run("fairdeal", 10, 10.0, answered, 1_000, [0.001] * answered, Used(), [1.0])

    assert kept_up(at_rate(1_000))
    assert not kept_up(at_rate(900))
    assert not kept_up(Run("fairdeal", 10, 10.0, 0, 0, [], Used(), [1.0]))


def test_a_server_may_log_before_it_says_where_it_listens() -> None:
    assert announced([b"2026-11-16 [warning] the room stood still\n", b'{"port": 7, "tokens": []}\n'])["port"] == 7

    with pytest.raises(SystemExit, match="ended before"):
        announced([b"2026-11-16 [error] no\n"])
