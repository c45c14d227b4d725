"""Wallets, the exchange between them, the cashier and the statement."""

import asyncio
from typing import Any

import pytest

from fairdeal.bank.cashier import DepositArrived, DepositOrder, PaymentPage, WithdrawalOrder, command_of
from fairdeal.bank.rates import Rate
from fairdeal.kernel import UTC, Instant, PlayerId, local_date
from tests.server.api.house import Browser, World, open_world, story


def held(wallets: Any) -> dict[str, int]:
    return {each["id"]: each["balance"] for each in wallets["wallets"]}


def with_rate(address: str, value: int, told: Any) -> None:
    """A house in which one euro costs so many ten-thousandths of a leu today."""

    async def play() -> None:
        async with open_world(address) as world:
            today = str(local_date(UTC, Instant(world.house.clock.now() + 2 * 3_600_000)))
            world.house.rates = lambda: (Rate("EUR/RON", today, value, 4, "BNR"),)
            ann = world.browser()
            await ann.guest("Ann")
            await told(world, ann)

    asyncio.run(play())


@pytest.mark.rule("WAL-04", edition="publicwin")
@pytest.mark.rule("WAL-05", edition="publicwin")
def test_a_transfer_shows_rate_and_cost_before_and_gives_what_it_said(address: str) -> None:
    async def told(world: World, ann: Browser) -> None:
        before = held(await ann.get("/wallets"))
        quote = await ann.get("/transfer/quote", **{"from": "site"}, amount=100_00)
        after = held(await ann.post("/transfer", id="t1", **{"from": "site"}, amount=100_00))
        rate = (await ann.get("/wallets"))["rate"]

        assert (rate["tenThousandths"], rate["source"], rate["demo"]) == (46_500, "BNR", False)
        assert (rate["costMillionths"], rate["costRule"]) == (60, "WAL-05")
        assert (quote["sent"], quote["sentCurrency"], quote["receivedCurrency"]) == (100_00, "RON", "EUR")
        assert quote["received"] == 21_50  # floor4(100 * 0.99994 / 4.65) = 21.5040
        assert quote["cost"] == 100_00 - quote["worth"] == 1
        assert before["site:RON:test"] - after["site:RON:test"] == 100_00
        assert after["poker:EUR:test"] - before["poker:EUR:test"] in (21_50, 21_51)

    with_rate(address, 46_500, told)


def test_the_same_transfer_asked_twice_is_done_once(address: str) -> None:
    async def told(world: World, ann: Browser) -> None:
        first = held(await ann.post("/transfer", id="t1", **{"from": "site"}, amount=100_00))
        second = held(await ann.post("/transfer", id="t1", **{"from": "site"}, amount=100_00))

        assert first == second
        assert (await ann.refused("/transfer", id="t1", **{"from": "site"}, amount=200_00))[0] == 409

    with_rate(address, 46_500, told)


@pytest.mark.rule("WAL-03", edition="publicwin")
def test_everything_comes_back_from_the_poker_wallet(address: str) -> None:
    async def told(world: World, ann: Browser) -> None:
        quote = await ann.get("/transfer/quote", **{"from": "poker"})
        before = held(await ann.get("/wallets"))
        after = held(await ann.post("/transfer", id="t1", **{"from": "poker"}))

        assert after["poker:EUR:test"] == 0
        assert after["site:RON:test"] - before["site:RON:test"] == quote["received"]
        assert await ann.refused("/transfer", id="t2", **{"from": "site"}, amount=10_000_00) == (
            409,
            "insufficient_funds",
        )
        assert await ann.refused("/transfer", id="t3", **{"from": "site"}) == (400, "malformed")
        assert await ann.refused("/transfer", id="t4", **{"from": "site"}, amount=-5) == (409, "amount_not_positive")
        assert await ann.refused("/transfer", id="", **{"from": "site"}, amount=5) == (400, "malformed")
        assert await ann.refused("/transfer", id="t5", **{"from": "moon"}, amount=5) == (400, "malformed")

    with_rate(address, 46_500, told)


@story
async def test_without_a_rate_of_the_operator_test_money_has_one_that_is_marked(world: World) -> None:
    ann = world.browser()
    await ann.guest("Ann")

    assert (await ann.get("/wallets"))["rate"]["demo"] is True


@story
async def test_free_money_fills_up_to_what_the_house_gives_and_no_more(world: World) -> None:
    ann = world.browser()
    await ann.guest("Ann")
    await ann.post("/withdrawals", id="w1", amount=400_00, currency="EUR")

    offered = {each["wallet"]: each["wanted"] for each in (await ann.get("/wallets"))["refill"]}
    after = held(await ann.post("/refill", wallet="site:EUR:test"))

    in_poker = after["poker:EUR:test"]
    assert 400_00 - in_poker - 1 <= offered["site:EUR:test"] <= 400_00 - in_poker  # all euros count, in any wallet
    assert 1_000_00 - 1 <= after["site:EUR:test"] + in_poker <= 1_000_00
    assert await ann.refused("/refill", wallet="site:EUR:test") == (409, "refill_not_needed")
    assert await ann.refused("/refill", wallet="poker:EUR:test") == (409, "wrong_money_kind")
    assert await ann.refused("/refill", wallet="nothing") == (409, "wrong_money_kind")


class Provider:
    """A provider that takes every order."""

    name = "provider"

    def __init__(self) -> None:
        self.deposits: list[DepositOrder] = []

    async def ask_deposit(self, order: DepositOrder) -> PaymentPage:
        self.deposits.append(order)
        return PaymentPage(f"https://pay.test/{order.deposit}", order.deposit)

    def page_of(self, player: PlayerId, deposit: str) -> str:
        return f"https://pay.test/{deposit}"

    async def send_withdrawal(self, order: WithdrawalOrder) -> None:
        raise NotImplementedError

    async def return_deposit(self, arrived: DepositArrived) -> None:
        raise NotImplementedError


@story
async def test_a_deposit_is_asked_for_and_there_when_the_provider_says_so(world: World) -> None:
    maria = world.browser()
    player = PlayerId((await maria.register())["person"]["player"])
    provider = world.house.cashier = Provider()

    asked = await maria.post("/deposits", id="d1", amount=50_00)
    again = await maria.post("/deposits", id="d1", amount=50_00)
    (order, _) = provider.deposits
    arrived = DepositArrived("provider", "r1", player, order.tender, order.amount, "d1")
    answered = asyncio.get_running_loop().create_future()
    world.house.room.purse(player, command_of(arrived), answered.set_result)

    assert asked["page"] == again["page"] == "https://pay.test/d1"
    assert not asked["byHand"]
    assert [(each["id"], each["amount"]) for each in asked["asked"]] == [("d1", 50_00)]
    assert await answered is None
    after = await maria.get("/cashier")
    assert (after["balance"], after["asked"]) == (1_050_00, [])
    assert await maria.refused("/deposits", id="d2", amount=1) == (409, "amount_below_minimum")
    assert await maria.refused("/deposits", id="d 3", amount=50_00) == (409, "bad_name")


@story
async def test_without_a_provider_one_pays_at_the_till(world: World) -> None:
    maria = world.browser()
    await maria.register()

    asked = await maria.post("/deposits", id="d1", amount=50_00)

    assert (asked["page"], asked["byHand"], asked["closed"], asked["balance"]) == (None, True, None, 1_000_00)
    assert [each["id"] for each in asked["asked"]] == ["d1"]


@story
async def test_a_deposit_that_was_only_asked_for_uses_nothing_and_can_be_taken_back(world: World) -> None:
    maria = world.browser()
    await maria.register()
    await maria.post("/deposits", id="d1", amount=50_00)
    limits = await maria.post("/limits", kind="deposit", period="day", amount=60_00)

    assert [(each["used"], each["waiting"]) for each in limits] == [(0, 50_00)]
    assert await maria.refused("/deposits", id="d2", amount=20_00) == (409, "deposit_limit_day")
    assert (await maria.post("/deposits/d1/cancel"))["asked"] == []
    assert await maria.refused("/deposits/d1/cancel") == (409, "no_such_deposit")
    assert [each["id"] for each in (await maria.post("/deposits", id="d2", amount=20_00))["asked"]] == ["d2"]


@story
async def test_what_keeps_money_out_is_told_before_anybody_asks(world: World) -> None:
    maria = world.browser()
    await maria.register()
    await maria.post("/limits", kind="deposit", period="day", amount=1)

    closed = (await maria.get("/cashier"))["closed"]

    assert (closed["code"], closed["numbers"]["limit"], closed["numbers"]["used"]) == ("deposit_limit_day", 1, 0)
    assert await maria.refused("/deposits", id="d1", amount=50_00) == (409, "deposit_limit_day")


@story
async def test_a_withdrawal_leaves_the_wallet_and_comes_back_when_it_is_cancelled(world: World) -> None:
    ann = world.browser()
    await ann.guest("Ann")

    asked = await ann.post("/withdrawals", id="w1", amount=100_00)
    again = await ann.post("/withdrawals", id="w1", amount=100_00)
    back = await ann.post("/withdrawals/w1/cancel")

    assert asked["balance"] == again["balance"] == 900_00
    assert [(each["id"], each["stage"]) for each in again["pending"]] == [("w1", "asked")]
    assert back["balance"] == 1_000_00
    assert await ann.refused("/withdrawals/w1/cancel") == (409, "withdrawal_is_returned")
    assert await ann.refused("/withdrawals/w9/cancel") == (409, "no_such_withdrawal")
    assert await ann.refused("/withdrawals", id="w2", amount=2_000_00) == (409, "insufficient_funds")


@story
async def test_a_statement_adds_up_as_answer_and_as_file(world: World) -> None:
    ann = world.browser()
    await ann.guest("Ann")
    await ann.post("/transfer", id="t1", **{"from": "site"}, amount=100_00)
    await ann.post("/withdrawals", id="w1", amount=50_00, currency="RON")

    whole = await ann.get("/statement", wallet="site:RON:test")
    file = (await ann.get("/statement.csv", wallet="site:RON:test")).splitlines()

    assert [line["key"] for line in whole["lines"]] == ["withdrawal_out", "exchange_out", "exchange_out", "grant_in"]
    assert whole["opening"] + sum(line["amount"] for line in whole["lines"]) == whole["closing"] == 350_00
    assert [line["balance"] for line in whole["lines"]] == [350_00, 400_00, 500_00, 1_000_00]
    assert len(file) == 5
    assert file[0].startswith("at,key,words")
    short = await ann.get("/statement", wallet="site:RON:test", limit=1)
    assert (short["lines"], short["more"]) == (whole["lines"][:1], True)
    middle = whole["lines"][1]["at"]
    later = await ann.get("/statement", wallet="site:RON:test", since=middle + 1)
    assert later["opening"] == 400_00 or later["lines"] == whole["lines"][:1]
    assert await ann.refused_get("/statement", wallet="site:USD:real") == (409, "no_such_wallet")
    assert await ann.refused_get("/statement", limit=0) == (400, "bad_limit")


@story
async def test_nobody_reads_the_statement_of_another(world: World) -> None:
    ann, eve = world.browser(), world.browser()
    player = await ann.guest("Ann")
    await eve.guest("Eve")

    lines = (await eve.get("/statement"))["lines"]

    assert lines
    assert not any(player in line["id"] for line in lines)
