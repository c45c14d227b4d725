"""
The readiness check: whether a load balancer should send players to this server.

A room with one stopped table is ready: everybody else plays, and a load balancer that removed the whole server would cost
them their seats. It is not ready while it starts or stops, while the database does not answer, and when nothing is
left that can be played.
"""

from collections import Counter
from typing import Any, Final

from fairdeal.runtime.hosted import prefix_of
from fairdeal.server.house import ServerHouse

_NAMED_MAX: Final = 20


def readiness(house: ServerHouse) -> dict[str, Any]:
    """The body of `/readyz`; ready unless `why` has a reason."""
    why = reason(house)
    stopped = house.room.revival.stopped()
    kinds = Counter(prefix_of(each.stream) for each in stopped)
    # Anybody may ask, so streams named after a person are counted and not named.
    named = sorted(each.stream for each in stopped if not house.room.registry.hosted(each.stream).is_personal)
    return {
        "status": "not ready" if why is not None else "degraded" if stopped or house.fair.alarms else "ready",
        "why": why,
        "streams_stopped": len(stopped),
        "streams_returning": sum(each.returns for each in stopped),
        "stopped_by_kind": dict(sorted(kinds.items())),
        "stopped": named[:_NAMED_MAX],
        "fair_alarms": list(house.fair.alarms),
    }


def reason(house: ServerHouse) -> str | None:
    """Why this server is not ready, or None."""
    room = house.room
    if not room.registry.open:
        return "closed"
    if room.drain.is_draining:
        return "stopping"
    if not house.is_ready:
        return "stopping" if room.is_recovered else "recovering"
    if not room.heartbeat.is_heard:
        return "database"
    return None if room.is_playable else "nothing to play"
