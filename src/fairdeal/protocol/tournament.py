"""
Tournaments on the wire: rows of the lobby, the page of one tournament, and the reader's own entries.

What never changes is apart from what changes often, so that followers are sent little. Stacks, blinds and antes are chips; prices,
pools, prizes and bounties are cents of the unit.
"""

from typing import Literal

from fairdeal.protocol.base import Explanation, Wire
from fairdeal.protocol.table import Unit

TournamentStatus = Literal["announced", "running", "finished", "cancelled"]
PauseKind = Literal["break", "add_on", "phase_end"]


class EntryPrice(Wire, frozen=True):
    """A price by that clause: its parts for the prize pool, for the bounty and the fee; `label` is the advertised price."""

    label: int
    pool: int
    fee: int
    rule: str
    bounty: int = 0


class TournamentPause(Wire, frozen=True):
    """A pause: nothing is dealt until `until`; null while tables still finish their hands."""

    kind: PauseKind
    length: int
    until: int | None = None


class Named(Wire, frozen=True):
    """Another tournament, by id and name; the name is empty where it is not announced yet."""

    id: str
    name: str


# ---- rows of the lobby


class RowNumbers(Wire, frozen=True):
    """
    What changes often in a row.

    `registrationEnds` is the clock time at which late registration ends, breaks counted in (MTT-32a); money may close it earlier. Where
    `mayUnregister`, an entry can be taken back until `unregisterUntil`, or until a sit & go is full where that is null. `paidIn` is
    what players paid into the pool, and `winner` the name of who won it.
    """

    status: TournamentStatus
    starts_at: int | None
    registration_open: bool
    registration_ends: int | None
    may_unregister: bool
    unregister_until: int | None
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
    halted_at: int | None = None
    paid_in: int = 0
    re_buys: int = 0
    winner: str | None = None


class PrizeBand(Wire, frozen=True):
    """What each place from `first` to `last` wins: money, and in a satellite an entry worth `ticket`."""

    first: int
    last: int
    money: int
    ticket: int = 0


class TournamentRow(Wire, frozen=True):
    """
    A tournament as a row of the lobby; several types can apply.

    `conditions` counts what is asked of an entrant; `password` says that one must be given. `target` is what a satellite leads to, and
    `ticket` what an entry there is worth. `partners`: practice partners come to it. `prizes` are those of a sit & go, once it is full.
    Entries are paid from `wallet`, and winnings go there.
    """

    id: str
    edition: str
    name: str
    types: tuple[str, ...]
    unit: Unit
    wallet: str
    family: str
    seats: int
    price: EntryPrice
    stack: int
    level_time: int
    numbers: RowNumbers
    guarantee: int = 0
    entries_max: int | None = None
    registration_opens: int | None = None
    late_levels: int = 0
    re_entries: int = 0
    progressive: bool = False
    re_buy: bool = False
    add_on: bool = False
    target: Named | None = None
    ticket: int = 0
    conditions: int = 0
    password: bool = False
    partners: bool = False
    prizes: tuple[PrizeBand, ...] = ()


# ---- the page of one tournament: what never changes unless the house changes the setup


class BlindLevel(Wire, frozen=True):
    """Blinds and ante of one level."""

    level: int
    small_blind: int
    big_blind: int
    ante: int = 0


class ReBuyTerms(Wire, frozen=True):
    """
    Terms of re-buys: allowed through that level, with fewer than `below` chips, `times` times; null is no limit.

    A player without chips has `window` to decide, and the table waits.
    """

    price: EntryPrice
    chips: int
    until_level: int
    below: int | None
    times: int | None
    window: int = 0


class AddOnTerms(Wire, frozen=True):
    """Terms of the add-on: offered once to everybody, in a break of that length after that level."""

    price: EntryPrice
    chips: int
    after_level: int
    window: int = 0


class Vip(Wire, frozen=True):
    """A player with a special prize on the head."""

    player: str
    name: str
    prize: int


class Bounties(Wire, frozen=True):
    """Bounties: the amount per entry, whether it is progressive, and players with special ones."""

    head: int
    progressive: bool
    vips: tuple[Vip, ...] = ()


class SatelliteTerms(Wire, frozen=True):
    """What a satellite awards: entries to the target, each worth `ticket`; without a target a package called `label`."""

    ticket: int
    target: Named | None
    label: str = ""


class PhaseTerms(Wire, frozen=True):
    """A phase: a first one ends with that level and leads to `next`; the last one is fed by `sources`."""

    until_level: int | None
    next: Named | None = None
    sources: tuple[Named, ...] = ()


class BreakTerms(Wire, frozen=True):
    """Synchronised breaks: at that minute of every hour, how long, and whether also in the first level (MTT-47a, MTT-47c)."""

    minute: int
    length: int
    in_first_level: bool
    rule: str


class FailureTerms(Wire, frozen=True):
    """What a failure of the server does to the tournament, by that clause (CANC-61); `byStage`: what the stage decides."""

    on_failure: Literal["cancel_and_refund", "resume", "by_stage"]
    rule: str


class TimeBankTerms(Wire, frozen=True):
    """The time bank of a player: what it starts with, and the most it holds."""

    start: int
    most: int


class TournamentTerms(Wire, frozen=True):
    """
    What a tournament is, as announced; it changes only when the house changes the setup.

    Entries are paid from `wallet`, and winnings go there. After the last level the blinds stay or rise on by the last step.
    `unregisterBefore` is how long before the start entries can no longer be taken back; null: they cannot be. `rules` are the clauses
    it is played by, for the page to list.
    """

    id: str
    edition: str
    edition_hash: str
    name: str
    types: tuple[str, ...]
    unit: Unit
    wallet: str
    family: str
    seats: int
    price: EntryPrice
    stack: int
    levels: tuple[BlindLevel, ...]
    level_time: int
    after_last_level: Literal["stay", "continue_by_ratio"]
    entries_min: int
    entries_max: int | None
    registration_opens: int | None
    unregister_before: int | None
    late_levels: int
    re_entries: int
    guarantee: int
    added: int
    hand_for_hand_places: int
    failure: FailureTerms
    rules: tuple[str, ...]
    sit_and_go: bool = False
    conditions: tuple[str, ...] = ()
    password: bool = False
    buy_in_min: int | None = None
    buy_in_max: int | None = None
    re_buy: ReBuyTerms | None = None
    add_on: AddOnTerms | None = None
    bounties: Bounties | None = None
    satellite: SatelliteTerms | None = None
    phase: PhaseTerms | None = None
    breaks: BreakTerms | None = None
    time_bank: TimeBankTerms | None = None
    hexapro: str | None = None  # the lobby it comes from, where it is a game of HexaPro


# ---- the page of one tournament: what changes often


class Cancellation(Wire, frozen=True):
    """Why a tournament was cancelled, how far it had come, the clause that settled it, and all money that was paid out."""

    cause: Literal["too_few", "house", "server_failure"]
    stage: Literal["before_start", "before_money", "in_the_money", "final_table", "hexapro", "running"]
    at: int
    rule: str
    settled_by: str
    total: int


class TournamentNumbers(Wire, frozen=True):
    """
    What changes often in a tournament; the same for everybody, also for those who follow one of its tables.

    `blinds` are those of the level that runs; stacks are those after each table's last finished hand. `busy` counts tables that play a
    hand, or decide about re-buys: in hand-for-hand play the others wait for them. `nextPrize` is what the next player to go out wins.
    `paidIn` is what players paid into the pool. With `haltedAt` the house has paused play, and all clocks show what they showed then.
    """

    status: TournamentStatus
    starts_at: int | None
    registration_open: bool
    registration_ends: int | None
    may_unregister: bool
    unregister_until: int | None
    entries: int
    remaining: int
    tables: int
    busy: int
    level: int
    level_ends: int | None
    blinds: BlindLevel | None
    next_blinds: BlindLevel
    break_due: int | None
    pause: TournamentPause | None
    pool: int
    prizes_final: bool
    paid_places: int
    next_prize: int
    average_stack: int
    largest_stack: int
    smallest_stack: int
    hand_for_hand: bool
    final_table: bool
    halted_at: int | None = None
    paid_in: int = 0
    re_buys: int = 0
    add_ons: int = 0
    cancelled: Cancellation | None = None


# ---- what a cancelled tournament paid


class PayoutPart(Wire, frozen=True):
    """A part of a payout, and the clause that gives it."""

    what: Literal["entry", "fee", "equal_part", "by_chips", "lowest_prize", "each_part", "by_icm", "bounty"]
    amount: int
    rule: str


class PayoutTicket(Wire, frozen=True):
    """A ticket that paid an entry: whether it came back, and by which clause."""

    worth: int
    returned: bool
    rule: str


class PayoutRow(Wire, frozen=True):
    """
    What one player got from a cancelled tournament, part by part.

    `deducted` was won before and is not paid again; `forfeited` is the clause by which nothing comes back; `held`: a review keeps back
    what was won.
    """

    player: str
    name: str
    amount: int
    parts: tuple[PayoutPart, ...]
    tickets: tuple[PayoutTicket, ...] = ()
    deducted: int = 0
    forfeited: str | None = None
    held: bool = False


# ---- the reader's own entry


class Extra(Wire, frozen=True):
    """A re-buy or add-on of the reader: whether it can be bought now or why not, how often it was, and how often it still can be."""

    possible: bool
    why: Explanation | None = None
    taken: int = 0
    left: int | None = None


class OwnEntry(Wire, frozen=True):
    """
    The reader's own entry in a tournament.

    `rank` is by chips after each table's last finished hand, ties share the better rank; `place` is the finish, by the clause
    `placeRule`, provisional while registration is open. `sitsOut` names the clause. Until `mayBuyUntil` a player without chips can
    re-buy. Where `mayUnregister`, the entry can be taken back until `unregisterUntil`; `changed` says that the house changed
    something since, which is why.
    """

    entries: int
    table: str | None
    seat: int | None
    stack: int
    rank: int | None
    sits_out: str | None
    place: int | None
    prizes: int
    bounty: int
    bounties: int
    may_buy_until: int | None = None
    re_buy: Extra | None = None
    add_on: Extra | None = None
    may_unregister: bool = False
    unregister_until: int | None = None
    may_re_enter: bool = False
    changed: bool = False
    disqualified: bool = False
    held: bool = False
    payout: PayoutRow | None = None
    place_rule: str | None = None


class OwnTournament(Wire, frozen=True):
    """
    A tournament that the reader is registered for, plays in, or was in.

    `state` is `waiting` before the start, `seated` at `table`, `out` with `place`. `prizes` are money and tickets credited, `ticket`
    the worth of an entry won to `target`; `refunded` is what a cancellation paid, by `rule`. `changed`: the house changed something
    since the reader registered. Where `mayUnregister`, the entry can be taken back until `unregisterUntil`.
    """

    tournament: str
    name: str
    edition: str
    unit: Unit
    state: Literal["waiting", "seated", "out"]
    status: TournamentStatus
    starts_at: int | None
    entries: int
    table: str | None = None
    seat: int | None = None
    place: int | None = None
    prizes: int = 0
    bounties: int = 0
    held: bool = False
    ticket: int = 0
    target: Named | None = None
    refunded: int | None = None
    rule: str | None = None
    may_unregister: bool = False
    unregister_until: int | None = None
    may_re_enter: bool = False
    may_buy_until: int | None = None
    changed: bool = False
    disqualified: bool = False
    hexapro: str | None = None


class OwnGame(Wire, frozen=True):
    """A game of HexaPro the reader is in: waiting for players, or drawn and played as that tournament."""

    lobby: str
    game: int
    tournament: str | None = None
    multiplier: int | None = None


class OwnPlay(Wire, frozen=True):
    """All tournaments and games of HexaPro that the reader is in, or was in until a few minutes ago."""

    tournaments: tuple[OwnTournament, ...] = ()
    games: tuple[OwnGame, ...] = ()


# ---- lists of one tournament, page by page


class StandingRow(Wire, frozen=True):
    """
    A player of a tournament: with chips `rank` and `stack`, afterwards `place` and `prize`.

    Before the start players stand in the order in which they entered. `prize` is money and tickets; bounties are apart.
    """

    player: str
    name: str
    rank: int | None
    stack: int
    table: int | None = None
    place: int | None = None
    prize: int = 0
    bounty: int = 0
    bounties: int = 0
    entries: int = 1
    away: bool = False


class TableRow(Wire, frozen=True):
    """A table of a tournament, to watch by its id."""

    id: str
    number: int
    players: int
    largest: int
    smallest: int
    average: int
    playing: bool
