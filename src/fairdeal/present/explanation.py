"""Rejections and rulings of the core as clients word them."""

from typing import Any

from fairdeal.bank.in_cents import numbers_in_cents
from fairdeal.protocol.base import Told


def told(said: Any) -> Told:
    """A rejection or a ruling of the core as the client words it: amounts in cents, also where the ledger refused."""
    return Told(code=said.code, rule=said.rule, numbers=numbers_in_cents(said.code, said.numbers))
