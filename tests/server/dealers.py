"""People who work at live tables of a real server: accounts with a password, a second factor and roles."""

import asyncio
from base64 import b32decode
from dataclasses import dataclass
from pathlib import Path

from fairdeal.kernel import PlayerId
from fairdeal.server.auth.roles import Role, roles_text
from fairdeal.server.auth.second_factor.totp import code_at, step_of
from fairdeal.server.auth.service import Registration
from fairdeal.server.auth.sessions import Device
from fairdeal.server.opening import RunningServer

PASSWORD = "correct horse battery staple"  # noqa: S105 - of people who exist only here


@dataclass(frozen=True, slots=True)
class StaffAccount:
    """An account of somebody who works here."""

    player: PlayerId
    name: str
    secret: str
    token: str  # of the session in which the account was made

    def code(self, opened: RunningServer, ahead: int = 0) -> str:
        """A code of the second factor; each step's code is good once."""
        plain = b32decode(self.secret + "=" * (-len(self.secret) % 8))
        return code_at(plain, step_of(opened.house.clock.now()) + ahead)


async def employ(opened: RunningServer, name: str, *roles: Role) -> StaffAccount:
    """Make an account with a second factor and these roles."""
    auth = opened.house.auth
    asked = Registration(name, f"{name.lower()}@post.test", PASSWORD, "1990-05-17", "owl")
    entered = await auth.register(asked, Device("test", "127.0.0.1"))
    assert entered.session is not None
    player = entered.session.person.player
    row = await auth.row(player)
    secret, _ = await asyncio.to_thread(auth.second_factor.enrol, row)
    account = StaffAccount(player, name, secret, entered.token)
    await asyncio.to_thread(auth.second_factor.confirm, await auth.row(player), account.code(opened, -1))
    await asyncio.to_thread(lambda: auth.people.change_person(player, roles=roles_text(roles)))
    await auth.refresh(player)
    return account


def live_tables(folder: Path, *games: str) -> str:
    """A file with live tables of these games; the file's name."""
    file = folder / "tables.toml"
    rows = [
        f'[[table]]\nid = "{game}-live"\nname = "{game} live"\ngame = "{game}"\ndealer = "live"\n' for game in games
    ]
    file.write_text("\n".join(rows))
    return str(file)
