"""
The view of a HexaPro lobby: price, odds, free seats, what was drawn, and the viewer's own games.

Who else waits is nobody's business before a game starts: players would choose their opponents.
"""

from dataclasses import dataclass

from fairdeal.hexapro.fit import Fit, fit
from fairdeal.hexapro.lobby.drawing import game16
from fairdeal.hexapro.lobby.state import Draw, Lobby
from fairdeal.hexapro.odds import Odds, odds_of
from fairdeal.hexapro.rules import HexaRules, Product
from fairdeal.kernel import Cents, PlayerId, TournamentId


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game the viewer is in: waiting, or running as a tournament."""

    number: int
    tournament: TournamentId | None = None
    multiplier: int | None = None


@dataclass(frozen=True, slots=True)
class FairGame:
    """What is published of the draw of a game that fills: the 16 bytes that stand for it, and what its secret is committed by."""

    number: int
    game: bytes
    commitment: bytes


@dataclass(frozen=True, slots=True)
class LobbyView:
    """A lobby as one viewer sees it."""

    product: Product
    buy_in: Cents
    seats: int
    taken: tuple[int, ...]  # seats taken in each game that fills, oldest first
    games_running: int
    odds: Odds
    drawn: tuple[tuple[int, int], ...]  # multiplier and how often it was drawn under the rulebook in force
    fit: Fit
    latest: tuple[Draw, ...]
    own: tuple[OwnGame, ...]
    closed: bool
    fair: tuple[FairGame, ...] = ()  # games that fill and are drawn by PFP-1, oldest first


def view_of(rules: HexaRules, lobby: Lobby, viewer: PlayerId | None) -> LobbyView:
    """The lobby as a player sees it, or, without one, as anybody does."""
    counts = lobby.counts(rules.digest)
    waiting = [OwnGame(game.number) for game in lobby.filling if viewer in game.players]
    running = [
        OwnGame(game.number, game.tournament, game.multiplier) for game in lobby.running if viewer in game.players
    ]
    return LobbyView(
        product=rules.product,
        buy_in=rules.buy_in.value,
        seats=rules.seats.value,
        taken=tuple(len(game.waiting) for game in lobby.filling),
        games_running=len(lobby.running),
        odds=odds_of(rules),
        drawn=tuple((slot.multiplier, counts.get(slot.multiplier, 0)) for slot in rules.wheel.slots),
        fit=fit(rules.wheel, counts),
        latest=lobby.latest,
        own=(*waiting, *running),
        closed=lobby.closed,
        fair=tuple(
            FairGame(game.number, game16(rules.stream, game.number), game.fair.commitment)
            for game in lobby.filling
            if game.fair is not None
        ),
    )
