"""What a floor must know of a player who wants a seat, and the limits of the player's buy-in."""

from dataclasses import dataclass

from fairdeal.cash.offer import StakeId, counter_scope
from fairdeal.cash.player.state import CashPlayer, DayCount, Departure
from fairdeal.kernel import Cents, Instant, PlayerId, Rejection, Ruling, TableId, reject, utc_day


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A player as seen from one stake, at one instant."""

    player: PlayerId
    wallet: Cents  # whole cents that can be bought in with at this stake
    tables_at_stake: int = 0  # where the player sits
    visited: frozenset[TableId] = frozenset()
    departures: tuple[Departure, ...] = ()  # from tables of this stake
    obligations: tuple[Departure, ...] = ()  # Banzai stacks of this stake
    returns_today: int = 0
    choices_today: int = 0
    excluded_from: frozenset[str] = frozenset()
    refused: Rejection | None = None  # closed, self-excluded or over a limit: no seat at all


@dataclass(frozen=True, slots=True)
class BuyInLimits:
    """The buy-ins a player may choose from, by which rule, and what sitting down uses up (obligations, daily counters)."""

    minimum: Cents
    maximum: Cents
    why: Ruling
    amounts: tuple[Cents, ...] = ()  # where not empty, only these
    return_counted: bool = False
    obligation: Departure | None = None
    choice_counted: bool = False

    def admits(self, amount: Cents) -> bool:
        """Whether a buy-in of that amount is allowed."""
        return amount in self.amounts if self.amounts else self.minimum <= amount <= self.maximum


def guest_facts(
    state: CashPlayer, stake: StakeId, now: Instant, *, wallet: Cents, refused: Rejection | None = None
) -> Guest:
    """A player as seen from a stake; `wallet` and `refused` are given, because the player's stream does not know them."""
    day, scope = utc_day(now), counter_scope(stake)
    nothing = DayCount(day, 0)
    return Guest(
        player=state.player,
        wallet=wallet,
        tables_at_stake=sum(sitting.stake == stake for sitting in state.tables.values()),
        visited=frozenset(state.visited),
        departures=tuple(left for left in state.departures if left.stake == stake),
        obligations=tuple(left for left in state.obligations if left.stake == stake),
        returns_today=state.returns.get(scope, nothing).on(day),
        choices_today=state.choices.get(scope, nothing).on(day),
        excluded_from=state.excluded_from,
        refused=reject("account_closed") if state.closed else refused,
    )
