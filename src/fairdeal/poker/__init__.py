"""The hand engine of poker: an order goes in, acts are applied, a result comes out."""

from fairdeal.poker.hand import CALL, FOLD, Hand, IllegalAct, replay
from fairdeal.poker.judge import Call, Check, Choice, Fold, RaiseTo, judge
from fairdeal.poker.options import Options
from fairdeal.poker.order import BadOrder, HandOrder, HandResult, Pot
from fairdeal.poker.rules import (
    FIXED_LIMIT,
    HOLDEM,
    NO_LIMIT,
    NO_RAKE,
    OMAHA,
    POT_LIMIT,
    HandRules,
    RakeRules,
)
from fairdeal.poker.table_rules import NoSuchGame, TableRules, rules_for

__all__ = [
    "CALL",
    "FIXED_LIMIT",
    "FOLD",
    "HOLDEM",
    "NO_LIMIT",
    "NO_RAKE",
    "OMAHA",
    "POT_LIMIT",
    "BadOrder",
    "Call",
    "Check",
    "Choice",
    "Fold",
    "Hand",
    "HandOrder",
    "HandResult",
    "HandRules",
    "IllegalAct",
    "NoSuchGame",
    "Options",
    "Pot",
    "RaiseTo",
    "RakeRules",
    "TableRules",
    "judge",
    "replay",
    "rules_for",
]
