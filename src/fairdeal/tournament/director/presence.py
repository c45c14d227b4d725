"""Sitting out and coming back (MTT-28b, MTT-40, MTT-48d, MTT-48e)."""

from fairdeal.kernel import PlayerId, Rejection, reject
from fairdeal.tournament.director.commands import Connect, SitIn, SitOut
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import SatIn, SatOut
from fairdeal.tournament.director.state import Away, Chair, Tournament
from fairdeal.tournament.rules import HOUSE_POWERS


def sit_out(draft: DirectorDraft, command: SitOut) -> Rejection | None:
    """Fold the player's hands in turn from now on; cards are still dealt, blinds and antes still paid."""
    chair = _chair(draft.state, command.player)
    if chair is None:
        return reject("not_playing")
    rule = draft.rules.poker.tournament.sitting_out_is_dealt_in.rule
    if chair.away is None:
        draft.emit(SatOut(command.player, Away(draft.now, rule, until_connected=False)))
    return None


def sit_in(draft: DirectorDraft, command: SitIn) -> Rejection | None:
    """End the player's sitting out."""
    chair = _chair(draft.state, command.player)
    if chair is None:
        return reject("not_playing")
    if draft.state.entrants[command.player].disqualified:
        return reject("disqualified", HOUSE_POWERS)
    if chair.away is not None:
        draft.emit(SatIn(command.player, chair.away.rule))
    return None


def connect(draft: DirectorDraft, command: Connect) -> Rejection | None:
    """End the sitting out of a player who was only absent; a player who chose to sit out still does."""
    chair = _chair(draft.state, command.player)
    if chair is not None and chair.away is not None and chair.away.until_connected:
        draft.emit(SatIn(command.player, chair.away.rule))
    return None


def _chair(state: Tournament, player: PlayerId) -> Chair | None:
    entrant = state.entrants.get(player)
    if entrant is None or entrant.table is None or entrant.seat is None:
        return None
    table = state.floor.tables.get(entrant.table)
    return None if table is None or table.closing else table.chairs[entrant.seat]
