"""The desk: one asks, another signs, and what is signed is what happens."""

import asyncio
from typing import Any

import pytest

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse.commands import OpenPurse, ReceiveDeposit
from fairdeal.kernel import Cents, Currency, MoneyKind, PlayerId, units_of
from fairdeal.office.roles import Role
from fairdeal.room.settings import RoomSettings
from fairdeal.server.api.purse import ask_purse, balances_of, purse_of
from tests.server.api.desk import REAL, TEST, WHY, asked, following, member, signed
from tests.server.api.house import Browser, World, open_world, story

REAL_EUR = Tender(Currency.EUR, MoneyKind.REAL)
MONEY = RoomSettings(money=(MoneyKind.REAL, MoneyKind.TEST), bank=BankPolicy(limits_needed_for=(), real_money=True))


async def player_with(world: World, name: str, cents: int = 0, tender: Tender = REAL_EUR) -> tuple[Browser, PlayerId]:
    browser = world.browser()
    player = PlayerId((await browser.register(name))["person"]["player"])
    await ask_purse(world.house, player, OpenPurse(player, (site_wallet(tender, player),)))
    if cents:
        await ask_purse(world.house, player, ReceiveDeposit("bank", f"r-{name}", tender, units_of(Cents(cents))))
    return browser, player


def held(world: World, player: PlayerId, tender: Tender = REAL_EUR) -> int:
    account = site_wallet(tender, player)
    return balances_of(world.house, [account])[account] // units_of(Cents(1))


def real(scenario: Any) -> Any:
    """A story in a house that plays for real money."""

    def run(address: str) -> None:
        async def play() -> None:
            async with open_world(address, room=MONEY) as world:
                await scenario(world)

        asyncio.run(play())

    run.__name__, run.__doc__ = scenario.__name__, scenario.__doc__
    return run


@real
async def test_a_credit_is_asked_by_one_and_signed_by_another(world: World) -> None:
    sigrid, frank = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Frank", Role.FINANCE)
    _, maria = await player_with(world, "Maria", 50_00)
    deed = {"kind": "credit", "player": maria, "wallet": REAL, "amount": 12_50}

    figures = await sigrid.post("/desk/dry-run", deed=deed, clause="CASH-01")
    wallet = next(each for each in figures["balances"] if each["purpose"] == "site")
    assert (wallet["before"], wallet["after"], figures["house"]) == (50_00, 62_50, -12_50)
    request = await asked(sigrid, deed, "CASH-01")
    assert (request["status"], request["isOwn"], held(world, maria)) == ("asked", True, 50_00)
    (waiting,) = (await frank.get("/desk/inbox"))["requests"]
    assert (waiting["id"], waiting["maySign"], waiting["staff"]["name"]) == (request["id"], True, "Sigrid")

    done = await signed(frank, waiting)

    assert (done["status"], done["by"]["name"], held(world, maria)) == ("done", "Frank", 62_50)
    assert (await frank.get("/desk/inbox"))["requests"] == []


@real
async def test_nobody_signs_their_own_request_or_without_the_role(world: World) -> None:
    sigrid, other = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Olof", Role.SUPPORT)
    _, maria = await player_with(world, "Maria", 50_00)
    request = await asked(sigrid, {"kind": "credit", "player": maria, "wallet": REAL, "amount": 100}, "CASH-01")

    path = f"/desk/requests/{request['id']}/sign"
    assert await sigrid.refused(path, figures=request["figures"]) == (409, "not_allowed")
    assert await other.refused(path, figures=request["figures"]) == (409, "not_allowed")
    assert await other.refused(path, figures="00" * 16) == (409, "not_allowed")
    assert held(world, maria) == 50_00


@real
async def test_figures_that_changed_are_not_signed_until_the_asker_confirms_them(world: World) -> None:
    following(world)
    sigrid, frank = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Frank", Role.FINANCE)
    _, maria = await player_with(world, "Maria", 50_00)
    request = await asked(sigrid, {"kind": "close_returning", "player": maria}, "INT-32", edition="publicwin")
    debit = await asked(sigrid, {"kind": "debit", "player": maria, "wallet": REAL, "amount": 10_00}, "CASH-20")
    await signed(frank, debit)

    now = await frank.get(f"/desk/requests/{request['id']}")
    assert (now["changed"], now["refusedNow"]["code"]) == (True, "insufficient_funds")
    path = f"/desk/requests/{request['id']}/sign"
    assert await frank.refused(path, figures=request["figures"]) == (409, "insufficient_funds")
    assert not purse_of(world.house, maria).closed
    assert await frank.refused(f"/desk/requests/{request['id']}/withdraw") == (409, "not_your_request")
    assert (await sigrid.post(f"/desk/requests/{request['id']}/withdraw"))["status"] == "withdrawn"


@real
@pytest.mark.rule("INT-32")
async def test_a_closed_account_is_paid_out_whole(world: World) -> None:
    consequences = following(world)
    sigrid, frank = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Frank", Role.FINANCE)
    browser, maria = await player_with(world, "Maria", 50_00)

    await signed(
        frank, await asked(sigrid, {"kind": "close_returning", "player": maria}, "INT-32", edition="publicwin")
    )
    await consequences.settle()

    purse = purse_of(world.house, maria)
    (payout,) = purse.withdrawals
    assert (purse.closed, payout.stage, payout.amount) == (True, "approved", units_of(Cents(50_00)))
    assert held(world, maria) == 0
    assert world.house.people.person(maria).closed_at
    assert (await browser.http.get("/api/profile")).status_code == 401


@real
@pytest.mark.rule("INT-17")
async def test_one_person_suspends_at_once_and_a_denial_undoes_it(world: World) -> None:
    following(world)
    sam, boss = await member(world, "Sam", Role.SECURITY), await member(world, "Boss", Role.ADMIN)
    browser, maria = await player_with(world, "Maria", 50_00)

    request = await asked(sam, {"kind": "suspend", "player": maria}, "INT-17", atOnce=True)

    assert request["status"] == "frozen"
    asked_for = {"id": "w1", "amount": 20_00, "currency": "EUR"}
    assert (await browser.refused("/withdrawals", **asked_for))[1] == "suspended"
    (ruling,) = await browser.get("/rulings")
    assert (ruling["kind"], ruling["clause"], ruling["reason"]) == ("suspend", "INT-17", WHY)
    denied = await boss.post(f"/desk/requests/{request['id']}/deny", reason="that was a screen reader")
    assert denied["status"] == "denied"
    assert purse_of(world.house, maria).bars == ()
    await browser.post("/withdrawals", **asked_for)


@real
async def test_clauses_of_another_rulebook_cannot_be_chosen(world: World) -> None:
    sam = await member(world, "Sam", Role.SECURITY)
    await member(world, "Boss", Role.ADMIN)
    _, maria = await player_with(world, "Maria", 50_00)
    deed = {"kind": "refuse_registration", "player": maria}
    figures = "00" * 16

    answer = await sam.refused(
        "/desk/requests", deed=deed, reason=WHY, figures=figures, clause="INT-31", edition="unibet-2.7"
    )
    assert answer == (409, "money_came_in")
    ban = {"kind": "ban_format", "player": maria, "format": "banzai"}
    assert await sam.refused(
        "/desk/requests", deed=ban, reason=WHY, figures=figures, clause="BZ-08", edition="publicwin"
    ) == (409, "clause_of_other_rulebook")
    assert await sam.refused("/desk/requests", deed=ban, reason=WHY, figures=figures, clause="CASH-01") == (
        409,
        "no_such_clause",
    )
    assert await sam.refused("/desk/requests", deed=ban, reason="  ", figures=figures, clause="BZ-08") == (
        409,
        "reason_missing",
    )


@story
async def test_a_house_of_one_waives_the_second_for_money_that_is_worth_nothing(world: World) -> None:
    boss = await member(world, "Boss", Role.ADMIN)
    tender = Tender(Currency.EUR, MoneyKind.TEST)
    _, maria = await player_with(world, "Maria", 0, tender)

    before = held(world, maria, tender)
    done = await asked(boss, {"kind": "credit", "player": maria, "wallet": TEST, "amount": 5_00}, "CASH-01")

    assert (done["status"], done["waived"], done["by"]) == ("done", True, None)
    assert held(world, maria, tender) == before + 5_00
