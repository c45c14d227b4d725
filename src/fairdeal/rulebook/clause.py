"""What a rule is: its id, its class, where each edition says it, and how unclear words were read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NewType

EditionId = NewType("EditionId", str)

U22: Final = EditionId("unibet-2.2")
U26: Final = EditionId("unibet-2.6")
U27: Final = EditionId("unibet-2.7")
PW: Final = EditionId("publicwin")
LC: Final = EditionId("live-casino")

PUBLISHED: Final = (U22, U26, U27, PW, LC)
USUAL: Final = U27
"""The default edition of tools: the latest with every kind of game."""
USUAL_CASINO: Final = LC
"""The default edition of casino tools."""
DEMO: Final = (U27, PW, LC)
"""The editions that a server hosts by default."""

RuleClass = Literal["E", "D", "O", "P"]
"""Executable behaviour, displayed information, operator power, or policy text for players."""

CLASS_NAMES: Final[Mapping[RuleClass, str]] = {
    "E": "executable behaviour",
    "D": "displayed information",
    "O": "operator power",
    "P": "policy text",
}

ReadingKind = Literal["contradiction", "misprint", "gap", "ambiguity", "confirmed"]


@dataclass(frozen=True, slots=True)
class Rule:
    """
    One rule of the digest of all editions.

    `sources` names the clause of each edition the rule holds in. `readings` are the decisions that shaped it.
    `restates` is for glossary entries: the rules that carry the behaviour, or, for a term without behaviour, the rules
    to read beside it; `overridden_by` says that the glossary's own sentence lost against the articles.
    """

    id: str
    kind: RuleClass
    title: str
    sources: Mapping[EditionId, str]
    readings: tuple[str, ...] = ()
    restates: tuple[str, ...] = ()
    overridden_by: str | None = None

    @property
    def editions(self) -> tuple[EditionId, ...]:
        """The published editions this rule holds in, oldest first."""
        return tuple(self.sources)


@dataclass(frozen=True, slots=True)
class Reading:
    """How the documents were read where they are contradictory, misprinted, silent or unclear."""

    id: str
    kind: ReadingKind
    where: str
    problem: str
    decision: str
    why: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules on one subject; its title and the words of its rules are found by its key."""

    key: str
    rules: tuple[Rule, ...]
