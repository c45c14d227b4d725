"""
Enters into the lists what is older than the lists.

A migration leaves the ids of streams that were written before there were lists. Each is read once, in the background, while the room
plays: a stream that is in memory is taken from there, for its next decision must not be overtaken.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final

from fairdeal.kernel import Instant, StreamId
from fairdeal.poker import NoSuchGame
from fairdeal.room.tournament.codecs import DIRECTOR, LOBBY
from fairdeal.room.tournament.hexapro_lobby import LOBBIES
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.room.tournament.listings import ended_rows, lobby_listings, running_rows
from fairdeal.runtime.hosted import prefix_of
from fairdeal.runtime.ports import Clock, Journal
from fairdeal.runtime.reading import folded
from fairdeal.runtime.registry import Registry
from fairdeal.storage.port import PASSING, UNLISTED, Append, Committed, Listing, Outcome, Store, StoreError, Unit
from fairdeal.tournament.cancellation.plan import Plan
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.state import Tournament

DONE: Final = "done"
_LOG: Final = StreamId("lists:earlier")
_SEVERAL: Final = 50
_AGAIN_SECONDS: Final = 1.0


class EarlierLists:
    """Reads the streams that wait to be listed, a few at a time, until none is left."""

    def __init__(
        self, house: TournamentHouse, registry: Registry, store: Store, journal: Journal, clock: Clock
    ) -> None:
        self._house = house
        self._registry = registry
        self._store = store
        self._journal = journal
        self._clock = clock
        self.on_failed: Callable[[StreamId, str], None] = lambda _stream, _why: None

    async def run(self) -> int:
        """List every stream that waits, and return how many; after the next start it goes on if it was stopped."""
        count = 0
        while waiting := await asyncio.to_thread(self._waiting):
            for stream in waiting:
                try:
                    count += await self._list(stream)
                except PASSING:
                    await asyncio.sleep(_AGAIN_SECONDS)
                except (StoreError, NoSuchGame) as error:  # damaged, or of a rulebook that is not here any more
                    self.on_failed(stream, error.code)
                    await self._write(stream, ())
        return count

    def _waiting(self) -> list[StreamId]:
        rows = self._store.listed(UNLISTED, _SEVERAL)
        return [StreamId(row.id) for row in rows if row.label != DONE]

    async def _list(self, stream: StreamId) -> bool:
        """List one stream; returns whether that was done, which it is not while a decision of it is being written."""
        rows = await asyncio.to_thread(self._rows, stream)
        actor = self._registry.find(stream)
        if actor is not None:
            if actor.busy:
                await asyncio.sleep(0)
                return False
            if isinstance(actor.state, Tournament) and not actor.state.over:
                rows = tuple(running_rows(self._house, actor.state, self._clock.now()))
            else:  # it may have ended since it was read, and now it changes no more
                rows = await asyncio.to_thread(self._rows, stream)
        return await self._write(stream, rows)

    def _rows(self, stream: StreamId) -> tuple[Listing, ...]:
        entries = list(self._store.entries(stream))
        if prefix_of(stream) == LOBBIES:
            return lobby_listings(stream, (LOBBY.decode_event(body) for _, _, body in entries))
        return tuple(self._tournament_rows(stream, entries))

    def _tournament_rows(self, stream: StreamId, entries: list[tuple[int, Instant, bytes]]) -> Iterator[Listing]:
        state: Tournament | None = folded(self._registry.hosted(stream), self._store.load(stream))
        if state is None:
            return
        if not state.over:
            yield from running_rows(self._house, state, self._clock.now())
            return
        ended_at, settled = _end_of(entries)
        yield from ended_rows(self._house, state, ended_at, settled)

    async def _write(self, stream: StreamId, rows: tuple[Listing, ...]) -> bool:
        done = Listing(UNLISTED, stream, Instant(0), DONE, "", b"")
        append = Append(_LOG, None, (stream.encode(),), listings=(*rows, done))
        answered: asyncio.Future[Outcome | StoreError] = asyncio.get_running_loop().create_future()
        unit = Unit(self._registry.lease, self._clock.now(), (append,))
        self._journal.submit(unit, answered.set_result)
        outcome = await answered
        if isinstance(outcome, StoreError):
            raise outcome
        return isinstance(outcome, Committed)


def _end_of(entries: list[tuple[int, Instant, bytes]]) -> tuple[Instant, tuple[int, Plan] | None]:
    """When a tournament ended, and the version and plan of its cancellation; read from its last events."""
    for version, at, body in reversed(entries):
        match DIRECTOR.decode_event(body):
            case oc.Finished() | oc.PhaseEnded():
                return at, None
            case oc.Cancelled(plan=plan):
                return at, (version, plan)
    raise AssertionError("a tournament that is over has ended")
