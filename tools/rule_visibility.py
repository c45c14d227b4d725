"""
Which rules of tournaments and casino tables a player can see on a page, and of the others why not.

A rule that can be seen counts once a test looks at it in a browser (`proves="page"`). A rule is listed here only if no page could
show it: because nothing happens by it, because people enforce it, or because what happens by chance cannot be seen in one event.
"""

from collections.abc import Iterator
from typing import Final

from fairdeal.rulebook.catalogue import RULES
from fairdeal.rulebook.clause import Rule
from tools.rule_coverage import Coverage

SEEN_BY_PLAYERS: Final = ("MTT", "HEXA", "HEXT", "CANC", "RLT", "BJ", "BAC", "CHAT")
"""Prefixes of the rules that this page counts."""

_PRINCIPLE: Final = "A principle: nothing happens by it, and the rulebook page prints it."
_POWER: Final = "A right of the house; where it is used, players are told by the clause of what is done."
_PEOPLE: Final = "Staff find out and decide; a player is told of a disqualification by MTT-45."
_CHANCE: Final = "One draw does not show that it was drawn; tests count many."

UNSEEN: Final[dict[str, str]] = {
    "MTT-00": _PRINCIPLE,
    "MTT-25": "A principle behind decisions of staff; each decision names a clause of its own.",
    "MTT-28a": f"A player sees the seat, and that there is no way to change it. {_CHANCE}",
    "MTT-32d": _PEOPLE,
    "MTT-38a": _PRINCIPLE,
    "MTT-41c": f"A player sees the place. {_CHANCE}",
    "MTT-48a": _PRINCIPLE,
    "MTT-48f": _PEOPLE,
    "MTT-49": _PEOPLE,
    "HEXA-11": "A whole deck is seen in no hand; what was dealt can be checked with the proof of a hand.",
    "HEXA-12": _PRINCIPLE,
    "HEXA-14": _PEOPLE,
    "HEXA-19": "Another name of the same game in the published text; pages use one name.",
    "HEXT-10": "It points to the rules of HexaPro, which are seen there.",
    "CANC-57": _POWER,
    "CANC-58": "How a dispute ends; the page of a complaint shows the answer of the house.",
    "CANC-63": "It says that there is no policy; what the house then decides is told with MTT-26b.",
    "RLT-02": "What the game is about, in one sentence; the rules of each bet say what is paid, and are seen one by one.",
    "BJ-04": "A word for the cover of a real table; a page draws its felt.",
    "BJ-07": "Furniture of a real table; its dealer has it before them.",
    "BJ-20": _PRINCIPLE,
    "BJ-40": f"A player sees that the cards were shuffled, and can check the shoe when it is dealt out. {_CHANCE}",
    "BJ-47": "The dealer's own care with the cards; what was dealt is in the record of the round.",
    "BJ-49": "Nobody at a page can touch a card; the dealer is watched by surveillance.",
    "BJ-50": "What is not shown cannot be seen; tests compare every byte that is sent.",
    "CHAT-07": "A duty of players at poker tables; staff find out, and a player is told of what they decide by its clause.",
}
"""Rules that no page can show, with the reason."""


def visible_rules() -> list[Rule]:
    """The rules of tournaments, HexaPro, cancellation, casino games and their chat that a player can see."""
    return [rule for rule in _counted() if rule.id not in UNSEEN]


def _counted() -> list[Rule]:
    return [rule for rule in RULES.values() if rule.id.partition("-")[0] in SEEN_BY_PLAYERS]


def is_on_page(rule: Rule, coverage: Coverage) -> bool:
    """Whether a test looks at the rule in a browser."""
    return any(mark.proves == "page" for mark in coverage.tests(rule))


def visibility_lines(coverage: Coverage) -> Iterator[str]:
    """What players see: counts by prefix, what no test has looked at yet, and what cannot be seen."""
    seen = {rule.id for rule in visible_rules() if is_on_page(rule, coverage)}
    missing = [rule.id for rule in visible_rules() if rule.id not in seen]
    yield from ("", "## What players see", "")
    yield from ("| Rules | can be seen | on a page, by a test in a browser | cannot be seen |", "|---|---|---|---|")
    for prefix in SEEN_BY_PLAYERS:
        rules = [rule.id for rule in visible_rules() if rule.id.startswith(f"{prefix}-")]
        hidden = sum(name.startswith(f"{prefix}-") for name in UNSEEN)
        yield f"| {prefix} | {len(rules)} | {len(seen & set(rules))} | {hidden} |"
    yield from ("", f"Can be seen, and no browser test looks at it yet: {', '.join(missing) or 'none'}.")
    yield from ("", "| Cannot be seen | why |", "|---|---|")
    yield from (f"| {name} · {RULES[name].title} | {why} |" for name, why in UNSEEN.items())
