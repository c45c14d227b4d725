"""
Checks the credentials of a login: name or e-mail address, password, device, perhaps a code of the second factor.

A refusal does not reveal whether the account exists, and a lock not whether the password was right.
"""

import asyncio
from http import HTTPStatus

from fairdeal.kernel import Duration, Instant
from fairdeal.runtime.ports import Clock
from fairdeal.server.auth.devices import STRANGER, Devices
from fairdeal.server.auth.lockout import Lockout
from fairdeal.server.auth.login_throttle import LoginAttempt, LoginThrottle, network_of
from fairdeal.server.auth.names import key_of
from fairdeal.server.auth.passwords import PASSWORD_MAX, Passwords
from fairdeal.server.auth.refused import Refused, locked
from fairdeal.server.auth.second_factor.switching import SecondFactor
from fairdeal.server.auth.sessions import Device
from fairdeal.storage.people import People, PersonRow


class Authenticator:
    """Checks credentials under the login throttle."""

    def __init__(
        self,
        people: People,
        clock: Clock,
        *,
        passwords: Passwords,
        second_factor: SecondFactor,
        devices: Devices,
        throttle: LoginThrottle,
        lockout: Lockout,
    ) -> None:
        self._people = people
        self._clock = clock
        self._passwords = passwords
        self._second_factor = second_factor
        self._devices = devices
        self._throttle = throttle
        self._lockout = lockout

    async def identify(self, name: str, password: str, device: Device, code: str) -> tuple[PersonRow, bool]:
        """
        The account for valid credentials, and whether the login is complete (True) or needs the second factor.

        While others have locked the account by guessing, its owner can log in on a known device, or with a `code` of the second factor.
        """
        key, now = key_of(name), self._clock.now()
        row = await asyncio.to_thread(self._people.person_named, key)
        attempt = self._attempt(key, row, device)
        wait = self._wait(attempt, now, code)
        is_right = await self._passwords.verify("" if row is None else row.password, password[:PASSWORD_MAX])
        wait = wait or self._wait(attempt, now, code)  # of many tries at once, those after the lock learn nothing
        refused = _bad() if wait is None else locked(wait)
        if row is None or not is_right:
            self._throttle.record_failure(attempt, now)
            raise refused
        if wait is not None or self._throttle.is_locked_by_other_name(attempt, now):
            if not await self._is_unlocked(row, code):
                raise refused  # not why: that would tell that the password was right
            return row, True
        self._throttle.record_success(attempt)
        return row, not row.totp_on

    def _attempt(self, key: str, row: PersonRow | None, device: Device) -> LoginAttempt:
        person = "" if row is None else row.id
        known = self._devices.read(device.token, person, self._clock.now()) if person else STRANGER
        return LoginAttempt(key, person, network_of(device.address), known)

    def _wait(self, attempt: LoginAttempt, now: Instant, code: str) -> Duration | None:
        """How long logins are locked, or None; raises `Refused` if locked and there is no code."""
        wait = self._throttle.wait(attempt, now)
        if wait is not None and not code:
            raise locked(wait)
        return wait

    async def _is_unlocked(self, row: PersonRow, code: str) -> bool:
        """Whether a code of the second factor overrides the lock; wrong codes are counted."""
        key = f"code:{row.id}"
        if not code or not row.totp_on or self._lockout.locked_for(key, self._clock.now()) is not None:
            return False
        is_right = await asyncio.to_thread(self._second_factor.verify, row, code)
        if not is_right:
            self._lockout.fail(key, self._clock.now())
        return is_right


def _bad() -> Refused:
    return Refused("bad_credentials", HTTPStatus.UNAUTHORIZED)
