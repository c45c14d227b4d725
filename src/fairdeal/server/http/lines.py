"""
How many connections there are, in all and of each address.

An address is the client's own: behind a proxy that the operator trusts it is the one the proxy names. Of IPv6 the first half counts,
because a household has all of the other half to itself.
"""

from collections import Counter
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

_ANYBODY: Final = "*"
_HOUSEHOLD_BITS: Final = 64
_ADDRESS_MAX: Final = 64
UNKNOWN: Final = "unknown"


class Proxies:
    """Whose `X-Forwarded-For` is believed: addresses, networks such as 10.0.0.0/8, or `*` for everybody's."""

    def __init__(self, trusted: Iterable[str]) -> None:
        names = {name.strip() for name in trusted}
        self._trusts_all = _ANYBODY in names
        self._networks: list[IPv4Network | IPv6Network] = []
        self._names: set[str] = set()
        for name in names - {_ANYBODY}:
            try:
                self._networks.append(ip_network(name, strict=False))
            except ValueError:
                self._names.add(name)

    def trusts(self, peer: str) -> bool:
        """Whether that address is a proxy of ours."""
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
        """Who asks: the last one named that is no proxy of ours, or the peer itself."""
        if not forwarded or not self.trusts(peer):
            return peer
        named = [name.strip()[:_ADDRESS_MAX] for name in forwarded.split(",") if name.strip()]
        return next((name for name in reversed(named) if not self.trusts(name)), named[0] if named else peer)


def household(address: str) -> str:
    """What is counted together with an address."""
    if ":" not in address:
        return address or UNKNOWN
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    assert isinstance(found, IPv6Address), found
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, _HOUSEHOLD_BITS), strict=False))


class Lines:
    """The connections of this process: `total` of them, and how many were `refused` because they were one too many."""

    def __init__(self, *, most: int, most_per_address: int) -> None:
        self._most = most
        self._most_per_address = most_per_address
        self._held: Counter[str] = Counter()
        self.total = 0
        self.refused = 0

    def take(self, address: str) -> "Line | None":
        """One more of that address, or None where there are enough."""
        name = household(address)
        if self._held.get(name, 0) >= self._most_per_address or self.total >= self._most:
            self.refused += 1
            return None
        self._held[name] += 1
        self.total += 1
        return Line(self, name)

    def give_back(self, name: str) -> None:
        """One fewer; addresses without any are forgotten."""
        self._held[name] -= 1
        self.total -= 1
        if self._held[name] <= 0:
            del self._held[name]


class Line:
    """One connection that counts until it is closed."""

    __slots__ = ("_lines", "_name")

    def __init__(self, lines: Lines, name: str) -> None:
        self._lines: Lines | None = lines
        self._name = name

    def close(self) -> None:
        """It counts no longer; closing twice is closing once."""
        if self._lines is not None:
            lines, self._lines = self._lines, None
            lines.give_back(self._name)
