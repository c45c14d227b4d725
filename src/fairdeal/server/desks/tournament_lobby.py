"""The lobby of tournaments and of HexaPro for their followers: rows, and of each HexaPro lobby its draws."""

from collections.abc import Callable

import msgspec

from fairdeal.kernel import Instant, MoneyKind, StreamId
from fairdeal.present.hexapro import (
    drawn_to_wire,
    fair_games_to_wire,
    hexapro_draw_to_wire,
    hexapro_lobby_to_wire,
    hexapro_row_to_wire,
)
from fairdeal.present.tournament import Names, PlayerNames, row_numbers_to_wire, tournament_row_to_wire
from fairdeal.protocol.codec import encode
from fairdeal.protocol.hexapro import HexaProRow
from fairdeal.protocol.server import HexaProChanged, HexaProShown, TournamentsChanged, TournamentsShown
from fairdeal.protocol.tournament import RowNumbers, TournamentRow
from fairdeal.room.room import Room
from fairdeal.room.tournament import lobby as room_lobby
from fairdeal.server.client import Client
from fairdeal.server.limits import DRAWS_SENT_MAX
from fairdeal.tournament.setup import TournamentSetup


class TournamentLobbyDesk:
    """Sends the rows of the tournament lobby, and HexaPro lobbies, to their followers."""

    def __init__(
        self, room: Room, names: Names, players: PlayerNames, has_partners: Callable[[MoneyKind], bool]
    ) -> None:
        self._room = room
        self._players = players
        self._has_partners = has_partners
        self._house = room.tournaments.house
        self._names = names
        self._followers: set[Client] = set()
        self._setups: dict[str, TournamentSetup] = {}
        self._numbers: dict[str, RowNumbers] = {}
        self._rows: dict[str, TournamentRow] = {}
        self._hexapro: dict[str, HexaProRow] = {}
        self._read = -1  # version of the lobby
        self._games: dict[Client, set[StreamId]] = {}  # HexaPro lobbies each client follows
        self._versions: dict[StreamId, int] = {}  # of each HexaPro lobby, when it was sent

    @property
    def is_followed(self) -> bool:
        """Whether anybody follows anything here."""
        return bool(self._followers) or any(self._games.values())

    def follow(self, client: Client) -> None:
        """Send the lobby, and its changes from now on."""
        self._refresh()
        self._followers.add(client)
        rows, hexapro_rows = tuple(self._rows.values()), tuple(self._hexapro.values())
        client.send(encode(TournamentsShown(at=self._room.clock.now(), tournaments=rows, hexapro=hexapro_rows)))

    def forget(self, client: Client) -> None:
        """Stop sending the lobby to a client."""
        self._followers.discard(client)

    def forget_all(self, client: Client) -> None:
        """Forget a disconnected client."""
        self._followers.discard(client)
        self._games.pop(client, None)

    def publish(self) -> None:
        """Send what changed since the last round."""
        changed = self._refresh()
        if changed is not None:
            message = encode(changed)
            for client in tuple(self._followers):
                client.send(message)
        self._publish_hexapro()

    # ---- rows

    def _refresh(self) -> TournamentsChanged | None:
        """Read the rows again if anything may have changed; return what changed."""
        lobby, now = self._room.tournaments.lobby, self._room.clock.now()
        found = lobby.rows(now)  # what is over goes by time
        if lobby.version == self._read and len(found) == len(self._rows):
            return None
        self._read = lobby.version
        rows: dict[str, TournamentRow] = {}
        numbers: dict[str, RowNumbers] = {}
        new: list[TournamentRow] = []
        for row in found:
            known = self._rows.get(row.tournament)
            if known is not None and self._setups[row.tournament] is row.setup:
                rows[row.tournament] = known
                counted = row_numbers_to_wire(row, self._players)
                if counted != known.numbers:
                    numbers[row.tournament] = counted
                    rows[row.tournament] = msgspec.structs.replace(known, numbers=counted)
            else:
                partners = self._has_partners(row.setup.money)
                rows[row.tournament] = tournament_row_to_wire(row, self._names, self._players, partners=partners)
                new.append(rows[row.tournament])
            self._setups[row.tournament] = row.setup
        gone = tuple(name for name in self._rows if name not in rows)
        for name in gone:
            del self._setups[name]
        games: dict[str, HexaProRow] = {row.lobby: self._game_row(row) for row in lobby.hexapro()}
        filling = tuple(row for name, row in games.items() if self._hexapro.get(name) != row)
        self._rows, self._hexapro = rows, games
        if not (new or numbers or gone or filling):
            return None
        return TournamentsChanged(at=now, tournaments=tuple(new), numbers=numbers, gone=gone, hexapro=filling)

    def _game_row(self, row: room_lobby.HexaProRow) -> HexaProRow:
        rules = self._house.lobbies[row.lobby].rules
        most = self._house.settings.lobby.registrations_max
        return hexapro_row_to_wire(row, rules, most, partners=self._has_partners(rules.money))

    # ---- HexaPro

    def follow_hexapro(self, client: Client, stream: StreamId) -> None:
        """Send a HexaPro lobby, and its changes from now on."""
        self._games.setdefault(client, set()).add(stream)
        actor = self._room.registry.actor(stream)
        rules, view = self._house.lobbies[stream].rules, actor.hosted.view(actor.state, None)
        self._versions.setdefault(stream, actor.version)
        shown = hexapro_lobby_to_wire(view, rules, self._row_of(stream))
        client.send(encode(HexaProShown(at=self._room.clock.now(), lobby=shown)))

    def forget_hexapro(self, client: Client, stream: StreamId) -> None:
        """Stop sending a HexaPro lobby to a client."""
        self._games.get(client, set()).discard(stream)

    def followed_by(self, client: Client) -> int:
        """How many HexaPro lobbies a client follows."""
        return len(self._games.get(client, ()))

    def _row_of(self, stream: StreamId) -> HexaProRow:
        found = next(row for row in self._room.tournaments.lobby.hexapro() if row.lobby == stream)
        return self._game_row(found)

    def _publish_hexapro(self) -> None:
        streams = {stream for followed in self._games.values() for stream in followed}
        self._versions = {stream: known for stream, known in self._versions.items() if stream in streams}
        now = self._room.clock.now()
        news = {stream: message for stream in streams if (message := self._changed(stream, now)) is not None}
        for client, followed in tuple(self._games.items()):
            for stream in followed & news.keys():
                client.send(news[stream])

    def _changed(self, stream: StreamId, now: Instant) -> bytes | None:
        actor = self._room.registry.actor(stream)
        if self._versions.get(stream) == actor.version:
            return None
        self._versions[stream] = actor.version
        view = actor.hosted.view(actor.state, None)
        latest = tuple(hexapro_draw_to_wire(each) for each in view.latest[:DRAWS_SENT_MAX])
        drawn = drawn_to_wire(view)
        row, fair = self._row_of(stream), fair_games_to_wire(view)
        return encode(HexaProChanged(at=now, lobby=stream, row=row, drawn=drawn, latest=latest, fair=fair))
