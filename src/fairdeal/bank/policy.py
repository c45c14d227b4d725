"""What an operator decides about money, where no rulebook does."""

from dataclasses import dataclass

from fairdeal.bank.accounts import Tender
from fairdeal.kernel import DAY, HOUR, Cents, Currency, Duration, MoneyKind


@dataclass(frozen=True, slots=True, kw_only=True)
class TenderTerms:
    """The limits of deposits and withdrawals of one tender, and of refills of play and test money."""

    tender: Tender
    deposit_min: Cents = Cents(5_00)
    deposit_max: Cents = Cents(10_000_00)
    withdrawal_min: Cents = Cents(10_00)
    withdrawal_max: Cents = Cents(50_000_00)
    refill_to: Cents = Cents(1_000_00)  # a refill fills up to this, money at tables included
    refill_day_max: Cents = Cents(3_000_00)  # and hands out no more than this in a UTC day


def _usual_tenders() -> tuple[TenderTerms, ...]:
    return tuple(
        TenderTerms(tender=Tender(currency, money)) for currency in (Currency.EUR, Currency.RON) for money in MoneyKind
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BankPolicy:
    """
    An operator's settings for money.

    Real money is off until the operator turns it on, and then needs a deposit limit set by the player.
    """

    tenders: tuple[TenderTerms, ...] = _usual_tenders()
    real_money: bool = False
    limits_needed_for: tuple[MoneyKind, ...] = (MoneyKind.REAL, MoneyKind.TEST)
    cooling_off: Duration = Duration(7 * DAY)  # before a limit is raised or lifted
    deposit_wait: Duration = HOUR  # how long an asked deposit counts before it is forgotten
    moves_day_max: int = 100  # between wallets: each may round half a cent the player's way
    time_out_min: Duration = HOUR
    time_out_max: Duration = Duration(42 * DAY)
    self_exclusion_months_min: int = 6
    self_exclusion_months_max: int = 120  # longer is permanent

    def terms(self, tender: Tender) -> TenderTerms | None:
        """The terms of a tender; None: it is not offered."""
        return next((terms for terms in self.tenders if terms.tender == tender), None)
