"""Every ruling names its rule, and the rule holds in that rulebook."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from fairdeal.kernel import StreamId
from fairdeal.rulebook.catalogue import RULES
from fairdeal.rulebook.clause import PUBLISHED
from fairdeal.rulebook.readings import READINGS
from fairdeal.testing.checks.violated import fail

_READINGS: Final = frozenset(reading.id for reading in READINGS)


class Rulings:
    """What was ruled, by rule."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._known: set[tuple[str, str | None]] = set()

    def cite(self, rule: str, edition: str | None, stream: StreamId) -> None:
        """A rule was named for something the room did under an edition; None: under one of several."""
        self.counts[rule] += 1
        if (rule, edition) not in self._known:
            if not holds(rule, edition):
                fail("rulings", f"{rule} is no rule of {edition or 'any edition'}", stream)
            self._known.add((rule, edition))

    def told(self, event: Any, edition: str | None, stream: StreamId) -> None:
        """Count every rule an event names."""
        for rule in cited(event):
            self.cite(rule, edition, stream)


def holds(rule: str, edition: str | None) -> bool:
    """Whether a rule, or a reading, is there and holds in an edition; operators' editions take rules from anywhere."""
    if rule in _READINGS:
        return True
    found = RULES.get(rule)
    return found is not None and (edition not in PUBLISHED or edition in found.sources)


def cited(event: Any) -> Iterator[str]:
    """Every rule an event names, in itself and in what it tells."""
    for name in ("rule", "removal_rule", "forced_sit_out"):
        if (rule := getattr(event, name, None)) is not None:
            yield rule
    for name in ("sit_out", "why"):
        if (ruled := getattr(event, name, None)) is not None:
            yield ruled.rule
    if getattr(event, "rake", 0):
        yield event.rake_rule
    for row in getattr(event, "sits_out", ()):
        sit_out = row[-1] if isinstance(row, tuple) else row
        if sit_out is not None:
            yield sit_out.rule
    for told in getattr(event, "told", ()):
        if (rule := getattr(told, "rule", None)) is not None:
            yield rule
