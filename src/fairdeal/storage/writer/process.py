"""
The writer process: takes units from a room, commits whatever waits as one group, answers in order.

It has one thread, and it opens its own store after it was forked. It ends when the room hangs up: what it has read by then is
still written, or refused, where another room has claimed the lease meanwhile.
"""

import logging
import select
import socket
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from fairdeal.storage.commit_queue import Answer
from fairdeal.storage.group_commit import CLOSE_SECONDS, GIVE_UP_SECONDS, GROUP_MAX, GroupCommit, unexpected
from fairdeal.storage.port import Outcome, Store, StoreError, StoreUnavailable, Unit
from fairdeal.storage.writer.frames import FrameReader, frame_of_answers, unit_of

_READ_BYTES: Final = 1 << 18
_HUNG_UP: Final = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR
_log: Final = logging.getLogger(__name__)


def write_units(
    connection: socket.socket,
    open_store: Callable[[], Store],
    *,
    group_max: int = GROUP_MAX,
    give_up_seconds: float = GIVE_UP_SECONDS,
    close_seconds: float = CLOSE_SECONDS,
) -> None:
    """
    Commit what comes over the connection until the room hangs up.

    The store is opened at once, and again with each group for as long as its database is unavailable; another failure to open
    it is raised.
    """
    lazily = _LazyStore(open_store)
    inbox = _Inbox(connection, group_max)
    commits = GroupCommit(
        lazily.commit,
        give_up_seconds=give_up_seconds,
        close_seconds=close_seconds,
        pause=lambda seconds: inbox.pause(seconds, commits.close_soon),
    )
    try:
        with suppress(StoreUnavailable):
            lazily.open()
        with suppress(BrokenPipeError, ConnectionResetError):  # the room is gone, and nobody waits for the answers
            _serve(connection, inbox, commits)
    finally:
        lazily.close()
        connection.close()


def _serve(connection: socket.socket, inbox: "_Inbox", commits: GroupCommit) -> None:
    answered = 0
    while group := inbox.take():
        if inbox.has_ended:
            commits.close_soon()
        connection.sendall(frame_of_answers(answered, _answers(group, commits)))
        answered += len(group)


def _answers(group: Sequence["Unit | StoreError"], commits: GroupCommit) -> list[Answer]:
    """One answer for each; what could not be read as a unit is its own answer."""
    units = [each for each in group if not isinstance(each, StoreError)]
    written = iter(commits.answers(units) if units else [])
    return [each if isinstance(each, StoreError) else next(written) for each in group]


class _Inbox:
    """Units that came over a connection, in order."""

    def __init__(self, connection: socket.socket, group_max: int) -> None:
        self._connection = connection
        self._group_max = group_max
        self._frames = FrameReader()
        self._units: deque[Unit | StoreError] = deque()
        self._hanging_up = select.poll()
        self._hanging_up.register(connection, _HUNG_UP)
        self.has_ended = False  # the room has hung up, and everything it sent is read

    def take(self) -> list["Unit | StoreError"]:
        """Everything that has come, up to a group; waits for the first unit. Empty at the end."""
        while not self._units and not self.has_ended:
            self._read(0)
        with suppress(BlockingIOError):
            while len(self._units) < self._group_max and not self.has_ended:
                self._read(socket.MSG_DONTWAIT)
        return [self._units.popleft() for _ in range(min(len(self._units), self._group_max))]

    def pause(self, seconds: float, hung_up: Callable[[], None]) -> None:
        """Pause, and call back if the room hangs up meanwhile or has done so."""
        if self._hanging_up.poll(0):
            hung_up()
            select.select([], [], [], seconds)
        elif self._hanging_up.poll(1000 * seconds):
            hung_up()

    def _read(self, flags: int) -> None:
        data = self._connection.recv(_READ_BYTES, flags)
        if not data:
            self.has_ended = True
        self._units.extend(map(_unit, self._frames.feed(data)))


def _unit(body: bytes) -> "Unit | StoreError":
    try:
        return unit_of(body)
    except msgspec.MsgspecError as error:  # a mistake of a caller, and the others still want their answers
        return unexpected(error)


class _LazyStore:
    """A store that is opened when it is needed and its database is there."""

    def __init__(self, open_store: Callable[[], Store]) -> None:
        self._open = open_store
        self._store: Store | None = None

    def open(self) -> Store:
        """The store, opened if it is not open yet."""
        if self._store is None:
            try:
                self._store = self._open()
            except StoreUnavailable:
                raise
            except StoreError as error:
                # Neither patience nor smaller groups help: whoever starts writers may try again, or tell the operator.
                _log.critical("the writer cannot open the database: %s (%s)", error, error.code)
                sys.exit(1)
        return self._store

    def commit(self, units: Sequence[Unit]) -> list[Outcome]:
        """Commit a group to the store."""
        return self.open().commit(units)

    def close(self) -> None:
        """Close the store, if it was opened."""
        if self._store is not None:
            self._store.close()
