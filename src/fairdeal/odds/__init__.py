"""Equities of poker hands against each other; the only core-level package that may use NumPy."""

from fairdeal.odds.deal import HANDS_MAX, Deal, Game, deal_of
from fairdeal.odds.equity import Equity, HandEquity, Progress, exact, sample, winners

__all__ = ["HANDS_MAX", "Deal", "Equity", "Game", "HandEquity", "Progress", "deal_of", "exact", "sample", "winners"]
