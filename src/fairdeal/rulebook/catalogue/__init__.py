"""All rules of all editions, by chapter and by id."""

from collections.abc import Mapping
from typing import Final

from fairdeal.rulebook.catalogue import (
    baccarat,
    betting,
    blackjack,
    buy_in,
    cancellation,
    cash,
    chat_glossary,
    hands,
    hexapro,
    integrity,
    money,
    roulette,
    timing,
    tournaments,
)
from fairdeal.rulebook.clause import PUBLISHED, Chapter, EditionId, Rule

CHAPTERS: Final = (
    Chapter("01-cash", cash.RULES),
    Chapter("02-betting", betting.RULES),
    Chapter("03-timing", timing.RULES),
    Chapter("04-buy-in", buy_in.RULES),
    Chapter("05-money", money.RULES),
    Chapter("06-tournaments", tournaments.RULES),
    Chapter("07-hexapro", hexapro.RULES),
    Chapter("08-cancellation", cancellation.RULES),
    Chapter("09-integrity", integrity.RULES),
    Chapter("10-hands", hands.RULES),
    Chapter("11-roulette", roulette.RULES),
    Chapter("12-blackjack", blackjack.RULES),
    Chapter("13-baccarat", baccarat.RULES),
    Chapter("14-chat-glossary", chat_glossary.RULES),
)

RULES: Final[Mapping[str, Rule]] = {rule.id: rule for chapter in CHAPTERS for rule in chapter.rules}


def rules_of(edition: EditionId) -> tuple[Rule, ...]:
    """The rules that hold in a published edition, in the catalogue's order."""
    return tuple(rule for rule in RULES.values() if edition in rule.sources)


def holds_in(rule_id: str, edition: EditionId) -> bool:
    """Whether a rule holds in an edition; in one that nobody published every rule may."""
    return edition not in PUBLISHED or edition in RULES[rule_id].sources


def chapter_of(rule_id: str) -> Chapter:
    """The chapter a rule belongs to."""
    return next(chapter for chapter in CHAPTERS if any(rule.id == rule_id for rule in chapter.rules))
