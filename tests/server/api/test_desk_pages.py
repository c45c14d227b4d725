"""What pages of the desk read: the room now, a player's parts, what the house offers; and that each look is written down."""

import asyncio
from typing import Any

from fairdeal.bank.accounts import Purpose
from fairdeal.kernel import UNITS_PER_CENT, PlayerId
from fairdeal.office.docket.state import STREAM
from fairdeal.office.papers import TEXT_MAX
from fairdeal.office.roles import Role
from fairdeal.rulebook.clause import U27
from fairdeal.server.api.desk.offers import diff_of
from fairdeal.server.api.purse import purse_of
from tests.server.api.desk import asked, member, signed
from tests.server.api.house import World, editions, open_world, story
from tests.server.api.playing import Evening, quick_room, stake_of

CLOSED = f'# quiet week\nclosed = ["{U27}/test/texas/0.02-0.04/6"]\n'


async def looks(world: World) -> list[tuple[str, str]]:
    """Every look that is in the docket's chain."""
    registry = world.house.room.registry
    codec = registry.actor(STREAM).hosted.durable
    events = [codec.decode_event(data) for _, _, data in world.house.journal.entries(STREAM, 0)]
    return [(each.what, each.about) for each in events if type(each).__name__ == "Looked"]


@story
async def test_every_part_of_a_player_is_a_look_of_its_own(world: World) -> None:
    rita = await member(world, "Rita", Role.FLOOR)
    ann = world.browser()
    player = await ann.guest("Ann")
    path = f"/desk/players/{player}"
    statement = await rita.get(f"{path}/statement")
    sessions = await rita.get(f"{path}/sessions")
    hands, entered, rounds = [await rita.get(f"{path}/{part}") for part in ("hands", "tournaments", "rounds")]
    wallet = purse_of(world.house, PlayerId(player)).accounts[0]
    csv = await rita.get(f"{path}/statement.csv", wallet=wallet)

    assert statement["closing"] == statement["opening"] + sum(line["amount"] for line in statement["lines"])
    assert [line["balance"] for line in statement["lines"]][:1] == [statement["closing"]]
    assert csv.count("\n") >= len(statement["lines"])
    (session,) = sessions["sessions"]
    assert (session["agent"], session["place"]) != ("", "")
    assert (hands["rows"], entered["rows"], rounds["rows"]) == ([], [], [])
    assert await looks(world) == [
        (f"player_{part}", player) for part in ("statement", "sessions", "hands", "tournaments", "rounds", "statement")
    ]
    assert await rita.refused_get(f"{path}/statement", wallet="site:else:EUR:test") == (409, "no_such_wallet")
    assert await rita.refused_get("/desk/players/nobody/hands") == (409, "no_such_person")
    assert await ann.refused_get(f"{path}/hands") == (403, "not_allowed")


def test_hands_and_money_in_play_have_no_card_that_nobody_showed(address: str) -> None:
    async def play() -> None:
        async with open_world(address, room=quick_room(), books=editions()[:1]) as world:
            browsers = [world.browser() for _ in range(3)]
            ann, bob, cid = [await each.guest(name) for each, name in zip(browsers, ("Ann", "Bob", "Cid"), strict=True)]
            rita = await member(world, "Rita", Role.FLOOR)
            await Evening(world.house.room, [ann, bob, cid], 2, bob).play(stake_of(world.house.room, U27))
            rows = (await rita.get(f"/desk/players/{bob}/hands"))["rows"]
            own = (await browsers[1].get("/hands"))["rows"]
            room = await rita.get("/desk/room")

            assert [(row["id"], row["result"]) for row in rows] == [(row["id"], row["result"]) for row in own]
            assert [len(row["hole"]) for row in own] == [2, 2]
            assert [row["hole"] for row in rows] == [[], []], "he folded, and showed nothing"
            seats = world.house.store.accounts(Purpose.SEAT)
            (money,) = room["inPlay"]
            assert money["amount"] >= sum(seats.values()) // UNITS_PER_CENT > 0
            assert (room["players"], room["cashTables"]) == (3, 1)

    asyncio.run(play())


@story
async def test_somebody_is_found_by_network_address_and_device(world: World) -> None:
    rita = await member(world, "Rita", Role.FLOOR)
    ann = world.browser()
    ann.http.headers["user-agent"] = "Mozilla/5.0 (Linux; Android 14; Pixel 9)"
    player = await ann.guest("Ann")
    (session,) = (await rita.get(f"/desk/players/{player}/sessions"))["sessions"]

    def found(rows: list[dict[str, Any]]) -> set[str]:
        return {row["id"] for row in rows if row["what"] == "player"}

    assert found(await rita.get("/desk/search", q="Pixel 9")) == {player}
    assert player in found(await rita.get("/desk/search", q=session["place"]))
    assert found(await rita.get("/desk/search", q="%")) == set()
    assert found(await rita.get("/desk/search", q="Pix")) == set(), "too little to look for"


@story
async def test_an_empty_room_has_figures_too(world: World) -> None:
    rita = await member(world, "Rita", Role.FLOOR)
    ann = world.browser()
    await ann.guest("Ann")
    room = await rita.get("/desk/room")

    assert (room["players"], room["cashTables"], room["waiting"], room["inPlay"]) == (0, 0, 0, [])
    assert (room["withdrawals"], room["complaints"]) == (0, 0)
    assert [each["players"] for each in room["past"]] == [0]
    assert await ann.refused_get("/desk/room") == (403, "not_allowed")


@story
async def test_a_paper_is_checked_shown_line_by_line_and_put_in_force_by_two(world: World) -> None:
    rita, frank = await member(world, "Rita", Role.FLOOR), await member(world, "Frank", Role.FINANCE)
    offers = {each["paper"]: each for each in await rita.get("/desk/offers")}
    good = await rita.post("/desk/offers/stakes/check", text=CLOSED)
    bad = await rita.post("/desk/offers/stakes/check", text="closed = [\n'none/*']\n")

    assert offers["stakes"]["source"] == "usual"
    assert (good["faults"], good["closes"], good["opens"]) == ([], [f"{U27}/test/texas/0.02-0.04/6"], [])
    assert [each["line"] for each in bad["faults"]] == [2]
    deed = {"kind": "change_offer", "paper": "stakes", "text": CLOSED}
    wrong = {**deed, "text": "closed = ['none/*']"}
    assert await rita.refused("/desk/dry-run", deed=wrong) == (400, "bad_paper")
    request = await asked(rita, deed)
    waiting = await frank.get(f"/desk/offers/stakes/requests/{request['id']}")
    assert (waiting["text"], waiting["closes"]) == (CLOSED, good["closes"])
    await signed(frank, request)

    after = await rita.get("/desk/offers/stakes")
    assert (after["source"], after["text"]) == ("desk", CLOSED)
    assert [each["staff"]["name"] for each in after["revisions"]] == ["Rita"]
    assert await rita.refused("/desk/dry-run", deed=deed) == (409, "already_in_force")
    assert await rita.refused_get("/desk/offers/menu") == (404, "no_such_paper")
    long = CLOSED + "#" * (TEXT_MAX - len(CLOSED))
    assert (await rita.post("/desk/offers/stakes/check", text=long))["faults"] == []


def test_a_diff_names_lines_by_where_they_stand() -> None:
    before = "a\nb\nc\nd\ne\nf\ng\nh\n"
    after = "a\nb\nC\nd\ne\nf\ng\nh\ni\n"
    lines = [(each.kind, each.number, each.text) for each in diff_of(before, after)]

    assert lines == [
        ("same", 1, "a"),
        ("same", 2, "b"),
        ("removed", 3, "c"),
        ("added", 3, "C"),
        ("same", 4, "d"),
        ("same", 5, "e"),
        ("gap", 0, ""),
        ("same", 7, "g"),
        ("same", 8, "h"),
        ("added", 9, "i"),
    ]
    assert diff_of(before, before) == []
