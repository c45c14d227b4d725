"""
Counts connections, in total and per client address.

The address is the client's: behind a trusted proxy it is the one the proxy names. IPv6 addresses are counted by their /64 network,
because one household has a whole one.
"""

from collections import Counter
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

_EVERYBODY: Final = "*"
_NETWORK_BITS: Final = 64
_ADDRESS_MAX: Final = 64
UNKNOWN: Final = "unknown"


class Proxies:
    """The trusted proxies, whose `X-Forwarded-For` is believed: addresses, networks such as 10.0.0.0/8, or `*` for all."""

    def __init__(self, trusted: Iterable[str]) -> None:
        names = {name.strip() for name in trusted}
        self._trusts_all = _EVERYBODY in names
        self._networks: list[IPv4Network | IPv6Network] = []
        self._names: set[str] = set()
        for name in names - {_EVERYBODY}:
            try:
                self._networks.append(ip_network(name, strict=False))
            except ValueError:
                self._names.add(name)

    def trusts(self, peer: str) -> bool:
        """Whether that address is a trusted proxy."""
        if self._trusts_all or peer in self._names:
            return True
        if not self._networks:
            return False
        try:
            address = ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self._networks)

    def client_of(self, peer: str, forwarded: str) -> str:
        """The client address of a request: the last forwarded one that is not a trusted proxy, or the peer."""
        if not forwarded or not self.trusts(peer):
            return peer
        named = [name.strip()[:_ADDRESS_MAX] for name in forwarded.split(",") if name.strip()]
        return next((name for name in reversed(named) if not self.trusts(name)), named[0] if named else peer)


def counted_address(address: str) -> str:
    """The key an address is counted under: IPv6 by its /64 network."""
    if ":" not in address:
        return address or UNKNOWN
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    assert isinstance(found, IPv6Address), found
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, _NETWORK_BITS), strict=False))


class ConnectionCounter:
    """Counts the connections of this process (`total`) and those refused over the limits (`refused`)."""

    def __init__(self, *, most: int, most_per_address: int) -> None:
        self._most = most
        self._most_per_address = most_per_address
        self._held: Counter[str] = Counter()
        self.total = 0
        self.refused = 0

    def take(self, address: str) -> "CountedConnection | None":
        """Count one more connection of that address; None if a limit is reached."""
        name = counted_address(address)
        if self._held.get(name, 0) >= self._most_per_address or self.total >= self._most:
            self.refused += 1
            return None
        self._held[name] += 1
        self.total += 1
        return CountedConnection(self, name)

    def release(self, name: str) -> None:
        """Uncount a connection."""
        self._held[name] -= 1
        self.total -= 1
        if self._held[name] <= 0:
            del self._held[name]


class CountedConnection:
    """A connection that is counted until it is closed."""

    __slots__ = ("_counter", "_name")

    def __init__(self, counter: ConnectionCounter, name: str) -> None:
        self._counter: ConnectionCounter | None = counter
        self._name = name

    def close(self) -> None:
        """Uncount the connection; may be called twice."""
        if self._counter is not None:
            counter, self._counter = self._counter, None
            counter.release(self._name)
