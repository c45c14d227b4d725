"""How kinds of streams are written: one codec for their events, one for their states."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from fairdeal.storage.codec import Codec

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Coded(Generic[S, E]):
    """A pair of codecs as the runtime asks for it."""

    events: Codec
    states: Codec

    def encode_event(self, event: E) -> bytes:
        """An event as bytes."""
        return self.events.encode(event)

    def decode_event(self, data: bytes) -> E:
        """The event again."""
        event: E = self.events.decode(data)
        return event

    def encode_state(self, state: S) -> bytes:
        """A state as bytes."""
        return self.states.encode(state)

    def decode_state(self, data: bytes) -> S:
        """The state again."""
        state: S = self.states.decode(data)
        return state
