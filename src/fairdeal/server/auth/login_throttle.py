"""
Throttles password guessing without locking owners out.

Failures from unknown devices are counted by name and network address, by name, and by network address. A known device is counted
by itself. An account is also counted by its id, because it has a name and an e-mail address; that lock is not revealed, since it
would show which belong together. Names without an account are counted alike.
"""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final

from fairdeal.kernel import Duration, Instant
from fairdeal.server.auth.devices import STRANGER, KnownDevice
from fairdeal.server.auth.lockout import Lockout, LockRules

PAIR_RULES: Final = LockRules()
NAME_RULES: Final = LockRules(free_tries=20)
ADDRESS_RULES: Final = LockRules(free_tries=60)


@dataclass(frozen=True, slots=True)
class LoginAttempt:
    """A login attempt: the normalised name, the account id (empty if none), the network address, and the device."""

    name: str
    person: str
    address: str
    device: KnownDevice = STRANGER


@dataclass(frozen=True, slots=True)
class ThrottleRules:
    """The lock rules: for a name at one address, for a name anywhere, and for an address with any name."""

    pair: LockRules = PAIR_RULES
    name: LockRules = NAME_RULES
    address: LockRules = ADDRESS_RULES


class LoginThrottle:
    """Counts failed logins and locks further attempts."""

    def __init__(self, rules: ThrottleRules) -> None:
        self._pairs = Lockout(rules.pair)
        self._names = Lockout(rules.name)
        self._addresses = Lockout(rules.address)

    def wait(self, attempt: LoginAttempt, now: Instant) -> Duration | None:
        """How long the attempt is locked, or None; alike for names without an account."""
        if attempt.device.is_known:
            return self._pairs.locked_for(_device(attempt), now)
        locks = (
            self._pairs.locked_for(_pair(attempt), now),
            self._names.locked_for(f"name:{attempt.name}", now),
            self._addresses.locked_for(attempt.address, now),
        )
        return max((lock for lock in locks if lock is not None), default=None)

    def is_locked_by_other_name(self, attempt: LoginAttempt, now: Instant) -> bool:
        """Whether the account is locked under its other name; this must not be revealed."""
        if attempt.device.is_known or not attempt.person:
            return False
        own = self._pairs.locked_for(_own_pair(attempt), now), self._names.locked_for(f"id:{attempt.person}", now)
        return own != (None, None)

    def record_failure(self, attempt: LoginAttempt, now: Instant) -> None:
        """Count a wrong password."""
        if attempt.device.is_known:
            self._pairs.fail(_device(attempt), now)
            return
        self._addresses.fail(attempt.address, now)
        self._pairs.fail(_pair(attempt), now)
        self._names.fail(f"name:{attempt.name}", now)
        if attempt.person:
            self._pairs.fail(_own_pair(attempt), now)
            self._names.fail(f"id:{attempt.person}", now)

    def record_success(self, attempt: LoginAttempt) -> None:
        """Clear the failures of this device and address; those of others elsewhere stay."""
        for key in (_device(attempt), _pair(attempt), _own_pair(attempt)):
            self._pairs.reset(key)

    def unlock(self, person: str, *names: str) -> None:
        """Unlock the names of an account, after a password reset by e-mail."""
        for key in (f"id:{person}", *(f"name:{name}" for name in names)):
            self._names.reset(key)


def network_of(address: str) -> str:
    """The network an address is counted under: IPv6 by its /64."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped) if found.ipv4_mapped else found.exploded[: len("0000:0000:0000:0000")]


def _pair(attempt: LoginAttempt) -> str:
    return f"name:{attempt.name}\n{attempt.address}"


def _own_pair(attempt: LoginAttempt) -> str:
    return f"id:{attempt.person}\n{attempt.address}"


def _device(attempt: LoginAttempt) -> str:
    return f"device:{attempt.device.number}"
