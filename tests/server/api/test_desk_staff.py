"""Who works in the house, and the state of it that the desk shows above every page."""

from fairdeal.office.roles import Role
from tests.server.api.desk import member
from tests.server.api.house import World, story


@story
async def test_staff_are_listed_with_their_roles_as_the_docket_has_them(world: World) -> None:
    sam, frank = await member(world, "Sam", Role.SECURITY), await member(world, "Frank", Role.FINANCE)
    world.house.people.change_person((await sam.get("/session"))["person"]["player"], roles="admin security")

    rows = await frank.get("/desk/staff")

    assert [(each["name"], each["roles"], each["secondFactor"]) for each in rows] == [
        ("Frank", ["finance"], True),
        ("Sam", ["security"], True),
    ]


@story
async def test_the_books_balance_over_all_accounts(world: World) -> None:
    sam = await member(world, "Sam", Role.SECURITY)
    dealer = await member(world, "Dora", Role.DEALER)

    state = await sam.get("/desk/state")

    assert (state["balanced"], state["stopped"]) == (True, 0)
    assert state["accounts"] > 0
    assert (await dealer.http.get("/api/desk/state")).status_code == 403
