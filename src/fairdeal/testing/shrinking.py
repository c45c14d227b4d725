"""A smaller plan that still goes wrong is easier to understand than a large one."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import process_time
from typing import Final

from fairdeal.kernel import MINUTE, Duration
from fairdeal.testing.plan import Plan
from fairdeal.testing.simulator import Report, simulate

_PLAYERS_MIN: Final = 2
_LENGTH_MIN: Final = 5 * MINUTE


def shrink(failed: Report, seconds_max: float = 60.0, run: Callable[[Plan], Report] = simulate) -> Report:
    """
    The smallest failure of the same check that could be found in the time: fewer crashes, stalls, people, hours, in this order.

    Another plan is another history, so most tries fail no more; what does not get smaller comes back as it was.
    """
    best = failed
    check = failed.violations[0].check
    end = process_time() + seconds_max
    found = True
    while found:
        found = False
        for plan in smaller(best.plan):
            if process_time() > end:
                return best
            report = run(plan)
            if any(violation.check == check for violation in report.violations):
                best, found = report, True
                break
    return best


def smaller(plan: Plan) -> Iterator[Plan]:
    """Plans with less of something, the largest steps first."""
    for crashes in dict.fromkeys((0, plan.crashes // 2, plan.crashes - 1)):
        if 0 <= crashes < plan.crashes:
            yield replace(plan, crashes=crashes)
    for stalls in dict.fromkeys((0, plan.stalls // 2, plan.stalls - 1)):
        if 0 <= stalls < plan.stalls:
            yield replace(plan, stalls=stalls)
    for players in dict.fromkeys((plan.players // 4, plan.players // 2, plan.players * 3 // 4)):
        if _PLAYERS_MIN <= players < plan.players:
            yield replace(plan, players=players)
    for length in (plan.length // 4, plan.length // 2, plan.length * 3 // 4):
        if length >= _LENGTH_MIN:
            yield replace(plan, length=Duration(length))
