"""The plan of a simulated tournament: its kind, its entrants, what goes wrong; and the setups of every kind."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from fairdeal.bank.fees import FREE_ROLL, multi_table_price, printed_prices
from fairdeal.hexapro.rules import Product
from fairdeal.kernel import (
    HOUR,
    MINUTE,
    Cents,
    Chips,
    Duration,
    Instant,
    MoneyKind,
    PlayerId,
    Ppm,
    Rejection,
    TournamentId,
    seconds,
)
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.schema.choices import OnServerFailure, TournamentType
from fairdeal.rulebook.schema.edition import Edition, Poker
from fairdeal.tournament.cancellation.plan import Stage
from fairdeal.tournament.setup import (
    AddOn,
    FirstPhase,
    LastPhase,
    MultiBuyIn,
    ReBuy,
    Satellite,
    TournamentSetup,
)
from fairdeal.tournament.structure import BlindStructure, Level, PayoutBand, PayoutRow, PayoutTable

Dice = random.Random

CONDITION: Final = "guest of the house"
"""The entry condition of simulated freerolls; `meets` decides who fulfils it."""

MAIN: Final = TournamentId("MAIN")
LAST: Final = TournamentId("LAST")
"""The id of the last phase of a phased tournament."""
_LEVEL_TIME: Final = seconds(300)
_STACK: Final = Chips(1500)
_BIG_BLINDS: Final = (50, 80, 120, 180, 260, 400, 600, 900, 1400, 2000, 3000, 4500, 6500, 10_000, 15_000, 22_000)
_BUY_IN: Final = Cents(1000)
_LONG_BUBBLE: Final = 8  # places before the money, so that many hands are synchronised
HEXAPRO: Final = tuple(product.value for product in Product)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan:
    """One simulation; the same plan always gives the same history."""

    kind: str  # a type of tournament, or a HexaPro product
    entrants: int
    seed: int
    edition: Edition
    seats: int = 9  # at a table; HexaPro games have their own
    minute: int = 0  # past the hour, at which it starts
    crashes: int = 0
    cancel_after: Duration | None = None  # when the operator cancels, counted from the start; negative: before it
    cancel_at: Stage | None = None  # the operator cancels soon after the tournament reached that stage
    cancel_of: TournamentId | None = None  # which tournament of the plan is cancelled; None: the last
    in_round: bool = False  # cancel only while a player is out and other tables still play the synchronised hand
    on_failure: OnServerFailure | None = None  # what the tournament publishes, where the edition lets it
    pauses: int = 0  # by the house, each of up to twenty minutes
    unrest: int = 1  # multiplies how often players time out, disconnect and sit out

    def dice(self, whose: str) -> Dice:
        """Random numbers from the plan's seed for one purpose, so that no purpose changes the numbers of another."""
        return Dice(f"{self.seed}/{whose}")


@dataclass(frozen=True, slots=True)
class Billed:
    """A tournament of a plan, and how many players register for it directly."""

    tournament: TournamentId
    setup: TournamentSetup
    entrants: int


def meets(player: PlayerId, _condition: str) -> bool:
    """Whether a simulated player fulfils the condition of freerolls: all but one in eight."""
    return int(player[1:]) % 8 != 0


def kinds_of(edition: Edition) -> tuple[str, ...]:
    """Every kind of tournament an edition has."""
    poker = edition.poker
    if poker is None:
        return ()
    products = ((Product.HEXAPRO, poker.hexapro), (Product.EXTREME, poker.hexapro_extreme))
    found = [row.type.value for row in poker.tournament.types.value]
    return (*found, *(product.value for product, game in products if game is not None))


def bill(plan: TournamentPlan, now: Instant, players: Iterable[PlayerId]) -> tuple[Billed, ...]:
    """The tournaments of a plan; one that others lead to comes before them."""
    poker = plan.edition.poker
    assert poker is not None
    base = _base(plan, poker, Instant(now - now % HOUR + HOUR + plan.minute * MINUTE))
    return _KINDS[TournamentType(plan.kind)](plan, base, tuple(players))


def _base(plan: TournamentPlan, poker: Poker, starts_at: Instant) -> TournamentSetup:
    """The setup of a freezeout, which the setups of all other kinds change."""
    price = multi_table_price(poker.fees, _BUY_IN)
    assert not isinstance(price, Rejection), price
    return TournamentSetup(
        name=f"Simulated {plan.kind}",
        edition=content_hash(plan.edition),
        family=poker.games.families.value[0].id,
        money=MoneyKind.TEST,
        seats=plan.seats,
        price=price,
        stack=_STACK,
        blinds=BlindStructure(tuple(map(_level, _BIG_BLINDS)), _LEVEL_TIME),
        payouts=PAYOUTS,
        starts_at=starts_at,
        unregister_before=Duration(5 * MINUTE),
        on_failure=plan.on_failure,
        hand_for_hand_places=_LONG_BUBBLE if plan.in_round else 1,
    )


def _level(big: int) -> Level:
    return Level(Chips(big // 2), Chips(big), Chips(big // 10 if big > 100 else 0))


def _row(entries_min: int, *bands: tuple[int, float]) -> PayoutRow:
    return PayoutRow(entries_min, tuple(PayoutBand(places, Ppm(round(percent * 10_000))) for places, percent in bands))


def _single(*percents: float) -> tuple[tuple[int, float], ...]:
    return tuple((1, percent) for percent in percents)


PAYOUTS: Final[PayoutTable] = (
    _row(2, *_single(100)),
    _row(5, *_single(65, 35)),
    _row(10, *_single(50, 30, 20)),
    _row(20, *_single(40, 25, 15, 11, 9)),
    _row(50, *_single(30, 20, 14, 10, 8, 6), (3, 4)),
    _row(100, *_single(25, 16, 11, 8, 6, 5, 4), (5, 3), (5, 2)),
    _row(500, *_single(20, 13, 9, 7, 5, 4, 3), (9, 1.5), (17, 0.75), (51, 0.25)),
    _row(2000, *_single(18, 12, 8, 6, 4, 3, 2), (9, 1), (18, 0.6), (64, 0.2), (144, 0.1)),
)


# ---- kinds

Players = tuple[PlayerId, ...]
Bills = Callable[[TournamentPlan, TournamentSetup, Players], tuple[Billed, ...]]


def _with(**changes: Any) -> Bills:
    def billed(plan: TournamentPlan, base: TournamentSetup, _players: Players) -> tuple[Billed, ...]:
        return (Billed(MAIN, replace(base, **changes), plan.entrants),)

    return billed


def _sit_and_go(plan: TournamentPlan, base: TournamentSetup, _players: Players) -> tuple[Billed, ...]:
    """A sit & go at a price the edition prints, if there is one; it is full with the entrants of the plan."""
    poker = plan.edition.poker
    assert poker is not None
    printed = [price for table, price in printed_prices(poker.fees) if table != "multi_table"]
    price = plan.dice("price").choice(printed) if printed else base.price
    seats = min(plan.entrants, plan.seats)
    setup = replace(
        base,
        starts_at=None,
        price=price,
        seats=seats,
        entries_max=plan.entrants,
        entries_min=2,
        synchronised_breaks=False,
    )
    return (Billed(MAIN, setup, plan.entrants),)


def _re_buy(plan: TournamentPlan, base: TournamentSetup, _players: Players) -> tuple[Billed, ...]:
    re_buy = ReBuy(base.price, _STACK, until_level=4, times=3)
    return (Billed(MAIN, replace(base, re_buy=re_buy, late_levels=4, re_entries=1), plan.entrants),)


def _add_on(plan: TournamentPlan, base: TournamentSetup, _players: Players) -> tuple[Billed, ...]:
    re_buy = ReBuy(base.price, _STACK, until_level=2, times=2)
    add_on = AddOn(base.price, Chips(2 * _STACK), after_level=2, window=seconds(120))
    return (Billed(MAIN, replace(base, re_buy=re_buy, add_on=add_on), plan.entrants),)


def _bounty(plan: TournamentPlan, base: TournamentSetup, _players: Players) -> tuple[Billed, ...]:
    head = Cents(base.price.pool // 3)
    progressive = plan.kind == TournamentType.PROGRESSIVE_BOUNTY.value
    return (Billed(MAIN, replace(base, bounty=head, progressive=progressive), plan.entrants),)


def _vip_bounty(plan: TournamentPlan, base: TournamentSetup, players: Players) -> tuple[Billed, ...]:
    vips = tuple((player, Cents(5000)) for player in players[:2])
    return (Billed(MAIN, replace(base, vips=vips, late_levels=3, re_entries=1), plan.entrants),)


def _satellite(plan: TournamentPlan, base: TournamentSetup, _players: Players) -> tuple[Billed, ...]:
    """A satellite at a quarter of the price of the tournament it leads to, for which a few players register directly."""
    poker = plan.edition.poker
    assert poker is not None
    target = TournamentId("TARGET")
    dear = multi_table_price(poker.fees, Cents(4 * _BUY_IN))
    assert not isinstance(dear, Rejection), dear
    assert base.starts_at is not None
    later = Instant(base.starts_at + 3 * HOUR)
    goal = replace(base, name="Simulated target", price=dear, starts_at=later, late_levels=6)
    feeder = replace(base, satellite=Satellite(dear.total, target), payouts=())
    return Billed(target, goal, 3), Billed(MAIN, feeder, plan.entrants)


def _phased(plan: TournamentPlan, base: TournamentSetup, _players: Players) -> tuple[Billed, ...]:
    """Two first phases, open to all players, and one last phase."""
    assert base.starts_at is not None
    names = tuple(TournamentId(f"FIRST{number}") for number in (1, 2))
    first = replace(base, phase=FirstPhase(2, LAST), late_levels=2)
    second_start = Instant(base.starts_at + 30 * MINUTE)
    end = replace(base, price=FREE_ROLL, phase=LastPhase(names), starts_at=Instant(base.starts_at + 3 * HOUR))
    return (
        Billed(LAST, end, 0),
        Billed(names[0], first, plan.entrants),
        Billed(names[1], replace(first, starts_at=second_start), max(2, plan.entrants // 2)),
    )


_KINDS: Final[dict[TournamentType, Bills]] = {
    TournamentType.GUARANTEED: _with(guarantee=Cents(100_000), late_levels=3, unregister_before=None),
    TournamentType.SIT_AND_GO: _sit_and_go,
    TournamentType.FREEZEOUT: _with(),
    TournamentType.SATELLITE: _satellite,
    TournamentType.FREEROLL: _with(price=FREE_ROLL, added=Cents(10_000), conditions=(CONDITION,)),
    TournamentType.MULTI_BUY_IN: _with(multi_buy_in=MultiBuyIn(Cents(500), Cents(3000))),
    TournamentType.RE_BUY: _re_buy,
    TournamentType.ADD_ON: _add_on,
    TournamentType.BOUNTY: _bounty,
    TournamentType.PROGRESSIVE_BOUNTY: _bounty,
    TournamentType.VIP_BOUNTY: _vip_bounty,
    TournamentType.PHASED: _phased,
}
