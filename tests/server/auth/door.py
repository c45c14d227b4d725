"""A door on a database in memory, with a clock that stands still until it is moved."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from fairdeal.kernel import Duration, Instant
from fairdeal.server.auth.lockout import RateLimit
from fairdeal.server.auth.mail.port import Mail
from fairdeal.server.auth.passwords import Cost
from fairdeal.server.auth.person import Session
from fairdeal.server.auth.second_factor.switching import VaultSealer
from fairdeal.server.auth.service import Auth, Registration
from fairdeal.server.auth.sessions import Device
from fairdeal.server.auth.settings import AuthSettings
from fairdeal.storage.people import open_people
from fairdeal.storage.vault import Vault
from fairdeal.testing.clock import ManualClock

NOW = Instant(1_794_800_000_000)
DEVICE = Device("Browser 1", "10.0.0.1")
OTHER_DEVICE = Device("Browser 2", "10.0.0.2")
WORDS = "correct horse battery"
MARIA = Registration("Maria", "maria@post.test", WORDS, "1990-05-17", "owl")


class Letters:
    """Mail that arrives at once."""

    def __init__(self) -> None:
        self.sent: list[Mail] = []

    async def send(self, letter: Mail) -> None:
        self.sent.append(letter)

    def secret(self) -> str:
        """The secret in the last link."""
        return self.sent[-1].link.partition("#")[2]


class Door:
    """Accounts, their clock, their post, and who was told that a session ended."""

    def __init__(self, address: str = "memory:", **changes: Any) -> None:
        self.clock = ManualClock(NOW)
        self.letters = Letters()
        settings = AuthSettings(
            cost=Cost(1, 64), public_url="https://room.test", **{"mails": RateLimit(5, Duration(1000)), **changes}
        )
        vault = VaultSealer(Vault({1: bytes(32)}))
        self.auth = Auth(open_people(address), self.clock, settings, mail=self.letters, sealer=vault)
        self.revoked: list[str] = []
        self.auth.on_revoked.append(self.revoked.append)

    async def maria(self) -> tuple[Session, str]:
        """Maria's account, and her first session with its token."""
        entered = await self.auth.register(MARIA, DEVICE)
        assert entered.session is not None
        return entered.session, entered.token

    async def log_in(self, password: str = WORDS, name: str = "Maria") -> tuple[Session, str]:
        entered = await self.auth.log_in(name, password, OTHER_DEVICE)
        assert entered.session is not None
        return entered.session, entered.token


def at_the_door(scenario: Callable[[Door], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that runs on a loop and gets a door."""

    def run() -> None:
        async def play() -> None:
            door = Door()
            try:
                await scenario(door)
            finally:
                door.auth.close()

        asyncio.run(play())

    run.__name__, run.__doc__ = scenario.__name__, scenario.__doc__
    return run
