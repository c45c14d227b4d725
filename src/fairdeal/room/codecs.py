"""How kinds of streams are written: one codec for their events, one for their states."""

from collections.abc import Callable
from typing import Generic, TypeVar

from fairdeal.storage.codec import Codec

S = TypeVar("S")
E = TypeVar("E")


class Coded(Generic[S, E]):
    """A pair of codecs as the runtime asks for it."""

    def __init__(self, events: Codec, states: Codec) -> None:
        self.encode_event: Callable[[E], bytes] = events.encode
        self.decode_event: Callable[[bytes], E] = events.decode
        self.encode_state: Callable[[S], bytes] = states.encode
        self.decode_state: Callable[[bytes], S] = states.decode
