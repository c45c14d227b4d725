"""
The house's money at the desk: income by day, game and rulebook, rakeback, what waits to be paid, and the trial balance.

Every figure is a sum over posted transfers or balances of the ledger, for one tender; there are no counters that could differ from it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final, Literal

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from fairdeal.bank.accounts import Purpose, Tender, parse_account
from fairdeal.bank.formats import amount_text, csv_text
from fairdeal.bank.house import tender_of
from fairdeal.bank.house_report import HouseLine, house_report, report_csv
from fairdeal.kernel import DAY, UNITS_PER_CENT, AccountId, Currency, Instant, MoneyKind
from fairdeal.room.bank.listings import LISTED, PAYMENTS, Payment
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.refused import invalid
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import playing_kind
from fairdeal.storage.archive import Archive
from fairdeal.storage.port import PostedTransfer

DAYS_USUAL: Final = 30
DAYS_MAX: Final = 92
_PAGE: Final = 5_000
_EPOCH: Final = date(1970, 1, 1).toordinal()
_PAYMENTS_READ_MAX: Final = 1_000
PLAYERS: Final = (
    Purpose.SITE, Purpose.POKER, Purpose.RAKEBACK, Purpose.WITHDRAWAL, Purpose.HOLD, Purpose.TICKET, Purpose.SEAT, Purpose.PENDING,
    Purpose.POT, Purpose.BET, Purpose.UNRESOLVED, Purpose.PRIZES, Purpose.BOUNTIES, Purpose.ENTRY_FEES,
)  # fmt: skip
"""Accounts whose money is the players', wherever it is at the moment."""

CurrencyName = Literal["EUR", "RON", "SEK", "USD"]
MoneyName = Literal["real", "play", "test"]


class TenderAnswer(Answer, frozen=True):
    """A currency with its kind of money."""

    currency: str
    money: str


class IncomeAnswer(Answer, frozen=True):
    """Rake of a game, or fees, under one rulebook on one day; `net` is after rakeback and corrections. Cents."""

    day: int
    kind: str  # rake or fees
    rulebook: str
    game: str
    taken: int
    rakeback: int
    net: int


class AccountGroup(Answer, frozen=True):
    """The accounts of one purpose: what they hold together, on its side of the trial balance. Hundredths of a cent."""

    purpose: str
    accounts: int
    debit: int
    credit: int


class RakebackAnswer(Answer, frozen=True):
    """What players have earned in a month and not been paid yet. Cents."""

    month: str
    players: int
    owed: int


class HouseMoney(Answer, frozen=True):
    """
    The house's money of one tender from a day to before another; days are instants of midnight UTC.

    Amounts are cents, those of the trial balance hundredths of a cent, as the ledger keeps them: it adds up to the last of them.
    """

    tender: TenderAnswer
    tenders: list[TenderAnswer]
    since: int
    until: int
    now: int
    income: list[IncomeAnswer]
    trial: list[AccountGroup]
    debit: int
    credit: int
    owed_to_players: int
    waiting: int  # withdrawals
    waiting_sum: int
    rakeback: list[RakebackAnswer]


@get("/desk/money", may=Access.READ_FIGURES)
async def read_house_money(
    caller: Who,
    currency: FromQuery[CurrencyName | None] = None,
    money: FromQuery[MoneyName | None] = None,
    days: FromQuery[int] = DAYS_USUAL,
) -> HouseMoney:
    """The house's money of the last days, with the trial balance as it is now."""
    kind = playing_kind(caller.house) if money is None else MoneyKind(money)
    since, until = _period(caller, days)
    chosen = None if currency is None else Tender(Currency(currency), kind)
    return await caller.read(lambda: _money(caller.house.store, chosen, kind, since, until, caller.house.clock.now()))


@get("/desk/money/{what:str}", may=Access.READ_FIGURES)
async def export_house_money(caller: Who, what: FromPath[str], days: FromQuery[int] = DAYS_USUAL) -> Response[str]:
    """A CSV file, with all decimals and all tenders: `income.csv`, `trial-balance.csv` or `payments.csv`."""
    since, until = _period(caller, days)
    makers = {"income.csv": _income_csv, "trial-balance.csv": _trial_csv, "payments.csv": _payments_csv}
    if what not in makers:
        raise invalid("malformed")
    text = await caller.read(lambda: makers[what](caller.house.store, since, until))
    headers = {"content-disposition": f'attachment; filename="{what}"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


def _period(caller: Caller, days: int) -> tuple[Instant, Instant]:
    if not 1 <= days <= DAYS_MAX:
        raise invalid("bad_limit", least=1, most=DAYS_MAX)
    until = (caller.house.clock.now() // DAY + 1) * DAY
    return Instant(until - days * DAY), Instant(until)


# ---- reading; blocks


def _money(
    store: Archive, wanted: Tender | None, kind: MoneyKind, since: Instant, until: Instant, now: Instant
) -> HouseMoney:
    balances = _balances(store)
    tenders = sorted({tender for tender, _ in balances} or {Tender(Currency.EUR, kind)})
    tender = wanted or next((each for each in tenders if each.money is kind), tenders[0])
    own = {purpose: rows for (of, purpose), rows in balances.items() if of == tender}
    trial = _trial(own)
    waiting = [each for each in _payments(store) if each.stage in ("asked", "approved")]
    amounts = [each.amount for each in waiting if tender_of(each.account) == tender]
    return HouseMoney(
        _tender(tender),
        [_tender(each) for each in tenders],
        since,
        until,
        now,
        _income(_lines(store, since, until), tender),
        trial,
        sum(each.debit for each in trial),
        sum(each.credit for each in trial),
        sum(sum(own.get(purpose, {}).values()) for purpose in PLAYERS) // UNITS_PER_CENT,
        len(amounts),
        sum(amounts) // UNITS_PER_CENT,
        _rakeback(own.get(Purpose.RAKEBACK, {})),
    )


def _tender(tender: Tender) -> TenderAnswer:
    return TenderAnswer(tender.currency.value, tender.money.value)


def _balances(store: Archive) -> dict[tuple[Tender, Purpose], dict[AccountId, int]]:
    """All balances that are not zero, by tender and purpose."""
    found: dict[tuple[Tender, Purpose], dict[AccountId, int]] = defaultdict(dict)
    for purpose in Purpose:
        for account, balance in store.accounts(purpose).items():
            if balance:
                found[tender_of(account), purpose][account] = balance
    return found


def _trial(own: Mapping[Purpose, Mapping[AccountId, int]]) -> list[AccountGroup]:
    """One row a purpose; what came in less what went out stands on the credit side, what is owed on the debit side."""
    rows = []
    for purpose in Purpose:
        if purpose in own:
            total = sum(own[purpose].values())
            debit, credit = (-total, 0) if total < 0 else (0, total)
            rows.append(AccountGroup(purpose.value, len(own[purpose]), debit, credit))
    return rows


def _lines(store: Archive, since: Instant, until: Instant) -> tuple[HouseLine, ...]:
    names = (*store.accounts(Purpose.RAKE), *store.accounts(Purpose.FEES))
    return house_report(line for name in names for line in _transfers(store, name, since, until))


def _transfers(store: Archive, account: AccountId, since: Instant, until: Instant) -> Iterator[PostedTransfer]:
    last: PostedTransfer | None = None
    while True:
        page = store.transfers_of(account, since, until, _PAGE, last)
        yield from page
        if len(page) < _PAGE:
            return
        last = page[-1]


def _income(lines: tuple[HouseLine, ...], tender: Tender) -> list[IncomeAnswer]:
    sums: dict[tuple[int, str, str, str], list[int]] = {}
    for line in lines:
        source = line.source
        if source.tender == tender:
            game = source.stake.partition("/")[0] if source.kind == Purpose.RAKE else ""
            day = (date(*line.day).toordinal() - _EPOCH) * DAY
            row = sums.setdefault((day, source.kind, source.rulebook, game), [0, 0, 0])
            for place, amount in enumerate((line.taken, line.rakeback, line.net)):
                row[place] += amount
    return [IncomeAnswer(*key, *(amount // UNITS_PER_CENT for amount in row)) for key, row in sorted(sums.items())]


def _rakeback(accounts: Mapping[AccountId, int]) -> list[RakebackAnswer]:
    months: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for account, balance in accounts.items():
        parsed = parse_account(account)
        assert parsed is not None, account
        month = months[parsed.holder.partition("/")[0]]
        month[0] += 1
        month[1] += balance
    return [RakebackAnswer(month, count, owed // UNITS_PER_CENT) for month, (count, owed) in sorted(months.items())]


def _payments(store: Archive) -> Iterator[Payment]:
    for row in store.listed(PAYMENTS, _PAYMENTS_READ_MAX):
        found = LISTED.decode(row.body)
        assert isinstance(found, Payment), "the list holds nothing else"
        yield found


# ---- files


def _income_csv(store: Archive, since: Instant, until: Instant) -> str:
    return report_csv(_lines(store, since, until))


def _trial_csv(store: Archive, _since: Instant, _until: Instant) -> str:
    balances = _balances(store)
    records = (
        {
            "currency": tender.currency.value,
            "money": tender.money.value,
            "purpose": purpose.value,
            "accounts": len(rows),
            "balance": amount_text(sum(rows.values())),
        }
        for (tender, purpose), rows in sorted(balances.items())
    )
    return csv_text(("currency", "money", "purpose", "accounts", "balance"), records)


def _payments_csv(store: Archive, since: Instant, until: Instant) -> str:
    columns = ("at", "player", "name", "currency", "money", "amount", "stage", "reference")
    records = (
        {
            "at": each.at,
            "player": each.player,
            "name": each.name,
            "currency": tender_of(each.account).currency.value,
            "money": tender_of(each.account).money.value,
            "amount": amount_text(each.amount),
            "stage": each.stage,
            "reference": each.reference,
        }
        for each in _payments(store)
        if since <= each.at < until
    )
    return csv_text(columns, records)


ROUTES = [read_house_money, export_house_money]
