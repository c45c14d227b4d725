"""The prize pool: what it is now, which places it pays, and when both are final (MTT-31b, MTT-60, MTT-63)."""

from fairdeal.kernel import Cents, Rounding, portion
from fairdeal.tournament.director.prizes.payouts import Prizes, money_prizes, row_for, satellite_prizes, share_pool
from fairdeal.tournament.director.state import PauseKind, Tournament
from fairdeal.tournament.setup import FirstPhase, TournamentSetup


def pool_now(setup: TournamentSetup, supplied: Cents) -> Cents:
    """The pool if nobody paid any more: at least the guarantee, or what players supplied and the house added."""
    if setup.prizes is not None:
        return Cents(sum(setup.prizes))
    return Cents(max(setup.guarantee, supplied + setup.added))


def prizes_now(state: Tournament) -> Prizes:
    """The prizes: final, or as they would be if nobody paid any more."""
    if state.prizes is not None:
        return state.prizes
    return prizes_for(state.setup, state.purse.supplied, state.entries)


def prizes_for(setup: TournamentSetup, supplied: Cents, entries: int) -> Prizes:
    """The prizes with that many entries, if players have paid so much into the pool."""
    if isinstance(setup.phase, FirstPhase) or not entries:
        return ()
    if setup.prizes is not None:
        return money_prizes(setup.prizes)
    pool = pool_now(setup, supplied)
    if setup.satellite is not None:
        return satellite_prizes(pool, setup.satellite.ticket, entries)
    return share_pool(setup.payouts, pool, entries)


def paid_places(state: Tournament) -> int:
    """How many places are paid; found without sharing the pool where that is possible."""
    if state.prizes is not None:
        return len(state.prizes)
    setup = state.setup
    if setup.prizes is None and setup.satellite is None and not isinstance(setup.phase, FirstPhase):
        row = row_for(setup.payouts, state.entries)
        if portion(pool_now(setup, state.purse.supplied), row.bands[-1].share, Rounding.DOWN) > 0:
            return min(row.places, state.entries)
    return len(prizes_now(state))


def re_buys_open(state: Tournament) -> bool:
    """Whether any player may still buy chips again: the period runs, or a player without chips decides."""
    re_buy = state.setup.re_buy
    if re_buy is None or state.prizes is not None:
        return False
    return state.clock.level <= re_buy.until_level or state.floor.deciding != 0


def add_on_to_come(state: Tournament) -> bool:
    """Whether the add-on is offered now or later."""
    add_on, pause = state.setup.add_on, state.clock.pause
    if add_on is None or state.prizes is not None:
        return False
    return state.clock.level <= add_on.after_level or (pause is not None and pause.kind is PauseKind.ADD_ON)


def in_the_money(state: Tournament) -> bool:
    """Whether payouts have begun: every player who is left has a paid place (MTT-32b)."""
    return state.out > 0 and state.remaining <= paid_places(state)
