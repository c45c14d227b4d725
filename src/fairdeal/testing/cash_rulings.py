"""Which rules of cash games must have been ruled by, once enough was simulated."""

from collections.abc import Collection, Iterable
from typing import Final

from fairdeal.rulebook.catalogue import RULES, chapter_of

_CHAPTERS: Final = ("01-cash", "03-timing", "04-buy-in")

NO_RULINGS: Final = {
    "CASH-06": "nothing is decided: raises have no limit",
    "CASH-07": "which games are offered; a stake that is not there has no floor to refuse it",
    "CASH-08": "the deck of every hand",
    "CASH-09": "the shape of a table",
    "CASH-15": "what is not shown; every frame and view is searched",
    "CASH-19": "whoever comes back is seated by CASH-02",
    "CASH-24": "rules that are inherited are cited by their own names",
    "CASH-25": "bets are refused by BET-09",
    "TIME-06": "the growth of a time bank; banks are counted a second time",
    "TIME-07": "the growth of a time bank; banks are counted a second time",
    "TIME-08": "the growth of a time bank; banks are counted a second time",
    "TIME-09": "there is no time bank",
    "TIME-11": "time to come back is granted by TIME-10, whichever of the two is longer",
    "TIME-18": "the decision time itself; its end is ruled by TIME-12",
    "RAT-01": "the meaning of a word",
    "RAT-02": "limits on a return are cited by the row of RAT-03",
    "RAT-05": "a new day has no event; returns are counted by RAT-04",
    "BZ-01": "which games are offered",
    "BZ-05": "the shape of a table",
}
"""Executable rules of cash games that stand in no event and no refusal, and why."""


def wanted_rulings(editions: Iterable[str]) -> set[str]:
    """Rules that long simulations under those editions must have cited."""
    known = set(editions)
    rules = (rule for rule in RULES.values() if rule.kind == "E" and chapter_of(rule.id).key in _CHAPTERS)
    return {rule.id for rule in rules if known & set(rule.editions)} - NO_RULINGS.keys()


def never_ruled(editions: Iterable[str], *cited: Collection[str]) -> list[str]:
    """Those of them that were not, by the rules that were cited."""
    return sorted(wanted_rulings(editions) - {rule for rules in cited for rule in rules})
