"""Sitting out and coming back (MTT-28b, MTT-40, MTT-48d, MTT-48e)."""

from fairdeal.kernel import PlayerId, Rejection, reject
from fairdeal.tournament.director.commands import Connect, SitIn, SitOut
from fairdeal.tournament.director.draft import Work
from fairdeal.tournament.director.events import SatIn, SatOut
from fairdeal.tournament.director.state import Away, Chair, Tournament
from fairdeal.tournament.rules import HOUSE_POWERS


def sit_out(work: Work, command: SitOut) -> Rejection | None:
    """The player's hands are folded in turn from now on; cards, blinds and antes go on."""
    chair = _chair(work.state, command.player)
    if chair is None:
        return reject("not_playing")
    rule = work.rules.poker.tournament.sitting_out_is_dealt_in.rule
    if chair.away is None:
        work.emit(SatOut(command.player, Away(work.now, rule, until_connected=False)))
    return None


def sit_in(work: Work, command: SitIn) -> Rejection | None:
    """The player plays again."""
    chair = _chair(work.state, command.player)
    if chair is None:
        return reject("not_playing")
    if work.state.entrants[command.player].disqualified:
        return reject("disqualified", HOUSE_POWERS)
    if chair.away is not None:
        work.emit(SatIn(command.player, chair.away.rule))
    return None


def connect(work: Work, command: Connect) -> Rejection | None:
    """Whoever was only absent plays again; whoever chose to sit out does not."""
    chair = _chair(work.state, command.player)
    if chair is not None and chair.away is not None and chair.away.until_connected:
        work.emit(SatIn(command.player, chair.away.rule))
    return None


def _chair(state: Tournament, player: PlayerId) -> Chair | None:
    entrant = state.entrants.get(player)
    if entrant is None or entrant.table is None or entrant.seat is None:
        return None
    table = state.floor.tables.get(entrant.table)
    return None if table is None or table.closing else table.chairs[entrant.seat]
