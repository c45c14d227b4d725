"""The casino tables an operator offers, with their rules."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from fairdeal.bank.accounts import Tender
from fairdeal.casino.games.catalogue import GAMES
from fairdeal.casino.games.game import Game
from fairdeal.casino.table.facts import AT_ONCE, Dealing, Pace, TableFacts, with_limits
from fairdeal.casino.table.machine import CasinoTable
from fairdeal.kernel import MINUTE, Cents, Currency, Duration, Instant, MoneyKind, StreamId, TableId
from fairdeal.play.fair.state import Signer
from fairdeal.room.casino.scanner import Scanner
from fairdeal.rulebook.checks import limit_problems
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.schema.edition import Edition

CASINO: Final = "casino"
"""The prefix of the streams of casino tables."""


class VideoKind(StrEnum):
    """How a camera's picture comes."""

    HLS = "hls"
    WHEP = "whep"
    IMAGE = "image"


@dataclass(frozen=True, slots=True)
class VideoSource:
    """The address of a table's camera, and the instant of time code 0 of its recording."""

    kind: VideoKind
    address: str
    clock_at: Instant = Instant(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoTableSetup:
    """The settings of one table: game, dealing, money and limits; limits that are None are the rulebook's."""

    table: TableId
    game: Game
    dealing: Dealing = Dealing.HOUSE
    currency: Currency = Currency.EUR
    money: MoneyKind = MoneyKind.TEST
    dealer_hits_soft_17: bool | None = None  # read by blackjack only
    bet_min: Cents | None = None
    bet_max: Cents | None = None
    round_max: Cents | None = None
    closed: bool = False  # lets nobody in; a table that was played must stay in the settings
    title: str = ""  # as players read it; empty: the id
    pace: Pace = AT_ONCE
    video: VideoSource | None = None
    dealer_time: Duration | None = None  # after which a live dealer is relieved; None: nobody is reminded

    @property
    def name(self) -> str:
        """The name that players read."""
        return self.title or self.table

    @property
    def tender(self) -> Tender:
        """The currency and kind of money of the table."""
        return Tender(self.currency, self.money)


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoSettings:
    """The casino tables of an operator, and how long visits of disconnected players last."""

    tables: tuple[CasinoTableSetup, ...] = ()
    visit_ends_after: Duration = Duration(10 * MINUTE)  # after a disconnection; set by no rule
    scanner: Scanner = field(default_factory=Scanner)  # of all live tables


class BadCasino(Exception):
    """Raised for settings under which the casino cannot be opened."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def one_table_of_each(money: MoneyKind = MoneyKind.TEST, pace: Pace = AT_ONCE) -> tuple[CasinoTableSetup, ...]:
    """Settings of a small casino: one table of each game, dealt by the program."""
    return tuple(CasinoTableSetup(table=TableId(f"{game.name}-1"), game=game, money=money, pace=pace) for game in GAMES)


@dataclass(frozen=True)
class CasinoHouse:
    """All casino tables of a room, each with its settings and the machine that knows its rules; they change while the room plays."""

    edition: EditionId | None
    setups: dict[TableId, CasinoTableSetup]
    machines: dict[TableId, CasinoTable]
    settings: CasinoSettings

    def put(self, setup: CasinoTableSetup, machine: CasinoTable) -> None:
        """Have a table by these settings from now on."""
        self.setups[setup.table] = setup
        self.machines[setup.table] = machine

    def machine(self, stream: StreamId) -> CasinoTable:
        """The machine of a table's stream."""
        return self.machines[table_of(stream)]

    @property
    def currencies(self) -> tuple[Currency, ...]:
        """The currencies of all tables, each once."""
        return tuple(dict.fromkeys(setup.currency for setup in self.setups.values()))


def casino_stream(table: TableId) -> StreamId:
    """The stream of a casino table."""
    return StreamId(f"{CASINO}:{table}")


def table_of(stream: StreamId) -> TableId:
    """The casino table of a stream."""
    return TableId(stream.partition(":")[2])


def casino_house(
    editions: Iterable[Edition],
    kinds: Iterable[MoneyKind],
    settings: CasinoSettings,
    earlier_revisions: Iterable[Edition] = (),
    *,
    fair: bool = False,
    signer: Signer | None = None,
) -> CasinoHouse:
    """
    The tables of the settings under the first edition that has casino rules; raises `BadCasino` if they do not fit it.

    `kinds` are the kinds of money that are switched on. `earlier_revisions` are those that running rounds may still be played by.
    `fair`: what the program deals is drawn by PFP-1. `signer`: what live tables' scanners read is published, signed by it.
    """
    with_casino = [edition for edition in editions if edition.casino is not None]
    _check(settings, with_casino, frozenset(kinds))
    if not settings.tables:
        return CasinoHouse(with_casino[0].id if with_casino else None, {}, {}, settings)
    current, before = with_casino[0], [edition for edition in earlier_revisions if edition.casino is not None]
    machines = {
        setup.table: CasinoTable(
            _checked(_facts(setup, current, signer, fair=fair)),
            [_facts(setup, edition, signer, fair=fair) for edition in before],
        )
        for setup in settings.tables
    }
    return CasinoHouse(current.id, {setup.table: setup for setup in settings.tables}, machines, settings)


def _check(settings: CasinoSettings, with_casino: list[Edition], kinds: frozenset[MoneyKind]) -> None:
    names = [setup.table for setup in settings.tables]
    if names and not with_casino:
        raise BadCasino("no_casino_rules", "no rulebook of this room has casino rules")
    for setup in settings.tables:
        if names.count(setup.table) > 1:
            raise BadCasino("duplicate_table", f"there are two casino tables {setup.table}")
        if not setup.table or "/" in setup.table or ":" in setup.table:
            raise BadCasino("bad_table_name", f"{setup.table!r} cannot be the name of a casino table")
        if setup.money not in kinds:
            raise BadCasino("money_kind_disabled", f"table {setup.table}: {setup.money} money is not switched on")


def _checked(facts: TableFacts) -> TableFacts:
    """The same facts; raises `BadCasino` if their limits contradict each other."""
    for (name,), problem in limit_problems(facts.limits):
        raise BadCasino("bad_limits", f"table {facts.table}: {name} {problem}")
    return facts


def _facts(setup: CasinoTableSetup, edition: Edition, signer: Signer | None, *, fair: bool) -> TableFacts:
    assert edition.casino is not None
    casino = setup.game.with_options(edition.casino, setup)
    amounts = {"bet_min": setup.bet_min, "bet_max": setup.bet_max, "round_max": setup.round_max}
    own = {name: amount for name, amount in amounts.items() if amount is not None}
    digest = content_hash(edition)
    facts = TableFacts(setup.table, setup.tender, casino, setup.game, setup.dealing, digest, setup.pace, fair, signer)
    return replace(facts, casino=with_limits(casino, setup.game, own)) if own else facts
