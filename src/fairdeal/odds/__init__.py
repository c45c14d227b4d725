"""Chances of hands against hands; boards are drawn by NumPy, which comes with the extra `fairdeal[odds]`."""

from fairdeal.odds.deal import HANDS_MAX, Deal, Game, deal_of
from fairdeal.odds.equity import Equity, HandEquity, NumpyMissing, Progress, exact, sample, winners

__all__ = [
    "HANDS_MAX",
    "Deal",
    "Equity",
    "Game",
    "HandEquity",
    "NumpyMissing",
    "Progress",
    "deal_of",
    "exact",
    "sample",
    "winners",
]
