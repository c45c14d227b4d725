"""The rules of a blackjack table, precomputed and with its own choice for soft 17."""

from dataclasses import replace
from typing import NamedTuple

from fairdeal.casino.games.blackjack.rules import BlackjackRules
from fairdeal.casino.games.blackjack.wagers import Payouts
from fairdeal.casino.table.facts import TableFacts
from fairdeal.kernel import Duration, Ruling
from fairdeal.rulebook.ruled import Origin, Ruled
from fairdeal.rulebook.schema.casino import Casino


class BlackjackEngine(NamedTuple):
    """The precomputed rules of hands and payouts, and the table's notices."""

    hands: BlackjackRules
    payouts: Payouts
    notices: tuple[Ruling, ...]


def engine_of(facts: TableFacts) -> BlackjackEngine:
    """The engine of a blackjack table."""
    assert isinstance(facts.engine, BlackjackEngine), facts.engine
    return facts.engine


def thinking_time(facts: TableFacts) -> Ruled[Duration]:
    """How long a player may think about a decision or insurance."""
    seconds = facts.limits.decision_seconds
    assert seconds is not None, "blackjack needs a decision time"
    return seconds


def with_soft_17(casino: Casino, *, hits: bool) -> Casino:
    """The same rules for a table whose dealer hits, or stands on, soft 17 (X-102)."""
    switch = casino.blackjack.dealer_hits_soft_17
    if switch.value == hits:
        return casino
    ruled = Ruled(hits, switch.rule, Origin.OPERATOR, switch.see)
    return replace(casino, blackjack=replace(casino.blackjack, dealer_hits_soft_17=ruled))
