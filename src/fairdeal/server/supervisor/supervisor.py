"""
The supervisor: a process with everything imported and nothing opened, which forks the room, writers when the room asks for them,
and gateways where they are wanted.

It has one thread, no loop, no connection and no secret that a fork could share. A room that a signal killed is forked anew at
once, and the listening socket stays open meanwhile: who connects waits a moment longer. A room that ends by itself has said
why, and the supervisor ends with its status. Stop signals are counted here and passed on: the first lets hands under way be
played to their end, the second does not.
"""

import gc
import os
import select
import signal
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, NoReturn

from fairdeal.server.logger import structlog
from fairdeal.server.supervisor.control import GATEWAYS_FROM, MESSAGES_MAX, WRITER, RoomControl
from fairdeal.server.supervisor.forking import STOP_SIGNALS, fork
from fairdeal.server.supervisor.gateways import GATEWAY_SECONDS, Gateways

STOP_SOON: Final = signal.SIGUSR1
"""Tells a room to stop once the hands under way are over."""
STOP_NOW: Final = signal.SIGUSR2
"""Tells a room to stop at once."""
DEATHS_MAX: Final = 5
DEATHS_SECONDS: Final = 60.0
WRITER_SECONDS: Final = 10.0
"""How long a writer may take to end after its room has ended by itself."""
ORPHAN_SECONDS: Final = 0.0
"""The same after its room was killed: nobody waits for its answers, and in the midst of a commit it may hold a lock."""
BURIAL_SECONDS: Final = 5.0
"""How long the next room waits until the last one's writer is gone."""
_KILLED: Final = 128  # the status of a process that a signal ended is this and the signal's number, as shells have it
_log: Final = structlog.get_logger("fairdeal.server")


class Supervisor:
    """
    Runs a room and its writers as processes of their own.

    `write` is what a writer process does with its socket. `listener` stays open for as long as a room is wanted. A room that
    does not end within `stop_seconds` after it was told to is killed. `gateways` outlive rooms that are killed, and are told to end
    when the last one has ended.
    """

    def __init__(
        self,
        write: Callable[[socket.socket], None],
        listener: socket.socket,
        stop_seconds: float,
        gateways: Gateways | None = None,
    ) -> None:
        self._gateways = gateways or Gateways(0, _nothing, _nothing)
        self._write = write
        self._listener = listener
        self._stop_seconds = stop_seconds
        self._signals, self._told = socket.socketpair()  # numbers of signals, as Python writes them
        self._signals.settimeout(0)
        self._told.settimeout(0)
        self._room = 0  # its process, or 0
        self._control: socket.socket | None = None
        self._writer = 0
        self._orphans: dict[int, float] = {}  # writers and gateways whose room is gone, and when they must have ended
        self._waits_until = 0.0  # for orphans to be gone, before the next room
        self._is_writer_wanted = False
        self._deaths: deque[float] = deque()
        self._stops: list[int] = []  # signals that told it to stop
        self._ends_by: float | None = None
        self._status: int | None = None  # once the room has ended for good

    def run(self) -> RoomControl:
        """
        Return in each room process; in the supervisor, exit with the last room's status once that has ended.

        So a room that fails does so on the stack of whoever called this, like a program of one process.
        """
        assert threading.active_count() == 1, "a fork would copy the locks of threads that it does not copy"
        gc.collect()
        gc.freeze()  # what is imported stays, and a collection that touched it in every process would copy its memory
        signal.set_wakeup_fd(self._told.fileno(), warn_on_full_buffer=False)
        for number in (*STOP_SIGNALS, signal.SIGCHLD):
            signal.signal(number, _noted)
        while True:
            if self._status is None and not self._stops:
                self._start_gateways()
            if self._is_room_wanted() and (control := self._start_room()) is not None:
                return control
            if self._status is not None and not self._orphans:
                self._exit(self._status)
            self._wait()

    def _is_room_wanted(self) -> bool:
        if self._room or self._status is not None:
            return False
        return not self._orphans or time.monotonic() >= self._waits_until

    def _start_room(self) -> RoomControl | None:
        """Fork a room; its end of the control line in the child, None in the supervisor."""
        ours, theirs = socket.socketpair()
        self._room = fork()
        if self._room:
            theirs.close()
            ours.settimeout(0)
            self._control = ours
            return None
        for each in (ours, self._told, self._signals):
            each.close()
        return RoomControl(theirs)

    def _start_writer(self) -> None:
        """Fork a writer, and send the room a socket to it."""
        assert self._control is not None
        self._is_writer_wanted = False
        ours, theirs = socket.socketpair()
        self._writer = fork()
        if not self._writer:
            for each in (ours, self._control, self._signals, self._told, self._listener):
                each.close()
            self._be("the writer", partial(self._write, theirs))
        theirs.close()
        with ours, suppress(OSError):  # the room is gone, and the writer hears of it by itself
            socket.send_fds(self._control, [WRITER], [ours.fileno()])

    def _start_gateways(self) -> None:
        """Fork the gateways that are missing."""
        while (number := self._gateways.due()) is not None:
            process = fork()
            if not process:
                for each in (self._control, self._signals, self._told, self._listener):
                    if each is not None:
                        each.close()
                self._be(f"gateway {number}", partial(self._gateways.serve, number))
            self._gateways.started(number, process)

    def _be(self, name: str, work: Callable[[], None]) -> NoReturn:
        status = 1
        try:
            work()
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        except BaseException:
            _log.critical(f"{name} failed", exc_info=True)
        finally:
            sys.stderr.flush()
            os._exit(status)  # nothing of the supervisor's may be undone here

    def _wait(self) -> None:
        """Wait until something happens, and do what is to be done about it."""
        heard = [self._signals] if self._control is None else [self._signals, self._control]
        ready, _, _ = select.select(heard, [], [], self._patience())
        if self._control in ready:
            self._hear_room()
        if self._signals in ready:
            with suppress(BlockingIOError):
                for number in self._signals.recv(4096):
                    if number in STOP_SIGNALS:
                        self._told_to_stop(number)
        self._bury()
        self._end_what_is_late()

    def _patience(self) -> float | None:
        """Seconds until something is late; None if nothing can be."""
        ends = [*self._orphans.values(), *([] if self._ends_by is None else [self._ends_by])]
        if not self._room and self._status is None:
            ends.append(self._waits_until)
        if self._status is None and not self._stops and (at := self._gateways.next_at()) is not None:
            ends.append(at)
        return max(0.0, min(ends) - time.monotonic()) if ends else None

    def _hear_room(self) -> None:
        assert self._control is not None
        try:
            said = self._control.recv(MESSAGES_MAX)
        except OSError:
            said = b""
        if not said:  # it is gone, or about to be
            self._control.close()
            self._control = None
        for request in said:
            if request >= GATEWAYS_FROM:
                self._gateways.kill(request - GATEWAYS_FROM)
        if WRITER in said:
            self._is_writer_wanted = True
            if self._writer:
                os.kill(self._writer, signal.SIGKILL)  # it may be stopped or hang; and it must write nothing more
            else:
                self._start_writer()

    def _told_to_stop(self, number: int) -> None:
        self._stops.append(number)
        if self._ends_by is None:
            self._ends_by = time.monotonic() + self._stop_seconds
            self._listener.close()  # no other room will be started, and nobody shall wait for one
            self._gateways.close_public()
        self._pass_on()

    def _pass_on(self) -> None:
        if self._room:
            os.kill(self._room, STOP_SOON if len(self._stops) == 1 else STOP_NOW)

    def _bury(self) -> None:
        """Take note of all children that have ended."""
        while True:
            try:
                child, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not child:
                return
            if child == self._room:
                self._room_ended(os.waitstatus_to_exitcode(status))
            elif child == self._writer:
                self._writer = 0
                if self._is_writer_wanted and self._control is not None:
                    self._start_writer()
            elif not self._gateways.bury(child, os.waitstatus_to_exitcode(status), is_stopping=bool(self._stops)):
                self._orphans.pop(child, None)

    def _room_ended(self, status: int) -> None:
        self._room = 0
        if self._control is not None:
            self._control.close()
            self._control = None
        now = time.monotonic()
        self._waits_until = now + BURIAL_SECONDS
        if self._writer:
            self._orphans[self._writer] = now + (WRITER_SECONDS if status >= 0 else ORPHAN_SECONDS)
            self._writer = 0
        self._is_writer_wanted = False
        if status >= 0 or self._stops:
            self._end_with(status)
            return
        self._deaths.append(now)
        while self._deaths[0] < now - DEATHS_SECONDS:
            self._deaths.popleft()
        if len(self._deaths) < DEATHS_MAX:
            _log.error("the room was killed; another one is started", signal=-status)
        else:
            _log.critical("the room was killed again and again; it is given up", signal=-status, times=DEATHS_MAX)
            self._end_with(status)

    def _end_with(self, status: int) -> None:
        """The last room has ended: so do the gateways, and then this."""
        self._status = status
        for gateway in self._gateways.release():
            self._orphans[gateway] = time.monotonic() + GATEWAY_SECONDS
            os.kill(gateway, STOP_SOON)

    def _end_what_is_late(self) -> None:
        now = time.monotonic()
        for orphan, ends_by in self._orphans.items():
            if ends_by <= now:
                os.kill(orphan, signal.SIGKILL)
                self._orphans[orphan] = now + WRITER_SECONDS
        if self._ends_by is not None and self._ends_by <= now and self._room:
            _log.error("the room did not end; it is killed")
            os.kill(self._room, signal.SIGKILL)
            self._ends_by = now + WRITER_SECONDS

    def _exit(self, status: int) -> NoReturn:
        if status == -STOP_SOON or status == -STOP_NOW:
            # Told to stop before it could hear of it. A program of one process would have died of the signal itself.
            if self._stops[0] == signal.SIGTERM:
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                os.kill(os.getpid(), signal.SIGTERM)
            status = 0
        sys.exit(_KILLED - status if status < 0 else status)


def _nothing(_number: int = 0) -> None:
    """Do nothing: there are no gateways."""


def _noted(_number: int, _frame: object) -> None:
    """Do nothing: the number is already where the supervisor waits for it."""
