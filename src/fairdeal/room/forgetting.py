"""Streams that are over leave memory after a while, in which latecomers still hear what became of them."""

from typing import Final

from fairdeal.kernel import MINUTE, Duration, Instant, StreamId
from fairdeal.runtime.ports import Clock
from fairdeal.runtime.registry import Registry

LINGER: Final = Duration(10 * MINUTE)
"""How long something that is over stays in memory, and a tournament in the lobby."""


def forget_later(registry: Registry, clock: Clock, stream: StreamId) -> None:
    """Remove a stream that is over from memory after `LINGER`."""
    clock.at(Instant(clock.now() + LINGER), lambda: forget(registry, clock, stream))


def forget(registry: Registry, clock: Clock, stream: StreamId) -> None:
    """Remove a stream that is over from memory; later, if it is still at work; never, if it failed and staff has to look at it."""
    actor = registry.find(stream)
    if actor is None or actor.failed is not None:
        return
    if actor.busy or actor.parked or actor.mailbox or actor.waiters:
        forget_later(registry, clock, stream)
    else:
        registry.forget(stream)
