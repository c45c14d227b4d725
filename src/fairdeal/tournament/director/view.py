"""
The view of a tournament's lobby, for everybody and for one player (MTT-27a, MTT-31b, MTT-39a, MTT-42a, MTT-47d).

It is built from what may be shown. Stacks, places and prizes of a tournament are public; cards are never here.
"""

from bisect import bisect_left
from dataclasses import dataclass

from fairdeal.kernel import Cents, Chips, Instant, PlayerId, Rejection, RuleId, reject
from fairdeal.rulebook.schema.choices import TournamentType
from fairdeal.tournament.director.chips import may_buy_again, may_take_add_on
from fairdeal.tournament.director.prizes.payouts import Prizes
from fairdeal.tournament.director.prizes.pools import paid_places, pool_now, prizes_now
from fairdeal.tournament.director.registration import may_enter_again
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.director.state import Away, Chair, Entrant, Extra, Pause, Status, Table, Tournament
from fairdeal.tournament.rules import RE_BUY, TournamentRules
from fairdeal.tournament.setup import TournamentSetup, types_of
from fairdeal.tournament.structure import Level
from fairdeal.tournament.timetable import (
    is_free_to_leave,
    may_take_back,
    may_unregister,
    registration_ends,
    taken_back_until,
    unregister_closes,
)


@dataclass(frozen=True, slots=True)
class Stacks:
    """The stacks of everybody who has chips, as each table's last finished hand left them: the smallest first."""

    rising: tuple[Chips, ...] = ()

    @property
    def largest(self) -> Chips:
        """The largest stack; 0 if nobody has chips."""
        return self.rising[-1] if self.rising else Chips(0)

    @property
    def smallest(self) -> Chips:
        """The smallest stack; 0 if nobody has chips."""
        return self.rising[0] if self.rising else Chips(0)

    def rank(self, stack: Chips) -> int:
        """The rank of a stack, from 1; equal stacks share the better one."""
        return len(self.rising) - bisect_left(self.rising, stack + 1) + 1


def stacks_of(state: Tournament) -> Stacks:
    """The stacks of a running tournament."""
    tables = state.floor.tables
    chairs = (chair for number in numbers(state.floor.open) for _, chair in tables[number].seated)
    return Stacks(tuple(sorted(chair.stack for chair in chairs if chair.stack)))


@dataclass(frozen=True, slots=True)
class Offer:
    """A re-buy or add-on for one player: why it cannot be bought now, how often it was, and how often it still can be."""

    refused: Rejection | None
    taken: int
    left: int | None  # None: without limit


@dataclass(frozen=True, slots=True)
class Own:
    """A player's own part of a tournament: seat, stack, place and winnings."""

    entries: int
    table: int | None
    seat: int | None
    stack: Chips
    rank: int | None  # None: without chips
    away: Away | None
    place: int | None  # of the last entry that ended; provisional while registration is open
    place_rule: RuleId | None  # by which the place was found
    prizes: Cents
    bounty: Cents  # on the player's own head
    bounties: Cents  # won
    may_buy_until: Instant | None  # without chips, and a re-buy is possible
    re_buy: Offer | None  # None: there are none in this tournament
    add_on: Offer | None
    may_unregister: bool
    unregister_until: Instant | None
    may_re_enter: bool
    changed: bool  # the house changed something since the player registered
    disqualified: bool


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament as its lobby shows it."""

    setup: TournamentSetup
    types: tuple[TournamentType, ...]
    status: Status
    starts_at: Instant | None
    registration_open: bool
    registration_ends: Instant | None
    may_unregister: bool
    unregister_until: Instant | None
    entries: int
    remaining: int
    tables: int
    busy: int  # tables that play a hand, or decide about re-buys
    level: int
    blinds: Level | None
    next_blinds: Level
    level_ends: Instant | None
    break_due: Instant | None
    pause: Pause | None
    pool: Cents
    prizes: Prizes
    prizes_final: bool  # else they are provisional
    hand_for_hand: bool
    final_table: bool
    next_prize: Cents  # of the next player to go out
    average_stack: Chips  # rounded down; 0 before the start
    largest_stack: Chips
    smallest_stack: Chips
    paid_in: Cents  # into the pool, by players
    re_buys: int
    add_ons: int
    own: Own | None = None
    halted_at: Instant | None = None  # the house paused play: clocks show what they showed then
    changed_at: Instant | None = None  # before the start, by the house: entries made until then may be taken back


def view_of(state: Tournament, rules: TournamentRules, viewer: PlayerId | None) -> TournamentView:
    """A tournament's lobby, with what concerns the viewer."""
    stacks = stacks_of(state)
    own = None if viewer is None else own_of(state, viewer, stacks)
    return public_view(state, rules, stacks, own)


def public_view(state: Tournament, rules: TournamentRules, stacks: Stacks, own: Own | None = None) -> TournamentView:
    """A tournament's lobby as everybody sees it."""
    setup, clock = state.setup, state.clock
    after_last = rules.poker.tournament.after_last_level.value
    prizes = prizes_now(state)
    bought = _bought(state)
    return TournamentView(
        setup=setup,
        types=types_of(setup),
        status=state.status,
        starts_at=state.starts_at,
        registration_open=state.registration_open,
        registration_ends=registration_ends(state, rules),
        may_unregister=may_unregister(state),
        unregister_until=unregister_closes(state),
        entries=state.entries,
        remaining=state.remaining,
        tables=state.floor.count,
        busy=state.floor.busy.bit_count(),
        level=clock.level,
        blinds=setup.blinds.level(clock.level, after_last) if clock.level else None,
        next_blinds=setup.blinds.level(clock.level + 1, after_last),
        level_ends=clock.level_ends,
        break_due=clock.break_due,
        pause=clock.pause,
        pool=pool_now(setup, state.purse.supplied),
        prizes=prizes,
        prizes_final=state.prizes is not None,
        hand_for_hand=state.hand_for_hand,
        final_table=state.final_table,
        next_prize=prizes[state.remaining - 1].value if 0 < state.remaining <= len(prizes) else Cents(0),
        average_stack=average_stack(state),
        largest_stack=stacks.largest,
        smallest_stack=stacks.smallest,
        paid_in=state.purse.supplied,
        re_buys=bought[Extra.RE_BUY],
        add_ons=bought[Extra.ADD_ON],
        own=own,
        halted_at=_halted_at(state),
        changed_at=state.changed_at,
    )


def _halted_at(state: Tournament) -> Instant | None:
    halt = state.clock.halt
    return None if halt is None else halt.at


def _bought(state: Tournament) -> dict[Extra, int]:
    """How often each kind of chips was bought besides entries."""
    count = dict.fromkeys(Extra, 0)
    if state.setup.re_buy is not None or state.setup.add_on is not None:
        for entrant in state.entrants.values():
            for purchase in entrant.purchases:
                count[purchase.extra] += 1
    return count


def own_of(state: Tournament, viewer: PlayerId, stacks: Stacks) -> Own | None:
    """A player's own part of a tournament; None if they never entered it."""
    entrant = state.entrants.get(viewer)
    if entrant is None:
        return None
    table = None if entrant.table is None else state.floor.tables.get(entrant.table)
    chair = None if table is None or entrant.seat is None else table.chairs[entrant.seat]
    decides = table is not None and any(each.player == entrant.player and not each.decided for each in table.fallen)
    may_leave = entrant.playing and may_take_back(state, entrant.entry)
    return Own(
        entries=len(entrant.entries),
        table=entrant.table,
        seat=entrant.seat,
        stack=Chips(0) if chair is None else chair.stack,
        rank=stacks.rank(chair.stack) if chair is not None and chair.stack else None,
        away=None if chair is None else chair.away,
        place=state.place(entrant.finishes[-1].out) if entrant.finishes else None,
        place_rule=entrant.finishes[-1].rule if entrant.finishes else None,
        prizes=entrant.prizes,
        bounty=entrant.head,
        bounties=entrant.bounties,
        may_buy_until=table.decide_until if table is not None and decides else None,
        re_buy=_re_buy(state, entrant, table, chair),
        add_on=_add_on(state, entrant),
        may_unregister=may_leave,
        unregister_until=taken_back_until(state, entrant.entry) if may_leave else None,
        may_re_enter=may_enter_again(state, entrant),
        changed=is_free_to_leave(state, entrant.entry),
        disqualified=entrant.disqualified,
    )


def _re_buy(state: Tournament, entrant: Entrant, table: Table | None, chair: Chair | None) -> Offer | None:
    """The re-buy of a player; the timer that ends a period ends it, so that no time is needed to know."""
    terms = state.setup.re_buy
    if terms is None:
        return None
    taken = entrant.re_buys
    left = None if terms.times is None else max(0, terms.times - taken)
    if table is None or chair is None or state.status is not Status.RUNNING or entrant.disqualified:
        return Offer(reject("not_playing", RE_BUY), taken, left)
    fallen = next((each for each in table.fallen if each.player == entrant.player), None)
    if fallen is None:
        refused = may_buy_again(state, entrant, chair.stack + chair.bought, Instant(0))
    else:
        refused = reject("re_buy_closed", RE_BUY) if fallen.decided else None
    return Offer(refused, taken, left)


def _add_on(state: Tournament, entrant: Entrant) -> Offer | None:
    if state.setup.add_on is None:
        return None
    taken = sum(each.extra is Extra.ADD_ON and each.entry == entrant.entry.number for each in entrant.purchases)
    return Offer(may_take_add_on(state, entrant, Instant(0)), taken, 1 - taken)


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
    halted_at: Instant | None  # the house paused play: clocks show what they showed then
    paid_in: Cents  # into the pool, by players
    chips: Chips  # in play
    re_buys: int
    winner: PlayerId | None


def average_stack(state: Tournament) -> Chips:
    """The average stack of the remaining players, rounded down; 0 unless the tournament runs."""
    return Chips(state.chips // state.remaining if state.status is Status.RUNNING and state.remaining else 0)


def summary_of(state: Tournament, known: Summary | None = None) -> Summary:
    """
    A tournament's row in the lobby of all tournaments, as it is now.

    Re-buys are counted again only if chips came into play since `known`: in a large field that is a long count.
    """
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
        state.purse.supplied,
        state.chips,
        _bought(state)[Extra.RE_BUY] if known is None or known.chips != state.chips else known.re_buys,
        state.winner,
    )
