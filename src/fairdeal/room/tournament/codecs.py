"""Codecs of the streams of tournaments; their tags never change (`room.tags`)."""

from dataclasses import replace
from typing import Final

from fairdeal.hexapro.lobby.events import LobbyEvent
from fairdeal.hexapro.lobby.state import Filling, Lobby, Running
from fairdeal.kernel.persistent_map import PersistentMap
from fairdeal.room import tags
from fairdeal.room.codecs import Coded
from fairdeal.storage.codec import Codec
from fairdeal.tournament.dealer.events import DealEvent
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.director.events import HandRecorded, TournamentEvent
from fairdeal.tournament.director.seating.floor import floor_of
from fairdeal.tournament.director.state import Floor, Tournament
from fairdeal.tournament.orders import HandAbandoned, HandPlayed
from fairdeal.tournament.programme.events import ProgrammeEvent
from fairdeal.tournament.programme.state import Programme
from fairdeal.tournament.setup import FirstPhase, LastPhase

_PHASES: Final = {"first_phase": FirstPhase, "last_phase": LastPhase}
_REPORTS: Final = {"hand_played": HandPlayed, "hand_abandoned": HandAbandoned}
_MASKS: Final = ("sizes", "busy", "deciding", "fallen")  # computed from the tables, so not written
_LIVE: Final = ("order", "away", "running", "outcome", "dropped", "paused_since", "waits_until", "fair_play")


DIRECTOR_EVENTS: Final = Codec("tournament events", 1, tags.DIRECTOR, parts=_PHASES, sparse={HandRecorded: ("log",)})
DEALER_EVENTS: Final = Codec("dealer events", 1, tags.DEALER, sparse={HandPlayed: ("log",)})
DEALER_STATES: Final = Codec(
    "dealer",
    1,
    {"table": DealerTable},
    parts=_REPORTS,
    leave_out={DealerTable: _LIVE},
    sparse={DealerTable: ("fair",), HandPlayed: ("log",)},
)
LOBBY_EVENTS: Final = Codec("hexapro events", 1, tags.HEXAPRO_LOBBY)
LOBBY_STATES: Final = Codec("hexapro lobby", 1, {"lobby": Lobby}, sparse={Filling: ("fair",), Running: ("proof",)})
PROGRAMME_EVENTS: Final = Codec("programme events", 1, tags.PROGRAMME, parts=_PHASES)
PROGRAMME_STATES: Final = Codec("programme", 1, {"programme": Programme}, parts=_PHASES)

DIRECTOR_STATES: Final = Codec(
    "tournament",
    1,
    {"tournament": Tournament},
    parts=_PHASES,
    leave_out={Floor: _MASKS},
    sparse={Tournament: ("lots",)},
    mappings={PersistentMap: PersistentMap.of},
)


class _Director:
    """Encodes tournaments: persistent maps as lists of items, and without the masks, which are computed again."""

    def encode_event(self, event: TournamentEvent) -> bytes:
        """An event as bytes."""
        return DIRECTOR_EVENTS.encode(event)

    def decode_event(self, data: bytes) -> TournamentEvent:
        """The event that these bytes encode."""
        event: TournamentEvent = DIRECTOR_EVENTS.decode(data)
        return event

    def encode_state(self, state: Tournament | None) -> bytes:
        """A tournament as bytes, for a snapshot."""
        return DIRECTOR_STATES.encode(state)

    def decode_state(self, data: bytes) -> Tournament:
        """The tournament that these bytes encode."""
        state: Tournament = DIRECTOR_STATES.decode(data)
        if not state.floor.opened:
            return state
        floor = floor_of(state.floor.tables.values(), state.setup.seats, state.floor.opened)
        return replace(state, floor=floor)


DIRECTOR: Final = _Director()
DEALER: Final = Coded[DealerTable, DealEvent](DEALER_EVENTS, DEALER_STATES)
LOBBY: Final = Coded[Lobby, LobbyEvent](LOBBY_EVENTS, LOBBY_STATES)
PROGRAMME: Final = Coded[Programme, ProgrammeEvent](PROGRAMME_EVENTS, PROGRAMME_STATES)
