"""
A player's statement: what moved on one account, in words, with the balance after each line.

It is made from posted transfers, so it can only show what the ledger holds. Every line has a key that never changes; the words
beside it are English, and other languages translate the keys.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol

from fairdeal.bank.accounts import Purpose, parse_account
from fairdeal.bank.formats import Cell, amount_text, csv_text, json_text, text_table
from fairdeal.bank.house import tender_of
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.kernel import UTC, AccountId, Instant, RuleId, Units, Zone, iso_text, wall_time


class Posting(Protocol):
    """A posted transfer: what moved, and when."""

    @property
    def at(self) -> Instant:
        """When it was posted."""
        ...

    @property
    def transfer(self) -> Transfer:
        """What moved."""
        ...


WORDS: Final[Mapping[str, str]] = {
    "deposit_in": "Deposit",
    "withdrawal_out": "Withdrawal",
    "withdrawal_returned": "Withdrawal returned",
    "grant_in": "Free chips",
    "exchange_in": "Moved in from your other wallet",
    "exchange_out": "Moved to your other wallet",
    "buy_in_out": "Buy-in",
    "top_up_out": "Top-up",
    "top_up_in": "Top-up returned",
    "cash_out_in": "Cash-out",
    "rakeback_in": "Rakeback",
    "bonus_in": "Bonus",
    "entry_out": "Tournament entry",
    "re_buy_out": "Re-buy",
    "add_on_out": "Add-on",
    "fee_out": "Tournament fee",
    "refund_in": "Refund",
    "bet_returned": "Unresolved bet returned",
    "prize_in": "Prize",
    "bounty_in": "Bounty",
    "ticket_in": "Ticket paid out",
    "ticket_out": "Ticket bought",
    "bet_out": "Bet",
    "win_in": "Winnings",
    "hold_out": "Put on hold",
    "release_in": "Released from hold",
    "seizure_out": "Seized",
    "forfeiture_out": "Forfeited",
    "correction_in": "Correction in your favour",
    "correction_out": "Correction",
    "charge_back_out": "Payment charged back",
    "claim_out": "Paid to the house after a charge-back",
    "reversal_in": "Reversed in your favour",
    "reversal_out": "Reversed",
    "other_in": "Received",
    "other_out": "Paid",
}
"""Every key a line can have, in English."""

_RETURNED: Final = {Purpose.WITHDRAWAL: "withdrawal_returned", Purpose.UNRESOLVED: "bet_returned"}
_AT_TABLE: Final = (Purpose.SEAT, Purpose.PENDING)


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One line: what happened, where, the amount that came in (negative: went out), and the balance after it."""

    at: Instant
    key: str
    place: str  # table, tournament or ticket, where there is one
    amount: Units
    balance: Units
    ref: str
    rule: RuleId | None

    @property
    def words(self) -> str:
        """The key in English."""
        return WORDS[self.key]


@dataclass(frozen=True, slots=True)
class TableSession:
    """One stay at a cash table, from buy-in to cash-out; without a start it began before the statement, without an end it is open."""

    table: str
    started: Instant | None
    ended: Instant | None
    buy_in: Units
    top_ups: Units
    cash_out: Units

    @property
    def net(self) -> Units:
        """The amount won (negative: lost) as far as the statement shows it; money still at the table counts as lost."""
        return Units(self.cash_out - self.buy_in - self.top_ups)


@dataclass(frozen=True, slots=True)
class Statement:
    """An account's lines over a time, with the opening balance and stays at tables."""

    account: AccountId
    opening: Units
    lines: tuple[StatementLine, ...]
    sessions: tuple[TableSession, ...]

    @property
    def closing(self) -> Units:
        """The balance after the last line."""
        return self.lines[-1].balance if self.lines else self.opening


def make_statement(account: AccountId, opening: Units, postings: Iterable[Posting]) -> Statement:
    """The statement of an account whose balance was `opening` before the first posting."""
    lines: list[StatementLine] = []
    sessions: list[TableSession] = []
    balance = opening
    for posting in postings:
        transfer = posting.transfer
        assert account in (transfer.debit, transfer.credit), transfer
        incoming = transfer.credit == account
        amount = Units(transfer.amount if incoming else -transfer.amount)
        balance = Units(balance + amount)
        other = parse_account(transfer.debit if incoming else transfer.credit)
        assert other is not None, transfer
        place = _place(other.purpose, other.holder)
        key = _key(transfer.reason, other.purpose, incoming=incoming)
        lines.append(StatementLine(posting.at, key, place, amount, balance, str(transfer.ref), transfer.rule))
        if other.purpose in _AT_TABLE:
            _note(sessions, place, transfer.reason, amount, posting.at)
    return Statement(account, opening, tuple(lines), tuple(sessions))


def _place(purpose: Purpose, holder: str) -> str:
    if purpose in (*_AT_TABLE, Purpose.BET):
        return holder.partition("/")[0]
    if purpose is Purpose.TICKET:
        return holder.partition("/")[2]
    return holder if purpose in (Purpose.PRIZES, Purpose.BOUNTIES, Purpose.ENTRY_FEES) else ""


def _key(reason: Reason, other: Purpose, *, incoming: bool) -> str:
    if incoming and reason is Reason.REFUND and other in _RETURNED:
        return _RETURNED[other]
    way = "in" if incoming else "out"
    key = f"{reason.value}_{way}"
    return key if key in WORDS else f"other_{way}"


def _note(sessions: list[TableSession], table: str, reason: Reason, amount: int, at: Instant) -> None:
    """Add a line to the stay it belongs to: the latest at that table, unless a buy-in starts a new one."""
    found = next((place for place in reversed(range(len(sessions))) if sessions[place].table == table), None)
    if reason is Reason.BUY_IN and amount < 0:
        sessions.append(TableSession(table, at, None, Units(-amount), Units(0), Units(0)))
        return
    if found is None:
        sessions.append(TableSession(table, None, None, Units(0), Units(0), Units(0)))
        found = len(sessions) - 1
    stay = sessions[found]
    if amount < 0:
        sessions[found] = replace(stay, top_ups=Units(stay.top_ups - amount))
    else:
        # A pending top-up is returned separately from the stack; only the cash-out ends the stay.
        ended = at if reason is Reason.CASH_OUT else stay.ended
        sessions[found] = replace(stay, cash_out=Units(stay.cash_out + amount), ended=ended)


def statement_text(statement: Statement, zone: Zone = UTC) -> str:
    """The statement as aligned text in the zone's local time, with the stays at tables below."""
    tender = tender_of(statement.account)
    label = f"{tender.currency.value} ({tender.money.value} money)"
    columns = ("when", "what", "where", "amount", "balance")
    rows = [
        (str(wall_time(zone, line.at)), line.words, line.place, amount_text(line.amount), amount_text(line.balance))
        for line in statement.lines
    ]
    opening = ("", "Opening balance", "", "", amount_text(statement.opening))
    closing = ("", "Closing balance", "", "", amount_text(statement.closing))
    table = text_table(columns, [opening, *rows, closing], right=frozenset({"amount", "balance"}))
    parts = [f"Statement in {label}, times in {zone.name}", table]
    if statement.sessions:
        parts.append(_sessions_text(statement.sessions, zone))
    return "\n\n".join(parts) + "\n"


def _sessions_text(sessions: Iterable[TableSession], zone: Zone) -> str:
    columns = ("table", "from", "to", "buy-in", "top-ups", "cash-out", "net")
    rows = [
        (
            each.table,
            "before" if each.started is None else str(wall_time(zone, each.started)),
            "open" if each.ended is None else str(wall_time(zone, each.ended)),
            *(amount_text(amount) for amount in (each.buy_in, each.top_ups, each.cash_out, each.net)),
        )
        for each in sessions
    ]
    return text_table(columns, rows, right=frozenset({"buy-in", "top-ups", "cash-out", "net"}))


_COLUMNS: Final = ("at", "key", "words", "place", "amount", "balance", "ref", "rule", "name")


def statement_csv(statement: Statement, names: Mapping[str, str] | None = None) -> str:
    """The lines as comma-separated values; amounts are decimals, times are UTC. `names` are those of places that have one."""
    known = names or {}
    return csv_text(_COLUMNS, ({**_record(line), "name": known.get(line.place, "")} for line in statement.lines))


def statement_json(statement: Statement) -> str:
    """The statement as JSON; field names never change, amounts are decimals in quotes, times are UTC."""
    tender = tender_of(statement.account)
    return json_text(
        {
            "account": statement.account,
            "currency": tender.currency.value,
            "money": tender.money.value,
            "opening": amount_text(statement.opening),
            "closing": amount_text(statement.closing),
            "lines": [_record(line) for line in statement.lines],
            "sessions": [
                {
                    "table": each.table,
                    "started": None if each.started is None else iso_text(each.started),
                    "ended": None if each.ended is None else iso_text(each.ended),
                    "buy_in": amount_text(each.buy_in),
                    "top_ups": amount_text(each.top_ups),
                    "cash_out": amount_text(each.cash_out),
                    "net": amount_text(each.net),
                }
                for each in statement.sessions
            ],
        }
    )


def _record(line: StatementLine) -> dict[str, Cell]:
    return {
        "at": iso_text(line.at),
        "key": line.key,
        "words": line.words,
        "place": line.place,
        "amount": amount_text(line.amount),
        "balance": amount_text(line.balance),
        "ref": line.ref,
        "rule": line.rule,
    }
