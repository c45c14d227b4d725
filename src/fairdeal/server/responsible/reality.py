"""
Reality checks: every so many minutes a player is told how long they have played and what they won or lost, and must answer.

A session of play begins with the first seat and ends a quarter of an hour after the last one; changing tables does not begin it anew.
Who does not answer plays on where they sit, because a hand must not be stopped, and brings nothing more into play.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any, Final

from fairdeal.bank.purse.events import PlayEnded, PlayStarted
from fairdeal.bank.purse.state import Purse
from fairdeal.kernel import MINUTE, Duration, Instant, PlayerId, Rejection, reject
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.server.staff_play import BRINGS_INTO_PLAY

PAUSE: Final = 15 * MINUTE
GRACE: Final = MINUTE
_SESSIONS_MAX: Final = 50_000


@dataclass(frozen=True, slots=True)
class PlaySession:
    """Play without a pause: since when, when it was last told and answered, and when the last seat was left."""

    since: Instant
    answered: Instant
    ended: Instant | None = None

    def is_over(self, now: Instant) -> bool:
        """Whether the pause since the last seat was long enough."""
        return self.ended is not None and now >= self.ended + PAUSE


class RealityChecks:
    """The play sessions of all players, and when each has to be told; `every` of zero is never."""

    def __init__(self, room: Room, every: Duration) -> None:
        self.every = every
        self._room = room
        self._sessions: OrderedDict[PlayerId, PlaySession] = OrderedDict()
        room.registry.watches_of_written.append(self._watch)

    def session(self, player: PlayerId, now: Instant) -> PlaySession | None:
        """The player's present session of play, or None; one from before a restart is taken from the purse."""
        found = self._sessions.get(player)
        if found is None:
            actor = self._room.registry.find(purse_stream(player))
            since = None if actor is None else actor.state.play.since
            if since is None:
                return None
            found = self._sessions[player] = PlaySession(since, now)
        return None if found.is_over(now) else found

    def due_at(self, player: PlayerId, now: Instant) -> Instant | None:
        """When the player has to be told next, which may have passed; None: not at all at present."""
        found = self.session(player, now)
        if found is None or not self.every or (found.ended is not None and now < found.answered + self.every):
            return None
        return Instant(found.answered + self.every)

    def answer(self, player: PlayerId, now: Instant) -> None:
        """Note that the player was told and has answered."""
        found = self.session(player, now)
        if found is not None:
            self._sessions[player] = replace(found, answered=now)

    def refused(self, player: PlayerId, message: Any, now: Instant) -> Rejection | None:
        """Why a message may not bring anything into play: the player was told, and has not answered."""
        if not self.every or not isinstance(message, BRINGS_INTO_PLAY):
            return None
        due = self.due_at(player, now)
        return reject("reality_check_due") if due is not None and now >= due + GRACE else None

    def _watch(self, actor: Actor, events: tuple[object, ...], now: Instant) -> None:
        if not isinstance(actor.state, Purse):
            return
        for event in events:
            if isinstance(event, PlayStarted):
                self._started(actor.state.player, now)
            elif isinstance(event, PlayEnded):
                self._ended(actor.state, now)

    def _started(self, player: PlayerId, now: Instant) -> None:
        found = self._sessions.pop(player, None)
        goes_on = found is not None and not found.is_over(now)
        self._sessions[player] = replace(found, ended=None) if found is not None and goes_on else PlaySession(now, now)
        while len(self._sessions) > _SESSIONS_MAX:
            self._sessions.popitem(last=False)

    def _ended(self, purse: Purse, now: Instant) -> None:
        found = self._sessions.get(purse.player)
        if found is not None and not purse.play.places:
            self._sessions[purse.player] = replace(found, ended=now)
