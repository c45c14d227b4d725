"""
The view of a tournament's lobby, for everybody and for one player (MTT-27a, MTT-31b, MTT-39a, MTT-42a, MTT-47d).

It is built from what may be shown. Stacks, places and prizes of a tournament are public; cards are never here.
"""

from dataclasses import dataclass

from fairdeal.kernel import Cents, Chips, Instant, PlayerId
from fairdeal.rulebook.schema.choices import TournamentType
from fairdeal.tournament.director.prizes.payouts import Prizes
from fairdeal.tournament.director.prizes.pools import paid_places, pool_now, prizes_now
from fairdeal.tournament.director.state import Away, Entrant, Pause, Status, Tournament
from fairdeal.tournament.rules import TournamentRules
from fairdeal.tournament.setup import TournamentSetup, types_of
from fairdeal.tournament.structure import Level


@dataclass(frozen=True, slots=True)
class Own:
    """A player's own part of a tournament: seat, stack, place and winnings."""

    entries: int
    table: int | None
    seat: int | None
    stack: Chips
    away: Away | None
    place: int | None  # of the last entry that ended; provisional while registration is open
    prizes: Cents
    bounty: Cents  # on the player's own head
    bounties: Cents  # won
    may_buy_until: Instant | None  # without chips, and a re-buy is possible


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament as its lobby shows it."""

    setup: TournamentSetup
    types: tuple[TournamentType, ...]
    status: Status
    starts_at: Instant | None
    registration_open: bool
    entries: int
    remaining: int
    tables: int
    level: int
    blinds: Level | None
    level_ends: Instant | None
    break_due: Instant | None
    pause: Pause | None
    pool: Cents
    prizes: Prizes
    prizes_final: bool  # else they are provisional
    hand_for_hand: bool
    final_table: bool
    average_stack: Chips  # rounded down; 0 before the start
    own: Own | None = None
    halted_at: Instant | None = None  # the house paused play: clocks show what they showed then
    changed_at: Instant | None = None  # before the start, by the house: entries made until then may be taken back


def view_of(state: Tournament, rules: TournamentRules, viewer: PlayerId | None) -> TournamentView:
    """A tournament's lobby, with what concerns the viewer."""
    setup, clock = state.setup, state.clock
    after_last = rules.poker.tournament.after_last_level.value
    entrant = None if viewer is None else state.entrants.get(viewer)
    return TournamentView(
        setup=setup,
        types=types_of(setup),
        status=state.status,
        starts_at=state.starts_at,
        registration_open=state.registration_open,
        entries=state.entries,
        remaining=state.remaining,
        tables=state.floor.count,
        level=clock.level,
        blinds=setup.blinds.level(clock.level, after_last) if clock.level else None,
        level_ends=clock.level_ends,
        break_due=clock.break_due,
        pause=clock.pause,
        pool=pool_now(setup, state.purse.supplied),
        prizes=prizes_now(state),
        prizes_final=state.prizes is not None,
        hand_for_hand=state.hand_for_hand,
        final_table=state.final_table,
        average_stack=average_stack(state),
        own=None if entrant is None else _own(state, entrant),
        halted_at=_halted_at(state),
        changed_at=state.changed_at,
    )


def _halted_at(state: Tournament) -> Instant | None:
    halt = state.clock.halt
    return None if halt is None else halt.at


def _own(state: Tournament, entrant: Entrant) -> Own:
    table = None if entrant.table is None else state.floor.tables.get(entrant.table)
    chair = None if table is None or entrant.seat is None else table.chairs[entrant.seat]
    decides = table is not None and any(each.player == entrant.player and not each.decided for each in table.fallen)
    return Own(
        entries=len(entrant.entries),
        table=entrant.table,
        seat=entrant.seat,
        stack=Chips(0) if chair is None else chair.stack,
        away=None if chair is None else chair.away,
        place=state.place(entrant.finishes[-1].out) if entrant.finishes else None,
        prizes=entrant.prizes,
        bounty=entrant.head,
        bounties=entrant.bounties,
        may_buy_until=table.decide_until if table is not None and decides else None,
    )


# ---- the row in the lobby of all tournaments


@dataclass(frozen=True, slots=True)
class Summary:
    """A tournament's row in the lobby of all tournaments."""

    status: Status
    starts_at: Instant | None
    registration_open: bool
    entries: int
    remaining: int
    tables: int
    level: int
    level_ends: Instant | None
    pause: Pause | None
    pool: Cents
    prizes_final: bool
    hand_for_hand: bool
    final_table: bool
    average_stack: Chips  # rounded down; 0 before the start
    paid_places: int
    break_due: Instant | None  # the next synchronised break
    halted_at: Instant | None = None  # the house paused play: clocks show what they showed then


def average_stack(state: Tournament) -> Chips:
    """The average stack of the remaining players, rounded down; 0 unless the tournament runs."""
    return Chips(state.chips // state.remaining if state.status is Status.RUNNING and state.remaining else 0)


def summary_of(state: Tournament) -> Summary:
    """A tournament's row in the lobby of all tournaments, as it is now."""
    return Summary(
        state.status,
        state.starts_at,
        state.registration_open,
        state.entries,
        state.remaining,
        state.floor.count,
        state.clock.level,
        state.clock.level_ends,
        state.clock.pause,
        pool_now(state.setup, state.purse.supplied),
        state.prizes is not None,
        state.hand_for_hand,
        state.final_table,
        average_stack(state),
        paid_places(state) if state.entries else 0,
        state.clock.break_due,
        _halted_at(state),
    )
