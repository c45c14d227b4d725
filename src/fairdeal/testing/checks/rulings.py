"""Counts the rules that events cite, and checks that each holds in the edition it was cited under."""

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
    """How often each rule was cited."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._known: set[tuple[str, str | None]] = set()

    def cite(self, rule: str, edition: str | None, stream: StreamId) -> None:
        """Count a citation; fails if the rule does not hold in the edition. None: under one of several editions."""
        self.counts[rule] += 1
        if (rule, edition) not in self._known:
            if not holds(rule, edition):
                fail("rulings", f"{rule} is no rule of {edition or 'any edition'}", stream)
            self._known.add((rule, edition))

    def told(self, event: Any, edition: str | None, stream: StreamId) -> None:
        """Count every rule that an event cites; fails as `cite` does."""
        for rule in cited(event):
            self.cite(rule, edition, stream)


def holds(rule: str, edition: str | None) -> bool:
    """Whether a rule or reading exists and holds in an edition; operators' editions may cite any rule."""
    if rule in _READINGS:
        return True
    found = RULES.get(rule)
    return found is not None and (edition not in PUBLISHED or edition in found.sources)


def cited(event: Any) -> Iterator[str]:
    """Every rule that an event cites, in its own fields and in the hand events it contains."""
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
