"""Where the processes of one server meet: the public port of each gateway, and the sockets at which they find the room."""

import os
import shutil
import socket
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from fairdeal.server.settings import BadSettings, ServerSettings

BACKLOG: Final = 4096


def listen(settings: ServerSettings, *, shared: bool = False) -> socket.socket:
    """Open a listening socket, others may share its port if wanted; raises `BadSettings` if the port is not available."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        where = f"{settings.host}, port {settings.port}"
        raise BadSettings(
            f"cannot listen at {where} ({error.strerror}); free it or choose another with --port"
        ) from None
    return listener


class Meeting:
    """
    The sockets of a server with gateways, all opened before any process is forked.

    Each gateway has a listening socket of its own at the one public port, among which the system spreads connections; as the
    supervisor keeps them all, whoever comes while a gateway is being replaced waits a moment. The room's sockets are in a folder that
    only this user may enter.
    """

    def __init__(self, settings: ServerSettings) -> None:
        if sys.platform != "linux":
            raise BadSettings("gateways need Linux, which spreads connections over processes; leave --gateways out")
        listen(settings).close()  # a port that somebody else has must not be shared with them
        first = listen(settings, shared=True)
        self.port: int = first.getsockname()[1]
        self.public = [first, *(self._another(first) for _ in range(settings.gateways - 1))]
        self._owner = os.getpid()
        try:
            self._folder = Path(mkdtemp(prefix="fairdeal-"))
        except OSError as error:
            self.close_public()
            raise BadSettings(f"gateways need a folder for temporary files ({error}); set TMPDIR") from None
        self.pages_path = str(self._folder / "pages")
        self.links_path = str(self._folder / "links")
        self.pages = _listen_at(self.pages_path)
        self.links = _listen_at(self.links_path)

    @staticmethod
    def _another(first: socket.socket) -> socket.socket:
        listener = socket.socket(first.family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(first.getsockname())
        listener.listen(BACKLOG)
        return listener

    def enter_gateway(self, number: int) -> socket.socket:
        """Close what a gateway process does not need; its listening socket."""
        for each in (*self.public, self.pages, self.links):
            if each is not self.public[number]:
                each.close()
        return self.public[number]

    def close_public(self) -> None:
        """Listen no more at the public port, in this process."""
        for each in self.public:
            each.close()

    def close(self) -> None:
        """Close everything in this process; whoever made the folder removes it."""
        self.close_public()
        self.pages.close()
        self.links.close()
        if os.getpid() == self._owner:
            shutil.rmtree(self._folder, ignore_errors=True)


def _listen_at(path: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen(BACKLOG)
    return listener
