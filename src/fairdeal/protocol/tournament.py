"""
Tournaments on the wire: rows of their lobby, one tournament, and the lobbies of HexaPro.

Stacks, blinds and antes are chips; prices, pools, prizes and bounties are cents of the unit.
"""

from typing import Literal

from fairdeal.protocol.base import Wire
from fairdeal.protocol.table import Unit

TournamentStatus = Literal["announced", "running", "finished", "cancelled"]
PauseKind = Literal["break", "add_on", "phase_end"]


class EntryPrice(Wire, frozen=True):
    """What something costs: the advertised label, the part for the prizes and the fee, by that clause."""

    label: int
    pool: int
    fee: int
    rule: str


class TournamentPause(Wire, frozen=True):
    """Nothing is dealt until then; without an end, tables still finish their hands."""

    kind: PauseKind
    length: int
    until: int | None = None


class TournamentRow(Wire, frozen=True):
    """One tournament as players choose it; several types can apply."""

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
    """Chips may be bought again through that level, below that many chips, so many times; null is no limit."""

    price: EntryPrice
    chips: int
    until_level: int
    below: int | None
    times: int | None


class AddOnTerms(Wire, frozen=True):
    """Chips are offered once to everybody, in a break after that level."""

    price: EntryPrice
    chips: int
    after_level: int


class Bounties(Wire, frozen=True):
    """What lies on the head of an entry, whether it grows, and special prizes by player."""

    head: int
    progressive: bool
    vips: dict[str, int]


class OwnEntry(Wire, frozen=True):
    """What the tournament is for its reader; `place` is provisional while registration is open."""

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
    """A tournament as its lobby shows it; `sitsOut` of one's own entry names the clause."""

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
    """One lobby of HexaPro; `taken` are the seats taken in each game that fills, the oldest first."""

    id: str
    edition: str
    product: Literal["hexapro", "extreme"]
    unit: Unit
    buy_in: int
    seats: int
    taken: tuple[int, ...]
    running: int
    closed: bool


class HexaProDraw(Wire, frozen=True):
    """What was drawn for a game, by which text of the rulebook; multipliers are hundredths of a buy-in."""

    game: int
    draw: int
    multiplier: int
    edition_hash: str
    at: int


class HexaProOdds(Wire, frozen=True):
    """One multiplier: the draws that mean it, what is won, and how often it came so far."""

    multiplier: int
    chances: int
    first_draw: int
    last_draw: int
    pool: int
    prizes: tuple[int, ...]
    drawn: int


class HexaProGame(Wire, frozen=True):
    """A game one is in: waiting, or running as that tournament."""

    game: int
    tournament: str | None = None
    multiplier: int | None = None


class HexaProLobby(Wire, frozen=True):
    """A lobby of HexaPro as its reader sees it; `chances` is the sum of all rows, by that clause."""

    row: HexaProRow
    odds: tuple[HexaProOdds, ...]
    chances: int
    rule: str
    latest: tuple[HexaProDraw, ...]
    own: tuple[HexaProGame, ...]
