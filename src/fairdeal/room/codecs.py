"""The pair of codecs of a kind of stream: one for its events, one for its states."""

from collections.abc import Callable
from typing import Generic, TypeVar

from fairdeal.storage.codec import Codec

S = TypeVar("S")
E = TypeVar("E")


class Coded(Generic[S, E]):
    """Encodes and decodes events and states by a pair of codecs, as `Durable` wants it."""

    def __init__(self, events: Codec, states: Codec) -> None:
        self.encode_event: Callable[[E], bytes] = events.encode
        self.decode_event: Callable[[bytes], E] = events.decode
        self.encode_state: Callable[[S], bytes] = states.encode
        self.decode_state: Callable[[bytes], S] = states.decode
