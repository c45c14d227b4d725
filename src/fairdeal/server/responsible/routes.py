"""The reality check of a player: how long they have played, what they won or lost, and their answer."""

import asyncio
from typing import Final, Literal

from litestar import get, post
from litestar.params import JSONBody

from fairdeal.bank.accounts import Purpose, Tender, parse_account
from fairdeal.bank.transfer import Reason
from fairdeal.kernel import UNITS_PER_CENT, AccountId, Instant
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.purse import purse_of, tables_with_money
from fairdeal.server.api.shapes import Answer, Asked
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import playing_kind
from fairdeal.server.leaving import leave_tables

_NO_PLAY: Final = frozenset(
    {
        Reason.DEPOSIT,
        Reason.WITHDRAWAL,
        Reason.GRANT,
        Reason.EXCHANGE,
        Reason.CORRECTION,
        Reason.CHARGE_BACK,
        Reason.CLAIM,
    }
)
"""Movements of a wallet that are neither won nor lost."""
_LINES_MAX: Final = 5_000


class Net(Answer, frozen=True):
    """What was won less what was lost since the session of play began, in cents."""

    currency: str
    amount: int


class RealityAnswer(Answer, frozen=True):
    """The session of play: since when, when the player has to be told (0: not at all), and, when that is now, the net position."""

    since: int
    due: int
    is_due: bool
    net: list[Net]


class AskReality(Asked, frozen=True):
    """The answer to a reality check: play on, or leave all tables."""

    answer: Literal["continue", "leave"]


@get("/reality", may=Access.PERSON)
async def read_reality(caller: Who) -> RealityAnswer:
    """How long the caller has played, and whether they have to be told."""
    return await _reality(caller)


@post("/reality", may=Access.PERSON, status_code=200)
async def answer_reality(caller: Who, data: JSONBody[AskReality]) -> RealityAnswer:
    """Answer a reality check; the account log keeps it."""
    house, now = caller.house, caller.house.clock.now()
    assert house.reality is not None
    house.reality.answer(caller.player, now)
    await house.auth.log_change(caller.player, "reality_check", caller.player, data.answer)
    if data.answer == "leave":
        leave_tables(house, caller.player)
    return await _reality(caller)


async def _reality(caller: Caller) -> RealityAnswer:
    house, now = caller.house, caller.house.clock.now()
    checks = house.reality
    session = None if checks is None else checks.session(caller.player, now)
    if checks is None or session is None:
        return RealityAnswer(0, 0, is_due=False, net=[])
    due = checks.due_at(caller.player, now)
    is_due = due is not None and now >= due
    net = await asyncio.to_thread(_net, caller, session.since, now) if is_due else []
    return RealityAnswer(session.since, due or 0, is_due, net)


def _net(caller: Caller, since: Instant, now: Instant) -> list[Net]:
    """The net position since an instant by currency, from the ledger: what left the wallets, came back, and is still at tables."""
    house, player = caller.house, caller.player
    sums: dict[Tender, int] = {}
    for account in purse_of(house, player).accounts:
        parsed = parse_account(account)
        if parsed is None or parsed.tender.money is not playing_kind(house):
            continue
        assert parsed.purpose in (Purpose.SITE, Purpose.POKER), "a purse has wallets only"
        sums[parsed.tender] = sums.get(parsed.tender, 0) + _moved(caller, account, since, now)
    for _, tender, amount, pending in tables_with_money(house, player):
        if tender in sums:
            sums[tender] += amount + pending
    found = [Net(tender.currency.value, amount // UNITS_PER_CENT) for tender, amount in sums.items()]
    return [each for each in found if each.amount] or found[:1]


def _moved(caller: Caller, account: AccountId, since: Instant, now: Instant) -> int:
    posted = caller.house.store.transfers_of(account, since, Instant(now + 1), _LINES_MAX)
    moves = [each.transfer for each in posted if each.transfer.reason not in _NO_PLAY]
    return sum(move.amount if move.credit == account else -move.amount for move in moves)


ROUTES = [read_reality, answer_reality]
