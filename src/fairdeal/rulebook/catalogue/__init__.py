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
from fairdeal.rulebook.clause import Chapter, EditionId, Rule

CHAPTERS: Final = (
    Chapter("01-cash", "Cash games", cash.RULES),
    Chapter("02-betting", "Betting, pots, showdown", betting.RULES),
    Chapter("03-timing", "Time, connection, sitting out", timing.RULES),
    Chapter("04-buy-in", "Buy-in, ratholing, Banzai", buy_in.RULES),
    Chapter("05-money", "Rake, fees, rakeback, wallet", money.RULES),
    Chapter("06-tournaments", "Tournaments", tournaments.RULES),
    Chapter("07-hexapro", "HexaPro", hexapro.RULES),
    Chapter("08-cancellation", "Cancellation", cancellation.RULES),
    Chapter("09-integrity", "Integrity and house powers", integrity.RULES),
    Chapter("10-hands", "Hand rankings", hands.RULES),
    Chapter("11-roulette", "Roulette", roulette.RULES),
    Chapter("12-blackjack", "Blackjack", blackjack.RULES),
    Chapter("13-baccarat", "Baccarat", baccarat.RULES),
    Chapter("14-chat-glossary", "Chat and glossary", chat_glossary.RULES),
)

RULES: Final[Mapping[str, Rule]] = {rule.id: rule for chapter in CHAPTERS for rule in chapter.rules}


def rules_of(edition: EditionId) -> tuple[Rule, ...]:
    """The rules that hold in a published edition, in the catalogue's order."""
    return tuple(rule for rule in RULES.values() if edition in rule.sources)


def chapter_of(rule_id: str) -> Chapter:
    """The chapter a rule belongs to."""
    return next(chapter for chapter in CHAPTERS if any(rule.id == rule_id for rule in chapter.rules))
