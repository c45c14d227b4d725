"""Arithmetic that benches share."""

from collections.abc import Sequence
from typing import Final

SATURATED: Final = 0.90
"""The part of a core a side must use before its speed counts as the most it can do."""


class NotSaturated(Exception):
    """A run in which the measured side waited for its driver: its speed says nothing."""


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that `percent` of all values do not exceed; 0 if there are none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    rank = -(-len(ordered) * percent // 100)  # rounded up
    return ordered[max(0, min(len(ordered), int(rank)) - 1)]


def check_saturated(name: str, busy: float, waited: float, drivers: float, *, crowded: bool = False) -> None:
    """
    Raise `NotSaturated` if the measured side used less than 90 % of a core.

    `waited` is the part of the time for which it could have run while others had the cores; on a crowded machine that counts as well,
    but then only processor time may be compared. `drivers` is how busy the busiest driver was.
    """
    if busy >= SATURATED or (crowded and busy + waited >= SATURATED):
        return
    if busy + waited >= SATURATED:
        limit = "others had the cores; wait until the machine is quiet, or compare processor time alone with --crowded"
    elif drivers >= SATURATED:
        limit = "a driver was the limit"
    else:
        limit = "it had nothing to do, and neither had its driver"
    raise NotSaturated(
        f"{name} was busy for {busy:.0%} of a core only (at least {SATURATED:.0%} are wanted), "
        f"waited for a core {waited:.0%} of the time, and its driver was busy for {drivers:.0%}: {limit}"
    )
