"""The desk: one asks, another signs, and what is signed is what happens."""

import asyncio
from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose, Tender, site_wallet
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse.commands import OpenPurse, ReceiveDeposit
from fairdeal.bank.purse.state import Purse
from fairdeal.kernel import Cents, Currency, Instant, MoneyKind, PlayerId, Rejection, units_of
from fairdeal.office.deed import NOTICE
from fairdeal.office.docket.commands import CarryOut
from fairdeal.office.docket.events import Done
from fairdeal.office.docket.machine import DocketMachine
from fairdeal.office.roles import Role
from fairdeal.room.settings import RoomSettings
from fairdeal.server.api.purse import ask_purse, balances_of, purse_of
from fairdeal.server.office.balances import with_balances_of_now
from fairdeal.server.office.service import adopt_staff
from fairdeal.server.settings import ServerSettings
from tests.server.api.desk import REAL, TEST, WHY, asked, following, member, signed
from tests.server.api.house import Browser, World, open_world, story

REAL_EUR = Tender(Currency.EUR, MoneyKind.REAL)
MONEY = RoomSettings(money=(MoneyKind.REAL, MoneyKind.TEST), bank=BankPolicy(limits_needed_for=(), real_money=True))


def without_limits(address: str) -> ServerSettings:
    """A house that asks nobody for limits at sign-up."""
    return ServerSettings(database=address, sign_up_limits=False)


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
            async with open_world(address, settings=without_limits(address), room=MONEY) as world:
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
async def test_an_account_that_both_signed_to_close_waits_a_day_and_one_person_can_stop_it(world: World) -> None:
    consequences = following(world)
    sigrid, frank = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Frank", Role.FINANCE)
    browser, maria = await player_with(world, "Maria", 50_00)
    closing = {"kind": "close_returning", "player": maria}

    done = await signed(frank, await asked(sigrid, closing, "INT-32", edition="publicwin"))
    await consequences.settle()

    assert (done["status"], done["by"]["name"], done["maySign"], done["mayStop"]) == ("signed", "Frank", False, True)
    assert 0 <= done["until"] - world.house.clock.now() - NOTICE + 60_000 <= 60_000
    assert (purse_of(world.house, maria).closed, held(world, maria)) == (False, 50_00)
    (ruling,) = await browser.get("/rulings")
    assert (ruling["kind"], ruling["status"]) == ("closing", "signed")
    assert [(bar.scope, bar.rule) for bar in purse_of(world.house, maria).bars] == [("all", "INT-32")]
    path = f"/desk/requests/{done['id']}"
    assert await frank.refused(f"{path}/sign", figures=done["figures"]) == (409, "already_done")
    assert (await sigrid.get(path))["mayStop"] is False, "who asked takes it back"

    stopped = await frank.post(f"{path}/deny", reason="another Maria")

    assert (stopped["status"], purse_of(world.house, maria).bars) == ("denied", ())
    (ruling,) = await browser.get("/rulings")
    assert (ruling["kind"], ruling["status"]) == ("closing", "denied")


@real
@pytest.mark.rule("INT-32")
async def test_a_closed_account_is_paid_out_with_what_it_holds_by_then(world: World) -> None:
    consequences = following(world)
    sigrid, frank = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Frank", Role.FINANCE)
    browser, maria = await player_with(world, "Maria", 50_00)
    closing = {"kind": "close_returning", "player": maria}
    done = await signed(frank, await asked(sigrid, closing, "INT-32", edition="publicwin"))
    await signed(
        frank, await asked(sigrid, {"kind": "credit", "player": maria, "wallet": REAL, "amount": 7_50}, "CASH-01")
    )

    later = Instant(done["until"])
    found = world.house.room.docket.find(done["id"])
    assert found is not None
    anew = with_balances_of_now(world.house, found.deed)
    machine = DocketMachine(frozenset(each.id for each in world.house.editions), real_money=True)
    steps = machine.decide(world.house.room.docket, CarryOut(done["id"], later, anew), later)
    assert not isinstance(steps, Rejection)
    parts = world.house.room.registry.rehearse(machine.joint_commands(steps[-1].event))

    assert not isinstance(parts, Rejection)
    (purse,) = [each.state for each in parts if isinstance(each.state, Purse)]
    (payout,) = purse.withdrawals
    assert (purse.closed, payout.stage, payout.amount) == (True, "approved", units_of(Cents(57_50)))
    event = steps[-1].event
    assert isinstance(event, Done)
    await consequences._do(anew, event.request)
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
    bar = purse_of(world.house, maria).bars[0]
    assert (bar.scope, bar.rule) == ("all", "INT-17")
    (ruling,) = await browser.get("/rulings")
    assert (ruling["kind"], ruling["clause"], ruling["reason"]) == ("suspend", "INT-17", WHY)
    denied = await boss.post(f"/desk/requests/{request['id']}/deny", reason="that was a screen reader")
    assert denied["status"] == "denied"
    assert purse_of(world.house, maria).bars == ()


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


@real
async def test_every_look_is_written_down_before_anything_is_shown(world: World) -> None:
    sigrid, boss = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Boss", Role.ADMIN)
    await member(world, "Frank", Role.FINANCE)
    browser, maria = await player_with(world, "Maria", 50_00)
    await browser.post("/withdrawals", id="w1", amount=20_00, currency="EUR")
    await asked(sigrid, {"kind": "suspend", "player": maria}, "INT-17")

    page = await sigrid.get(f"/desk/players/{maria}")

    wallet = next(each for each in page["wallets"] if each["account"] == site_wallet(REAL_EUR, maria))
    assert (page["name"], wallet["balance"], page["withdrawals"][0]["name"]) == ("Maria", 30_00, "w1")
    assert [each["kind"] for each in page["requests"]] == ["suspend"]
    assert "argon2" not in str(page)
    (waiting,) = await sigrid.get("/desk/payments")
    assert (waiting["player"]["name"], waiting["amount"], waiting["stage"]) == ("Maria", 20_00, "asked")
    trail = await boss.get("/desk/trail", player=maria)
    assert [(each["what"], each["staff"]["name"]) for each in trail["lines"]] == [
        ("looked", "Sigrid"),
        ("asked", "Sigrid"),
    ]
    assert all(len(each["digest"]) == 16 for each in trail["lines"])
    assert (await sigrid.http.get("/api/desk/trail")).status_code == 403
    assert (await sigrid.refused_get("/desk/players/nobody"))[1] == "no_such_person"
    assert (await browser.refused_get(f"/desk/players/{maria}")) == (403, "not_allowed")


@real
async def test_the_desk_finds_people_payments_and_requests(world: World) -> None:
    sigrid = await member(world, "Sigrid", Role.SUPPORT)
    await member(world, "Frank", Role.FINANCE)
    browser, maria = await player_with(world, "Maria", 50_00)
    await browser.post("/withdrawals", id="w1", amount=20_00, currency="EUR")
    request = await asked(sigrid, {"kind": "approve_withdrawal", "player": maria, "withdrawal": "w1"})

    for text, what in (("mari", "player"), ("r-maria", "payment"), ("w1", "payment"), (request["id"], "request")):
        assert [each["what"] for each in await sigrid.get("/desk/search", q=text)] == [what], text
    assert await sigrid.get("/desk/search", q="  ") == []


@real
async def test_a_withdrawal_is_approved_and_sent_by_two(world: World) -> None:
    sigrid, frank = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Frank", Role.FINANCE)
    browser, maria = await player_with(world, "Maria", 50_00)
    await browser.post("/withdrawals", id="w1", amount=20_00, currency="EUR")
    named = {"player": maria, "withdrawal": "w1"}

    await signed(frank, await asked(sigrid, {"kind": "approve_withdrawal", **named}))
    await signed(frank, await asked(sigrid, {"kind": "withdrawal_sent", **named, "reference": "bank-7"}))

    (paid,) = purse_of(world.house, maria).withdrawals
    assert (paid.stage, paid.reference) == ("sent", "bank-7")
    assert await sigrid.get("/desk/payments") == []


@real
@pytest.mark.rule("INT-36", "INT-18")
async def test_held_money_is_released_or_seized_for_those_who_were_harmed(world: World) -> None:
    sam, frank = await member(world, "Sam", Role.SECURITY), await member(world, "Frank", Role.FINANCE)
    _, maria = await player_with(world, "Maria", 50_00)
    _, bob = await player_with(world, "Bob", 10_00)
    hold = {"kind": "hold", "player": maria, "wallet": REAL, "amount": 30_00, "why": "investigation"}
    held_now = await asked(sam, hold, "INT-18", edition="unibet-2.7", atOnce=True)
    assert (held_now["status"], held(world, maria)) == ("frozen", 20_00)
    await signed(frank, held_now)
    shares = [{"player": bob, "wallet": REAL, "amount": 12_00}]
    seize = {"kind": "seize", "player": maria, "hold": held_now["id"], "grounds": "fraud", "gives": shares}

    await signed(frank, await asked(sam, seize, "INT-18", edition="unibet-2.7"))

    assert (held(world, maria), held(world, bob)) == (20_00, 22_00)
    seized = REAL_EUR.account(Purpose.SEIZED)
    assert balances_of(world.house, [seized])[seized] == units_of(Cents(18_00))


@real
@pytest.mark.rule("INT-37")
async def test_annulled_winnings_take_what_is_there_and_claim_the_rest(world: World) -> None:
    sigrid, frank = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Frank", Role.FINANCE)
    _, maria = await player_with(world, "Maria", 50_00)
    annul = {"kind": "annul", "player": maria, "wallet": REAL, "amount": 80_00}

    await signed(frank, await asked(sigrid, annul, "INT-37", edition="publicwin"))

    assert (held(world, maria), purse_of(world.house, maria).owed(REAL_EUR)) == (0, units_of(Cents(30_00)))


@real
async def test_roles_need_a_second_person_where_there_is_one(world: World) -> None:
    consequences = following(world)
    boss, sam = await member(world, "Boss", Role.ADMIN), await member(world, "Sam", Role.SECURITY)
    browser = world.browser()
    olof = (await browser.register("Olof"))["person"]["player"]
    assert await boss.refused(f"/staff/people/{olof}/roles", roles=["finance"]) == (409, "second_signature_needed")

    await signed(sam, await asked(boss, {"kind": "give_roles", "staff": olof, "roles": ["finance"]}))
    await consequences.settle()

    assert world.house.people.person(olof).roles == "finance"
    assert world.house.room.docket.roles_of(olof) == {Role.FINANCE}


@real
async def test_a_row_in_the_database_makes_nobody_staff(world: World) -> None:
    await member(world, "Boss", Role.ADMIN)
    browser = world.browser()
    mallory = (await browser.register("Mallory"))["person"]["player"]
    await browser.enrol(world.house.clock.now())
    _, maria = await player_with(world, "Maria", 50_00)
    world.house.people.change_person(mallory, roles="support")
    await world.house.auth.refresh(PlayerId(mallory))

    credit = {"kind": "credit", "player": maria, "wallet": REAL, "amount": 100}
    figures = (await browser.post("/desk/dry-run", deed=credit, clause="CASH-01"))["figures"]
    assert await browser.refused("/desk/requests", deed=credit, clause="CASH-01", reason=WHY, figures=figures) == (
        409,
        "not_allowed",
    )
    assert await browser.refused_get(f"/desk/players/{maria}") == (409, "not_allowed")
    assert await adopt_staff(world.house) == [mallory]
