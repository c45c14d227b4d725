"""Staff at the desk, for stories: who they are in the docket, and requests as a page makes them."""

from typing import Any

from fairdeal.bank.house import StaffId
from fairdeal.kernel import PlayerId
from fairdeal.office.docket.commands import SetRoles
from fairdeal.office.roles import Role
from fairdeal.server.house import answered
from fairdeal.server.office.consequences import Consequences, adopt_roles
from tests.server.api.house import Browser, World

REAL = {"currency": "EUR", "money": "real"}
TEST = {"currency": "EUR", "money": "test"}
WHY = "a bet was counted twice"


async def member(world: World, name: str, *roles: Role) -> Browser:
    """Somebody with these roles, in the docket and in their account, with a second factor."""
    browser = world.browser()
    player = PlayerId((await browser.register(name))["person"]["player"])
    await browser.enrol(world.house.clock.now())
    given = SetRoles(StaffId(player), roles, "test")
    await answered(lambda reply: world.house.room.office(given, reply))
    await adopt_roles(world.house, player, frozenset(roles), "test")
    return browser


def following(world: World) -> Consequences:
    """What deeds lead to outside, done as a server does it."""
    consequences = Consequences(world.house)
    world.house.room.follow_deeds_by(consequences.follow)
    return consequences


async def asked(browser: Browser, deed: dict[str, Any], clause: str | None = None, **more: Any) -> Any:
    """Look at a dry run and ask for what it shows."""
    chosen = {} if clause is None else {"clause": clause}
    figures = (await browser.post("/desk/dry-run", deed=deed, **chosen))["figures"]
    return await browser.post("/desk/requests", deed=deed, reason=WHY, figures=figures, **chosen, **more)


async def signed(browser: Browser, request: Any) -> Any:
    """Sign what a request says."""
    return await browser.post(f"/desk/requests/{request['id']}/sign", figures=request["figures"])
