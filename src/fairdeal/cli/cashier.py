"""`fairdeal cashier`: the operator's till. Money in and out through the same purse that payment providers use."""

from typing import TYPE_CHECKING, Any

import click

from fairdeal.cli.options import Amount, Command, database_option, now, opened, refuse

if TYPE_CHECKING:
    from fairdeal.bank.accounts import Tender
    from fairdeal.kernel import AccountId
    from fairdeal.room.ports import Kind
    from fairdeal.storage.archive import Archive

_CURRENCY = click.Choice(["EUR", "RON", "SEK", "USD"])
_MONEY = click.Choice(["real", "play", "test"])
_WALLET = click.Choice(["site", "poker"])
_TILL = "till"
_staff = click.option("--staff", required=True, help="Who does this.")
_real_money = click.option("--real-money", is_flag=True, help="The operator has turned real money on.")


@click.group()
def cashier() -> None:
    """The operator's till: credit, debit, withdrawals."""


def _till(command: Command) -> Command:
    """What credit and debit share."""
    for option in (
        click.argument("currency", type=_CURRENCY),
        click.argument("amount", type=Amount()),
        click.argument("player"),
        click.option("--money", type=_MONEY, default="real", show_default=True),
        click.option("--reference", help="Names the payment: the same reference again is not booked twice."),
        click.option("--correction", is_flag=True, help="No payment: the house's own account gives or takes."),
        click.option("--wallet", type=_WALLET, default="site", show_default=True, help="For corrections."),
        click.option("--why", default="", help="The reason; needed for corrections, kept with them."),
        _staff,
        _real_money,
        database_option,
    ):
        command = option(command)
    return command


@cashier.command()
@_till
def credit(player: str, amount: int, currency: str, *, correction: bool, **rest: Any) -> None:
    """
    Pay money in: cash at the till, a bank transfer.

    It is a deposit like any other: the player's limits, time-outs and exclusions hold.
    """
    from fairdeal.bank.accounts import site_wallet
    from fairdeal.bank.purse_commands import CreditPlayer, OpenPurse, ReceiveDeposit
    from fairdeal.kernel import PlayerId, Units

    tender = _tender(currency, rest["money"])
    with opened(rest["database"]) as store:
        till = _Till(store, player, real_money=rest["real_money"])
        account = _wallet(tender, rest["wallet"], player) if correction else site_wallet(tender, PlayerId(player))
        till.act(OpenPurse(PlayerId(player), (account,)))
        if correction:
            till.act(CreditPlayer(account, Units(amount), rest["staff"], _reason(rest["why"])), rest["reference"])
        else:
            reference = rest["reference"] or _new_name()
            till.act(ReceiveDeposit(_TILL, reference, tender, Units(amount)))
        till.tell(account)


@cashier.command()
@_till
def debit(player: str, amount: int, currency: str, *, correction: bool, **rest: Any) -> None:
    """Pay money out: asked for, approved and sent in one go, as a till does."""
    from fairdeal.bank.accounts import site_wallet
    from fairdeal.bank.purse_commands import ApproveWithdrawal, AskWithdrawal, ConfirmSent, DebitPlayer
    from fairdeal.kernel import PlayerId, Units

    tender = _tender(currency, rest["money"])
    with opened(rest["database"]) as store:
        till = _Till(store, player, real_money=rest["real_money"])
        account = _wallet(tender, rest["wallet"], player) if correction else site_wallet(tender, PlayerId(player))
        if correction:
            till.act(DebitPlayer(account, Units(amount), rest["staff"], _reason(rest["why"])), rest["reference"])
        else:
            name = rest["reference"] or _new_name()
            balance = Units(store.balances([account]).get(account, 0))
            till.act(AskWithdrawal(name, tender, Units(amount), balance))
            till.act(ApproveWithdrawal(name, rest["staff"]))
            till.act(ConfirmSent(name, _TILL, name))
        till.tell(account)


@cashier.command()
@click.argument("player")
@click.argument("kind", type=click.Choice(["deposit", "loss"]))
@click.argument("period", type=click.Choice(["day", "week", "month"]))
@click.argument("amount", type=Amount())
@click.argument("currency", type=_CURRENCY)
@click.option("--money", type=_MONEY, default="real", show_default=True)
@database_option
def limit(player: str, kind: str, period: str, amount: int, currency: str, money: str, database: str) -> None:
    """Set a limit a player asked for; a lower one holds at once, a higher one after the cooling-off."""
    from fairdeal.bank.accounts import site_wallet
    from fairdeal.bank.formats import amount_text
    from fairdeal.bank.limits import LimitKind, Period
    from fairdeal.bank.purse_commands import OpenPurse, SetLimit
    from fairdeal.kernel import PlayerId

    tender = _tender(currency, money)
    with opened(database) as store:
        till = _Till(store, player, real_money=False)
        till.act(OpenPurse(PlayerId(player), (site_wallet(tender, PlayerId(player)),)))
        till.act(SetLimit(LimitKind(kind), Period(period), tender, amount))
    click.echo(f"{player}: {kind} limit a {period} is {amount_text(amount)} {currency}")


@cashier.group(invoke_without_command=True)
@database_option
@click.pass_context
def withdrawals(context: click.Context, database: str) -> None:
    """List withdrawals that wait; approve, reject, or note that one was sent."""
    if context.invoked_subcommand is not None:
        return
    from fairdeal.bank.formats import amount_text, text_table
    from fairdeal.bank.house import tender_of
    from fairdeal.bank.purse_state import Stage
    from fairdeal.room.desk import read_state

    kind = _kind(real_money=False)
    rows = []
    with opened(database) as store:
        for stream in store.streams("purse"):
            purse, _ = read_state(store, kind, stream)
            for each in purse.withdrawals:
                if each.stage in (Stage.ASKED, Stage.APPROVED):
                    tender = tender_of(each.account)
                    money = f"{tender.currency.value} {tender.money.value}"
                    rows.append([purse.player, each.withdrawal, amount_text(each.amount), money, each.stage.value])
    if rows:
        click.echo(text_table(("player", "withdrawal", "amount", "money", "stage"), rows, right=frozenset({"amount"})))
    else:
        click.echo("no withdrawal waits")


@withdrawals.command()
@click.argument("player")
@click.argument("withdrawal")
@_staff
@database_option
def approve(player: str, withdrawal: str, staff: str, database: str) -> None:
    """Let a withdrawal go out."""
    from fairdeal.bank.house import StaffId
    from fairdeal.bank.purse_commands import ApproveWithdrawal

    with opened(database) as store:
        _Till(store, player, real_money=False).act(ApproveWithdrawal(withdrawal, StaffId(staff)))
    click.echo(f"{player}: {withdrawal} approved")


@withdrawals.command()
@click.argument("player")
@click.argument("withdrawal")
@click.option("--why", required=True, help="What the player is told.")
@_staff
@database_option
def reject(player: str, withdrawal: str, why: str, staff: str, database: str) -> None:
    """Refuse a withdrawal; the money goes back to the wallet."""
    from fairdeal.bank.house import StaffId
    from fairdeal.bank.purse_commands import RejectWithdrawal

    with opened(database) as store:
        _Till(store, player, real_money=False).act(RejectWithdrawal(withdrawal, StaffId(staff), why))
    click.echo(f"{player}: {withdrawal} rejected")


@withdrawals.command()
@click.argument("player")
@click.argument("withdrawal")
@click.option("--reference", required=True, help="The bank's or provider's name for the payment.")
@database_option
def sent(player: str, withdrawal: str, reference: str, database: str) -> None:
    """Note that an approved withdrawal was paid out."""
    from fairdeal.bank.purse_commands import ConfirmSent

    with opened(database) as store:
        _Till(store, player, real_money=False).act(ConfirmSent(withdrawal, _TILL, reference))
    click.echo(f"{player}: {withdrawal} sent")


class _Till:
    """Commands to one player's purse."""

    def __init__(self, store: "Archive", player: str, *, real_money: bool) -> None:
        from fairdeal.kernel import PlayerId
        from fairdeal.room.bank_kinds import purse_stream

        self._store = store
        self._player = player
        self._stream = purse_stream(PlayerId(player))
        self._kind = _kind(real_money=real_money)

    def act(self, command: Any, key: str | None = None) -> None:
        """Do it, or say why not and end."""
        from fairdeal.kernel import Rejection
        from fairdeal.room.desk import act

        answer = act(self._store, self._kind, self._stream, command, now(), key)
        if isinstance(answer, Rejection):
            refuse(answer)

    def tell(self, account: "AccountId") -> None:
        """Say what the account holds now."""
        from fairdeal.bank.formats import amount_text

        click.echo(f"{self._player}: {account} holds {amount_text(self._store.balances([account])[account])}")


def _kind(*, real_money: bool) -> "Kind":
    from fairdeal.bank.policy import BankPolicy
    from fairdeal.kernel import MoneyKind
    from fairdeal.room.bank_kinds import purse_kind

    return purse_kind(BankPolicy(real_money=real_money, limits_needed_for=(MoneyKind.REAL,)))


def _tender(currency: str, money: str) -> "Tender":
    from fairdeal.bank.accounts import Tender
    from fairdeal.kernel import Currency, MoneyKind

    return Tender(Currency(currency), MoneyKind(money))


def _wallet(tender: "Tender", wallet: str, player: str) -> "AccountId":
    from fairdeal.bank.accounts import Purpose

    return tender.account(Purpose(wallet), player)


def _reason(why: str) -> str:
    if not why:
        raise click.UsageError("a correction needs its reason: --why TEXT")
    return why


def _new_name() -> str:
    import os

    from fairdeal.kernel import make_id

    return make_id(now(), os.urandom(10))
