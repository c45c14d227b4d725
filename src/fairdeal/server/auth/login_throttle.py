"""
Wrong passwords at the door: who guesses is slowed, whoever owns the name is not.

Strangers are counted by name at their address, by name wherever they are, and by address whatever the name. A device on which
the owner came in before is counted for itself alone. An account is counted under its id too, because it has two names; that is not
told, since it would tell which address belongs to which name. A name nobody has is counted like one that somebody has.
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
    """Somebody tries to come in: the key of what they typed, whose it is if anybody's, from where, on which device."""

    name: str
    person: str
    address: str
    device: KnownDevice = STRANGER


@dataclass(frozen=True, slots=True)
class ThrottleRules:
    """How many wrong passwords are free: of a name at one address, of a name everywhere, of an address for all names."""

    pair: LockRules = PAIR_RULES
    name: LockRules = NAME_RULES
    address: LockRules = ADDRESS_RULES


class LoginThrottle:
    """The locks of the door."""

    def __init__(self, rules: ThrottleRules) -> None:
        self._pairs = Lockout(rules.pair)
        self._names = Lockout(rules.name)
        self._addresses = Lockout(rules.address)

    def wait(self, attempt: LoginAttempt, now: Instant) -> Duration | None:
        """How long whoever tries has to wait, or None; the same for names that nobody has."""
        if attempt.device.is_known:
            return self._pairs.locked_for(_device(attempt), now)
        locks = (
            self._pairs.locked_for(_pair(attempt), now),
            self._names.locked_for(f"name:{attempt.name}", now),
            self._addresses.locked_for(attempt.address, now),
        )
        return max((lock for lock in locks if lock is not None), default=None)

    def is_locked_by_other_name(self, attempt: LoginAttempt, now: Instant) -> bool:
        """Whether the account is locked though the name that was typed is not; nobody is told."""
        if attempt.device.is_known or not attempt.person:
            return False
        own = self._pairs.locked_for(_own_pair(attempt), now), self._names.locked_for(f"id:{attempt.person}", now)
        return own != (None, None)

    def record_failure(self, attempt: LoginAttempt, now: Instant) -> None:
        """It was the wrong password."""
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
        """It was the right one: what was typed wrong on the way is forgiven, what others do elsewhere is not."""
        for key in (_device(attempt), _pair(attempt), _own_pair(attempt)):
            self._pairs.reset(key)

    def unlock(self, person: str, *names: str) -> None:
        """Whoever reads an account's mail may try again under its names."""
        for key in (f"id:{person}", *(f"name:{name}" for name in names)):
            self._names.reset(key)


def network_of(address: str) -> str:
    """What counts as one address: of the newer kind, all that one line is given."""
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
