"""How the streams of tournaments are written; tags are given once and never change."""

from dataclasses import replace
from typing import Any, Final

from fairdeal.hexapro import lobby_messages
from fairdeal.hexapro.director import DirectorEvent
from fairdeal.hexapro.lobby_state import Lobby
from fairdeal.storage.codec import Codec
from fairdeal.tournament import programme_messages
from fairdeal.tournament.dealer_events import DealEvent
from fairdeal.tournament.dealer_state import DealerTable
from fairdeal.tournament.floor import floor_of
from fairdeal.tournament.orders import HandAbandoned, HandPlayed
from fairdeal.tournament.parts import Parts
from fairdeal.tournament.programme import Programme
from fairdeal.tournament.setup import FirstPhase, LastPhase
from fairdeal.tournament.state import Floor, Tournament

_PHASES: Final = {"first_phase": FirstPhase, "last_phase": LastPhase}
_REPORTS: Final = {"hand_played": HandPlayed, "hand_abandoned": HandAbandoned}
_MASKS: Final = ("sizes", "busy", "deciding", "fallen")  # they follow from the tables
_LIVE: Final = ("order", "away", "running", "outcome", "dropped", "paused_since")


def _events(name: str, union: Any, parts: dict[str, type] | None = None) -> Codec:
    """A codec of all durable events of a union; tags are the names the classes had when they were first written."""
    kinds = {_tag(kind.__name__): kind for kind in union.__args__ if getattr(kind, "durable", True)}
    return Codec(name, 1, kinds, parts=parts)


def _tag(name: str) -> str:
    """`HandOrdered` → `hand_ordered`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


DIRECTOR_EVENTS: Final = _events("tournament events", DirectorEvent, _PHASES)
DEALER_EVENTS: Final = _events("dealer events", DealEvent)
DEALER_STATES: Final = Codec("dealer", 1, {"table": DealerTable}, parts=_REPORTS, leave_out={DealerTable: _LIVE})
LOBBY_EVENTS: Final = _events("hexapro events", lobby_messages.LobbyEvent)
LOBBY_STATES: Final = Codec("hexapro lobby", 1, {"lobby": Lobby})
PROGRAMME_EVENTS: Final = _events("programme events", programme_messages.ProgrammeEvent, _PHASES)
PROGRAMME_STATES: Final = Codec("programme", 1, {"programme": Programme}, parts=_PHASES)

_DIRECTOR_STATES: Final = Codec(
    "tournament",
    1,
    {"tournament": Tournament},
    parts=_PHASES,
    leave_out={Floor: _MASKS},
    mappings={Parts: Parts.of},
)


def encode_tournament(state: Tournament) -> bytes:
    """A tournament's snapshot: its parts as items, without the masks of its floor."""
    return _DIRECTOR_STATES.encode(state)


def decode_tournament(data: bytes) -> Tournament:
    """The tournament, with the masks of its floor made anew."""
    state: Tournament = _DIRECTOR_STATES.decode(data)
    if not state.floor.opened:
        return state
    floor = floor_of(state.floor.tables.values(), state.setup.seats, state.floor.opened)
    return replace(state, floor=floor)
