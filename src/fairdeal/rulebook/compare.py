"""Compares two editions value by value."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from fairdeal.rulebook.catalogue import RULES
from fairdeal.rulebook.ruled import Origin
from fairdeal.rulebook.schema.edition import PARTS, Edition
from fairdeal.rulebook.shape import fields_of
from fairdeal.rulebook.value_words import ValueWords
from fairdeal.rulebook.walk import Leaf, Steps, leaves, path_of
from fairdeal.rulebook.wording import Language

Change = Literal["effect", "wording"]
ABSENT: Final = "—"
_CELLS_SHOWN_MAX: Final = 8
_SECTIONS: Final = tuple(field.name for part in PARTS.values() for field in fields_of(part))


@dataclass(frozen=True, slots=True)
class Difference:
    """
    A value that two editions do not share.

    `effect` changes what happens at the tables. `wording` does not: the documents print other words for the same
    thing, or only one of them states what the other leaves to a default.
    """

    path: str
    change: Change
    before: str
    after: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences of two editions, and the rules that only one of them has."""

    values: tuple[Difference, ...]
    rules_only_before: tuple[str, ...]
    rules_only_after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Speech:
    """How cells and values are named in a comparison: as in the data, or in the words of a language."""

    cell: Callable[[str, str], str]  # the whole path, and the end of it that names the cell in its row or section
    value: Callable[[str], str]


PLAIN: Final = Speech(lambda _, end: end, lambda text: text)


def speech_in(words: ValueWords, language: Language) -> Speech:
    """The names of cells and values in that language."""
    return Speech(
        lambda path, end: f"{words.cell(path, language) or end}:" if end else "",
        lambda text: words.value(text, language),
    )


def compare(before: Edition, after: Edition, speech: Speech = PLAIN) -> Comparison:
    """All differences: values by path, and the rules that only one of the two has."""
    one, other = before.published, after.published
    return Comparison(
        _differences(
            {leaf.steps: leaf for leaf in leaves(before)}, {leaf.steps: leaf for leaf in leaves(after)}, speech
        ),
        tuple(rule.id for rule in RULES.values() if one in rule.sources and other not in rule.sources),
        tuple(rule.id for rule in RULES.values() if other in rule.sources and one not in rule.sources),
    )


def _differences(before: Mapping[Steps, Leaf], after: Mapping[Steps, Leaf], speech: Speech) -> tuple[Difference, ...]:
    known_before, known_after = _prefixes(before), _prefixes(after)
    # What only one side has is told once, at the widest part the other side lacks: a row, a table, a whole section.
    groups: dict[Steps, tuple[list[Leaf], list[Leaf]]] = {}
    for steps in dict.fromkeys((*before, *after)):
        if (steps in known_before and steps not in before) or (steps in known_after and steps not in after):
            continue  # an empty table against a filled one: the rows tell it
        whole = steps
        if steps not in before:
            whole = _widest_unknown(steps, known_before)
        elif steps not in after:
            whole = _widest_unknown(steps, known_after)
        lost, gained = groups.setdefault(whole, ([], []))
        lost += [before[steps]] if steps in before else []
        gained += [after[steps]] if steps in after else []
    found = (_difference(steps, lost, gained, speech) for steps, (lost, gained) in groups.items())
    # Other words for a row are told once, not for each of its cells.
    unique = dict.fromkeys(difference for difference in found if difference is not None)
    return tuple(sorted(unique, key=_place))


def _place(difference: Difference) -> int:
    """Sort key of a difference: by section; a whole section or table that one edition lacks comes first."""
    _, *steps = difference.path.split(".")
    return _SECTIONS.index(steps[0].split("[")[0]) if steps else -1


def _prefixes(paths: Mapping[Steps, Leaf]) -> set[Steps]:
    return {steps[:depth] for steps in paths for depth in range(1, len(steps) + 1)}


def _widest_unknown(steps: Steps, known: set[Steps]) -> Steps:
    return next(steps[:depth] for depth in range(1, len(steps) + 1) if steps[:depth] not in known)


def _difference(steps: Steps, lost: Sequence[Leaf], gained: Sequence[Leaf], speech: Speech) -> Difference | None:
    rules = tuple(dict.fromkeys(rule for leaf in (*lost, *gained) for rule in leaf.rules))
    if not lost or not gained:
        told = [_together(found, steps, speech) for found in (lost, gained)]
        return Difference(path_of(steps), "effect", told[0], told[1], rules)
    (one,), (other,) = lost, gained
    if one.text != other.text:
        return Difference(path_of(steps), "effect", speech.value(one.text), speech.value(other.text), rules)
    if one.printed != other.printed or one.origin is not other.origin:
        words = [speech.value(_worded(each)) for each in (one, other)]
        return Difference(path_of(one.cited_at), "wording", words[0], words[1], rules)
    return None


def _together(found: Sequence[Leaf], steps: Steps, speech: Speech) -> str:
    """A whole row or section in one line."""
    if not found:
        return ABSENT
    if len(found) > _CELLS_SHOWN_MAX:
        return speech.value(f"{len(found)} values")
    cells = [(speech.cell(leaf.path, path_of(leaf.steps[len(steps) :])), speech.value(leaf.text)) for leaf in found]
    return ", ".join(f"{cell} {text}".strip() for cell, text in cells)


def _worded(leaf: Leaf) -> str:
    """A value with the words its document prints, for differences of wording."""
    value = "" if leaf.cited_at != leaf.steps else leaf.text  # of a row only the words matter
    words = f"“{leaf.printed}”" if leaf.printed is not None else "" if leaf.origin is Origin.PRINTED else leaf.origin
    return f"{value} ({words})" if value and words else value or words or "as it holds"
