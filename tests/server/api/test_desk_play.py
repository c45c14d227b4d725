"""What the desk shows of play: hands without a card nobody showed, tables, tournaments, lobbies, rounds and cases; and who is told."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.cards import NAMES
from fairdeal.cash.offer import StakeId
from fairdeal.kernel import DAY, UNITS_PER_CENT, HandId, PlayerId, TableId
from fairdeal.office.roles import Role
from fairdeal.poker.history.record import from_bytes
from fairdeal.present.table import table_name
from fairdeal.room.cash.house import wallet_of
from fairdeal.room.records import from_sealed
from fairdeal.server.api.purse import balances_of
from fairdeal.server.office.consequences import Consequences
from tests.server.api.desk import WHY, asked, member, signed
from tests.server.api.house import VAULT, Browser, World, editions, open_world
from tests.server.api.playing import Evening, quick_room, stake_of
from tests.server.api.test_levers import BOOK, MAIN, RUNNING, running
from tests.server.api.tournament_nights import TournamentNight, setup_of, small_hexapro, tournament_room

PLAYERS = ("Ann", "Bob", "Cid")


def in_cash_room(address: str, told: Any) -> None:
    """Three guests at one stake of a room with cash games, Olga of the floor, Frank of finance and Sam of security."""

    async def play() -> None:
        async with open_world(address, room=quick_room(), books=editions()[1:]) as world:
            browsers = {name: world.browser() for name in PLAYERS}
            players = {name: await browser.guest(name) for name, browser in browsers.items()}
            staff = [
                await member(world, name, role)
                for name, role in (("Olga", Role.FLOOR), ("Frank", Role.FINANCE), ("Sam", Role.SECURITY))
            ]
            await told(world, browsers, players, staff)

    asyncio.run(play())


async def seated(
    world: World, players: dict[str, str], hands: int, folder: str | None = None, blinds: str = ""
) -> Evening:
    evening = Evening(world.house.room, list(players.values()), hands, None if folder is None else players[folder])
    offered = world.house.room.cash.house.offered
    await evening.play(next(each for each in offered if f"/texas/{blinds}" in each))
    return evening


def heard(world: World) -> dict[str, list[dict[str, Any]]]:
    """What connected players are told at once, by player."""
    found: dict[str, list[dict[str, Any]]] = {}
    follow = Consequences(world.house, lambda player, message: found.setdefault(player, []).append(json.loads(message)))
    world.house.room.follow_deeds_by(follow.follow)
    return found


async def table_of(world: World, olga: Browser) -> str:
    (line,) = await olga.get("/desk/tables")
    name: str = line["table"]
    return name


async def hand_at(world: World, table: str) -> str:
    """The hand that is played at a table, as soon as one is."""
    actor = world.house.room.find_table(TableId(table))
    assert actor is not None
    async with asyncio.timeout(10):
        while actor.state.open is None or actor.state.running is None:
            await asyncio.sleep(0.01)
    found: str = actor.state.open.hand
    return found


@pytest.mark.rule("CASH-15")
def test_a_hand_at_the_desk_has_no_card_that_nobody_showed(address: str) -> None:
    async def told(world: World, _browsers: Any, players: dict[str, str], staff: list[Browser]) -> None:
        (hand,) = (await seated(world, players, 1, folder="Ann")).hands

        page = await staff[0].get(f"/desk/hands/{hand}")

        kept = world.house.store.hand(HandId(hand))
        assert kept is not None
        secret = from_sealed(VAULT.open(HandId(hand), kept.sealed)).cards
        hidden = from_bytes(kept.public, secret).hole[kept.players.index(PlayerId(players["Ann"]))]
        assert hidden is not None
        ann = next(each for each in page["sights"] if each["player"]["name"] == "Ann")
        assert (ann["cards"], ann["hole"], page["sealed"], page["state"]) == (None, 2, 4, "settled")
        shown = {card for each in page["sights"] for card in each["cards"] or ()} | set(page["board"])
        assert not shown & {NAMES[card] for card in hidden}
        assert all(NAMES[card] not in json.dumps(page["detail"]["players"]) for card in hidden)
        assert sum(each["won"] - each["put"] for each in page["money"]) == -page["detail"]["rake"]
        assert all(each["before"] - each["put"] + each["won"] == each["after"] for each in page["money"])
        assert [each["staff"]["name"] for each in page["looks"]] == ["Olga"]
        assert (await staff[1].refused_get("/desk/hands/" + "0" * 26))[1] == "no_such_hand"

    in_cash_room(address, told)


def test_a_void_hand_is_signed_by_two_and_read_by_everybody_who_was_dealt_in(address: str) -> None:
    async def told(world: World, browsers: dict[str, Browser], players: dict[str, str], staff: list[Browser]) -> None:
        olga, frank, _ = staff
        notices = heard(world)
        await seated(world, players, 1)
        table = await table_of(world, olga)
        hand = await hand_at(world, table)
        page = await olga.get(f"/desk/hands/{hand}")
        assert (page["state"], page["table"], {each["what"] for each in page["clocks"]}) == (
            "playing",
            table,
            {"turn", "bank"},
        )
        assert all(each["cards"] is None for each in page["sights"])
        assert page["edition"] == "publicwin"
        start = {each["player"]["player"]: each["before"] for each in page["money"]}

        request = await asked(olga, {"kind": "void_hand", "table": table, "hand": hand}, "CASH-20")
        assert request["about"] == table_name(TableId(table)), "whoever signs reads where"
        assert [each["id"] for each in (await frank.get(f"/desk/tables/{table}"))["requests"]] == [request["id"]]
        await signed(frank, request)
        async with asyncio.timeout(10):
            while len(notices) < len(start):
                await asyncio.sleep(0.01)

        assert set(notices) == set(start)
        one, other = list(start)[:2]
        (notice,) = notices[one]
        assert (notice["type"], notice["kind"], notice["rule"], notice["reason"], notice["about"]) == (
            "ruled",
            "void_hand",
            "CASH-20",
            WHY,
            table_name(TableId(table)),
        )
        (ruling,) = await next(browsers[name] for name in PLAYERS if players[name] == other).get("/rulings")
        assert (ruling["kind"], ruling["clause"], ruling["deed"]["hand"], ruling["about"]) == (
            "void_hand",
            "CASH-20",
            hand,
            table_name(TableId(table)),
        )
        void = await olga.get(f"/desk/hands/{hand}")
        assert (void["state"], void["detail"]["void"], void["reversal"]) == ("void", True, None)
        assert {each["player"] for each in void["dealtIn"]} == set(start)
        now = await olga.get(f"/desk/tables/{table}")
        stacks = {each["player"]["player"]: each["stack"] + each["put"] for each in now["seats"]}
        assert start.items() <= stacks.items()
        assert now["hands"][0]["void"] is True

    in_cash_room(address, told)


def test_a_settled_hand_is_reversed_with_its_rake(address: str) -> None:
    async def told(world: World, browsers: dict[str, Browser], players: dict[str, str], staff: list[Browser]) -> None:
        olga, frank, _ = staff
        hands = (await seated(world, players, 3, blinds="0.25-0.50")).hands
        pages = [await olga.get(f"/desk/hands/{each}") for each in hands]
        page = next(each for each in pages if each["detail"]["rake"] and each["reversal"]["takes"])
        reversal, rake = page["reversal"], page["detail"]["rake"]
        accounts = {
            each["player"]["player"]: wallet_of(rules_at(world), each["player"]["player"]) for each in page["money"]
        }
        before = balances_of(world.house, accounts.values())
        deed = {"kind": "reverse", **reversal, "about": page["hand"]}

        figures = await olga.post("/desk/dry-run", deed=deed, clause="CASH-20")
        assert figures["house"] == -rake
        assert await olga.refused("/desk/dry-run", deed={**deed, "fromHouse": rake + 1}, clause="CASH-20") == (
            409,
            "sums_differ",
        )
        await signed(frank, await asked(olga, deed, "CASH-20"))

        after = balances_of(world.house, accounts.values())
        for each in page["money"]:
            account = accounts[each["player"]["player"]]
            assert after[account] - before[account] == (each["put"] - each["won"]) * UNITS_PER_CENT
        assert len(await browsers[page["money"][0]["player"]["name"]].get("/rulings")) == 1

    in_cash_room(address, told)


def test_a_closed_table_is_told_to_everybody_who_sits_there(address: str) -> None:
    async def told(world: World, browsers: dict[str, Browser], players: dict[str, str], staff: list[Browser]) -> None:
        olga, frank, _ = staff
        await seated(world, players, 1)
        table = await table_of(world, olga)
        await hand_at(world, table)  # it is played to its end first
        page = await olga.get(f"/desk/tables/{table}")
        seats = {each["player"]["name"] for each in page["seats"]}
        assert len(seats) >= 2
        shown = table_name(TableId(table))
        assert page["name"] == shown, "staff read the name that players read"
        for words in (table, shown, shown.lower()):
            assert await olga.get("/desk/search", q=words) == [{"what": "table", "id": table, "name": shown}]

        await signed(frank, await asked(olga, {"kind": "close_table", "table": table}, "CASH-01"))

        for name in seats:
            (ruling,) = await browsers[name].get("/rulings")
            assert (ruling["kind"], ruling["clause"], ruling["about"]) == ("close_table", "CASH-01", shown)

    in_cash_room(address, told)


def test_nobody_without_a_desk_reads_a_hand_a_table_or_a_case(address: str) -> None:
    async def told(world: World, browsers: dict[str, Browser], players: dict[str, str], staff: list[Browser]) -> None:
        (hand,) = (await seated(world, players, 1)).hands
        table = await table_of(world, staff[0])
        dealer = await member(world, "Dora", Role.DEALER)
        complaint = await browsers["Ann"].post(f"/hands/{hand}/complaint", text="it was not my turn")
        for path in (f"/desk/hands/{hand}", f"/desk/tables/{table}", "/desk/cases", f"/desk/cases/{complaint['id']}"):
            for who in (browsers["Ann"], dealer):
                assert (await who.refused_get(path)) == (403, "not_allowed"), path

    in_cash_room(address, told)


@pytest.mark.rule("INT-38")
def test_a_complaint_is_due_in_ten_working_days_and_its_answer_releases_what_waited(address: str) -> None:
    async def told(world: World, browsers: dict[str, Browser], players: dict[str, str], staff: list[Browser]) -> None:
        olga, frank, sam = staff
        (hand,) = (await seated(world, players, 1, folder="Ann")).hands  # who has won nothing that would wait by itself
        ann = players["Ann"]
        complaint = await browsers["Ann"].post(f"/hands/{hand}/complaint", text="the pot was counted wrong")
        wallet = wallet_of(rules_at(world), PlayerId(ann))
        before = balances_of(world.house, [wallet])[wallet]
        hold = {
            "kind": "hold",
            "player": ann,
            "wallet": {"currency": "EUR", "money": "test", "side": "poker"},
            "amount": 1_00,
            "why": "complaint",
        }
        kept = await asked(sam, hold, "INT-38", atOnce=True)
        await signed(frank, kept)
        assert balances_of(world.house, [wallet])[wallet] == before - 1_0000

        (line,) = await olga.get("/desk/cases", state="open")
        page = await olga.get(f"/desk/cases/{complaint['id']}")

        assert (line["id"], line["what"], line["about"], line["rule"]) == (complaint["id"], "hand", hand, "INT-38")
        assert 13 * DAY <= line["deadline"] - line["at"] <= 16 * DAY  # ten working days
        assert (page["case"]["text"], page["edition"], page["holds"][0]["hold"]) == (
            "the pot was counted wrong",
            "publicwin",
            kept["id"],
        )
        assert [each["id"] for each in (await olga.get(f"/desk/hands/{hand}"))["cases"]] == [complaint["id"]]
        answer = {
            "kind": "answer_complaint",
            "player": ann,
            "complaint": complaint["id"],
            "answer": "We counted it again, and it was right.",
            "hold": kept["id"],
        }
        following = Consequences(world.house)
        world.house.room.follow_deeds_by(following.follow)
        await signed(frank, await asked(olga, answer, "INT-38", edition="publicwin"))
        await following.settle()
        assert balances_of(world.house, [wallet])[wallet] == before
        (own,) = await browsers["Ann"].get("/complaints")
        assert (own["state"], own["answer"]) == ("answered", "We counted it again, and it was right.")
        assert await olga.get("/desk/cases", state="open") == []
        assert (await olga.refused_get("/desk/cases", state="lost"))[1] == "malformed"

    in_cash_room(address, told)


def rules_at(world: World) -> Any:
    stake: StakeId = stake_of(world.house.room, "publicwin")
    return world.house.room.cash.house.offered[stake].rules


def at_tournaments(address: str, told: Any) -> None:
    async def play() -> None:
        async with open_world(address, room=tournament_room(), books=(BOOK,)) as world:
            night = TournamentNight(world.house.room)
            setup = setup_of(world.house.room, BOOK, "freezeout", 9, name="Sunday Main")
            await night.announce(MAIN, replace(setup, unregister_before=None))
            staff = [await member(world, "Olga", Role.FLOOR), await member(world, "Frank", Role.FINANCE)]
            await told(world, night, *staff)

    asyncio.run(play())


def test_a_cancelled_tournament_is_shown_part_by_part_and_read_by_all_its_players(address: str) -> None:
    async def told(world: World, night: TournamentNight, olga: Browser, frank: Browser) -> None:
        browsers = [world.browser(), world.browser()]
        players = [await browser.guest(name) for browser, name in zip(browsers, ("Ann", "Bob"), strict=True)]
        await night.register(MAIN, *players)
        page = await olga.get(f"/desk/tournaments/{MAIN}")
        assert (page["name"], page["status"], page["entries"], page["halt"]) == ("Sunday Main", "announced", 2, None)
        assert sorted(each["player"]["name"] for each in page["players"]) == ["Ann", "Bob"]
        assert page["money"]["paidIn"] == 2 * (page["price"] - page["fee"])

        deed = {"kind": "cancel_tournament", "tournament": MAIN}
        plan = (await olga.post("/desk/dry-run", deed=deed, clause="CANC-58"))["plan"]
        assert sum(part["amount"] for each in plan["payouts"] for part in each["parts"]) == plan["total"]
        assert plan["total"] == 2 * page["price"]
        await signed(frank, await asked(olga, deed, "CANC-58"))

        for browser in browsers:
            (ruling,) = await browser.get("/rulings")
            assert (ruling["kind"], ruling["clause"], ruling["about"]) == (
                "cancel_tournament",
                "CANC-58",
                "Sunday Main",
            )
        assert (await olga.get(f"/desk/tournaments/{MAIN}"))["status"] == "cancelled"
        request = (await olga.get("/desk/requests"))["requests"][0]
        assert request["status"] == "done"

    at_tournaments(address, told)


def test_a_paused_tournament_says_since_when_and_who_paused_it(address: str) -> None:
    async def told(world: World, night: TournamentNight, olga: Browser, _frank: Browser) -> None:
        players = await running(world, night)
        halt = {"kind": "pause_tournament", "tournament": RUNNING}
        await asked(olga, halt, "MTT-45", atOnce=True)

        page = await olga.get(f"/desk/tournaments/{RUNNING}")

        assert (page["halt"]["staff"]["name"], page["halt"]["reason"]) == ("Olga", WHY)
        assert [each["kind"] for each in page["requests"]] == ["pause_tournament"]
        assert {each["player"]["player"] for each in page["players"]} == set(players)
        (table,) = page["tables"]
        assert (table["number"], {each["table"] for each in page["players"]}) == (1, {1}), "as players count them"
        seats = await olga.get(f"/desk/tables/{table['table']}")
        assert (seats["tournament"], seats["currency"], len(seats["seats"])) == (RUNNING, None, 2)
        assert (await olga.refused_get("/desk/tournaments/NONE"))[1] == "no_such_tournament"

    at_tournaments(address, told)


def test_a_closed_lobby_tells_those_it_refunds(address: str) -> None:
    async def told(world: World, night: TournamentNight, olga: Browser, frank: Browser) -> None:
        rules, browser = small_hexapro(BOOK), world.browser()
        ann = await browser.guest("Ann")
        await night.register_hexapro(rules, ann)
        page = await olga.get(f"/desk/lobbies/{rules.stream}")
        (game,) = page["games"]
        assert (game["state"], [each["player"] for each in game["players"]]) == ("filling", [ann])

        await signed(frank, await asked(olga, {"kind": "close_lobby", "lobby": str(rules.stream)}, "CANC-52"))

        (ruling,) = await browser.get("/rulings")
        assert (ruling["kind"], ruling["clause"]) == ("close_lobby", "CANC-52")
        assert (await olga.get(f"/desk/lobbies/{rules.stream}"))["closed"] is True

    at_tournaments(address, told)
