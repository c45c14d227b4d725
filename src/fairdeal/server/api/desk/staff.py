"""Who works in the house, and the state of it that every page of the desk shows."""

import asyncio

from litestar import get

from fairdeal.bank.ledger import trial_balance
from fairdeal.kernel import AccountId
from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.roles import Access
from fairdeal.storage.archive import Archive, walk_pages


class MemberAnswer(Answer, frozen=True):
    """Somebody of the house: their roles, and whether they have a second factor."""

    player: str
    name: str
    roles: list[str]
    second_factor: bool


class HouseState(Answer, frozen=True):
    """Whether the books balance over all accounts, as read at an instant, and how many streams stopped."""

    balanced: bool
    accounts: int
    stopped: int
    at: int


@get("/desk/staff", may=Access.READ_PEOPLE)
async def read_staff(caller: Who) -> list[MemberAnswer]:
    """Everybody with a role, by name."""
    house = caller.house
    members = [each for each in house.room.docket.staff if each.roles]
    rows = await asyncio.to_thread(lambda: [house.people.person(each.staff) for each in members])
    found = [
        MemberAnswer(row.id, row.name, [role.value for role in member.roles], bool(row.totp_on))
        for member, row in zip(members, rows, strict=True)
        if row is not None
    ]
    return sorted(found, key=lambda each: each.name.casefold())


@get("/desk/state", may=Access.USE_DESK)
async def read_state(caller: Who) -> HouseState:
    """The sum over all accounts of each tender, which is nothing while no money was lost or created."""
    house = caller.house
    balances = await caller.read(lambda: _balances(house.store))
    balanced = not any(trial_balance(balances).values())
    return HouseState(balanced, len(balances), len(house.room.revival.stopped()), house.clock.now())


def _balances(store: Archive) -> dict[AccountId, int]:
    """All balances at one instant: money that moves between two reads would look lost."""
    with store.reading() as rows:
        return {AccountId(row[0]): row[1] for page in walk_pages(rows, "accounts") for row in page}


ROUTES = [read_staff, read_state]
