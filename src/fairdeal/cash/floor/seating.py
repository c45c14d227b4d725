"""
Giving seats: who may have one, which table is drawn, and the buy-in.

Checks run in the order of `Refusal`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal.cash.banzai import FORMAT, chosen
from fairdeal.cash.buy_in import buy_in_limits, carried_limits
from fairdeal.cash.draw import Lot
from fairdeal.cash.floor.commands import ConfirmBuyIn
from fairdeal.cash.floor.events import BuyInAsked, SeatGiven
from fairdeal.cash.floor.state import Pool, Reservation, Waiting
from fairdeal.cash.guest import BuyInLimits, Guest
from fairdeal.cash.offer import Offered
from fairdeal.cash.rules import CashRules
from fairdeal.kernel import Cents, Duration, Instant, MoneyKind, PlayerId, Rejection, RuleId, TableId, reject

QUEUE: Final = RuleId("CASH-10")
EXCLUSION: Final = RuleId("BZ-08")
PRACTICE: Final = RuleId("X-144")


class Refusal(StrEnum):
    """Why a player gets no seat, in the order in which it is checked."""

    NO_SUCH_STAKE = "no_such_stake"
    BOT_NOT_ALLOWED = "bot_not_allowed"  # a practice partner where real money is played
    # What the guest's own facts refuse (closed, self-excluded) stands here.
    EXCLUDED = "excluded"  # by staff, from this format
    POSTING_NOT_OFFERED = "posting_not_offered"  # newcomers wait for the big blind here
    ALREADY_WAITING = "already_waiting"  # in the queue, or with a seat kept
    NO_RESERVATION = "no_reservation"
    TOO_MANY_TABLES = "too_many_tables"  # of this stake
    BUY_IN_NOT_ALLOWED = "buy_in_not_allowed"
    WALLET_SHORT = "wallet_short"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table that was drawn, with its weight and the sum of all weights."""

    table: TableId
    limits: BuyInLimits
    weight: int
    weights: int


def refusal_of(rules: CashRules, guest: Guest, *, bot: bool, post: bool) -> Rejection | None:
    """Why a player may not have a seat at a stake, whatever its tables; None: allowed."""
    if bot and rules.money is MoneyKind.REAL:
        return reject(Refusal.BOT_NOT_ALLOWED, PRACTICE)
    if guest.refused is not None:
        return guest.refused
    if rules.banzai is not None and FORMAT in guest.excluded_from:
        return reject(Refusal.EXCLUDED, EXCLUSION)
    if post and not rules.may_post:
        return reject(Refusal.POSTING_NOT_OFFERED, rules.new_player.rule)
    return None


def table_limit(rules: CashRules, guest: Guest) -> Rejection | None:
    """Why a player may not have a further seat at a stake (BZ-04); None: allowed."""
    if rules.banzai is None:
        return None
    most = rules.banzai.tables_per_stake_max
    if guest.tables_at_stake < most.value:
        return None
    return reject(Refusal.TOO_MANY_TABLES, most.rule, tables=guest.tables_at_stake, most=most.value)


def is_waiting(pool: Pool, player: PlayerId) -> bool:
    """Whether the player asked for a seat of this stake and has none yet."""
    return player in pool.reservations or any(waiting.player == player for waiting in pool.queue)


def limits_for(rules: CashRules, wish: Waiting, guest: Guest, table: TableId | None, now: Instant) -> BuyInLimits:
    """The buy-in limits of a player at a table; a stack from a broken table is exempt from all of them."""
    if wish.carried is not None:
        return carried_limits(rules, guest, wish.carried)
    return buy_in_limits(rules, guest, table, now)


def wallet_short(limits: BuyInLimits, guest: Guest) -> Rejection | None:
    """The rejection if the wallet holds less than the least allowed buy-in (X-44); None: it is enough."""
    if limits.minimum <= guest.wallet:
        return None
    numbers = {**dict(limits.why.numbers), "least": limits.minimum, "wallet": guest.wallet}
    return reject(Refusal.WALLET_SHORT, limits.why.rule, **numbers)


def draw_table(
    rules: CashRules, wish: Waiting, guest: Guest, tables: Sequence[tuple[TableId, int]], lot: Lot, now: Instant
) -> Drawn | Rejection:
    """
    Draw a table by weight: those played at before and those with most free seats are favoured (CASH-02).

    Tables for whose limits the wallet is too small are left out; if none remains, the seat is refused.
    """
    elsewhere = limits_for(rules, wish, guest, None, now)
    # Limits can differ only at tables the player left lately; a pool may have thousands of tables.
    left = {each.table for each in (*guest.departures, *guest.obligations)}
    limits = {table: limits_for(rules, wish, guest, table, now) for table, _ in tables if table in left}
    within = tables
    if limits or elsewhere.minimum > guest.wallet:
        within = [each for each in tables if limits.get(each[0], elsewhere).minimum <= guest.wallet]
    if not within:
        cheapest = min((limits.get(table, elsewhere) for table, _ in tables), key=lambda each: each.minimum)
        refused = wallet_short(cheapest, guest)
        assert refused is not None, tables
        return refused
    weights = _weights(rules, guest, within)
    place = lot.weighted(weights)
    table = within[place][0]
    return Drawn(table, limits.get(table, elsewhere), weights[place], sum(weights))


def _weights(rules: CashRules, guest: Guest, tables: Sequence[tuple[TableId, int]]) -> list[int]:
    """The weight of each table in the draw (CASH-02, X-19)."""
    visited, favour = guest.visited, rules.weight_played_before.value
    if rules.weight_by_free_seats.value:
        return [favour * free if table in visited else free for table, free in tables]
    return [favour if table in visited else 1 for table, _ in tables]


def seat_or_ask(
    offered: Offered, wish: Waiting, guest: Guest, drawn: Drawn, now: Instant, patience: Duration
) -> SeatGiven | BuyInAsked:
    """The seat at the drawn table if the wanted amount is within its limits; otherwise a reservation and the question for an amount."""
    rules, limits = offered.rules, drawn.limits
    rule = rules.weight_played_before.rule
    amount = wish.carried if wish.carried is not None else _wanted(rules, limits, wish)
    if amount is None or not limits.admits(amount) or amount > guest.wallet:
        return BuyInAsked(
            stake=offered.id,
            player=wish.player,
            table=drawn.table,
            at=now,
            until=Instant(now + patience),
            minimum=limits.minimum,
            maximum=limits.maximum,
            amounts=limits.amounts,
            why=limits.why,
            bot=wish.bot,
            weight=drawn.weight,
            weights=drawn.weights,
            rule=rule,
        )
    return SeatGiven(
        stake=offered.id,
        player=wish.player,
        table=drawn.table,
        at=now,
        buy_in=amount,
        post=wish.post,
        bot=wish.bot,
        why=limits.why,
        return_counted=limits.return_counted,
        obligation=limits.obligation,
        choice_counted=limits.choice_counted,
        weight=drawn.weight,
        weights=drawn.weights,
        rule=rule,
    )


def take_kept_seat(
    offered: Offered, command: ConfirmBuyIn, kept: Reservation, guest: Guest, now: Instant
) -> SeatGiven | Rejection:
    """The reserved seat with the amount the player chose, checked against the limits as they are now."""
    rules = offered.rules
    limits = buy_in_limits(rules, guest, kept.table, now)
    wish = Waiting(command.player, now, command.buy_in, command.post, command.choice, kept.bot)
    amount = _wanted(rules, limits, wish)
    if amount is None or not limits.admits(amount):
        numbers = {**dict(limits.why.numbers), "least": limits.minimum, "most": limits.maximum}
        return reject(Refusal.BUY_IN_NOT_ALLOWED, limits.why.rule, **numbers)
    if amount > guest.wallet:
        return reject(Refusal.WALLET_SHORT, limits.why.rule, least=limits.minimum, wallet=guest.wallet)
    given = seat_or_ask(offered, wish, guest, Drawn(kept.table, limits, 0, 0), now, Duration(0))
    assert isinstance(given, SeatGiven), given
    return given


def _wanted(rules: CashRules, limits: BuyInLimits, wish: Waiting) -> Cents | None:
    """The amount a player asked for, directly or in Banzai by choice; None: ask."""
    by_choice = None if wish.choice is None else chosen(rules, limits, wish.choice)
    return wish.buy_in if by_choice is None else by_choice
