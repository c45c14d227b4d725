"""Winnings and payments wait from the registration of a complaint until it is settled (INT-38), by themselves."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.purse.commands import AskWithdrawal
from fairdeal.bank.purse.state import Stage
from fairdeal.kernel import Currency, Instant, MoneyKind, PlayerId, Units
from fairdeal.office.roles import Role
from fairdeal.rulebook.clause import PW, U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.server.api.purse import ask_purse, balances_of, purse_of
from fairdeal.server.office.disputed import hold_all_disputed, term_of
from fairdeal.storage.people import ComplaintRow
from tests.bank.till import at
from tests.server.api.desk import asked, following, member, signed
from tests.server.api.house import Browser, World, open_world
from tests.server.api.playing import Evening, quick_room, stake_of

TEN = Units(10_0000)


class Table:
    """Two guests who played a hand by a rulebook with a term, and people of support and finance."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def open(self) -> "Table":
        """Play a hand that one folds and the other wins."""
        world = self.world
        self.sigrid, self.frank = (
            await member(world, "Sigrid", Role.SUPPORT),
            await member(world, "Frank", Role.FINANCE),
        )
        self.loser, self.winner = world.browser(), world.browser()
        self.loser_id, self.winner_id = [
            await each.guest(name) for each, name in ((self.loser, "Ann"), (self.winner, "Bob"))
        ]
        evening = Evening(world.house.room, [self.loser_id, self.winner_id], 1, folder=self.loser_id)
        (self.hand,) = await evening.play(stake_of(world.house.room, PW))
        self.won = (await self.winner.get("/hands"))["rows"][0]["result"]
        assert self.won > 0
        return self

    async def balance(self, browser: Browser) -> int:
        wallets = {each["id"]: each["balance"] for each in (await browser.get("/wallets"))["wallets"]}
        return int(wallets["poker:EUR:test"])

    async def complain(self, browser: Browser) -> str:
        case: str = (await browser.post(f"/hands/{self.hand}/complaint", text="the pot was counted wrong"))["id"]
        return case


def at_table(address: str, told: Any) -> None:
    async def play() -> None:
        async with open_world(address, room=quick_room(), books=(published_edition(PW),)) as world:
            await told(await Table(world).open())

    asyncio.run(play())


@pytest.mark.rule("INT-38")
def test_winnings_wait_from_the_registration_of_a_complaint_until_two_have_settled_it(address: str) -> None:
    async def told(table: Table) -> None:
        followed = following(table.world)
        before = await table.balance(table.winner)

        case = await table.complain(table.winner)
        await followed.settle()

        assert await table.balance(table.winner) == before - table.won, "nobody asked for it"
        (ruling,) = await table.winner.get("/rulings")
        assert (ruling["id"], ruling["kind"], ruling["clause"]) == (case, "hold", "INT-38")
        page = await table.sigrid.get(f"/desk/cases/{case}")
        (hold,) = page["holds"]
        assert (hold["hold"], page["case"]["deadline"]) == (case, hold["deadline"])
        answer = {"kind": "answer_complaint", "player": page["case"]["player"]["player"], "complaint": case}
        answer["answer"] = "We counted it again, and it was right."
        refused = await table.sigrid.refused(f"/staff/complaints/{case}/answer", answer="It was right.")
        assert refused == (409, "second_signature_needed"), "one person alone frees no money"
        request = await asked(table.sigrid, answer, "INT-38")
        assert (request["status"], request["signs"]) == ("asked", ["finance"])
        assert await table.balance(table.winner) == before - table.won

        await signed(table.frank, request)
        await followed.settle()

        assert await table.balance(table.winner) == before
        (own,) = await table.winner.get("/complaints")
        assert (own["state"], own["answer"]) == ("answered", answer["answer"])
        assert [each["clause"] for each in await table.winner.get("/rulings")] == ["INT-38", "INT-38"]

    at_table(address, told)


@pytest.mark.rule("INT-38")
def test_only_the_complainants_own_winnings_wait(address: str) -> None:
    async def by_a_loser(table: Table) -> None:
        before = await table.balance(table.winner), await table.balance(table.loser)
        case = await table.complain(table.loser)
        assert (await table.sigrid.get(f"/desk/cases/{case}"))["holds"] == []
        assert before == (await table.balance(table.winner), await table.balance(table.loser))
        answered = await table.sigrid.post(f"/staff/complaints/{case}/answer", answer="It was right.")
        assert answered["state"] == "answered", "where nothing waits one person answers"

    at_table(address, by_a_loser)


def test_nothing_waits_by_itself_where_the_rulebook_does_not_say_so(address: str) -> None:
    async def play() -> None:
        async with open_world(address, room=quick_room(), books=(published_edition(U27),)) as world:
            sigrid = await member(world, "Sigrid", Role.SUPPORT)
            guests = [world.browser() for _ in range(3)]
            players = [await each.guest(name) for each, name in zip(guests, ("Ann", "Bob", "Cid"), strict=True)]
            (hand,) = await Evening(world.house.room, players, 1).play(stake_of(world.house.room, U27))
            for guest in guests:
                for row in (await guest.get("/hands"))["rows"]:  # none of whoever came too late for it
                    case = (await guest.post(f"/hands/{row['id']}/complaint", text="counted wrong"))["id"]
                    page = await sigrid.get(f"/desk/cases/{case}")
                    assert (page["case"]["about"], page["holds"], page["edition"]) == (hand, [], None)
            assert await sigrid.get("/desk/cases")

    asyncio.run(play())


@pytest.mark.rule("INT-38")
def test_what_a_crash_left_out_waits_after_the_next_start_and_once(address: str) -> None:
    async def told(table: Table) -> None:
        house, before = table.world.house, await table.balance(table.winner)
        player = table.winner_id
        row = ComplaintRow("01C", player, table.hand, house.clock.now(), "counted wrong", "", "", 0)
        await asyncio.to_thread(house.people.add_complaint, row)  # and then the process ended

        for _ in range(2):
            await hold_all_disputed(house)
            assert await table.balance(table.winner) == before - table.won
        await asyncio.to_thread(house.people.answer_complaint, "01C", "It was right.", "boss", house.clock.now())
        released = {"kind": "release", "player": player, "hold": "01C"}
        await signed(table.frank, await asked(table.sigrid, released, "INT-38"))
        await hold_all_disputed(house)
        assert await table.balance(table.winner) == before

    at_table(address, told)


async def asks_for_ten(world: World, player: str) -> PlayerId:
    """A withdrawal of ten lei that waits for approval."""
    who, tender = PlayerId(player), Tender(Currency.RON, MoneyKind.TEST)
    account = site_wallet(tender, who)
    balance = balances_of(world.house, [account])[account]
    await ask_purse(world.house, who, AskWithdrawal("w1", tender, TEN, balance))
    return who


@pytest.mark.rule("INT-38")
def test_a_payment_somebody_complained_about_is_not_made_until_the_answer(address: str) -> None:
    async def told(table: Table) -> None:
        followed, world = following(table.world), table.world
        player = await asks_for_ten(world, table.loser_id)
        case = (await table.loser.post("/withdrawals/w1/complaint", text="it should be twenty"))["id"]
        await followed.settle()

        approve = {"kind": "approve_withdrawal", "player": player, "withdrawal": "w1"}
        assert await table.sigrid.refused("/desk/dry-run", deed=approve) == (409, "payment_suspended")
        assert await table.loser.refused("/withdrawals/w1/cancel") == (409, "payment_suspended")
        (pending,) = (await table.loser.get("/cashier"))["pending"]
        assert (pending["suspended"]["code"], pending["suspended"]["rule"]) == ("payment_suspended", "INT-38")
        (ruling,) = await table.loser.get("/rulings")
        assert (ruling["id"], ruling["kind"], ruling["clause"]) == (case, "suspend_withdrawal", "INT-38")
        page = await table.sigrid.get(f"/desk/cases/{case}")
        assert (page["case"]["what"], page["case"]["about"], page["withdrawal"]) == ("payment", "w1", "w1")
        answer = {"kind": "answer_complaint", "player": player, "complaint": case, "answer": "Ten it was."}
        await signed(table.frank, await asked(table.sigrid, answer, "INT-38"))
        await signed(table.frank, await asked(table.sigrid, approve))

        found = purse_of(world.house, player).find_withdrawal("w1")
        assert found is not None
        assert (found.stage, found.suspension) == (Stage.APPROVED, None)
        assert (await table.loser.refused("/withdrawals/none/complaint", text="?"))[1] == "no_such_withdrawal"

    at_table(address, told)


@pytest.mark.rule("INT-38")
def test_the_term_of_a_payment_received_on_monday_the_2nd_ends_with_monday_the_16th(address: str) -> None:
    async def told(table: Table) -> None:
        monday, end = at("2026-11-02 10:00", "Europe/Bucharest"), at("2026-11-17 00:00", "Europe/Bucharest")
        assert term_of(table.world.house, PW, Instant(monday)) == end
        table.world.house.editions = tuple(
            replace(each, poker=replace(each.poker, integrity=replace(each.poker.integrity, complaints=None)))
            for each in table.world.house.editions
            if each.poker is not None
        )
        assert term_of(table.world.house, PW, Instant(monday)) is None

    at_table(address, told)
