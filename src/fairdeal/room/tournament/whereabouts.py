"""Which tournaments and HexaPro lobbies each player is in: an index of what is in memory, so that nobody has to look at all of them."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from fairdeal.hexapro.lobby import events as hexapro
from fairdeal.hexapro.lobby.state import Lobby
from fairdeal.kernel import PlayerId, StreamId, TournamentId
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.state import Tournament

Place = TypeVar("Place", bound=str)


class _Index(Generic[Place]):
    """Places by player, in the order in which players came."""

    def __init__(self) -> None:
        self._places: dict[PlayerId, dict[Place, None]] = {}

    def add(self, player: PlayerId, place: Place) -> None:
        self._places.setdefault(player, {})[place] = None

    def remove(self, player: PlayerId, place: Place) -> None:
        places = self._places.get(player)
        if places is not None:
            places.pop(place, None)
            if not places:
                del self._places[player]

    def of(self, player: PlayerId) -> tuple[Place, ...]:
        return tuple(self._places.get(player, ()))


class Whereabouts:
    """The tournaments that each player entered and the HexaPro lobbies where they have games, as long as those are in memory."""

    def __init__(self) -> None:
        self._tournaments: _Index[TournamentId] = _Index()
        self._lobbies: _Index[StreamId] = _Index()

    def tournaments(self, player: PlayerId) -> tuple[TournamentId, ...]:
        """The tournaments a player is registered for, plays in, or was in until they are forgotten."""
        return self._tournaments.of(player)

    def lobbies(self, player: PlayerId) -> tuple[StreamId, ...]:
        """The HexaPro lobbies where a player waits for games or plays some."""
        return self._lobbies.of(player)

    def read(self, state: Tournament) -> None:
        """Take everybody in a tournament that was read from the journal."""
        for player in state.entrants:
            self._tournaments.add(player, state.id)

    def note(self, state: Tournament, event: object) -> None:
        """Take an event of a tournament."""
        match event:
            case ev.Entered():
                self._tournaments.add(event.player, state.id)
            case ev.Unregistered():
                self._tournaments.remove(event.player, state.id)
            case oc.PhaseReceived():
                for player, _ in event.entries:
                    self._tournaments.add(player, state.id)

    def drop(self, state: Tournament) -> None:
        """Forget a tournament that is over."""
        for player in state.entrants:
            self._tournaments.remove(player, state.id)

    def read_lobby(self, lobby: StreamId, state: Lobby) -> None:
        """Take everybody in a HexaPro lobby that was read from the journal."""
        for player in _players_of(state):
            self._lobbies.add(player, lobby)

    def note_lobby(self, lobby: StreamId, state: Lobby, events: Iterable[object]) -> None:
        """Take the events of a decision of a HexaPro lobby, and the state after them."""
        concerned = {player for event in events for player in players_in(event)}
        here = _players_of(state)
        for player in concerned:
            if player in here:
                self._lobbies.add(player, lobby)
            else:
                self._lobbies.remove(player, lobby)


def _players_of(state: Lobby) -> set[PlayerId]:
    """Everybody who waits for a game of a lobby, or plays one."""
    waiting = {player for game in state.filling for player in game.players}
    return waiting.union(*(game.players for game in state.running))


def players_in(event: object) -> tuple[PlayerId, ...]:
    """The players whom an event of a HexaPro lobby concerns."""
    match event:
        case hexapro.Registered(player=player) | hexapro.Unregistered(player=player):
            return (player,)
        case hexapro.GameStarted(players=players) | hexapro.GameVoided(players=players):
            return players
        case hexapro.GameEnded(finishes=finishes):
            return tuple(each.player for each in finishes)
        case hexapro.LobbyClosed(refunded=refunded):
            return tuple(player for _, player in refunded)
    return ()
