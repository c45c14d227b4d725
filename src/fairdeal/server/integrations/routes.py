"""What the operator's own systems may read with a token: players, their payments, withdrawals that wait."""

import asyncio
from http import HTTPStatus
from typing import Any

from litestar import Request, get
from litestar.params import FromPath

from fairdeal.bank.accounts import Purpose, parse_account
from fairdeal.bank.house import tender_of
from fairdeal.bank.purse.state import Purse, Stage
from fairdeal.kernel import UNITS_PER_CENT, PlayerId
from fairdeal.room.bank.purse import purse_stream
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.profile import LimitAnswer, limits_of
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.integrations.tokens import Right, token_of

AnyRequest = Request[Any, Any, Any]


class PlayerSeen(Answer, frozen=True):
    """An account as the operator's systems see it; nothing with which one could come in."""

    id: str
    name: str
    kind: str
    created: int
    closed: bool
    address_confirmed: bool
    excluded_until: int | None
    is_excluded: bool
    limits: list[LimitAnswer]


class PaymentSeen(Answer, frozen=True):
    """A payment in or out, in cents."""

    id: str
    way: str
    amount: int
    currency: str
    money: str
    state: str
    reference: str


class WithdrawalWaiting(Answer, frozen=True):
    """A withdrawal that waits for staff or for the provider."""

    player: str
    id: str
    amount: int
    currency: str
    money: str
    stage: str


@get("/house/players/{player:str}", may=Access.ANYBODY)
async def read_player(caller: Who, player: FromPath[str], request: AnyRequest) -> PlayerSeen:
    """An account, for a token with the right `players`."""
    await _check(caller, request, Right.PLAYERS)
    house = caller.house
    row = await asyncio.to_thread(house.people.person, player)
    if row is None:
        raise Refused("no_such_person", HTTPStatus.NOT_FOUND)
    purse, now = _purse(caller, player), house.clock.now()
    exclusion = purse.exclusion if purse.exclusion is not None and purse.exclusion.lasts(now) else None
    return PlayerSeen(
        row.id,
        row.name,
        row.kind,
        row.created_at,
        bool(row.closed_at),
        await asyncio.to_thread(house.auth.addresses.is_confirmed, row),
        None if exclusion is None else exclusion.until,
        exclusion is not None,
        limits_of(purse, now),
    )


@get("/house/players/{player:str}/payments", may=Access.ANYBODY)
async def read_payments(caller: Who, player: FromPath[str], request: AnyRequest) -> list[PaymentSeen]:
    """The payments of a player, for a token with the right `payments`."""
    await _check(caller, request, Right.PAYMENTS)
    if await asyncio.to_thread(caller.house.people.person, player) is None:
        raise Refused("no_such_person", HTTPStatus.NOT_FOUND)
    purse = _purse(caller, player)
    asked = [(each.deposit, each.tender, each.amount, "pending", "") for each in purse.asked]
    unpaid = [(each.deposit, each.tender, each.amount, each.because.value, "") for each in purse.unpaid]
    paid = [
        (each.deposit, each.tender, each.amount, "charged_back" if each.is_charged_back else "paid", each.reference)
        for each in purse.deposits
    ]
    out = [
        (each.withdrawal, tender_of(each.account), each.amount, each.stage.value, each.reference)
        for each in purse.withdrawals
    ]
    return [
        PaymentSeen(name, way, amount // UNITS_PER_CENT, tender.currency.value, tender.money.value, state, reference)
        for way, rows in (("in", [*asked, *unpaid, *paid]), ("out", out))
        for name, tender, amount, state, reference in rows
    ]


@get("/house/withdrawals", may=Access.ANYBODY)
async def read_withdrawals(caller: Who, request: AnyRequest) -> list[WithdrawalWaiting]:
    """The withdrawals that wait, for a token with the right `withdrawals`."""
    await _check(caller, request, Right.WITHDRAWALS)
    held = await asyncio.to_thread(caller.house.store.accounts, Purpose.WITHDRAWAL)
    found = []
    for account, balance in held.items():
        parsed = parse_account(account)
        if not balance or parsed is None:
            continue
        player, _, name = parsed.holder.partition("/")
        known = _purse(caller, player).find_withdrawal(name)
        if known is not None and known.stage in (Stage.ASKED, Stage.APPROVED):
            tender = parsed.tender
            cents = known.amount // UNITS_PER_CENT
            found.append(
                WithdrawalWaiting(player, name, cents, tender.currency.value, tender.money.value, known.stage.value)
            )
    return found


async def _check(caller: Caller, request: AnyRequest, right: Right) -> None:
    """Raise `Refused` unless the request has a token with that right."""
    given = request.headers.get("authorization", "")
    row = await asyncio.to_thread(token_of, caller.house.store, given) if given else None
    if row is None:
        raise Refused("bad_token", HTTPStatus.UNAUTHORIZED)
    if right.value not in row.rights:
        raise Refused("not_allowed", HTTPStatus.FORBIDDEN)


def _purse(caller: Caller, player: str) -> Purse:
    purse: Purse = caller.house.room.registry.state_of(purse_stream(PlayerId(player)))
    return purse


ROUTES = [read_player, read_payments, read_withdrawals]
