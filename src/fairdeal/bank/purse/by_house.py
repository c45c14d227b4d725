"""How a purse decides about what the house does to its player: bars, limits of the house, claims, and tickets."""

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.bars import Bar, Scope
from fairdeal.bank.ledger import AMOUNT_MAX
from fairdeal.bank.limits import Limit, LimitKind, find_limit
from fairdeal.bank.purse.checks import Refusal
from fairdeal.bank.purse.commands import BarPlayer, GiveTicket, ImposeLimit, LiftBar, RaiseClaim
from fairdeal.bank.purse.events import BarLifted, ClaimRaised, LimitImposed, PlayerBarred, PurseEvent, TicketGiven
from fairdeal.bank.purse.state import Purse
from fairdeal.kernel import Instant, MoneyKind, Verdict, reject

HouseCommand = BarPlayer | LiftBar | ImposeLimit | RaiseClaim | GiveTicket


def by_house(purse: Purse, command: HouseCommand, now: Instant) -> Verdict[PurseEvent]:
    """Decide a command of the house; every one of them has a reason."""
    if not command.why.strip():
        return reject("reason_missing")
    match command:
        case BarPlayer():
            return _bar(purse, command, now)
        case LiftBar():
            running = _running(purse, command.scope, now)
            if command.ends is not None and (running is None or running.until != command.ends):
                return ()
            if running is None:
                return reject("not_barred")
            return (BarLifted(command.scope, command.staff, command.why, now),)
        case ImposeLimit():
            return _impose(purse, command, now)
        case RaiseClaim():
            return _raise(purse, command, now)
        case GiveTicket():
            return _give(purse, command)


def _bar(purse: Purse, command: BarPlayer, now: Instant) -> Verdict[PurseEvent]:
    if command.until is not None and command.until <= now:
        return reject("not_in_the_future", command.rule)
    running = _running(purse, command.scope, now)
    if command.at_least and running is not None and _lasts_as_long(running, command.until):
        return ()
    if running is not None and running.until == command.until:
        return reject("already_barred", running.rule)
    return (PlayerBarred(Bar(command.scope, command.until, command.rule), command.staff, command.why, now),)


def _running(purse: Purse, scope: Scope, now: Instant) -> Bar | None:
    return next((bar for bar in purse.bars if bar.scope is scope and bar.lasts(now)), None)


def _lasts_as_long(bar: Bar, until: Instant | None) -> bool:
    return bar.until is None or (until is not None and bar.until >= until)


def _impose(purse: Purse, command: ImposeLimit, now: Instant) -> Verdict[PurseEvent]:
    if command.kind is LimitKind.TIME:
        return reject("no_such_limit")
    if command.tender.money is MoneyKind.PLAY:
        return reject(Refusal.WRONG_MONEY_KIND)
    if not purse.has_wallet_of(command.tender):
        return reject(Refusal.WRONG_CURRENCY)
    if command.amount is not None and not 0 <= command.amount <= AMOUNT_MAX:
        return reject("bad_limit", least=0, most=AMOUNT_MAX)
    if find_limit(purse.imposed, command.kind, command.period, command.tender).amount == command.amount:
        return reject("limit_unchanged")
    limit = Limit(command.kind, command.period, command.tender, command.amount)
    return (LimitImposed(limit, command.staff, command.why, now),)


def _raise(purse: Purse, command: RaiseClaim, now: Instant) -> Verdict[PurseEvent]:
    if not purse.has_wallet_of(command.tender):
        return reject(Refusal.WRONG_CURRENCY)
    if not 0 < command.amount <= AMOUNT_MAX:
        return reject(Refusal.AMOUNT_NOT_POSITIVE, amount=command.amount)
    claim = command.tender.account(Purpose.CLAIM, purse.player)
    return (ClaimRaised(claim, command.tender, command.amount, command.staff, command.why, now, command.rule),)


def _give(purse: Purse, command: GiveTicket) -> Verdict[PurseEvent]:
    if purse.closed:
        return reject(Refusal.ACCOUNT_CLOSED)
    if not purse.has_wallet_of(command.tender):
        return reject(Refusal.WRONG_CURRENCY)
    if not 0 < command.amount <= AMOUNT_MAX:
        return reject(Refusal.AMOUNT_NOT_POSITIVE, amount=command.amount)
    ticket = command.tender.account(Purpose.TICKET, f"{purse.player}/{command.ticket}")
    return (TicketGiven(ticket, command.amount, command.staff, command.why),)
