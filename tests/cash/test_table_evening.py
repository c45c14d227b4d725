"""
One evening at one table of each edition, told event by event.

The files in `golden/` show what is kept, what everybody is told and what each player is told besides. After a wanted change write
them again with `python -m tests.cash.test_table_evening`, and read the difference.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from fairdeal.cards import cards_text
from fairdeal.cash.table.events import TableEvent
from fairdeal.kernel import SECOND
from fairdeal.poker import Options
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.testing.cash import Story, open_table
from fairdeal.testing.cash.table import NOON
from tests.steps import step_of

GOLDEN = Path(__file__).parent / "golden"
POKER = (U22, U26, U27, PW)

EVENING = """
    ann, bob, cat and dan sit with 10.00
    cards ann=AsKd bob=7h7c cat=QdJd; board Kh9d2c4s4h
    deal
    dan folds; ann raises to 0.30; bob calls; cat folds
    bob checks; ann bets 0.60; bob calls
    bob checks; ann checks
    bob bets 2.00; ann calls
    eve sits at 6 with 8.00
    bob sits out
    deal
    ann drops
    46 s pass
    cat raises to 0.30; dan folds
    ann returns
    bob comes back
    deal
    bob leaves
    fold round
    eve tops up 1.00
    ann comes back
    deal
    cat sits out
    the server fails for 90 s
    12 min pass
"""
# Clocks, instants and hashes say nothing to a reader of the story.
SILENT = {
    "commitment",
    "hand",
    "edition",
    "at",
    "opened_at",
    "deals_from",
    "salt",
    "base_time_ends",
    "started",
    "since",
    "removal_at",
    "waits_until",
}
CARDS = {"cards", "board"}
NOTHING: tuple[object, ...] = (None, (), "")


def transcript(edition: EditionId) -> str:
    """The evening as lines of text."""
    return "\n".join(_lines(edition)) + "\n"


def _lines(edition: EditionId) -> Iterator[str]:
    story = open_table(edition)
    story.draw = 0
    for line in EVENING.split("\n"):
        for sentence in line.split(";"):
            if sentence.strip():
                yield f"> {sentence.strip()}"
                yield from _told(story, sentence)
    yield f"stacks {' '.join(f'{chair.player}={chair.stack}' for chair in story.table.chairs if chair)}"
    assert story.refused == []


def _told(story: Story, sentence: str) -> Iterator[str]:
    before, count = story.table, len(story.events)
    story.tell(sentence)
    for event in story.events[count:]:
        yield f"  {'*' if event.durable else '-'} {_event(event)}"
        change = story.machine.public_change(step_of(story.machine, before, event))
        if change is not None:
            yield f"      all: {_text(change)}"
        for player, own in sorted(story.machine.private_changes(step_of(story.machine, before, event)).items()):
            yield f"      {player}: {'; '.join(_text(each) for each in own)}"
        before = story.machine.evolve(before, event)


def _event(event: TableEvent) -> str:
    """The name of an event with its instant and its rule."""
    at = getattr(event, "at", None)
    rule = getattr(event, "rule", None)
    when = "" if at is None else f" at {(at - NOON) / SECOND:.3f} s"
    return type(event).__name__ + when + ("" if rule is None else f" by {rule}")


def _text(value: Any, name: str = "") -> str:
    if isinstance(value, Options):
        return f"call {value.to_call}, raise {value.raise_min} to {value.raise_max}"
    if name in CARDS and isinstance(value, tuple):
        return cards_text(value) or "none"
    if isinstance(value, tuple):
        return "(" + ", ".join(_text(each) for each in value) + ")"
    if isinstance(value, Enum):
        return str(value.value)
    if is_dataclass(value) and not isinstance(value, type):
        told = [(field.name, getattr(value, field.name)) for field in fields(value) if field.name not in SILENT]
        parts = [f"{name}={_text(part, name)}" for name, part in told if part is not False and part not in NOTHING]
        return f"{type(value).__name__}({', '.join(parts)})"
    return str(value)


@pytest.mark.parametrize("edition", POKER)
def test_an_evening_goes_as_written(edition: EditionId) -> None:
    assert transcript(edition) == (GOLDEN / f"evening-{edition}.txt").read_text("utf-8")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for each in POKER:
        (GOLDEN / f"evening-{each}.txt").write_text(transcript(each), "utf-8")
