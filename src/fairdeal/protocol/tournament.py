"""
Tournaments on the wire: rows of the lobby, single tournaments, and HexaPro lobbies.

Stacks, blinds and antes are chips; prices, pools, prizes and bounties are cents of the unit.
"""

from typing import Literal

from fairdeal.protocol.base import Wire
from fairdeal.protocol.table import Unit

TournamentStatus = Literal["announced", "running", "finished", "cancelled"]
PauseKind = Literal["break", "add_on", "phase_end"]


class EntryPrice(Wire, frozen=True):
    """A price: the advertised label, the part for the prize pool and the fee, by that clause."""

    label: int
    pool: int
    fee: int
    rule: str


class TournamentPause(Wire, frozen=True):
    """A pause: nothing is dealt until `until`; null while tables still finish their hands."""

    kind: PauseKind
    length: int
    until: int | None = None


class TournamentRow(Wire, frozen=True):
    """A tournament as a row of the lobby; several types can apply. `partners`: practice partners come to it."""

    id: str
    edition: str
    name: str
    types: tuple[str, ...]
    unit: Unit
    family: str
    seats: int
    price: EntryPrice
    status: TournamentStatus
    starts_at: int | None
    registration_open: bool
    entries: int
    remaining: int
    tables: int
    level: int
    level_ends: int | None
    break_due: int | None
    pause: TournamentPause | None
    pool: int
    prizes_final: bool
    paid_places: int
    average_stack: int
    hand_for_hand: bool
    final_table: bool
    partners: bool = False


class BlindLevel(Wire, frozen=True):
    """Blinds and ante of one level."""

    level: int
    small_blind: int
    big_blind: int
    ante: int = 0


class PrizeBand(Wire, frozen=True):
    """What each place from `first` to `last` wins: money, and in a satellite an entry worth `ticket`."""

    first: int
    last: int
    money: int
    ticket: int = 0


class ReBuyTerms(Wire, frozen=True):
    """Terms of re-buys: allowed through that level, with fewer than `below` chips, `times` times; null is no limit."""

    price: EntryPrice
    chips: int
    until_level: int
    below: int | None
    times: int | None


class AddOnTerms(Wire, frozen=True):
    """Terms of the add-on: offered once to everybody, in a break after that level."""

    price: EntryPrice
    chips: int
    after_level: int


class Bounties(Wire, frozen=True):
    """Bounties: the amount per entry, whether it is progressive, and special bounties by player."""

    head: int
    progressive: bool
    vips: dict[str, int]


class OwnEntry(Wire, frozen=True):
    """The reader's own entries in a tournament; `place` is provisional while registration is open."""

    entries: int
    table: int | None
    seat: int | None
    stack: int
    sits_out: str | None
    place: int | None
    prizes: int
    bounty: int
    bounties: int
    may_buy_until: int | None


class Tournament(Wire, frozen=True):
    """A tournament as its lobby shows it; `sitsOut` of the reader's entry names the clause."""

    id: str
    edition: str
    edition_hash: str
    name: str
    types: tuple[str, ...]
    unit: Unit
    family: str
    seats: int
    price: EntryPrice
    status: TournamentStatus
    starts_at: int | None
    registration_open: bool
    late_levels: int
    re_entries: int
    entries_min: int
    entries_max: int | None
    entries: int
    remaining: int
    tables: int
    stack: int
    average_stack: int
    level: int
    level_time: int
    level_ends: int | None
    blinds: BlindLevel | None
    next_blinds: BlindLevel
    break_due: int | None
    pause: TournamentPause | None
    guarantee: int
    pool: int
    prizes: tuple[PrizeBand, ...]
    prizes_final: bool
    paid_places: int
    hand_for_hand: bool
    final_table: bool
    buy_in_min: int | None = None
    buy_in_max: int | None = None
    re_buy: ReBuyTerms | None = None
    add_on: AddOnTerms | None = None
    bounties: Bounties | None = None
    own: OwnEntry | None = None


# ---- HexaPro


class HexaProRow(Wire, frozen=True):
    """
    A HexaPro lobby as a row; `taken` are the seats taken in each filling game, the oldest first.

    `partners`: practice partners join whoever waits, so a game starts at once.
    """

    id: str
    edition: str
    product: Literal["hexapro", "extreme"]
    unit: Unit
    buy_in: int
    seats: int
    taken: tuple[int, ...]
    running: int
    closed: bool
    partners: bool = False


class HexaProDraw(Wire, frozen=True):
    """The multiplier drawn for a game, in hundredths of a buy-in, and the rulebook revision it was drawn by."""

    game: int
    draw: int
    multiplier: int
    edition_hash: str
    at: int


class HexaProOdds(Wire, frozen=True):
    """One multiplier: its range of draws, the prizes, and how often it was drawn so far."""

    multiplier: int
    chances: int
    first_draw: int
    last_draw: int
    pool: int
    prizes: tuple[int, ...]
    drawn: int


class HexaProGame(Wire, frozen=True):
    """A game the reader is in: filling, or running as that tournament."""

    game: int
    tournament: str | None = None
    multiplier: int | None = None


class HexaProLobby(Wire, frozen=True):
    """A HexaPro lobby as its reader sees it; `chances` is the sum over all multipliers, by that clause."""

    row: HexaProRow
    odds: tuple[HexaProOdds, ...]
    chances: int
    rule: str
    latest: tuple[HexaProDraw, ...]
    own: tuple[HexaProGame, ...]
