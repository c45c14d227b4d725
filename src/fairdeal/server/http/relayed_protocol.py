"""
HTTP connections that a gateway process passes on.

The first line says from which address a connection came, as the PROXY protocol has it (version 1); everything after it is as the
client sent it. So limits and paces hold for clients, not for gateways. Only gateways reach the socket this is spoken at.
"""

import asyncio
import socket
from typing import Any, Final

from fairdeal.server.http.bounded_protocol import BoundedHttpProtocol, Bounds
from fairdeal.server.limits import HEAD_SECONDS

_END: Final = b"\r\n"
_LINE_BYTES_MAX: Final = 107  # as the PROXY protocol has it
_WORDS: Final = 6


def peer_line(address: str, port: int) -> bytes:
    """The first line of a connection that came from that address."""
    family = "TCP6" if ":" in address else "TCP4"
    unspecified = "::" if family == "TCP6" else "0.0.0.0"  # noqa: S104 - where it was meant for, which nobody asks
    return f"PROXY {family} {address or unspecified} {unspecified} {port} 0".encode("ascii", "replace") + _END


def peer_in(line: bytes) -> tuple[str, int] | None:
    """The address and port that such a line names; None if it is none."""
    words = line.decode("ascii", "replace").split(" ")
    if len(words) != _WORDS or words[0] != "PROXY" or not words[4].isdecimal():
        return None
    return words[2], int(words[4])


def relayed_protocol(bounds: Bounds) -> type[BoundedHttpProtocol]:
    """The protocol class for uvicorn, with these bounds."""

    class Relayed(RelayedHttpProtocol):
        _bounds = bounds

    return Relayed


class RelayedHttpProtocol(BoundedHttpProtocol):
    """One HTTP connection that a gateway passes on, within the limits of its client's address."""

    _line: bytearray | None = None  # the first one, while it is read

    def _begin(self) -> None:
        self._line = bytearray()
        self._arm(HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        """Read the first line, then what the client sent."""
        if self._line is None:
            super().data_received(data)
            return
        self._line += data
        line, end, rest = self._line.partition(_END)
        if not end and len(line) <= _LINE_BYTES_MAX:
            return
        self._line = None
        self._disarm()
        peer = peer_in(bytes(line))
        if peer is None:
            self.transport.abort()
            return
        self.client = peer
        super()._begin()
        if rest:
            super().data_received(bytes(rest))

    def handle_websocket_upgrade(self) -> None:
        """Hand over a connection that carried something else before; gateways keep all others."""
        self.transport = _LocalTransport(self.transport)  # type: ignore[assignment]
        super().handle_websocket_upgrade()


class _LocalTransport:
    """A transport over a socket of this machine for picows, which asks every socket for its options of TCP."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def get_extra_info(self, name: str) -> Any:
        """What the transport says, but for its socket."""
        found = self._transport.get_extra_info(name)
        return _LocalSocket(found) if name == "socket" else found


class _LocalSocket:
    """A socket without options of TCP, which does not fail when it is asked for them."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock

    def fileno(self) -> int:
        """Its number in this process."""
        return self._socket.fileno()

    def setsockopt(self, level: int, option: int, value: int) -> None:
        """Set an option, unless it is one of TCP."""
        if level != socket.IPPROTO_TCP:
            self._socket.setsockopt(level, option, value)

    def getsockopt(self, level: int, option: int) -> int:
        """Read an option; 0 for one of TCP."""
        return 0 if level == socket.IPPROTO_TCP else self._socket.getsockopt(level, option)
