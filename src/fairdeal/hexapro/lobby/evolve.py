"""How events change a lobby."""

from collections.abc import Callable
from dataclasses import replace

from fairdeal.hexapro.lobby.events import (
    AlertRaised,
    DrawCommitted,
    DrawLocked,
    DrawProven,
    DrawSeedPromised,
    DrawSeedRevealed,
    DrawWaited,
    FairDrawEvent,
    GameEnded,
    GameStarted,
    GameVoided,
    LobbyClosed,
    LobbyEvent,
    LobbyOpened,
    PlaceGiven,
    Registered,
    SettlementOrdered,
    Unregistered,
)
from fairdeal.hexapro.lobby.state import Draw, FairDraw, Filling, Lobby, Part, Running, Tally, Waiting, game_numbered
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
        case _:
            return _with_fair(lobby, event)


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


def _with_fair(lobby: Lobby, event: FairDrawEvent) -> Lobby:
    """The lobby with one game's draw by PFP-1 as it is after an event."""
    return replace(
        lobby,
        filling=tuple(
            replace(game, fair=_drawn(game.fair, event)) if game.number == event.number else game
            for game in lobby.filling
        ),
    )


def _drawn(fair: FairDraw | None, event: FairDrawEvent) -> FairDraw:
    if isinstance(event, DrawCommitted):
        return FairDraw(event.commitment, event.sealed)
    assert fair is not None, "only games with a committed secret are drawn by it"
    match event:
        case PlaceGiven():
            part = Part(event.player, event.place, event.pid, event.promises)
            return replace(fair, parts=(*fair.parts, part))
        case DrawSeedPromised():
            return _with_part(fair, event.player, lambda part: replace(part, commitment=event.commitment))
        case DrawSeedRevealed():
            return _with_part(fair, event.player, lambda part: replace(part, seed=event.seed))
        case DrawLocked():
            return replace(fair, until=event.until)
        case DrawWaited():
            return replace(fair, until=event.until, waited=True)
        case DrawProven():
            return replace(fair, proof=event.proof)


def _with_part(fair: FairDraw, player: PlayerId, change: Callable[[Part], Part]) -> FairDraw:
    return replace(fair, parts=tuple(change(part) if part.player == player else part for part in fair.parts))


def _without(lobby: Lobby, gone: set[tuple[int, PlayerId]]) -> Lobby:
    """The lobby without some registrations; games nobody waits for any more are gone too."""
    filling = []
    for game in lobby.filling:
        left = tuple(waiting for waiting in game.waiting if (game.number, waiting.player) not in gone)
        if left:
            filling.append(replace(game, waiting=left, fair=_without_parts(game, {each.player for each in left})))
    return replace(lobby, filling=tuple(filling))


def _without_parts(game: Filling, left: set[PlayerId]) -> FairDraw | None:
    fair = game.fair
    return fair and replace(fair, parts=tuple(part for part in fair.parts if part.player in left))


def _start(lobby: Lobby, event: GameStarted, latest: int) -> Lobby:
    drawn = game_numbered(lobby, event.number)
    proof = None if drawn is None or drawn.fair is None else drawn.fair.proof
    game = Running(event.number, event.tournament, event.players, event.multiplier, event.at, proof=proof)
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
