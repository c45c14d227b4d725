"""A wire between a program and PostgreSQL that can be cut at the worst moment."""

import socket
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from urllib.parse import parse_qs, urlsplit

_SOCKET = ".s.PGSQL.5432"


class Proxy:
    """
    Passes everything on, until told otherwise.

    `lose_commits` cuts the connection when a COMMIT comes by: before it reaches the server, or after the server has
    done it but before the answer gets back.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        (folder,) = parse_qs(parts.query)["host"]
        self._server = Path(folder) / _SOCKET
        self._folder = tempfile.TemporaryDirectory(prefix="wire-")
        self.address = address.replace(folder, self._folder.name)
        self._open: set[socket.socket] = set()
        self._lose: str | None = None
        self.lost = 0
        self.is_down = False
        self._flows = threading.Event()
        self._flows.set()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(f"{self._folder.name}/{_SOCKET}")
        self._listener.listen()
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def lose_commits(self, when: str, times: int = 1) -> None:
        """Cut the next connections that commit, `before` or `after` the server did."""
        assert when in {"before", "after"}
        self._lose, self._times = when, times

    def freeze(self) -> None:
        """Keep every connection, take new ones, and pass nothing on: a server that stands still."""
        self._flows.clear()

    def thaw(self) -> None:
        """Pass on what was held back, and everything after."""
        self._flows.set()

    def cut(self) -> None:
        """Cut all connections there are."""
        for each in list(self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> "Proxy":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self.thaw()
        self.cut()
        for thread in self._threads:
            thread.join(10)
        for each in (self._listener, *self._open):
            each.close()
        self._folder.cleanup()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self.is_down:
                client.close()
                continue
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self._server))
            self._open |= {client, server}
            for work in (self._to_server, self._to_client):
                self._threads.append(threading.Thread(target=work, args=(client, server), daemon=True))
                self._threads[-1].start()

    def _to_server(self, client: socket.socket, server: socket.socket) -> None:
        while data := _receive(client):
            self._flows.wait()
            if self._lose is not None and b"COMMIT" in data:
                self._lose_one(data, client, server)
                break
            _send(server, data)
        self._hang_up(client, server)

    def _lose_one(self, data: bytes, client: socket.socket, server: socket.socket) -> None:
        when, self._times = self._lose, self._times - 1
        if self._times == 0:
            self._lose = None
        self.lost += 1
        # From here on the client hears nothing more.
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)
        if when == "after":
            _send(server, data)

    def _to_client(self, client: socket.socket, server: socket.socket) -> None:
        while data := _receive(server):
            self._flows.wait()
            _send(client, data)
        self._hang_up(client, server)

    def _hang_up(self, *ends: socket.socket) -> None:
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_WR)


def _receive(end: socket.socket) -> bytes:
    try:
        return end.recv(1 << 16)
    except OSError:
        return b""


def _send(end: socket.socket, data: bytes) -> None:
    with suppress(OSError):
        end.sendall(data)
