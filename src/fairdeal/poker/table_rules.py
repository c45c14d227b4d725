"""The rules of a table's hands, taken from its edition."""

from dataclasses import dataclass
from typing import Any

from fairdeal.kernel import Cents, MoneyKind, Rounding, RuleId, divide
from fairdeal.poker.rules import (
    FIXED_LIMIT,
    HOLDEM,
    NO_LIMIT,
    NO_RAKE,
    OMAHA,
    POT_LIMIT,
    HandRules,
    RakeRules,
    rounding_number,
)
from fairdeal.rulebook.ruled import Blinds
from fairdeal.rulebook.schema.cash import Family, FixedLimit
from fairdeal.rulebook.schema.choices import FixedBigBlind, ShowOrder, Structure, Variant
from fairdeal.rulebook.schema.edition import Edition, Poker
from fairdeal.rulebook.schema.money import RakeRow

_STRUCTURES = {
    Structure.NO_LIMIT: NO_LIMIT,
    Structure.POT_LIMIT: POT_LIMIT,
    Structure.FIXED_LIMIT: FIXED_LIMIT,
}
_HOLE_CARDS = {Variant.HOLDEM: HOLDEM, Variant.OMAHA: OMAHA}


class NoSuchGame(LookupError):
    """Raised for a family or stake that the edition does not offer; `code` is stable."""

    def __init__(self, code: str, told: str) -> None:
        self.code = code
        super().__init__(told)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled: a process pool whose worker raises it would hang otherwise."""
        return NoSuchGame, (self.code, str(self))


@dataclass(frozen=True)
class TableRules:
    """The rules of one stake of one game: those of its hands, and the small blind."""

    hand: HandRules
    small_blind: Cents
    label: str


def rules_for(edition: Edition, family: str, stake: Blinds, money: MoneyKind = MoneyKind.REAL) -> TableRules:
    """
    The rules of a family's tables at a stake.

    For fixed limit the stake is the pair of limits. Play money is not raked where the edition says so.
    """
    poker = edition.poker
    if poker is None:
        raise NoSuchGame("no_poker", f"{edition.id} has no poker")
    game = next((row for row in poker.games.families.value if row.id == family), None)
    if game is None:
        offered = ", ".join(row.id for row in poker.games.families.value)
        raise NoSuchGame("no_such_family", f'{edition.id} has no game "{family}"; it offers {offered}')
    row, rule = _rake_row(poker, game, stake)
    raked = money is not MoneyKind.PLAY or poker.rake.play_money_is_raked.value
    rake = _rake_rules(poker, row, rule) if raked else NO_RAKE
    in_order = poker.showdown.order.value is ShowOrder.LAST_RIVER_AGGRESSOR
    hole_cards = _HOLE_CARDS[game.variant]
    limits = poker.betting.fixed_limit
    if game.structure is Structure.FIXED_LIMIT:
        assert limits is not None, "the reader lets no fixed-limit family pass without its rules"
        return _fixed(limits, stake, hole_cards, rake, row.label, in_order=in_order)
    hand = HandRules(stake.big, hole_cards, _STRUCTURES[game.structure], show_in_order=in_order, rake=rake)
    return TableRules(hand, stake.small, row.label)


def _fixed(
    limits: FixedLimit, stake: Blinds, hole_cards: int, rake: RakeRules, label: str, *, in_order: bool
) -> TableRules:
    if limits.big_blind.value is FixedBigBlind.LOW_LIMIT:
        big_blind, small_bet, big_bet = stake.small, stake.small, stake.big
    else:  # the labels are blinds: bets are the high limit and twice that
        big_blind, small_bet, big_bet = stake.big, stake.big, Cents(2 * stake.big)
    half = divide(big_blind, limits.small_blind_divisor.value, limits.small_blind_rounding.value)
    hand = HandRules(
        big_blind,
        hole_cards,
        FIXED_LIMIT,
        small_bet=small_bet,
        big_bet=big_bet,
        low_rounds=limits.low_limit_rounds.value,
        bets_max=limits.bets_per_round_max.value,
        show_in_order=in_order,
        rake=rake,
    )
    return TableRules(hand, Cents(max(half, limits.small_blind_min.value)), label)


def _rake_row(poker: Poker, game: Family, stake: Blinds) -> tuple[RakeRow, RuleId]:
    """The row of a stake in the rake tables, and the rule it belongs to."""
    rake = poker.rake
    tables = [table for table in (rake.holdem, rake.omaha, rake.banzai, rake.all_games) if table is not None]
    rows = [(row, row.rule or table.rule) for table in tables for row in table.value if row.table == game.rake_table]
    found = next((each for each in rows if each[0].blinds in (None, stake)), None)
    if found is None:
        offered = ", ".join(row.label for row, _ in rows)
        raise NoSuchGame("no_such_stake", f"{game.id} is not played at that stake; it offers {offered}")
    return found


def _rake_rules(poker: Poker, row: RakeRow, rule: RuleId) -> RakeRules:
    rake = poker.rake
    # The engine cuts a halved cap down; an edition that wanted it otherwise would need a rule for it first.
    assert rake.halved_cap_rounding.value is Rounding.DOWN
    return RakeRules(
        rate=row.percent,
        cap=row.cap,
        minimum=rake.minimum.value,
        rounding=rounding_number(rake.rounding.value),
        halved_for=sum(1 << count for count in rake.cap_halved_for_players.value),
        needs_flop=rake.needs_flop.value,
        rule=rule,
    )
