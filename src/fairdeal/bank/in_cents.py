"""Rejections of the bank in cents: the bank counts in ledger units, everything outside it in cents."""

from typing import Final

from fairdeal.bank import ledger
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.purse import checks as purse_checks
from fairdeal.kernel import UNITS_PER_CENT
from fairdeal.kernel.outcome import Numbers

_SUMS: Final = frozenset({"limit", "used", "asked", "waiting"})
_IN_UNITS: Final[dict[str, frozenset[str]]] = {
    ledger.Refusal.INSUFFICIENT_FUNDS: frozenset({"balance", "needed"}),
    ledger.Refusal.BALANCE_TOO_LARGE: frozenset({"most"}),
    purse_checks.Refusal.AMOUNT_NOT_POSITIVE: frozenset({"amount"}),
    purse_checks.Refusal.AMOUNT_TOO_LARGE: frozenset({"most"}),
    purse_checks.Refusal.AMOUNT_BELOW_MINIMUM: frozenset({"least"}),
    purse_checks.Refusal.AMOUNT_ABOVE_MAXIMUM: frozenset({"most"}),
    purse_checks.Refusal.FRACTION_OF_CENT: frozenset({"amount"}),
    purse_checks.Refusal.REFERENCE_REUSED: frozenset({"first"}),
    purse_checks.Refusal.CLAIM_OPEN: frozenset({"owed"}),
    "amount_too_small": frozenset({"amount"}),
    "refill_not_needed": frozenset({"holdings", "fills_to"}),
    "refill_used_up": frozenset({"used"}),
    **{f"{kind}_limit_{period}": _SUMS for kind in (LimitKind.DEPOSIT, LimitKind.LOSS) for period in Period},
}


def numbers_in_cents(code: str, numbers: Numbers) -> dict[str, int]:
    """The numbers of a rejection with ledger amounts in whole cents, rounded down; other numbers stay as they are."""
    units = _IN_UNITS.get(code, frozenset())
    return {name: value // UNITS_PER_CENT if name in units else value for name, value in numbers}
