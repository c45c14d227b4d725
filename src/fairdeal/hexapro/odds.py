"""The published odds of a game as players are shown them, and what they mean: what comes back, what the house keeps."""

from dataclasses import dataclass
from fractions import Fraction

from fairdeal.hexapro.rules import HexaRules
from fairdeal.kernel import Cents, RuleId


@dataclass(frozen=True, slots=True)
class OddsRow:
    """One multiplier: how often it comes, which draws mean it, what is won."""

    multiplier: int
    chances: int
    first_draw: int
    last_draw: int
    pool: Cents
    prizes: tuple[Cents, ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """The whole table, under the rule that publishes it."""

    rows: tuple[OddsRow, ...]
    chances: int
    buy_in: Cents
    seats: int
    rule: RuleId

    @property
    def mean_pool(self) -> Fraction:
        """The average pool, in cents."""
        return Fraction(sum(row.chances * row.pool for row in self.rows), self.chances)

    @property
    def returned(self) -> Fraction:
        """What comes back to the players of what they pay, on average."""
        return self.mean_pool / (self.seats * self.buy_in)

    @property
    def kept(self) -> Fraction:
        """What the house keeps: the rake equivalent (HEXA-05, HEXT-05)."""
        return 1 - self.returned


def odds_of(rules: HexaRules) -> Odds:
    """The odds of a product at a buy-in."""
    rows = tuple(
        OddsRow(slot.multiplier, slot.chances, slot.first, slot.last, plan.pool.value, plan.prizes.value)
        for slot, plan in zip(rules.wheel.slots, rules.plans, strict=True)
    )
    return Odds(rows, rules.wheel.total, rules.buy_in.value, rules.seats.value, rules.wheel.rule)
