"""
The rules of a HexaPro lobby, taken from its edition: one product at one buy-in.

What depends on the multiplier is a `GamePlan`: pool, prizes, stacks, levels, clocks. It is known only after the draw and must
be known before the deal, because Extreme's stacks follow the multiplier too.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Protocol, TypeVar

from fairdeal.bank.accounts import Tender
from fairdeal.hexapro.wheel import Wheel, wheel_of
from fairdeal.kernel import Cents, Chips, Duration, MoneyKind, RuleId, StreamId, divide_exactly, portion, share_out
from fairdeal.poker import NoSuchGame
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.choices import Structure, Variant
from fairdeal.rulebook.schema.edition import Edition, Poker
from fairdeal.rulebook.schema.time import TimeBankRow
from fairdeal.rulebook.schema.tournament import HexaPro, Level
from fairdeal.tournament.rules import TournamentRules

_BANK_GAMES: Final = ("hexapro", "any")
_MULTIPLIER_ONE: Final = 100  # multipliers are hundredths of a buy-in


class Product(StrEnum):
    """HexaPro or HexaPro Extreme; stored in streams and accounts, so values are for ever."""

    HEXAPRO = "hexapro"
    EXTREME = "extreme"


PRODUCTS: Final = frozenset(product.value for product in Product)


# What no value of an edition carries: clauses that describe a course of things. Extreme has them by its last clause.
_EXTREME_AS_HEXAPRO: Final = RuleId("HEXT-10")
_REGISTRATION: Final = {Product.HEXAPRO: RuleId("HEXA-03"), Product.EXTREME: _EXTREME_AS_HEXAPRO}
_CREDITING: Final = {Product.HEXAPRO: RuleId("HEXA-07"), Product.EXTREME: _EXTREME_AS_HEXAPRO}


class _ByMultiplier(Protocol):
    @property
    def multiplier(self) -> int: ...
    @property
    def rule(self) -> RuleId | None: ...


Row = TypeVar("Row", bound=_ByMultiplier)


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlan:
    """How one game is played and paid, once its multiplier is drawn."""

    multiplier: int
    pool: Ruled[Cents]
    prizes: Ruled[tuple[Cents, ...]]  # for the first place and those after it that are paid
    stack: Ruled[Chips]
    levels: Ruled[tuple[Level, ...]]
    level_time: Ruled[Duration]
    bank: Ruled[TimeBankRow] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HexaRules:
    """The rules of one product of an edition at one buy-in."""

    product: Product
    buy_in: Ruled[Cents]
    director: TournamentRules  # by which its games are played, as far as no multiplier is drawn
    family: str  # of the game that is dealt
    seats: Ruled[int]
    wheel: Wheel
    fee: Ruled[Cents]  # the part of a buy-in that counts as the house's (CANC-55)
    undecided_days_max: Ruled[int]
    refund_in_same_means: Ruled[bool]
    refund_before_start: Ruled[bool]
    registration: RuleId
    crediting: RuleId
    settlement: RuleId  # of a game that is cancelled
    plans: tuple[GamePlan, ...]  # in the order of the wheel

    def plan(self, multiplier: int) -> GamePlan:
        """The plan of a game with that multiplier."""
        return next(plan for plan in self.plans if plan.multiplier == multiplier)

    @property
    def edition(self) -> EditionId:
        """The edition the lobby is run by."""
        return self.director.edition

    @property
    def digest(self) -> str:
        """The content hash of the edition."""
        return self.director.digest

    @property
    def money(self) -> MoneyKind:
        """Which money is played for."""
        return self.director.tender.money

    @property
    def stream(self) -> StreamId:
        """The stream of the lobby."""
        return lobby_stream(self.edition, self.product, self.buy_in.value, self.money)

    @property
    def price_text(self) -> str:
        """The buy-in as it appears in names of streams and tickets."""
        return _amount(self.buy_in.value)


def lobby_stream(edition: EditionId, product: Product, buy_in: Cents, money: MoneyKind) -> StreamId:
    """The stream of a lobby; each kind of money has its own."""
    return StreamId(f"hexapro:{edition}/{product.value}/{_amount(buy_in)}/{money.value}")


def parse_lobby(stream: StreamId) -> tuple[EditionId, Product, Cents, MoneyKind]:
    """Edition, product, buy-in and kind of money in the id of a lobby's stream."""
    edition, product, buy_in, money = stream.partition(":")[2].rsplit("/", 3)
    return EditionId(edition), Product(product), Cents(int(buy_in.replace(".", ""))), MoneyKind(money)


def hexapro_rules(edition: Edition, product: Product, buy_in: Cents, money: MoneyKind = MoneyKind.REAL) -> HexaRules:
    """The rules of a product at a buy-in; raises `NoSuchGame` where the edition has no such game."""
    poker, game = game_of(edition, product)
    if buy_in not in game.buy_ins.value:
        offered = ", ".join(map(_amount, game.buy_ins.value))
        raise NoSuchGame("no_such_buy_in", f"there is no buy-in of {_amount(buy_in)}; there are {offered}")
    wheel = wheel_of(game)
    return HexaRules(
        product=product,
        buy_in=Ruled(buy_in, game.buy_ins.rule),
        director=_director(edition, poker, game, money),
        family=_family(poker),
        seats=game.seats,
        wheel=wheel,
        fee=_fee(poker, game, buy_in),
        undecided_days_max=game.undecided_days_max,
        refund_in_same_means=poker.tournament.refund_in_same_means,
        refund_before_start=poker.cancellation.all_entries_refunded_before_start,
        registration=_REGISTRATION[product],
        crediting=_CREDITING[product],
        settlement=_settlement(poker, game),
        plans=tuple(_plan(poker, game, buy_in, slot.multiplier) for slot in wheel.slots),
    )


def game_of(edition: Edition, product: Product) -> tuple[Poker, HexaPro]:
    """An edition's poker and the section of the product; raises `NoSuchGame` where there is none."""
    poker = edition.poker
    if poker is None:
        raise NoSuchGame("no_poker", f"{edition.id} has no poker")
    game = poker.hexapro if product is Product.HEXAPRO else poker.hexapro_extreme
    if game is None:
        raise NoSuchGame("no_such_product", f"{edition.id} has no {product.value}")
    return poker, game


def product_named(poker: Poker, name: str) -> Product | None:
    """The product players mean by a name, other names the edition uses for it included (HEXA-19)."""
    wanted = name.casefold()
    for product, game in ((Product.HEXAPRO, poker.hexapro), (Product.EXTREME, poker.hexapro_extreme)):
        if game is None:
            continue
        names = {product.value, f"hexapro {product.value}"}
        if game.also_called is not None:
            names.add(game.also_called.value.casefold())
        if wanted in names:
            return product
    return None


def _fee(poker: Poker, game: HexaPro, buy_in: Cents) -> Ruled[Cents]:
    """The fee inside a buy-in: none is printed, so the rake equivalent, rounded as the edition's policy says (X-83)."""
    policy = poker.cancellation.started
    if policy is None:
        return Ruled(Cents(0), game.rake_equivalent_percent.rule)
    rate, rounding = policy.hexapro_fee_percent, policy.hexapro_fee_rounding
    return Ruled(Cents(portion(buy_in, rate.value, rounding.value)), rate.rule, rate.origin, rate.see)


def _director(edition: Edition, poker: Poker, game: HexaPro, money: MoneyKind) -> TournamentRules:
    """The edition as a director reads it, with HexaPro's own values in the place of a tournament's."""
    tournament = replace(
        poker.tournament,
        after_last_level=game.after_last_level,
        extra_time_seconds=game.reconnect_extra_seconds,
        guarantee_overlay_by_house=Ruled(value=True, rule=game.wheel.rule),
    )
    tender = Tender(poker.wallet.currency.value, money)
    return TournamentRules(edition.id, content_hash(edition), replace(poker, tournament=tournament), None, tender)


def _family(poker: Poker) -> str:
    """No-limit hold'em, as at the edition's ordinary tables."""
    return next(
        row.id
        for row in poker.games.families.value
        if row.variant is Variant.HOLDEM and row.structure is Structure.NO_LIMIT
    )


def _settlement(poker: Poker, game: HexaPro) -> RuleId:
    policy = poker.cancellation.started
    return game.undecided_days_max.rule if policy is None else policy.hexapro_each_percent.rule


def _plan(poker: Poker, game: HexaPro, buy_in: Cents, multiplier: int) -> GamePlan:
    pool = Cents(divide_exactly(buy_in * multiplier, _MULTIPLIER_ONE))
    slot, pool_rule = _row(game.wheel, multiplier)
    assert pool == slot.prizes[game.buy_ins.value.index(buy_in)], "the rulebook's reader checks the table"
    split, split_rule = _row(game.splits, multiplier)
    prizes = tuple(map(Cents, share_out(pool, split.percents)))
    stack, stack_rule = _row(game.stacks, multiplier)
    time, time_rule = _row(game.level_times, multiplier)
    return GamePlan(
        multiplier=multiplier,
        pool=Ruled(pool, pool_rule),
        prizes=Ruled(prizes, split_rule),
        stack=Ruled(stack.chips, stack_rule),
        levels=game.levels,
        level_time=Ruled(time.seconds, time_rule),
        bank=_bank(poker, multiplier),
    )


def _row(table: Ruled[tuple[Row, ...]], multiplier: int) -> tuple[Row, RuleId]:
    row = next(row for row in table.value if row.multiplier == multiplier)
    return row, row.rule or table.rule


def _bank(poker: Poker, multiplier: int) -> Ruled[TimeBankRow] | None:
    """The time bank for a multiplier: the row of HexaPro with the highest bound that it reaches, else the common row."""
    rows = poker.time_bank.rows
    for name in _BANK_GAMES:
        fitting = [row for row in rows.value if row.game == name and row.multiplier_min <= multiplier]
        if fitting:
            row = max(fitting, key=lambda row: row.multiplier_min)
            return Ruled(row, row.rule or rows.rule)
    return None


def _amount(cents: Cents) -> str:
    return f"{cents // 100}.{cents % 100:02}"
