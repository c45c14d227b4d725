"""Limits, breaks and closing: what keeps a player safe goes through the purse, and holds at once."""

import asyncio

from fairdeal.kernel import DAY, HOUR, PlayerId
from tests.server.api.house import WORDS, World, editions, open_world, story
from tests.server.api.playing import Evening, quick_room, stake_of


@story
async def test_a_limit_holds_at_once_and_a_higher_one_waits(world: World) -> None:
    maria = world.browser()
    await maria.register()

    (low,) = await maria.post("/limits", kind="deposit", period="day", amount=50_00)
    (high,) = await maria.post("/limits", kind="deposit", period="day", amount=80_00)

    now = world.house.clock.now()
    assert (low["amount"], low["used"], low["currency"], low["next"]) == (50_00, 0, "EUR", None)
    assert (high["amount"], high["next"]["amount"]) == (50_00, 80_00)
    assert abs(high["next"]["from"] - now - 7 * DAY) < HOUR
    assert (await maria.get("/profile"))["limits"] == [high]


@story
async def test_a_limit_on_time_is_in_milliseconds(world: World) -> None:
    maria = world.browser()
    await maria.register()

    (limit,) = await maria.post("/limits", kind="time", period="day", amount=2 * HOUR)

    assert (limit["amount"], limit["currency"]) == (2 * HOUR, None)
    assert await maria.refused("/limits", kind="time", period="week", amount=HOUR) == (409, "no_such_limit")
    assert await maria.refused("/limits", kind="deposit", period="day", amount=-1) == (409, "bad_limit")
    assert await maria.refused("/limits", kind="sleep", period="day", amount=1) == (400, "malformed")
    assert await maria.refused("/limits", kind="loss", period="day", amount=1, currency="XXX") == (400, "malformed")


@story
async def test_a_break_cannot_be_shortened_and_nothing_is_handed_out_in_it(world: World) -> None:
    maria = world.browser()
    await maria.register()

    pause = await maria.post("/time-out", length=DAY)

    assert pause["kind"] == "timeOut"
    assert (await maria.get("/profile"))["pause"] == pause
    assert await maria.refused("/time-out", length=HOUR) == (409, "exclusion_not_longer")
    assert await maria.refused("/refill") == (409, "time_out_active")
    assert await maria.refused("/time-out", length=1) == (409, "bad_time_out")
    longer = await maria.post("/self-exclusion", months=None)
    assert longer == {"kind": "selfExclusion", "until": None}


@story
async def test_a_closed_account_only_pays_out(world: World) -> None:
    maria = world.browser()
    await maria.register()
    ended: list[str] = []
    world.house.auth.on_revoked.append(ended.append)

    assert await maria.refused("/account/close", password="", why="enough") == (403, "wrong_password")
    await maria.post("/account/close", password=WORDS, why="enough")

    assert len(ended) == 1
    assert (await maria.get("/session"))["person"] is None
    await maria.post("/login", name="Maria", password=WORDS)
    assert (await maria.get("/profile"))["closed"] is True
    assert await maria.refused("/refill") == (409, "account_closed")
    after = await maria.post("/withdrawals", id="w1", amount=1_000_00)
    assert [(each["id"], each["stage"]) for each in after["pending"]] == [("w1", "asked")]


@story
async def test_another_picture_is_seen_at_once(world: World) -> None:
    maria = world.browser()
    player = PlayerId((await maria.register())["person"]["player"])

    await maria.post("/profile", avatar="fish")

    face = world.house.auth.face(player)
    assert face is not None
    assert (face.avatar, (await maria.get("/profile"))["avatar"]) == ("fish", "fish")
    assert await maria.refused("/profile", avatar="dragon") == (400, "no_such_avatar")


def test_who_takes_a_break_leaves_the_table(address: str) -> None:
    async def play() -> None:
        book = editions()[0]
        async with open_world(address, room=quick_room(), books=(book,)) as world:
            browsers = [world.browser() for _ in range(3)]
            players = [await each.guest(name) for each, name in zip(browsers, ("Ann", "Bob", "Cid"), strict=True)]
            room = world.house.room
            await Evening(room, players, 1, goes_on=True).play(stake_of(room, book.id))
            ann = browsers[0]
            seated = (await ann.get("/wallets"))["onTables"]
            left = asyncio.Event()
            room.registry.watches.append(lambda *_: None if room.tables_of(PlayerId(players[0])) else left.set())

            await ann.post("/time-out", length=DAY)
            await asyncio.wait_for(left.wait(), 20)

            assert len(seated) == 1
            assert (await ann.get("/wallets"))["onTables"] == []

    asyncio.run(play())
