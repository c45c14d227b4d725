"""The switch for real money, limits at sign-up, confirmed addresses, and reality checks."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdeal.bank.house import StaffId
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse.commands import CreditPlayer, EndPlay, RiskMoney, StartPlay
from fairdeal.kernel import MINUTE, AccountId, Duration, Instant, MoneyKind, PlayerId, Units
from fairdeal.protocol import client as inbound
from fairdeal.room.settings import RoomSettings
from fairdeal.server.api.purse import ask_purse, purse_of
from fairdeal.server.auth.settings import AuthSettings
from fairdeal.server.opening import assemble
from fairdeal.server.responsible.real_money import bank_policy, unmet_conditions
from fairdeal.server.responsible.reality import GRACE, PAUSE, RealityChecks
from fairdeal.server.settings import BadSettings, Operator, ServerSettings
from fairdeal.storage.people import PLAYER, PersonRow
from tests.server.api.house import BASE, CHEAP, NEVER_TOO_FAST, Browser, World, open_world

REAL = RoomSettings(money=(MoneyKind.REAL,), bank=BankPolicy(real_money=True, limits_needed_for=(MoneyKind.REAL,)))
LICENSED = ServerSettings(
    money=("real",),
    real_money=True,
    operator=Operator("Club Tallinn", "Licence 77 of the Tax and Customs Board", "help@club.example"),
    payment_provider="acme",
    payment_url="https://pay.example",
    payment_secret="0123456789abcdef",  # noqa: S106 - of nobody
    public_url="https://club.example",
)


def member(name: str, roles: str = "admin", totp_on: int = 1) -> PersonRow:
    return PersonRow(name, PLAYER, name, name, "", "", "moon", "", "", b"", totp_on, 0, roles, 0, 0)


def test_a_room_that_meets_every_condition_plays_for_real_money() -> None:
    assert unmet_conditions(LICENSED, [member("boss"), member("desk", "support")]) == []
    assert bank_policy(LICENSED).real_money
    assert not bank_policy(ServerSettings()).real_money


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ({"real_money": False}, "real_money = true"),
        ({"operator": replace(LICENSED.operator, name=Operator().name)}, "no name"),
        ({"operator": replace(LICENSED.operator, licence=" ")}, "licence"),
        ({"operator": replace(LICENSED.operator, contact="")}, "reach you"),
        ({"payment_provider": ""}, "payment provider"),
        ({"sign_up_limits": False}, "sign_up_limits"),
        ({"reality_check_minutes": 0}, "reality_check_minutes"),
        ({"public_url": "http://club.example"}, "https://"),
    ],
)
def test_each_condition_is_told_in_words(missing: dict[str, Any], words: str) -> None:
    (reason,) = unmet_conditions(replace(LICENSED, **missing), [member("boss")])

    assert words in reason


def test_staff_need_a_second_factor_before_money_is_real() -> None:
    assert "no admin" in unmet_conditions(LICENSED, [])[0]
    assert "no admin" in unmet_conditions(LICENSED, [member("desk", "support")])[0]
    (reason,) = unmet_conditions(LICENSED, [member("boss"), member("Ines", "support", 0)])
    assert "Ines" in reason


def test_a_room_on_this_machine_may_do_without_https() -> None:
    assert unmet_conditions(replace(LICENSED, public_url=""), [member("boss")]) == []
    assert unmet_conditions(replace(LICENSED, public_url="", host="0.0.0.0"), [member("boss")]) != []  # noqa: S104


def test_a_server_that_may_not_says_everything_that_is_missing(tmp_path: Path) -> None:
    settings = ServerSettings(money=("real",), database=f"sqlite:///{tmp_path / 'room.db'}", data=str(tmp_path))

    async def start() -> None:
        assemble(settings)

    with pytest.raises(BadSettings) as told:
        asyncio.run(start())
    assert str(told.value).count("\n  - ") == 6
    for words in ("real_money = true", "no name", "licence", "reach you", "payment provider", "no admin"):
        assert words in str(told.value)


def real(address: str, told: Callable[[World], Awaitable[None]]) -> None:
    """A house that plays for real money."""

    async def play() -> None:
        auth = AuthSettings(
            cost=CHEAP, public_url=BASE, requests=NEVER_TOO_FAST, entrances=NEVER_TOO_FAST, guests=False, age_min=21
        )
        async with open_world(address, room=REAL, auth=auth) as world:
            world.house.reality = RealityChecks(world.house.room, Duration(60 * MINUTE))
            await told(world)

    asyncio.run(play())


def test_a_newcomer_sets_limits_and_confirms_an_address_before_paying_in(address: str) -> None:
    async def told(world: World) -> None:
        maria = world.browser()
        asking = (await maria.get("/session"))["asking"]
        usual = {"name": "Maria", "email": "maria@post.test", "password": "correct horse battery", "accept": True}
        limits = {"period": "week", "deposit": 200_00, "loss": 100_00, "time": 2 * 3_600_000}

        assert (asking["limits"], asking["currency"], asking["ageMin"]) == (True, "EUR", 21)
        assert await maria.refused("/guest", accept=True) == (403, "guests_disabled")
        assert await maria.refused("/register", **usual, born="1990-05-17") == (400, "limits_needed")
        assert await maria.refused("/register", **usual, born="2009-05-17", limits=limits) == (400, "too_young")
        assert await maria.refused(
            "/register", **usual, born="1990-05-17", limits={"period": "year", "deposit": 1}
        ) == (
            400,
            "malformed",
        )
        await maria.post("/register", **usual, born="1990-05-17", limits=limits)
        profile = await maria.get("/profile")
        set_limits = {(each["kind"], each["period"], each["currency"]): each["amount"] for each in profile["limits"]}

        assert set_limits["deposit", "week", "EUR"] == 200_00
        assert set_limits["loss", "week", "EUR"] == 100_00
        assert set_limits["time", "day", None] == 2 * 3_600_000
        assert await maria.refused("/deposits", id="d1", amount=50_00) == (403, "address_unconfirmed")
        (letter,) = [each for each in world.letters.sent if each.kind == "confirm_address"]
        await maria.post("/address/confirm", token=letter.link.partition("#")[2])
        assert len((await maria.post("/deposits", id="d1", amount=50_00))["asked"]) == 1
        assert await maria.refused("/deposits", id="d2", amount=151_00) == (409, "deposit_limit_week")

    real(address, told)


def newcomer(told: Callable[[World, Browser, PlayerId, RealityChecks], Awaitable[None]]) -> Callable[[World], Any]:
    async def run(world: World) -> None:
        maria = world.browser()
        limits = {"period": "month", "deposit": 1_000_00}
        player = PlayerId((await maria.register(limits=limits))["person"]["player"])
        checks = world.house.reality
        assert checks is not None
        await told(world, maria, player, checks)

    return run


def test_a_player_is_told_how_long_and_how_much_and_must_answer(address: str) -> None:
    async def told(world: World, maria: Browser, player: PlayerId, checks: RealityChecks) -> None:
        house, wallet = world.house, AccountId(f"site:{player}:EUR:real")
        await ask_purse(house, player, CreditPlayer(wallet, Units(100_00 * 100), StaffId("boss"), "gift"))
        before = await maria.get("/reality")
        await ask_purse(house, player, StartPlay("T1", MoneyKind.REAL))
        began = await maria.get("/reality")
        now = house.clock.now()

        assert (before["since"], before["isDue"]) == (0, False)
        assert began["since"] > 0
        assert began["due"] == began["since"] + 60 * MINUTE
        message = inbound.Join(id="j1", stake="whatever")
        late = Instant(now + 62 * MINUTE)
        assert checks.refused(player, message, now) is None
        refused = checks.refused(player, message, late)
        assert refused is not None
        assert refused.code == "reality_check_due"
        assert checks.refused(player, inbound.Leave(id="l1", table="T1"), late) is None

        checks._sessions[player] = replace(checks._sessions[player], answered=Instant(now - 60 * MINUTE - GRACE))
        due = await maria.get("/reality")
        assert due["isDue"]
        assert due["net"] == [{"currency": "EUR", "amount": 0}]
        answered = await maria.post("/reality", answer="continue")
        assert (answered["isDue"], answered["net"]) == (False, [])
        log = house.people.log(person=player)
        assert [(row.what, row.about) for row in log if row.what == "reality_check"] == [("reality_check", "continue")]
        assert await maria.refused("/reality", answer="maybe") == (400, "malformed")

    real(address, newcomer(told))


def test_changing_tables_does_not_begin_a_session_anew_and_a_pause_does(address: str) -> None:
    async def told(world: World, maria: Browser, player: PlayerId, checks: RealityChecks) -> None:
        house = world.house
        await ask_purse(house, player, StartPlay("T1", MoneyKind.REAL))
        first = checks.session(player, house.clock.now())
        assert first is not None
        await ask_purse(house, player, EndPlay("T1"))
        assert purse_of(house, player).play.places == ()
        left = checks._sessions[player].ended
        assert left is not None
        await ask_purse(house, player, StartPlay("T2", MoneyKind.REAL))
        assert checks.session(player, house.clock.now()) == first
        await ask_purse(house, player, EndPlay("T2"))
        assert checks.session(player, Instant(house.clock.now() + PAUSE)) is None

        checks._sessions.clear()  # as after a restart
        await ask_purse(house, player, StartPlay("T3", MoneyKind.REAL))
        checks._sessions.clear()
        again = checks.session(player, house.clock.now())
        assert again is not None
        assert again.since == purse_of(house, player).play.since

    real(address, newcomer(told))


def test_what_is_won_and_lost_stands_in_the_cashier(address: str) -> None:
    async def told(world: World, maria: Browser, player: PlayerId, checks: RealityChecks) -> None:
        house, wallet = world.house, AccountId(f"site:{player}:EUR:real")
        tender = next(each for each in (house.room.settings.bank.tenders) if each.tender.money is MoneyKind.REAL).tender
        await ask_purse(house, player, CreditPlayer(wallet, Units(100_00 * 100), StaffId("boss"), "gift"))
        await ask_purse(house, player, RiskMoney(tender, Units(12_50 * 100), "T1"))

        net = {each["currency"]: each for each in (await maria.get("/cashier"))["net"]}

        assert net["EUR"] == {"currency": "EUR", "day": -12_50, "week": -12_50, "month": -12_50}

    real(address, newcomer(told))
