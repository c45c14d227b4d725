"""Account statements of wallets, as answers and as a CSV file."""

import asyncio
from collections.abc import Sequence

from litestar import Response, get
from litestar.params import FromQuery

from fairdeal.bank.house import tender_of
from fairdeal.bank.statements import Statement, StatementLine, make_statement, statement_csv
from fairdeal.kernel import DAY, UNITS_PER_CENT, AccountId, Instant, Units
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.money import own_wallet, wallet_id
from fairdeal.server.api.shapes import Answer
from fairdeal.server.api.tournaments.line_names import line_names
from fairdeal.server.api.tournaments.outlines import TournamentName
from fairdeal.server.auth.refused import invalid
from fairdeal.server.auth.roles import Access
from fairdeal.storage.archive import Archive
from fairdeal.storage.port import PostedTransfer

DAYS_USUAL = 30
LINES_USUAL = 200
LINES_MAX = 5_000
_PAGE = 5_000
_READ_MAX = 50_000
_TRIES_MAX = 5


class LineAnswer(Answer, frozen=True):
    """One line of a statement: what happened, where, the amount and the balance after it, in cents."""

    id: str
    at: int
    key: str
    place: str
    amount: int
    balance: int
    rule: str | None
    tournament: TournamentName | None = None  # what the place is, or who issued the ticket that it is


class StatementAnswer(Answer, frozen=True):
    """A statement of a wallet, the newest line first; `more` says that older lines were left out."""

    wallet: str
    currency: str
    label: str
    opening: int
    closing: int
    lines: list[LineAnswer]
    more: bool


@get("/statement", may=Access.PERSON)
async def read_statement(
    caller: Who,
    wallet: FromQuery[str | None] = None,
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
    limit: FromQuery[int] = LINES_USUAL,
) -> StatementAnswer:
    """The statement of a wallet; without dates, of the last thirty days."""
    if not 1 <= limit <= LINES_MAX:
        raise invalid("bad_limit", least=1, most=LINES_MAX)
    return await statement_answer(caller, own_wallet(caller, wallet), since, until, limit)


async def statement_answer(
    caller: Caller, account: AccountId, since: int | None, until: int | None, limit: int
) -> StatementAnswer:
    """The statement of any wallet, for whoever may read it."""
    statement = await _statement(caller, account, since, until)
    _, currency, label = wallet_id(account).split(":")
    chosen = statement.lines[-limit:]
    names = await _names(caller, account, chosen)
    return StatementAnswer(
        wallet_id(account),
        currency,
        label,
        statement.opening // UNITS_PER_CENT,
        statement.closing // UNITS_PER_CENT,
        [
            LineAnswer(
                line.ref,
                line.at,
                line.key,
                line.place,
                line.amount // UNITS_PER_CENT,
                line.balance // UNITS_PER_CENT,
                line.rule,
                names.get(line.place),
            )
            for line in reversed(chosen)
        ],
        len(chosen) < len(statement.lines),
    )


@get("/statement.csv", may=Access.PERSON)
async def download_statement(
    caller: Who,
    wallet: FromQuery[str | None] = None,
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
) -> Response[str]:
    """The statement of a wallet as a CSV file, with all decimals."""
    return await statement_file(caller, own_wallet(caller, wallet), since, until)


async def statement_file(caller: Caller, account: AccountId, since: int | None, until: int | None) -> Response[str]:
    """The statement of any wallet as a CSV file."""
    statement = await _statement(caller, account, since, until)
    names = await _names(caller, account, statement.lines)
    text = statement_csv(statement, {place: named.name for place, named in names.items()})
    name = wallet_id(account).replace(":", "-")
    headers = {"content-disposition": f'attachment; filename="statement-{name}.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


async def _names(caller: Caller, account: AccountId, lines: Sequence[StatementLine]) -> dict[str, TournamentName]:
    places = {line.place for line in lines}
    return await asyncio.to_thread(line_names, caller.house.store, places, tender_of(account).money)


async def _statement(caller: Caller, account: AccountId, since: int | None, until: int | None) -> Statement:
    now = caller.house.clock.now()
    end = Instant(max(0, min(until if until is not None else now + 1, now + 1)))
    start = Instant(min(end, max(0, since if since is not None else end - DAYS_USUAL * DAY)))
    return await asyncio.to_thread(_read, caller.house.store, account, start, end, Instant(now + 1))


def _read(store: Archive, account: AccountId, start: Instant, end: Instant, now: Instant) -> Statement:
    """Read a statement; the opening balance is computed back from the present one, so it always agrees with the ledger."""
    lines: list[PostedTransfer] = []
    for _ in range(_TRIES_MAX):
        balance = store.balances([account]).get(account, 0)
        lines = _lines(store, account, start, now)
        if store.balances([account]).get(account, 0) == balance:  # else something was posted meanwhile
            break
    opening = Units(balance - sum(_signed(account, line) for line in lines))
    return make_statement(account, opening, [line for line in lines if line.at < end])


def _lines(store: Archive, account: AccountId, start: Instant, end: Instant) -> list[PostedTransfer]:
    found: list[PostedTransfer] = []
    while len(found) < _READ_MAX:
        page = store.transfers_of(account, start, end, _PAGE, found[-1] if found else None)
        found += page
        if len(page) < _PAGE:
            return found
    raise invalid("too_many_lines", most=_READ_MAX)


def _signed(account: AccountId, line: PostedTransfer) -> int:
    return line.transfer.amount if line.transfer.credit == account else -line.transfer.amount


ROUTES = [read_statement, download_statement]
