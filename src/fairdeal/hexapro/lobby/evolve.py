"""How events change a lobby."""

from dataclasses import replace

from fairdeal.hexapro.lobby.events import (
    AlertRaised,
    GameEnded,
    GameStarted,
    GameVoided,
    LobbyClosed,
    LobbyEvent,
    LobbyOpened,
    Registered,
    SettlementOrdered,
    Unregistered,
)
from fairdeal.hexapro.lobby.state import Draw, Filling, Lobby, Running, Tally, Waiting, game_numbered
from fairdeal.kernel import PlayerId


def evolve(lobby: Lobby, event: LobbyEvent, latest: int) -> Lobby:
    """The lobby after the event; it remembers that many of the latest draws."""
    match event:
        case Registered():
            return _register(lobby, event)
        case Unregistered(player=player, games=games):
            return _without(lobby, {(number, player) for number in games})
        case GameStarted():
            return _start(lobby, event, latest)
        case GameEnded(tournament=tournament):
            return replace(lobby, running=tuple(game for game in lobby.running if game.tournament != tournament))
        case AlertRaised(tournament=tournament):
            changed = (replace(game, alerted=True) if game.tournament == tournament else game for game in lobby.running)
            return replace(lobby, running=tuple(changed))
        case SettlementOrdered(tournament=tournament):
            changed = (
                replace(game, settling=True) if game.tournament == tournament else game for game in lobby.running
            )
            return replace(lobby, running=tuple(changed))
        case GameVoided(number=number):
            return replace(lobby, filling=tuple(game for game in lobby.filling if game.number != number))
        case LobbyClosed(refunded=refunded):
            return replace(_without(lobby, set(refunded)), closed=True)
        case LobbyOpened():
            return replace(lobby, closed=False)


def _register(lobby: Lobby, event: Registered) -> Lobby:
    waiting = Waiting(event.player, event.at)
    filling = list(lobby.filling)
    for number in event.games:
        known = game_numbered(lobby, number)
        game = Filling(number, (waiting,)) if known is None else replace(known, waiting=(*known.waiting, waiting))
        if number in event.filled:
            game = replace(game, filled_at=event.at)
        if known is None:
            filling.append(game)
        else:
            filling[lobby.filling.index(known)] = game
    return replace(lobby, filling=tuple(filling), games_opened=max(lobby.games_opened, *event.games))


def _without(lobby: Lobby, gone: set[tuple[int, PlayerId]]) -> Lobby:
    """The lobby without some registrations; games nobody waits for any more are gone too."""
    filling = []
    for game in lobby.filling:
        left = tuple(waiting for waiting in game.waiting if (game.number, waiting.player) not in gone)
        if left:
            filling.append(replace(game, waiting=left))
    return replace(lobby, filling=tuple(filling))


def _start(lobby: Lobby, event: GameStarted, latest: int) -> Lobby:
    game = Running(event.number, event.tournament, event.players, event.multiplier, event.at)
    draw = Draw(event.number, event.draw, event.multiplier, event.edition, event.at)
    return replace(
        lobby,
        filling=tuple(game for game in lobby.filling if game.number != event.number),
        running=(*lobby.running, game),
        tallies=_counted(lobby.tallies, event.edition, event.multiplier),
        latest=(draw, *lobby.latest)[:latest],
    )


def _counted(tallies: tuple[Tally, ...], edition: str, multiplier: int) -> tuple[Tally, ...]:
    if not any((tally.edition, tally.multiplier) == (edition, multiplier) for tally in tallies):
        return (*tallies, Tally(edition, multiplier, 1))
    return tuple(
        replace(tally, count=tally.count + 1) if (tally.edition, tally.multiplier) == (edition, multiplier) else tally
        for tally in tallies
    )
