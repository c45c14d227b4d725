"""
The parameters of a tournament as its lobby shows them (MTT-27a), and whether such a tournament is possible.

Prices are those of `fairdeal.bank.fees`; a bounty is taken out of the pool part of a price.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fairdeal.bank.fees import Price
from fairdeal.kernel import Cents, Chips, Duration, Instant, MoneyKind, PlayerId, TournamentId, seconds
from fairdeal.rulebook.schema.choices import OnServerFailure, ReBuyLimit, TournamentType
from fairdeal.rulebook.schema.edition import Poker
from fairdeal.tournament.password import PASSWORD
from fairdeal.tournament.structure import (
    BadStructure,
    BlindStructure,
    PayoutTable,
    blind_faults,
    payout_faults,
)

NO_CHIPS: Final = Chips(0)
NOTHING: Final = Cents(0)
SEATS_MAX: Final = 10
ENTRIES_MAX: Final = 100_000


@dataclass(frozen=True, slots=True)
class MultiBuyIn:
    """A player chooses what to pay for an entry; price and stack grow in proportion to the price's label (MTT-65)."""

    least: Cents
    most: Cents


@dataclass(frozen=True, slots=True)
class ReBuy:
    """Chips may be bought again: until a level ends, below a chip count, a number of times (MTT-66, X-134)."""

    price: Price
    chips: Chips
    until_level: int  # the last level in which one may
    below: Chips | None = None  # only with fewer chips than this
    times: int | None = None
    bounty: Cents = NOTHING
    window: Duration = seconds(20)  # a player without chips has so long to decide; the table waits


@dataclass(frozen=True, slots=True)
class AddOn:
    """Chips are offered once to everybody, in a break after a level (MTT-67)."""

    price: Price
    chips: Chips
    after_level: int
    window: Duration = seconds(300)


@dataclass(frozen=True, slots=True)
class Satellite:
    """Prizes are entries to another tournament (MTT-63); without a target they are packages of that worth."""

    ticket: Cents  # what one entry of the target costs
    target: TournamentId | None
    label: str = ""


@dataclass(frozen=True, slots=True)
class FirstPhase:
    """The tournament ends with a level, and who has chips goes on in another one (MTT-71a)."""

    until_level: int  # the last level that is played
    next: TournamentId


@dataclass(frozen=True, slots=True)
class LastPhase:
    """Players come from first phases and no other way (MTT-71b)."""

    sources: tuple[TournamentId, ...]


@dataclass(frozen=True, slots=True)
class BankSetting:
    """A tournament's own time bank, where the edition lets it differ (TIME-07)."""

    start: Duration
    most: Duration


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSetup:
    """The parameters of one tournament."""

    name: str
    edition: str  # content hash of the rulebook it is played under
    family: str  # a game of that rulebook
    money: MoneyKind = MoneyKind.REAL
    product: str = "multi_table"  # under which its fees are booked
    seats: int  # at a table
    price: Price
    stack: Chips  # what an entry's price buys
    blinds: BlindStructure
    payouts: PayoutTable
    starts_at: Instant | None  # None: a sit & go, which starts when full
    entries_min: int = 2
    entries_max: int | None = None
    registration_opens: Instant | None = None  # None: when it is announced
    unregister_before: Duration | None = None  # un-registration closes this long before the start; None: there is none
    late_levels: int = 0  # registration closes when this level ends
    re_entries: int = 0
    conditions: tuple[str, ...] = ()  # what a player must fulfil to enter
    guarantee: Cents = NOTHING
    added: Cents = NOTHING  # the house puts this into the pool, whatever players pay
    prizes: tuple[Cents, ...] | None = None  # fixed; the house takes or gives what differs from what players pay
    multi_buy_in: MultiBuyIn | None = None
    re_buy: ReBuy | None = None
    add_on: AddOn | None = None
    satellite: Satellite | None = None
    bounty: Cents = NOTHING  # of an entry's pool part, on the player's head
    progressive: bool = False
    vips: tuple[tuple[PlayerId, Cents], ...] = ()  # special prizes for knocking them out (MTT-70)
    phase: FirstPhase | LastPhase | None = None
    synchronised_breaks: bool = True
    hand_for_hand_places: int = 1  # tables wait for each other when this many more players are left than are paid
    on_failure: OnServerFailure | None = None  # what a server failure does, where the edition lets the lobby say so
    bank: BankSetting | None = None
    pause: Duration = seconds(2)  # between hands of a table
    opening: Duration = Duration(0)  # from the start to the first hand, with which level one begins
    password: str = ""  # digest of the password an entry needs; none: everybody may enter

    @property
    def sit_and_go(self) -> bool:
        """Whether the tournament has no start time and starts when it is full."""
        return self.starts_at is None

    @property
    def full_at(self) -> int | None:
        """The number of entrants at which the tournament is full; None: no limit."""
        return self.seats if self.entries_max is None and self.sit_and_go else self.entries_max

    @property
    def all_conditions(self) -> tuple[str, ...]:
        """What a player must fulfil to enter, the password among it."""
        return (*self.conditions, PASSWORD) if self.password else self.conditions

    @property
    def freeroll(self) -> bool:
        """Whether an entry costs nothing."""
        return self.price.total == 0


def types_of(setup: TournamentSetup) -> tuple[TournamentType, ...]:
    """The types a tournament belongs to; several can apply."""
    kinds = {
        TournamentType.GUARANTEED: setup.guarantee > 0,
        TournamentType.SIT_AND_GO: setup.sit_and_go,
        TournamentType.FREEZEOUT: setup.re_buy is None and setup.re_entries == 0 and setup.phase is None,
        TournamentType.SATELLITE: setup.satellite is not None,
        TournamentType.FREEROLL: setup.freeroll and not isinstance(setup.phase, LastPhase),
        TournamentType.MULTI_BUY_IN: setup.multi_buy_in is not None,
        TournamentType.RE_BUY: setup.re_buy is not None,
        TournamentType.ADD_ON: setup.add_on is not None,
        TournamentType.BOUNTY: setup.bounty > 0 and not setup.progressive,
        TournamentType.PROGRESSIVE_BOUNTY: setup.bounty > 0 and setup.progressive,
        TournamentType.VIP_BOUNTY: bool(setup.vips),
        TournamentType.PHASED: setup.phase is not None,
    }
    return tuple(kind for kind, applies in kinds.items() if applies)


class BadSetup(BadStructure):
    """A tournament nobody could run; `faults` are all that was found."""


def check_setup(setup: TournamentSetup, poker: Poker) -> None:
    """Refuse a tournament that is impossible, or of a kind the edition does not have; raises `BadSetup`."""
    offered = {row.type for row in poker.tournament.types.value}
    faults = [f"the edition has no {kind.value}" for kind in types_of(setup) if kind not in offered]
    faults += blind_faults(setup.blinds)
    faults += payout_faults(setup.payouts) if _pays_by_table(setup) else []
    faults += [told for wrong, told in _faults(setup) if wrong]
    faults += [told for wrong, told in _edition_faults(setup, poker) if wrong]
    if faults:
        raise BadSetup(faults)


def _pays_by_table(setup: TournamentSetup) -> bool:
    return setup.prizes is None and setup.satellite is None and not isinstance(setup.phase, FirstPhase)


Check = tuple[bool, str]


def _faults(setup: TournamentSetup) -> Iterator[Check]:
    yield not setup.name.strip(), "the name is missing"
    yield not 2 <= setup.seats <= SEATS_MAX, f"a table has 2 to {SEATS_MAX} seats"
    yield setup.stack <= 0, "an entry buys no chips"
    yield not 2 <= setup.entries_min <= ENTRIES_MAX, "a tournament needs at least two entrants"
    most = setup.full_at
    yield most is not None and not setup.entries_min <= most <= ENTRIES_MAX, "more entrants are needed than can enter"
    yield setup.late_levels < 0 or setup.re_entries < 0, "levels and re-entries are counted from zero"
    yield setup.sit_and_go and setup.late_levels > 0, "a sit & go is full when it starts"
    yield setup.re_entries > 0 and setup.late_levels == 0, "re-entries need late registration"
    yield setup.hand_for_hand_places < 0, "hand-for-hand needs a number of places from zero on"
    yield (
        min(setup.guarantee, setup.added, setup.pause, setup.opening, setup.unregister_before or 0) < 0,
        "an amount is below zero",
    )
    if setup.prizes is not None:
        yield sum(setup.prizes) == 0 or min(setup.prizes) < 0, "there is nothing to win"
        yield sorted(setup.prizes, reverse=True) != list(setup.prizes), "a later place is paid more than an earlier one"
    yield from _price_faults(setup.price, setup.bounty, "the entry")
    yield from _sale_faults(setup)
    yield from _kind_faults(setup)


def _sale_faults(setup: TournamentSetup) -> Iterator[Check]:
    choice, re_buy, add_on = setup.multi_buy_in, setup.re_buy, setup.add_on
    if choice is not None:
        possible = 0 < choice.least <= setup.price.label <= choice.most
        yield not possible, "the chosen buy-ins are impossible"
        yield possible and chosen_price(setup, choice.least)[1] == 0, "the least buy-in buys no chips"
    if re_buy is not None:
        yield from _price_faults(re_buy.price, re_buy.bounty, "the re-buy")
        yield re_buy.chips <= 0 or re_buy.until_level < 1, "the re-buy gives nothing or is never offered"
        limits = [limit for limit in (re_buy.times, re_buy.below) if limit is not None]
        yield any(limit < 1 for limit in limits) or re_buy.window < 0, "the limits of the re-buy exclude everybody"
        yield re_buy.bounty > 0 and setup.bounty == 0, "a re-buy has a bounty, an entry has none"
    if add_on is not None:
        yield from _price_faults(add_on.price, NOTHING, "the add-on")
        yield add_on.chips <= 0 or add_on.after_level < 1, "the add-on gives nothing or is never offered"
        yield add_on.window <= 0, "the add-on is offered for no time"


def _price_faults(price: Price, bounty: Cents, what: str) -> Iterator[Check]:
    yield price.pool < 0 or price.fee < 0 or price.label < 0, f"{what} has a price below zero"
    yield not 0 <= bounty <= max(price.pool, 0), f"the bounty of {what} is not part of its pool part"


def _kind_faults(setup: TournamentSetup) -> Iterator[Check]:
    if setup.satellite is not None:
        yield setup.satellite.ticket <= 0, "a satellite's prize is worth nothing"
        yield setup.price.total >= setup.satellite.ticket > 0, "a satellite must be cheaper than what it leads to"
        yield setup.bounty > 0 or setup.prizes is not None, "a satellite pays entries, no bounties and no fixed prizes"
    yield any(prize <= 0 for _, prize in setup.vips), "a VIP is worth nothing"
    yield len({player for player, _ in setup.vips}) != len(setup.vips), "a VIP is named twice"
    yield setup.progressive and setup.bounty == 0, "a progressive bounty needs a bounty"
    if setup.phase is None:
        return
    yield setup.bounty > 0, "phases carry no bounties"
    yield setup.satellite is not None or setup.prizes is not None, "a phase has the ordinary prizes"
    if isinstance(setup.phase, FirstPhase):
        yield setup.phase.until_level < 1, "the first phase ends before it starts"
        yield setup.late_levels > setup.phase.until_level, "late registration outlasts the first phase"
        yield setup.guarantee > 0 or setup.added > 0, "prizes are played for in the last phase"
    else:
        yield not setup.phase.sources, "nobody can reach the last phase"
        yield setup.price.total > 0 or setup.late_levels > 0, "nobody enters the last phase directly"
        yield setup.re_buy is not None or setup.add_on is not None, "the last phase sells no chips"


def _edition_faults(setup: TournamentSetup, poker: Poker) -> Iterator[Check]:
    policy = poker.cancellation.on_failure
    options = () if policy is None else policy.options.value
    yield (
        setup.on_failure is not None and setup.on_failure not in options,
        "the edition has no such answer to a failure",
    )
    yield (
        setup.family not in {row.id for row in poker.games.families.value},
        f'the edition has no game "{setup.family}"',
    )
    limits = () if setup.re_buy is None else used_limits(setup.re_buy)
    unknown = [limit for limit in limits if limit not in poker.tournament.re_buy_limits.value]
    yield bool(unknown), "the edition knows no such limit of re-buys"
    if setup.bank is not None:
        yield not 0 <= setup.bank.start <= setup.bank.most, "the time bank starts with more than it holds"
        game = "sit-and-go" if setup.sit_and_go else "tournament"
        may = any(row.tournament_may_differ for row in poker.time_bank.rows.value if row.game == game)
        yield not may, "the edition sets the time bank of such tournaments"


def used_limits(re_buy: ReBuy) -> tuple[ReBuyLimit, ...]:
    """The limits that a tournament's re-buys have; the period always is one."""
    limits = {
        ReBuyLimit.PERIOD: True,
        ReBuyLimit.CHIP_COUNT: re_buy.below is not None,
        ReBuyLimit.NUMBER: re_buy.times is not None,
    }
    return tuple(limit for limit, used in limits.items() if used)


def chosen_price(setup: TournamentSetup, amount: Cents) -> tuple[Price, Chips, Cents]:
    """Price, chips and bounty of an entry bought for an amount of the player's choice; fractions are left with the player."""
    label, price = setup.price.label, setup.price
    if amount == label:
        return price, setup.stack, setup.bounty
    total = price.total * amount // label
    fee = Cents(price.fee * amount // label)
    pool = Cents(total - fee)
    bounty = Cents(setup.bounty * amount // label)
    return Price(amount, pool, fee, price.rule), Chips(setup.stack * amount // label), bounty
