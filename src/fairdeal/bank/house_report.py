"""
The report of the house's income: rake and fees by rulebook, stake and day.

Accounts of rake and fees name their rulebook and stake in their ids, so a report is a sum over posted transfers, and a
balance is the same sum over all time.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from fairdeal.bank.accounts import Account, Purpose, Tender, parse_account
from fairdeal.bank.formats import Cell, amount_text, csv_text, json_text, text_table
from fairdeal.bank.statements import Posting
from fairdeal.bank.transfer import Reason
from fairdeal.kernel import UTC, AccountId, Date, Units, Zone, local_date

_INCOME: Final = (Purpose.RAKE, Purpose.FEES)


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """Where income comes from: rake of a stake, or fees of a kind of tournament, under one rulebook, in one tender."""

    kind: str  # "rake" or "fees"
    rulebook: str
    stake: str
    tender: Tender


@dataclass(frozen=True, slots=True)
class HouseLine:
    """One day of a source: what was taken, how often, what went to rakeback, and what other transfers changed."""

    source: Source
    day: Date
    taken: Units
    times: int
    rakeback: Units
    other: Units

    @property
    def net(self) -> Units:
        """The net income of the day."""
        return Units(self.taken - self.rakeback + self.other)


@dataclass(frozen=True, slots=True)
class HouseBalance:
    """The balance of a source over all time."""

    source: Source
    balance: Units


def house_report(postings: Iterable[Posting], zone: Zone = UTC) -> tuple[HouseLine, ...]:
    """Income by source and day of the zone, sorted by both; transfers of other accounts are ignored."""
    sums: dict[tuple[Source, Date], list[int]] = {}
    for posting in postings:
        transfer = posting.transfer
        for account, sign in ((transfer.credit, 1), (transfer.debit, -1)):
            source = source_of(account)
            if source is None:
                continue
            day = sums.setdefault((source, local_date(zone, posting.at)), [0, 0, 0, 0])
            _count(day, transfer.reason, transfer.amount, sign)
    return tuple(
        HouseLine(source, day, Units(taken), times, Units(rakeback), Units(other))
        for (source, day), (taken, times, rakeback, other) in sorted(sums.items())
    )


def _count(day: list[int], reason: Reason, amount: int, sign: int) -> None:
    if reason in (Reason.RAKE, Reason.FEE) and sign > 0:
        day[0] += amount
        day[1] += 1
    elif reason is Reason.RAKEBACK_EARNED:
        day[2] -= sign * amount
    else:
        day[3] += sign * amount


def house_balances(balances: Mapping[AccountId, int]) -> tuple[HouseBalance, ...]:
    """The balance of every source, from the balances of the ledger."""
    found = [(source, balance) for account, balance in balances.items() if (source := source_of(account)) is not None]
    return tuple(HouseBalance(source, Units(balance)) for source, balance in sorted(found))


def source_of(account: AccountId) -> Source | None:
    """The source of an account of rake or fees; None for every other account."""
    parsed: Account | None = parse_account(account)
    if parsed is None or parsed.purpose not in _INCOME:
        return None
    rulebook, _, stake = parsed.holder.partition("/")
    return Source(parsed.purpose.value, rulebook, stake, parsed.tender)


_COLUMNS: Final = (
    "kind", "rulebook", "stake", "day", "currency", "money", "taken", "times", "rakeback", "other", "net",
)  # fmt: skip
_NUMBERS: Final = frozenset({"taken", "times", "rakeback", "other", "net", "balance"})


def report_text(lines: Iterable[HouseLine]) -> str:
    """The report as an aligned text table."""
    rows = [[str(cell) for cell in _record(line).values()] for line in lines]
    return text_table(_COLUMNS, rows, right=_NUMBERS) + "\n"


def report_csv(lines: Iterable[HouseLine]) -> str:
    """The report as comma-separated values."""
    return csv_text(_COLUMNS, map(_record, lines))


def report_json(lines: Iterable[HouseLine], balances: Iterable[HouseBalance] = ()) -> str:
    """The report as JSON, with the balances beside it; field names never change, amounts are decimals in quotes."""
    return json_text(
        {
            "lines": [_record(line) for line in lines],
            "balances": [_source(each.source) | {"balance": amount_text(each.balance)} for each in balances],
        }
    )


def balances_text(balances: Iterable[HouseBalance]) -> str:
    """The balances as an aligned text table."""
    columns = ("kind", "rulebook", "stake", "currency", "money", "balance")
    rows = [[*map(str, _source(each.source).values()), amount_text(each.balance)] for each in balances]
    return text_table(columns, rows, right=_NUMBERS) + "\n"


def _record(line: HouseLine) -> dict[str, Cell]:
    source = _source(line.source)
    record: dict[str, Cell] = {column: source.get(column) for column in _COLUMNS}
    return record | {
        "day": str(line.day),
        "taken": amount_text(line.taken),
        "times": line.times,
        "rakeback": amount_text(line.rakeback),
        "other": amount_text(line.other),
        "net": amount_text(line.net),
    }


def _source(source: Source) -> dict[str, Cell]:
    return {
        "kind": source.kind,
        "rulebook": source.rulebook,
        "stake": source.stake,
        "currency": source.tender.currency.value,
        "money": source.tender.money.value,
    }
