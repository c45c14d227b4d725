"""
Everything that cash games need from an edition, for one stake of one game, looked up once.

Values that a ruling cites stay `Ruled`, so that the citation can never differ from the data.
"""

from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import Cents, Currency, Duration, MoneyKind
from fairdeal.play.time_bank import BankRules, bank_for
from fairdeal.poker import HandRules, NoSuchGame, rules_for
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.ruled import Blinds, Ruled
from fairdeal.rulebook.schema.cash import AutoTopUp, Banzai, BlindRules, Family, Ratholing
from fairdeal.rulebook.schema.choices import (
    AutomaticDecision,
    CashFailure,
    FirstButton,
    MissedBlind,
    NewPlayer,
    SitOutEnd,
    Structure,
    Variant,
)
from fairdeal.rulebook.schema.edition import Edition, Poker
from fairdeal.rulebook.schema.money import Rakeback, Wallet
from fairdeal.rulebook.schema.time import SitOutEverywhere

_BANK_GAMES: Final = ("cash", "any")


@dataclass(frozen=True, slots=True, kw_only=True)
class CashRules:
    """One stake of one game of one edition, as its tables, its floor and its players need it."""

    edition: EditionId
    digest: str  # content hash of the edition
    family: str
    variant: Variant
    structure: Structure
    stake: Blinds  # for fixed limit the pair of limits
    stake_key: str  # "texas/0.05-0.10": names of stakes ("NL100") are not unique, this is (CASH-23)
    label: str
    money: MoneyKind
    currency: Currency
    wallet: Wallet
    rakeback: Rakeback | None
    # How hands are played.
    hand: HandRules
    small_blind: Cents
    # Seating and blinds.
    seats: Ruled[int]
    players_min: Ruled[int]
    one_hand_with_two_after_more: Ruled[bool]
    first_button: Ruled[FirstButton]
    weight_played_before: Ruled[int]
    weight_by_free_seats: Ruled[bool]
    small_blind_needs_previous_big_blind: Ruled[bool]
    newcomer_may_get_button: Ruled[bool]
    button_posts_small_blind_heads_up: Ruled[bool]
    new_player: Ruled[NewPlayer]
    missed_blind: Ruled[MissedBlind]
    # Sitting out and clocks.
    sit_out_max: Ruled[Duration]  # removed when longer than this
    sits_out_after_automatic_decision: Ruled[bool]
    sits_out_after_connected_timeout: Ruled[bool]
    forced_sit_out_ends_by: Ruled[SitOutEnd]
    everywhere: SitOutEverywhere | None
    bank: BankRules | None
    bank_runs_while_disconnected: Ruled[bool]
    decision_time: Ruled[Duration]
    reconnect_extra: Ruled[Duration]
    return_time: Ruled[Duration]
    allowances_per_hand: Ruled[int]
    automatic_decision: Ruled[AutomaticDecision]
    # Failures of the server.
    failure: Ruled[CashFailure]
    downtime_shifts_periods: Ruled[bool]
    wait_for_players: Ruled[Duration]
    # Money on the table.
    table_stakes: Ruled[bool]
    buy_in_min: Ruled[Cents]
    buy_in_max: Ruled[Cents]
    auto_top_up: AutoTopUp | None
    ratholing: Ratholing | None  # what binds a return; Banzai has its own rules instead
    returns: Ratholing | None  # what counts as a return, in every format (RAT-05); None: returns are not counted
    strict_return: Ruled[bool] | None  # always come back with the stack one left with; None: no ratholing rules
    banzai: Banzai | None  # where the family is one

    @property
    def big_blind(self) -> Cents:
        """The big blind; buy-in limits are multiples of it."""
        return Cents(self.hand.big_blind)

    @property
    def lost_without_time(self) -> bool:
        """False: at cash tables a disconnected player has the decision time at every turn."""
        return False

    @property
    def may_post(self) -> bool:
        """Whether a newcomer may post a live big blind instead of waiting for it (CASH-16)."""
        return self.new_player.value is NewPlayer.WAIT_OR_POST

    @property
    def may_post_after_missing(self) -> bool:
        """Whether a player who missed a blind may post one instead of waiting (CASH-17)."""
        return self.missed_blind.value is MissedBlind.AS_NEW_PLAYER and self.may_post

    @property
    def top_up_limit(self) -> Ruled[Cents]:
        """The stack that a top-up may lead to: exactly this in Banzai (BZ-03), at most this elsewhere."""
        if self.banzai is None:
            return self.buy_in_max
        to = self.banzai.top_up_to_big_blinds
        return Ruled(Cents(to.value * self.big_blind), to.rule)


def cash_rules(
    edition: Edition, family: str, stake: Blinds, money: MoneyKind = MoneyKind.REAL, seats: int | None = None
) -> CashRules:
    """The rules of a family's tables at a stake; without `seats`, with the most seats the edition allows."""
    played = rules_for(edition, family, stake, money)
    poker = edition.poker
    assert poker is not None, "rules_for refuses editions without poker"
    game = next(row for row in poker.games.families.value if row.id == family)
    _check_supported(poker.blinds)
    banzai = poker.banzai if is_banzai(poker, game) else None
    ratholing = poker.ratholing if banzai is None else None
    holdem = game.variant is Variant.HOLDEM
    low, high = _buy_in(poker, game, stake, Cents(played.hand.big_blind), banzai)
    return CashRules(
        edition=edition.id,
        digest=content_hash(edition),
        family=family,
        variant=game.variant,
        structure=game.structure,
        stake=stake,
        stake_key=f"{family}/{_amount(stake.small)}-{_amount(stake.big)}",
        label=played.label,
        money=money,
        currency=poker.wallet.currency.value,
        wallet=poker.wallet,
        rakeback=poker.rakeback,
        hand=played.hand,
        small_blind=played.small_blind,
        seats=_seats(poker.seating.seats if banzai is None else banzai.seats, seats),
        players_min=poker.seating.players_min,
        one_hand_with_two_after_more=poker.seating.one_hand_with_two_after_more,
        first_button=poker.seating.first_button,
        weight_played_before=poker.seating.weight_played_before,
        weight_by_free_seats=poker.seating.weight_by_free_seats,
        small_blind_needs_previous_big_blind=poker.blinds.small_blind_needs_previous_big_blind,
        newcomer_may_get_button=poker.blinds.newcomer_may_get_button,
        button_posts_small_blind_heads_up=poker.blinds.button_posts_small_blind_heads_up,
        new_player=poker.blinds.new_player_holdem if holdem else poker.blinds.new_player_omaha,
        missed_blind=poker.blinds.missed_blind_holdem if holdem else poker.blinds.missed_blind_omaha,
        sit_out_max=poker.sit_out.removal_seconds,
        sits_out_after_automatic_decision=poker.sit_out.before_next_deal_after_automatic_decision,
        sits_out_after_connected_timeout=poker.sit_out.after_connected_timeout,
        forced_sit_out_ends_by=poker.sit_out.imposed_ends_by,
        everywhere=poker.sit_out.everywhere,
        bank=bank_for(poker.time_bank, _BANK_GAMES),
        bank_runs_while_disconnected=poker.time_bank.runs_while_disconnected,
        decision_time=poker.connection.decision_seconds,
        reconnect_extra=poker.connection.reconnect_extra_seconds,
        return_time=poker.connection.return_seconds,
        allowances_per_hand=poker.connection.allowances_per_hand,
        automatic_decision=poker.connection.automatic_decision,
        failure=poker.failure.cash,
        downtime_shifts_periods=poker.failure.downtime_shifts_periods,
        wait_for_players=poker.failure.wait_for_players_seconds,
        table_stakes=poker.betting.table_stakes,
        buy_in_min=low,
        buy_in_max=high,
        auto_top_up=poker.buy_in.auto_top_up,
        ratholing=ratholing,
        returns=poker.ratholing,
        strict_return=None if ratholing is None else _strict(ratholing, game),
        banzai=banzai,
    )


def is_banzai(poker: Poker, game: Family) -> bool:
    """Whether a family is Banzai, which is so if its stakes are in the Banzai rake table."""
    table = poker.rake.banzai
    return table is not None and any(row.table == game.rake_table for row in table.value)


def _check_supported(blinds: BlindRules) -> None:
    """Raise for blind rules that no published edition has and the machine cannot play."""
    unsupported = (
        not blinds.button_posts_small_blind_heads_up.value,
        not blinds.posted_blind_is_live.value,
        blinds.dead_blinds.value,
        blinds.short_big_blind_lowers_the_call.value,
        not blinds.ante_before_blind.value,
    )
    if any(unsupported):
        raise NoSuchGame("unsupported_blinds", "cash tables know only live posts and the small blind on the button")


def _seats(allowed: Ruled[tuple[int, ...]], wanted: int | None) -> Ruled[int]:
    count = max(allowed.value) if wanted is None else wanted
    if count not in allowed.value:
        offered = ", ".join(map(str, allowed.value))
        raise NoSuchGame("no_such_table_size", f"there are no tables with {count} seats; there are {offered}")
    return Ruled(count, allowed.rule, allowed.origin, allowed.see)


def _buy_in(
    poker: Poker, game: Family, stake: Blinds, big_blind: Cents, banzai: Banzai | None
) -> tuple[Ruled[Cents], Ruled[Cents]]:
    """The minimum and maximum buy-in of a stake, for a player whom no earlier departure binds."""
    buy_in = poker.buy_in
    if banzai is not None:
        only = banzai.stack_big_blinds
        return Ruled(Cents(only.value * big_blind), only.rule), Ruled(Cents(only.value * big_blind), only.rule)
    if game.structure is Structure.FIXED_LIMIT and buy_in.fixed_limit is not None:
        fixed = next((row for row in buy_in.fixed_limit.value if row.limits == stake), None)
        if fixed is not None:
            rule = fixed.rule or buy_in.fixed_limit.rule
            return Ruled(fixed.minimum, rule), Ruled(fixed.maximum, rule)
    own = next((row for row in buy_in.families.value if row.family == game.id), None) if buy_in.families else None
    if own is not None and buy_in.families is not None:
        rule = own.rule or buy_in.families.rule
        return Ruled(Cents(own.big_blinds_min * big_blind), rule), Ruled(Cents(own.big_blinds_max * big_blind), rule)
    low, high = buy_in.big_blinds_min, buy_in.big_blinds_max
    return Ruled(Cents(low.value * big_blind), low.rule), Ruled(Cents(high.value * big_blind), high.rule)


def _strict(ratholing: Ratholing, game: Family) -> Ruled[bool]:
    families = ratholing.strict_holdem if game.variant is Variant.HOLDEM else ratholing.strict_omaha
    return Ruled(game.id in families.value, families.rule, families.origin, families.see)


def _amount(cents: Cents) -> str:
    return f"{cents // 100}.{cents % 100:02}"
