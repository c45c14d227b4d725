"""The main story of an account on PostgreSQL."""

import asyncio

from fairdeal.storage.opening import open_store
from tests.contracts.postgres import clean_database
from tests.server.api.house import WORDS, editions, open_world
from tests.server.api.playing import Evening, quick_room, stake_of


def test_guest_register_play_history_and_restart_on_postgres() -> None:
    address = clean_database()
    open_store(address).close()
    book = editions()[0]

    async def first_evening() -> tuple[str, list[str]]:
        async with open_world(address, room=quick_room(), books=(book,)) as world:
            browsers = [world.browser() for _ in range(3)]
            players = [await each.guest(name) for each, name in zip(browsers, ("Ann", "Bob", "Cid"), strict=True)]
            ann = browsers[0]
            hands = await Evening(world.house.room, players, 2).play(stake_of(world.house.room, book.id))
            await ann.register("Anna")
            assert [row["id"] for row in (await ann.get("/hands"))["rows"]] == hands[::-1]
            return ann.http.cookies["fairdeal_session"], hands

    async def second_evening(cookie: str, hands: list[str]) -> None:
        async with open_world(address, room=quick_room(), books=(book,)) as world:
            ann, phone = world.browser(), world.browser()
            ann.http.cookies.set("fairdeal_session", cookie)
            here = await ann.get("/session")
            assert here["person"]["name"] == "Anna"
            ann.csrf = here["csrf"]
            await ann.post("/sessions/revoke-others")
            assert (await phone.post("/login", name="anna@post.test", password=WORDS))["step"] == "entered"
            assert len(await phone.get("/sessions")) == 2
            assert (await phone.get(f"/hands/{hands[0]}"))["edition"] == book.id
            assert await phone.refused("/register", name="anna", **REST) == (409, "name_taken")

    asyncio.run(second_evening(*asyncio.run(first_evening())))


REST = {"email": "other@post.test", "password": WORDS, "born": "1990-05-17", "accept": True}
