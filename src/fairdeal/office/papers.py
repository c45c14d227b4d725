"""
What the house offers, as papers that the desk writes: the schedule of tournaments, the stakes, the casino tables.

Each paper is a text like the operator's file, kept with all its revisions as a rulebook's are, in a stream of its own.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal.kernel import StreamId

PAPERS: Final = "paper"
"""The prefix of the streams of papers; durable."""

TEXT_MAX: Final = 60_000


class Paper(StrEnum):
    """A paper by its name, which is stored."""

    SCHEDULE = "schedule"
    STAKES = "stakes"
    CASINO = "casino"


@dataclass(frozen=True, slots=True)
class PaperFault:
    """What is wrong with a paper, and on which line; 0: with the whole."""

    line: int
    problem: str


@dataclass(frozen=True, slots=True)
class PaperEffect:
    """What a paper would change of what is offered, by names."""

    opens: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()


_LINE: Final = re.compile(r"(?:line |[^ ]*:)(\d+): (.*)", re.DOTALL)
_AT_LINE: Final = re.compile(r"(?:[^ ]*: )?(.*) \(at line (\d+), column \d+\)", re.DOTALL)
_AT_END: Final = re.compile(r"(?:[^ ]*: )?(.*) \(at end of document\)", re.DOTALL)


def fault_of(told: str, text: str) -> PaperFault:
    """A fault of a text as readers of files tell it, with its line first or, where it is no TOML, last."""
    if (found := _LINE.fullmatch(told)) is not None:
        return PaperFault(int(found[1]), found[2])
    if (found := _AT_LINE.fullmatch(told)) is not None:
        return PaperFault(int(found[2]), found[1])
    if (found := _AT_END.fullmatch(told)) is not None:
        return PaperFault(len(text.splitlines()), found[1])
    return PaperFault(0, told)


def paper_stream(paper: Paper) -> StreamId:
    """The stream of a paper's revisions."""
    return StreamId(f"{PAPERS}:{paper}")
