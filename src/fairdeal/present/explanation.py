"""Rejections and rulings of the core as `Explanation` messages."""

from typing import Any

from fairdeal.bank.in_cents import numbers_in_cents
from fairdeal.protocol.base import Explanation


def explanation_to_wire(source: Any) -> Explanation:
    """A rejection or ruling of the core as an `Explanation`; amounts of ledger refusals are converted to cents."""
    return Explanation(code=source.code, rule=source.rule, numbers=numbers_in_cents(source.code, source.numbers))
