"""Hand history: what a player may see of the hands they were dealt into."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from fairdeal.bank.house import StaffId
from fairdeal.kernel import MoneyKind
from fairdeal.office.docket.commands import SetRoles
from fairdeal.office.roles import Role
from fairdeal.poker.history.phh_text import hands_of
from fairdeal.rulebook.clause import U27
from fairdeal.server.house import answered
from tests.server.api.house import Browser, World, editions, open_world
from tests.server.api.playing import Evening, quick_room, stake_of

Explanation = Callable[[World, Browser, Browser, list[str]], Coroutine[Any, Any, None]]


def after_hands(
    address: str, told: Explanation, *, hands: int = 3, money: MoneyKind = MoneyKind.TEST, bob_folds: bool = False
) -> None:
    """Ann, Bob and Cid play some hands, then the story goes on."""

    async def play() -> None:
        book = editions()[money is MoneyKind.PLAY]  # the first has no tables for play money
        async with open_world(address, room=quick_room(money), books=(book,)) as world:
            ann, bob, cid = world.browser(), world.browser(), world.browser()
            players = [await ann.guest("Ann"), await bob.guest("Bob"), await cid.guest("Cid")]
            room = world.house.room
            folder = players[1] if bob_folds else None
            evening = Evening(room, players, hands, folder)
            await told(world, ann, bob, await evening.play(stake_of(room, book.id)))

    asyncio.run(play())


def test_the_list_has_every_hand_with_own_cards_and_result(address: str) -> None:
    async def told(world: World, ann: Browser, bob: Browser, hands: list[str]) -> None:
        mine = await ann.get("/hands")
        theirs = await bob.get("/hands")

        assert [row["id"] for row in mine["rows"]] == hands[::-1]
        assert mine["next"] is None
        for row, other in zip(mine["rows"], theirs["rows"], strict=True):
            assert len(row["hole"]) == len(other["hole"]) == 2
            assert not set(row["hole"]) & set(other["hole"])
            assert len(row["board"]) == 5
            assert (row["game"], row["currency"], row["label"], row["edition"]) == ("texas", "EUR", "test", U27)

    after_hands(address, told)


def test_the_list_goes_on_page_by_page_and_by_filters(address: str) -> None:
    async def told(world: World, ann: Browser, bob: Browser, hands: list[str]) -> None:
        whole = (await ann.get("/hands"))["rows"]
        first = await ann.get("/hands", limit=2)
        second = await ann.get("/hands", limit=2, before=first["next"])

        assert first["rows"] + second["rows"] == whole
        assert [len(first["rows"]), len(second["rows"])] == [2, 1]
        for result, sign in (("won", 1), ("lost", -1), ("even", 0)):
            found = (await ann.get("/hands", result=result))["rows"]
            assert [row["id"] for row in found] == [
                row["id"] for row in whole if (row["result"] > 0) - (row["result"] < 0) == sign
            ]
        assert (await ann.get("/hands", stake=whole[0]["stake"]))["rows"] == whole
        assert (await ann.get("/hands", stake="texas/9-9"))["rows"] == []
        assert (await ann.get("/hands", until=whole[-1]["at"]))["rows"] == []
        assert (await ann.get("/hands", since=whole[0]["at"] + 1))["rows"] == []
        for query in ({"before": "x"}, {"limit": 0}, {"result": "bad"}, {"since": "x"}):
            assert (await ann.refused_get("/hands", **query))[0] == 400

    after_hands(address, told)


def test_a_shown_hand_shows_its_cards_and_adds_up(address: str) -> None:
    async def told(world: World, ann: Browser, bob: Browser, hands: list[str]) -> None:
        detail = await ann.get(f"/hands/{hands[0]}")

        (row,) = (await ann.get("/hands"))["rows"]
        assert 0 <= row["at"] - detail["at"] < 60_000  # from the deal to the end
        assert [player["me"] for player in detail["players"]].count(True) == 1
        assert {player["name"] for player in detail["players"]} == {"Ann", "Bob", "Cid"}
        assert sum(player["net"] for player in detail["players"]) == -detail["rake"]
        assert all(player["cards"] for player in detail["players"])
        assert [street["street"] for street in detail["streets"]] == [0, 1, 2, 3]
        assert (
            sum(pot["amount"] for pot in detail["pots"])
            == sum(winner["amount"] for pot in detail["pots"] for winner in pot["winners"]) + detail["rake"]
        )
        assert {shown["seat"] for shown in detail["shown"]} == {player["seat"] for player in detail["players"]}
        assert all(len(shown["best"]) == 5 for shown in detail["shown"])

    after_hands(address, told, hands=1)


def test_cards_that_were_not_shown_are_seen_by_their_owner_only(address: str) -> None:
    async def told(world: World, ann: Browser, bob: Browser, hands: list[str]) -> None:
        hidden = 0
        for hand in hands:
            for browser, name in ((ann, "Ann"), (bob, "Bob")):
                detail = await browser.get(f"/hands/{hand}")
                for player in detail["players"]:
                    if player["name"] == name or player["shown"]:
                        assert len(player["cards"]) == 2
                    else:
                        assert player["cards"] is None
                        hidden += 1
        assert hidden > 0, "Bob folds whenever he has to call"

    after_hands(address, told, hands=4, bob_folds=True)


def test_a_hand_of_others_is_not_there(address: str) -> None:
    async def told(world: World, ann: Browser, bob: Browser, hands: list[str]) -> None:
        eve = world.browser()
        await eve.guest("Eve")

        for path in ("", "/phh", "/text"):
            assert await eve.refused_get(f"/hands/{hands[0]}{path}") == (404, "no_such_hand")
        assert await eve.refused(f"/hands/{hands[0]}/complaint", text="mine") == (404, "no_such_hand")
        assert await ann.refused_get("/hands/nothing") == (404, "no_such_hand")
        assert (await eve.get("/hands"))["rows"] == []

    after_hands(address, told, hands=1)


@pytest.mark.rule("INT-16")
@pytest.mark.parametrize("money", [MoneyKind.TEST, MoneyKind.PLAY])
def test_files_are_for_money_that_the_rulebook_allows(address: str, money: MoneyKind) -> None:
    async def told(world: World, ann: Browser, bob: Browser, hands: list[str]) -> None:
        detail = await ann.get(f"/hands/{hands[0]}")
        if money is MoneyKind.TEST:
            assert (detail["downloads"], detail["text"], detail["downloadRule"]) == (False, None, "INT-16")
            listed = await ann.get("/hands")
            assert (listed["downloads"], listed["downloadRule"]) == (False, "INT-16")
            assert await ann.refused_get("/hands.txt") == (409, "download_not_allowed")
            for kind in ("phh", "text"):
                answer = await ann.http.get(f"/api/hands/{hands[0]}/{kind}")
                assert (answer.status_code, answer.json()["code"]) == (409, "download_not_allowed")
                assert answer.json()["rule"] == "INT-16"
            return
        assert (detail["downloads"], detail["downloadRule"]) == (True, None)
        assert (await ann.get("/hands"))["downloads"] is True
        assert (await ann.get("/hands.txt")).count("Dealt to Ann [") == len(hands)
        assert await ann.get("/hands.txt", until=1) == ""
        ((_, fields),) = hands_of(await ann.get(f"/hands/{hands[0]}/phh"))
        assert {"Ann", "Bob"} <= set(fields["players"])
        assert "Dealt to Ann [" in await ann.get(f"/hands/{hands[0]}/text")
        assert detail["text"] == await ann.get(f"/hands/{hands[0]}/text")

    after_hands(address, told, hands=1, money=money)


def test_files_hold_no_cards_that_were_not_shown(address: str) -> None:
    async def told(world: World, ann: Browser, bob: Browser, hands: list[str]) -> None:
        seen = 0
        bobs = {row["id"]: row["hole"] for row in (await bob.get("/hands"))["rows"]}
        for hand in hands:
            players = (await ann.get(f"/hands/{hand}"))["players"]
            if any(player["name"] == "Bob" and player["shown"] for player in players):
                continue
            ((_, fields),) = hands_of(await ann.get(f"/hands/{hand}/phh"))
            dealt = " ".join(fields["actions"])
            shown = " ".join(re.findall(r"\[[^]]*\]", await ann.get(f"/hands/{hand}/text")))
            assert not any(card in dealt or card in shown for card in bobs[hand])
            seen += 1
        assert seen > 0

    after_hands(address, told, hands=4, bob_folds=True, money=MoneyKind.PLAY)


def test_results_add_up_hand_by_hand(address: str) -> None:
    async def told(world: World, ann: Browser, bob: Browser, hands: list[str]) -> None:
        rows = (await ann.get("/hands"))["rows"]
        results = await ann.get("/results")

        assert results["hands"] == len(results["points"]) == 5
        assert results["result"] == sum(row["result"] for row in rows) == results["points"][-1]["result"]
        assert results["rake"] == sum(row["rake"] for row in rows)
        assert results["points"][-1]["beforeRake"] == results["result"] + results["rake"]
        assert (results["currency"], results["currencies"], results["label"]) == ("EUR", ["EUR"], "test")
        assert (await ann.get("/results", currency="RON"))["hands"] == 0

    after_hands(address, told, hands=5)


@pytest.mark.rule("CASH-21")
def test_every_hand_of_the_history_names_the_text_it_was_played_by(address: str) -> None:
    async def told(world: World, ann: Browser, bob: Browser, hands: list[str]) -> None:
        here = await ann.get("/session")
        accepted = world.house.people.accepted(here["person"]["player"])
        detail = await ann.get(f"/hands/{hands[0]}")

        assert detail["edition"] == U27
        assert detail["digest"] in accepted

    after_hands(address, told, hands=1)


def test_a_complaint_about_a_hand_reaches_the_staff_and_its_answer_the_player(address: str) -> None:
    async def told(world: World, ann: Browser, bob: Browser, hands: list[str]) -> None:
        made = await ann.post(f"/hands/{hands[0]}/complaint", text="  the pot was mine ")
        staff = world.browser()
        entered = await staff.register("Sigrid")
        assert await staff.refused_get("/staff/complaints") == (403, "not_allowed")
        world.house.people.change_person(entered["person"]["player"], roles="support")
        await world.house.auth.refresh(entered["person"]["player"])
        await staff.enrol(world.house.clock.now())
        assert await staff.refused_get("/staff/complaints") == (409, "not_allowed"), "the docket knows nothing of it"
        given = SetRoles(StaffId(entered["person"]["player"]), (Role.SUPPORT,), "test")
        await answered(lambda reply: world.house.room.office(given, reply))

        (listed,) = await staff.get("/staff/complaints", state="open")
        told_back = await staff.post(f"/staff/complaints/{made['id']}/answer", answer="It was shared (SHOW-05).")

        assert listed == made
        assert (made["text"], made["hand"], made["state"]) == ("the pot was mine", hands[0], "open")
        assert told_back["state"] == "answered"
        assert (await ann.get("/complaints"))[0]["answer"] == "It was shared (SHOW-05)."
        assert await bob.get("/complaints") == []
        assert await staff.refused(f"/staff/complaints/{made['id']}/answer", answer="Again") == (
            409,
            "no_such_complaint",
        )
        assert (await ann.refused(f"/hands/{hands[0]}/complaint", text=" "))[1] == "bad_text_length"
        assert (await ann.refused(f"/hands/{hands[0]}/complaint", text="x" * 2_001))[1] == "bad_text_length"

    after_hands(address, told, hands=1)
