"""What differs between two editions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from fairdeal.rulebook.catalogue import RULES
from fairdeal.rulebook.ruled import Origin
from fairdeal.rulebook.schema.edition import PARTS, Edition
from fairdeal.rulebook.shape import fields_of
from fairdeal.rulebook.walk import Leaf, Steps, leaves, path_of

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
    """Two editions side by side."""

    values: tuple[Difference, ...]
    rules_only_before: tuple[str, ...]
    rules_only_after: tuple[str, ...]


def compare(before: Edition, after: Edition) -> Comparison:
    """Everything that differs: values by path, and the rules that only one of the two has."""
    one, other = before.published, after.published
    return Comparison(
        _differences({leaf.steps: leaf for leaf in leaves(before)}, {leaf.steps: leaf for leaf in leaves(after)}),
        tuple(rule.id for rule in RULES.values() if one in rule.sources and other not in rule.sources),
        tuple(rule.id for rule in RULES.values() if other in rule.sources and one not in rule.sources),
    )


def _differences(before: Mapping[Steps, Leaf], after: Mapping[Steps, Leaf]) -> tuple[Difference, ...]:
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
    found = (_difference(steps, lost, gained) for steps, (lost, gained) in groups.items())
    # Other words for a row are told once, not for each of its cells.
    unique = dict.fromkeys(difference for difference in found if difference is not None)
    return tuple(sorted(unique, key=lambda difference: _SECTIONS.index(difference.path.split(".")[1].split("[")[0])))


def _prefixes(paths: Mapping[Steps, Leaf]) -> set[Steps]:
    return {steps[:depth] for steps in paths for depth in range(1, len(steps) + 1)}


def _widest_unknown(steps: Steps, known: set[Steps]) -> Steps:
    return next(steps[:depth] for depth in range(1, len(steps) + 1) if steps[:depth] not in known)


def _difference(steps: Steps, lost: Sequence[Leaf], gained: Sequence[Leaf]) -> Difference | None:
    rules = tuple(dict.fromkeys(rule for leaf in (*lost, *gained) for rule in leaf.rules))
    if not lost or not gained:
        return Difference(path_of(steps), "effect", _together(lost, steps), _together(gained, steps), rules)
    (one,), (other,) = lost, gained
    if one.text != other.text:
        return Difference(path_of(steps), "effect", one.text, other.text, rules)
    if one.printed != other.printed or one.origin is not other.origin:
        return Difference(path_of(one.cited_at), "wording", _worded(one), _worded(other), rules)
    return None


def _together(found: Sequence[Leaf], steps: Steps) -> str:
    """What a whole row or section says, in one line."""
    if not found:
        return ABSENT
    if len(found) > _CELLS_SHOWN_MAX:
        return f"{len(found)} values"
    return ", ".join(f"{path_of(leaf.steps[len(steps) :])} {leaf.text}".strip() for leaf in found)


def _worded(leaf: Leaf) -> str:
    """A value whose effect is the same, with what its document prints."""
    value = "" if leaf.cited_at != leaf.steps else leaf.text  # of a row only the words matter
    words = f"“{leaf.printed}”" if leaf.printed is not None else "" if leaf.origin is Origin.PRINTED else leaf.origin
    return f"{value} ({words})" if value and words else value or words or "as it holds"
