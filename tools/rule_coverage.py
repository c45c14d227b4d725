"""
What is proven of each rule, told from the marks of the tests.

A mark `@pytest.mark.rule("BET-14", edition="unibet-2.7")` says that a test proves a rule by driving a machine or the engine
and asserting an event, a rejection or an amount. `proves="data"` marks tests that only read values back, `proves="page"` tests
that look at it in a browser. Glossary rules share the tests of the rules they restate.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from fairdeal.rulebook.clause import PUBLISHED, EditionId, Rule
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.walk import leaves


class Level(IntEnum):
    """How far a rule has come in an edition."""

    NONE = 0
    DATA = 1
    BEHAVIOUR = 2
    PAGE = 3

    @property
    def label(self) -> str:
        """The level in words."""
        return ("none", "data only", "behaviour", "behaviour with page")[self]


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark on one test."""

    rule: str
    edition: str | None
    proves: str
    test: str


class Coverage:
    """Levels and tests of every rule in every edition."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self.marks = marks
        self._cited = {
            edition: {rule for leaf in leaves(published_edition(edition)) for rule in leaf.rules}
            for edition in PUBLISHED
        }

    def tests(self, rule: Rule, edition: EditionId | None = None) -> tuple[Mark, ...]:
        """Marks that speak of a rule, or of what it restates, in an edition or in any."""
        names = {rule.id, *rule.restates}
        return tuple(
            mark for mark in self.marks if mark.rule in names and (edition is None or mark.edition in (None, edition))
        )

    def level(self, rule: Rule, edition: EditionId) -> Level:
        """How far a rule has come in an edition."""
        proven = {mark.proves for mark in self.tests(rule, edition)}
        if "page" in proven and ("behaviour" in proven or rule.kind == "D"):  # a rule about showing is kept by showing
            return Level.PAGE
        if "behaviour" in proven:
            return Level.BEHAVIOUR
        if "data" in proven or self._cited[edition] & {rule.id, *rule.restates}:
            return Level.DATA
        return Level.NONE
