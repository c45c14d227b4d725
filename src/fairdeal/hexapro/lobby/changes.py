"""What an event in a lobby shows: to everybody, and to single players besides."""

from dataclasses import dataclass

from fairdeal.hexapro.lobby.events import (
    GameEnded,
    GameStarted,
    GameVoided,
    LobbyClosed,
    LobbyEvent,
    LobbyOpened,
    Registered,
    Unregistered,
)
from fairdeal.hexapro.lobby.state import Draw, Lobby, game_numbered
from fairdeal.hexapro.lobby.view import OwnGame
from fairdeal.kernel import Cents, PlayerId, RuleId, TournamentId


@dataclass(frozen=True, slots=True)
class SeatsTaken:
    """How many seats of some games are taken now; a game without any is gone."""

    games: tuple[tuple[int, int], ...]  # number and seats


@dataclass(frozen=True, slots=True)
class MultiplierDrawn:
    """A game was drawn: the number, and what it means."""

    draw: Draw


@dataclass(frozen=True, slots=True)
class GameOver:
    """One game fewer is running."""

    number: int


@dataclass(frozen=True, slots=True)
class LobbySwitched:
    """The lobby takes registrations, or no longer."""

    closed: bool


@dataclass(frozen=True, slots=True)
class NowWaiting:
    """The player is registered for these games."""

    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoLongerWaiting:
    """The player is not registered for these games any more and has the money back."""

    games: tuple[int, ...]
    rule: RuleId


@dataclass(frozen=True, slots=True)
class GameReady:
    """The player's game has started as this tournament."""

    game: OwnGame


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended for the player."""

    tournament: TournamentId
    place: int | None
    prize: Cents
    cancelled: bool


PublicChange = SeatsTaken | MultiplierDrawn | GameOver | LobbySwitched
PrivateChange = NowWaiting | NoLongerWaiting | GameReady | GameResult


def public_change(before: Lobby, event: LobbyEvent) -> PublicChange | None:
    """What an event shows to everybody."""
    match event:
        case Registered(games=games):
            return SeatsTaken(tuple((number, _seats_taken(before, number) + 1) for number in games))
        case Unregistered(games=games):
            return SeatsTaken(tuple((number, _seats_taken(before, number) - 1) for number in games))
        case GameStarted():
            return MultiplierDrawn(Draw(event.number, event.draw, event.multiplier, event.edition, event.at))
        case GameEnded(number=number):
            return GameOver(number)
        case GameVoided(number=number):
            return SeatsTaken(((number, 0),))
        case LobbyClosed():
            return LobbySwitched(closed=True)
        case LobbyOpened():
            return LobbySwitched(closed=False)
        case _:
            return None


def private_changes(event: LobbyEvent) -> tuple[tuple[PlayerId, PrivateChange], ...]:
    """What an event shows to single players besides."""
    match event:
        case Registered(player=player, games=games):
            return ((player, NowWaiting(games)),)
        case Unregistered(player=player, games=games, rule=rule):
            return ((player, NoLongerWaiting(games, rule)),)
        case GameVoided(number=number, players=players, rule=rule):
            return tuple((player, NoLongerWaiting((number,), rule)) for player in players)
        case LobbyClosed(refunded=refunded, rule=rule):
            return tuple((player, NoLongerWaiting((number,), rule)) for number, player in refunded)
        case GameStarted():
            ready = GameReady(OwnGame(event.number, event.tournament, event.multiplier))
            return tuple((player, ready) for player in event.players)
        case GameEnded():
            return tuple(
                (each.player, GameResult(event.tournament, each.place, each.prize, event.cancelled))
                for each in event.finishes
            )
        case _:
            return ()


def _seats_taken(lobby: Lobby, number: int) -> int:
    game = game_numbered(lobby, number)
    return 0 if game is None else len(game.waiting)
