"""Staff: every role opens its doors and no other."""

import asyncio

import pytest

from fairdeal.kernel import Instant, PlayerId, StreamId
from fairdeal.server.auth.roles import STAFF_ACCESS, Access, Role, roles_in, roles_text
from fairdeal.storage.port import StoreFull
from tests.server.api.desk import member
from tests.server.api.house import Browser, World, editions, open_world, story
from tests.server.api.playing import Evening, quick_room, stake_of


async def staff(world: World, name: str, *roles: Role) -> Browser:
    """Somebody with these roles, in the docket and in their account."""
    return await member(world, name, *roles)


@story
async def test_every_role_gets_through_its_own_doors_only(world: World) -> None:
    doors = {
        Access.READ_COMPLAINTS: "/staff/complaints",
        Access.READ_PEOPLE: "/staff/people",
        Access.READ_LOG: "/staff/log",
        Access.READ_ROOM: "/staff/stopped",
    }
    for role in Role:
        browser = await staff(world, f"Sigrid.{role.value[:3]}", role)
        for access, path in doors.items():
            answer = await browser.http.get(f"/api{path}")
            assert (answer.status_code == 200) == (role in STAFF_ACCESS[access]), (role, path)
        refused = await browser.refused("/staff/complaints/nothing/answer", answer="x")
        is_allowed = role in STAFF_ACCESS[Access.ANSWER_COMPLAINTS]
        assert refused == ((409, "no_such_complaint") if is_allowed else (403, "not_allowed"))


@story
async def test_an_admin_gives_roles_and_the_log_knows(world: World) -> None:
    admin = await staff(world, "Boss", Role.ADMIN)
    mart = world.browser()
    player = (await mart.register("Mart"))["person"]["player"]

    given = await admin.post(f"/staff/people/{player}/roles", roles=["floor", "support"])

    assert given["roles"] == ["floor", "support"]
    assert (await mart.get("/session"))["person"]["roles"] == ["floor", "support"]
    assert await mart.refused(f"/staff/people/{player}/roles", roles=["admin"]) == (403, "not_allowed")
    (line, *_) = await admin.get("/staff/log", player=player)
    assert (line["what"], line["about"]) == ("roles", "floor support")


def test_whoever_is_given_a_role_leaves_the_tables(address: str) -> None:
    async def play() -> None:
        book = editions()[0]
        async with open_world(address, room=quick_room(), books=(book,)) as world:
            admin, room = await staff(world, "Boss", Role.ADMIN), world.house.room
            mart = (await world.browser().register("Mart"))["person"]["player"]
            others = [await world.browser().guest(name) for name in ("Bob", "Cid")]
            await Evening(room, [mart, *others], 1, goes_on=True).play(stake_of(room, book.id))
            left = asyncio.Event()
            room.registry.watches.append(lambda *_: None if room.tables_of(PlayerId(mart)) else left.set())

            await admin.post(f"/staff/people/{mart}/roles", roles=["floor"])

            await asyncio.wait_for(left.wait(), 20)

    asyncio.run(play())


@story
async def test_roles_that_cannot_be_given(world: World) -> None:
    admin = await staff(world, "Boss", Role.ADMIN)
    guest = world.browser()
    player = await guest.guest("Ann")
    boss = (await admin.get("/session"))["person"]["player"]

    assert await admin.refused(f"/staff/people/{player}/roles", roles=["floor"]) == (404, "no_such_person")
    assert await admin.refused("/staff/people/nobody/roles", roles=["floor"]) == (404, "no_such_person")
    assert await admin.refused(f"/staff/people/{boss}/roles", roles=["king"]) == (400, "no_such_role")
    assert await admin.refused(f"/staff/people/{boss}/roles", roles=[]) == (409, "own_admin_role")


@story
async def test_staff_finds_people_and_never_sees_what_lets_them_in(world: World) -> None:
    support = await staff(world, "Sigrid", Role.SUPPORT)
    await world.browser().register("Maria")

    answer = await support.http.get("/api/staff/people", params={"name": "MAR"})

    (found,) = answer.json()
    assert (found["name"], found["email"], found["kind"]) == ("Maria", "maria@post.test", "player")
    assert "argon2" not in answer.text


@story
async def test_staff_sees_what_stands_still_and_whether_it_comes_back(world: World) -> None:
    floor = await staff(world, "Frida", Role.FLOOR)
    player = world.browser()
    await player.register("Maria")
    registry = world.house.room.registry
    purse, holds = (registry.actor(StreamId(name)) for name in ("purse:maria", "holds:unibet-2.7/maria"))
    registry._fail(holds, AssertionError("the ledger differs"))
    purse.away_since = Instant(7)
    registry._fail(purse, StoreFull("no room left"))

    found = {each["stream"]: each for each in await floor.get("/staff/stopped")}

    assert (found[holds.stream]["returns"], found[holds.stream]["since"]) == (False, None)
    assert (found[purse.stream]["returns"], found[purse.stream]["since"]) == (True, 7)
    assert found[purse.stream]["why"] == "StoreFull: no room left"
    assert (await player.http.get("/api/staff/stopped")).status_code == 403


@pytest.mark.parametrize("roles", [frozenset(), frozenset(Role), frozenset({Role.FLOOR, Role.AUDITOR})])
def test_roles_read_back_as_they_were_written(roles: frozenset[Role]) -> None:
    assert roles_in(roles_text(roles)) == roles
