"""What a lobby waits for: draws of full games, and the deadlines of running ones (HEXA-17)."""

from collections.abc import Iterator
from typing import Final

from fairdeal.hexapro.lobby.commands import LobbyCommand, RaiseAlert, Settle, StartGame
from fairdeal.hexapro.lobby.decide import House
from fairdeal.hexapro.lobby.drawing import goes_on_at
from fairdeal.hexapro.lobby.state import Lobby, Running
from fairdeal.kernel import Instant, Message, Task, Timer
from fairdeal.tournament.director.commands import Cancel, Cause
from fairdeal.tournament.orders import director_stream

LOBBY: Final = "hexapro lobby"
UNDECIDED: Final = "not decided in time"
"""Who cancels a game that nobody decided, and why."""

LobbyTask = Task[LobbyCommand | Cancel]


def agenda(house: House, lobby: Lobby) -> frozenset[LobbyTask]:
    """Draws of full games, and the deadlines of running ones."""
    draws = (
        Timer(goes_on_at(game), StartGame(game.number), game.number)  # drawn in the order they were opened in
        for game in lobby.filling
        if game.filled_at is not None
    )
    deadlines = (task for game in lobby.running for task in _deadlines(house, game))
    return frozenset((*draws, *deadlines))


def _deadlines(house: House, game: Running) -> Iterator[LobbyTask]:
    due, settings = house.due(game), house.settings
    if not game.alerted:
        yield Timer(Instant(due - settings.alert_before), RaiseAlert(game.tournament), game.number)
    if game.settling:
        yield Message(director_stream(game.tournament), Cancel(LOBBY, UNDECIDED, Cause.SERVER_FAILURE))
    else:
        yield Timer(Instant(due - settings.settle_before), Settle(game.tournament), game.number)
