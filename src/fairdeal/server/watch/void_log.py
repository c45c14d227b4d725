"""Logs hands and rounds that became void, with the rule and who decided it."""

import asyncio
import logging
from collections import defaultdict
from typing import Any, Final

from fairdeal.cash.table.events import HandVoided
from fairdeal.casino.table.events import RoundVoided
from fairdeal.fair import TABLE_STOPPED
from fairdeal.kernel import Instant
from fairdeal.play.fair.events import VoidProven
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.tournament.dealer.events import DealVoided

_TOGETHER_SECONDS: Final = 1.0
_NAMED_MAX: Final = 10
_log: Final = logging.getLogger(__name__)


class VoidLog:
    """Writes one log line per cause for what becomes void; after an outage one line for all tables together."""

    def __init__(self, room: Room, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._void: dict[tuple[str, str, str], list[str]] = defaultdict(list)
        room.registry.watches_of_written.append(self._watch)

    def _watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        for event in events:
            self.on_event(actor.stream, event)

    def on_event(self, stream: str, event: Any) -> None:
        """Take note of an event that voids a hand or round."""
        if isinstance(event, HandVoided | DealVoided):
            self._note(event.rule, event.staff, event.reason, f"{stream} hand {event.number}")
        elif isinstance(event, RoundVoided):
            self._note(event.rule, "", "", f"{stream} round {event.round}")
        elif isinstance(event, VoidProven) and event.proof.reason == TABLE_STOPPED:
            # Who could stop single tables could choose which hands count; a restart of the whole room cannot.
            _log.error("a locked hand is void at one table alone: %s hand %d", stream, event.proof.hand)

    def _note(self, rule: str, staff: str, reason: str, where: str) -> None:
        if not self._void:
            self._loop.call_later(_TOGETHER_SECONDS, self.write)
        self._void[rule, staff, reason].append(where)

    def write(self) -> None:
        """Write the lines collected so far."""
        for (rule, staff, reason), places in self._void.items():
            by = f", decided by {staff}: {reason!r}" if staff else ""
            _log.warning("void by %s%s: %d, %s", rule, by, len(places), ", ".join(places[:_NAMED_MAX]))
        self._void.clear()
