"""Deposits and withdrawals by a payment provider, against the sandbox: every state, every repetition, every forgery."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import httpx
import msgspec
import pytest

from fairdeal.bank.accounts import Purpose, parse_account
from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import ApproveWithdrawal, DebitPlayer
from fairdeal.bank.purse.machine import PurseMachine
from fairdeal.kernel import MINUTE, AccountId, Instant, PlayerId, Units
from fairdeal.room.bank.purse import HostedPurse, purse_stream
from fairdeal.room.desk import act
from fairdeal.server.api.purse import ask_purse, balances_of, purse_of
from fairdeal.server.http.signed import SignatureCheck, signature
from fairdeal.server.payments.opening import provider_of
from fairdeal.server.payments.wire import Notice
from fairdeal.server.settings import BadSettings, ServerSettings
from tests.server.api.house import Browser
from tests.server.payments.house import PATH, SECRET, PayingWorld, pay_on_page, paying_world, sandbox_at

Told = Callable[[PayingWorld, Browser, str], Awaitable[None]]


def payment(scenario: Told, payouts: str = "wait") -> Callable[[str], None]:
    """A test in a house with the sandbox, where Maria has an account with 1000 euros of test money."""

    def run(address: str) -> None:
        async def play() -> None:
            async with paying_world(address, payouts) as (paying, maria, player):
                await scenario(paying, maria, player)

        asyncio.run(play())

    run.__name__, run.__doc__ = scenario.__name__, scenario.__doc__
    return run


def notice(order: str, reference: str = "r1", event: Any = "deposit.paid", amount: int = 50_00, **rest: Any) -> Notice:
    return Notice(event, order, reference, amount, rest.pop("currency", "EUR"), **rest)


async def balance(maria: Browser) -> int:
    held: int = (await maria.get("/cashier", currency="EUR"))["balance"]
    return held


@payment
async def test_a_deposit_is_pending_until_it_is_paid_on_the_page(
    paying: PayingWorld, maria: Browser, player: str
) -> None:
    asked = await maria.post("/deposits", id="d1", amount=50_00)
    again = await maria.post("/deposits", id="d1", amount=50_00)
    before = await maria.get("/cashier")
    paid = await pay_on_page(asked["page"], "deposit.paid")
    told = await paying.deliver()
    after = await maria.get("/cashier")

    assert asked["page"] == again["page"] == before["asked"][0]["page"]
    assert (len(paying.sandbox.payments()), asked["byHand"]) == (1, False)
    assert (paid.status_code, paid.headers["location"]) == (303, "http://127.0.0.1:8000/cashier")
    assert told == [(200, "booked")]
    assert (before["balance"], after["balance"], after["asked"]) == (1_000_00, 1_050_00, [])
    assert [(each["state"], each["amount"]) for each in after["settled"]] == [("paid", 50_00)]


@payment
async def test_a_notice_that_comes_again_changes_nothing(paying: PayingWorld, maria: Browser, player: str) -> None:
    await maria.post("/deposits", id="d1", amount=50_00)
    told = [await paying.notice(notice(f"{player}/d1"), late=number * 1_000) for number in range(3)]

    assert told == [(200, "booked"), (200, "known"), (200, "known")]
    assert await balance(maria) == 1_050_00
    assert await paying.notice(notice(f"{player}/d1", amount=60_00)) == (409, "reference_reused")


@payment
async def test_a_refused_deposit_says_why(paying: PayingWorld, maria: Browser, player: str) -> None:
    await maria.post("/deposits", id="d1", amount=50_00)

    refused = notice(f"{player}/d1", event="deposit.refused", why="card declined")
    assert [await paying.notice(refused, late=late) for late in (0, 1_000)] == [(200, "booked")] * 2

    after = await maria.get("/cashier")
    assert (after["asked"], after["balance"]) == ([], 1_000_00)
    assert [(each["state"], each["why"]) for each in after["settled"]] == [("refused", "card declined")]


@payment
async def test_a_payment_that_comes_after_it_was_taken_back_is_booked_all_the_same(
    paying: PayingWorld, maria: Browser, player: str
) -> None:
    await maria.post("/deposits", id="d1", amount=50_00)
    await maria.post("/deposits/d1/cancel")

    assert await paying.notice(notice(f"{player}/d1")) == (200, "booked")
    assert await balance(maria) == 1_050_00


@payment
async def test_orders_nobody_gave_are_refused(paying: PayingWorld, maria: Browser, player: str) -> None:
    await maria.post("/deposits", id="d1", amount=50_00)
    unknown = [
        notice(f"{player}/d2"),
        notice("01NOBODY/d1"),
        notice(f"{player}/w1", event="withdrawal.paid"),
        notice(f"{player}/d1", event="deposit.charged_back"),
    ]

    assert [await paying.notice(each) for each in unknown] == [(404, "no_such_payment")] * 4
    assert await paying.notice(notice(f"{player}/d1", currency="SEK")) == (409, "wrong_currency")
    assert await balance(maria) == 1_000_00


@payment
async def test_a_reference_is_one_payment_in_the_whole_house(paying: PayingWorld, maria: Browser, player: str) -> None:
    await maria.post("/deposits", id="d1", amount=50_00)
    other = paying.world.browser()
    second = (await other.register("Karl"))["person"]["player"]
    await other.post("/deposits", id="d1", amount=50_00)

    assert await paying.notice(notice(f"{player}/d1")) == (200, "booked")
    assert await paying.notice(notice(f"{second}/d1")) == (409, "key_reused")
    assert await balance(other) == 1_000_00


@payment
async def test_only_signed_and_fresh_notices_count(paying: PayingWorld, maria: Browser, player: str) -> None:
    await maria.post("/deposits", id="d1", amount=50_00)
    body = msgspec.json.encode(notice(f"{player}/d1"))
    good = signature(SECRET, paying.house.clock.now(), PATH, body)

    assert await paying.send(body, secret=SECRET[::-1]) == (401, "bad_signature")
    assert await paying.send(body, header="") == (401, "bad_signature")
    assert await paying.send(body, header=good.replace("v1=", "v2=")) == (401, "bad_signature")
    assert await paying.send(body + b" ", header=good) == (401, "bad_signature")
    assert await paying.send(body, late=6 * MINUTE) == (401, "signature_expired")
    assert await paying.send(body, late=-6 * MINUTE) == (401, "signature_expired")
    assert await paying.send(b'{"event":"deposit.paid"}') == (400, "malformed")
    assert await paying.send(body, path="/api/payments/other") == (404, "no_such_provider")
    assert await balance(maria) == 1_000_00
    assert await paying.send(body, header=good) == (200, "booked")
    assert await paying.send(body, header=good) == (401, "replayed")


@payment
async def test_a_payment_that_may_not_be_taken_is_sent_back(paying: PayingWorld, maria: Browser, player: str) -> None:
    asked = await maria.post("/deposits", id="d1", amount=50_00)
    await maria.post("/self-exclusion", months=6)
    await pay_on_page(asked["page"], "deposit.paid")

    assert await paying.deliver() == [(200, "returned")]
    assert [each.state for each in paying.sandbox.payments()] == ["returned"]
    assert purse_of(paying.house, PlayerId(player)).deposits == ()


@payment
async def test_a_payment_that_cannot_be_sent_back_yet_is_told_again(
    paying: PayingWorld, maria: Browser, player: str
) -> None:
    await maria.post("/deposits", id="d1", amount=50_00)
    await maria.post("/self-exclusion", months=6)

    assert await paying.notice(notice(f"{player}/d1", "unknown-to-the-sandbox")) == (503, "cashier_unavailable")


@pytest.mark.rule("INT-37", edition="publicwin")
@payment
async def test_a_charge_back_leaves_no_wallet_below_zero(paying: PayingWorld, maria: Browser, player: str) -> None:
    asked = await maria.post("/deposits", id="d1", amount=50_00)
    await pay_on_page(asked["page"], "deposit.paid")
    await paying.deliver()
    wallet = AccountId(f"site:{player}:EUR:test")
    lost = Units(balances_of(paying.house, [wallet])[wallet] - 20_00 * 100)
    await ask_purse(paying.house, PlayerId(player), DebitPlayer(wallet, lost, StaffId("boss"), "played away"))

    await pay_on_page(asked["page"], "deposit.charged_back")
    told = await paying.deliver()
    after = await maria.get("/cashier")

    assert told == [(200, "booked")]
    assert (after["balance"], after["owed"]) == (0, 30_00)
    assert [each["state"] for each in after["settled"]] == ["chargedBack"]
    assert await maria.refused("/withdrawals", id="w1", amount=10_00) == (409, "claim_open")
    again = notice(f"{player}/d1", paying.sandbox.payments()[0].reference, "deposit.charged_back")
    assert await paying.notice(again, late=60_000) == (200, "known")


@payment
async def test_an_approved_withdrawal_is_ordered_and_paid(paying: PayingWorld, maria: Browser, player: str) -> None:
    await maria.post("/withdrawals", id="w1", amount=100_00)
    assert paying.sandbox.payments() == []
    await paying.approve(player, "w1")
    (ordered,) = paying.sandbox.payments()
    before = await maria.get("/cashier")

    paying.sandbox.settle(ordered.reference, "withdrawal.paid")
    assert await paying.deliver() == [(200, "booked")]
    paid = notice(f"{player}/w1", ordered.reference, "withdrawal.paid", 100_00)
    assert await paying.notice(paid, late=60_000) == (200, "booked"), "again, which changes nothing"
    after = await maria.get("/cashier")

    assert (ordered.order.amount, ordered.order.order) == (100_00, f"{player}/w1")
    assert [each["stage"] for each in (*before["pending"], *after["pending"])] == ["approved", "sent"]
    assert after["balance"] == 900_00
    assert await paying.notice(notice(f"{player}/w1", "r9", "withdrawal.refused")) == (409, "withdrawal_is_sent")


@payment
async def test_a_withdrawal_the_provider_refuses_comes_back(paying: PayingWorld, maria: Browser, player: str) -> None:
    await maria.post("/withdrawals", id="w1", amount=100_00)
    await paying.approve(player, "w1")
    (ordered,) = paying.sandbox.payments()

    paying.sandbox.settle(ordered.reference, "withdrawal.refused", "account closed")
    assert await paying.deliver() == [(200, "booked")]
    after = await maria.get("/cashier")

    assert [(each["stage"], each["why"]) for each in after["pending"]] == [("returned", "account closed")]
    assert after["balance"] == 1_000_00
    again = notice(f"{player}/w1", ordered.reference, "withdrawal.refused", 100_00)
    assert await paying.notice(again, late=60_000) == (200, "known")


@payment
async def test_what_the_command_line_approves_is_ordered_too(paying: PayingWorld, maria: Browser, player: str) -> None:
    """Another process writes the purse; the room finds it in the ledger."""
    await maria.post("/withdrawals", id="w1", amount=100_00)
    hosted = HostedPurse(purse_stream(PlayerId(player)), PurseMachine(paying.house.room.settings.bank))
    act(paying.house.store, hosted, ApproveWithdrawal("w1", StaffId("boss")), Instant(paying.house.clock.now()))
    assert paying.sandbox.payments() == []

    for _ in range(2):
        for order in paying.payouts._approved():
            paying.payouts.order(order)
        await paying.ordered()

    (ordered,) = paying.sandbox.payments()
    assert ordered.order.order == f"{player}/w1"
    paying.sandbox.settle(ordered.reference, "withdrawal.paid")
    assert await paying.deliver() == [(200, "booked")]
    assert [each["stage"] for each in (await maria.get("/cashier"))["pending"]] == ["sent"]
    held = paying.house.store.accounts(Purpose.WITHDRAWAL)
    assert {parsed.holder: amount for each, amount in held.items() if (parsed := parse_account(each))} == {
        f"{player}/w1": 0
    }


@payment
async def test_a_provider_that_does_not_answer_takes_no_deposit(
    paying: PayingWorld, maria: Browser, player: str
) -> None:
    nowhere = replace(paying.house.settings, payment_url="http://127.0.0.1:9")
    paying.house.cashier = provider_of(nowhere, paying.house.clock.now)

    assert await maria.refused("/deposits", id="d1", amount=50_00) == (409, "cashier_unavailable")
    assert (await maria.get("/cashier"))["asked"] == []


def test_the_sandbox_knows_an_order_by_its_name_and_sends_notices_again() -> None:
    with sandbox_at(lambda: Instant(0), callback="http://127.0.0.1:9/nobody") as (sandbox, url):
        order = msgspec.json.encode({"order": "ann/d1", "amount": 500, "currency": "EUR", "money": "test"})
        other = order.replace(b"500", b"501")

        def ask(body: bytes, path: str = "/deposits", secret: str = SECRET) -> httpx.Response:
            given = signature(secret, Instant(0), path, body)
            return httpx.post(f"{url}{path}", content=body, headers={"fairdeal-signature": given})

        first, second = ask(order), ask(order)
        assert first.json() == second.json()
        assert ask(other).status_code == 409
        assert ask(order, secret=SECRET[::-1]).status_code == 401
        assert ask(b"{}").status_code == 400
        reference = first.json()["reference"]
        sandbox.settle(reference, "deposit.paid")
        assert (sandbox.deliver(), sandbox.waiting) == (False, 1)
        assert httpx.post(f"{url}/pay/{reference}/deposit.refused").status_code == 409
        assert httpx.get(f"{url}/pay/nothing").status_code == 404
        assert reference in httpx.get(url).text


def test_signatures_are_forgotten_when_they_are_too_old_to_count() -> None:
    check = SignatureCheck(SECRET)
    given = signature(SECRET, Instant(0), PATH, b"{}")
    check.remember(given, Instant(0))

    assert check.fault(given, PATH, b"{}", Instant(0)) == "replayed"
    check.remember(signature(SECRET, Instant(11 * MINUTE), PATH, b"{}"), Instant(11 * MINUTE))
    assert check.fault(given, PATH, b"{}", Instant(0)) is None
    assert check.fault(given, PATH, b"{}", Instant(11 * MINUTE)) == "signature_expired"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"payment_provider": "acme"}, "one is missing"),
        ({"payment_url": "https://pay.test"}, "one is missing"),
        ({"payment_provider": "acme", "payment_url": "https://pay.test", "payment_secret": "short"}, "too short"),
    ],
)
def test_half_a_provider_is_none(given: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSettings, match=words):
        provider_of(ServerSettings(**given), lambda: Instant(0))
    assert provider_of(ServerSettings(), lambda: Instant(0)) is None
