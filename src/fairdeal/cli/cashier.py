"""
`fairdeal cashier`: the operator's till for play and test money, through the same purse that payment providers use.

Players are named as they are known in the room, and nobody else is paid. Whoever touches money is staff and signs in. Real money, and
all money of a house with more than one member of staff, moves at the desk, where a second person signs; what is done here by the only
member of staff says in the docket that the second was waived.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from fairdeal.cli.options import Amount, Command, database_option, now, opened, refuse
from fairdeal.cli.persons import accounts, confirm, find_person, note, sign_in, staff_option, yes_option

if TYPE_CHECKING:
    from fairdeal.bank.accounts import Tender
    from fairdeal.bank.purse.state import Purse
    from fairdeal.kernel import AccountId, StreamId
    from fairdeal.room.bank.purse import HostedPurse
    from fairdeal.storage.archive import Archive
    from fairdeal.storage.people import People, PersonRow

_CURRENCY = click.Choice(["EUR", "RON", "SEK", "USD"])
_MONEY = click.Choice(["real", "play", "test"])
_WALLET = click.Choice(["site", "poker"])
_TILL = "till"


@click.group()
def cashier() -> None:
    """The operator's till: credit, debit, withdrawals."""


def _till(command: Command) -> Command:
    """Add the options that credit and debit share."""
    for option in (
        click.argument("currency", type=_CURRENCY),
        click.argument("amount", type=Amount()),
        click.argument("player"),
        click.option("--money", type=_MONEY, default="real", show_default=True),
        click.option("--reference", help="Names the payment, in the whole house: the same again is not booked twice."),
        click.option("--correction", is_flag=True, help="No payment: the house's own account gives or takes."),
        click.option("--wallet", type=_WALLET, default="site", show_default=True, help="For corrections."),
        click.option("--why", default="", help="The reason; needed for corrections, kept with them."),
        staff_option,
        yes_option,
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
    from fairdeal.bank.house import StaffId
    from fairdeal.bank.purse.commands import CreditPlayer, OpenPurse, ReceiveDeposit
    from fairdeal.kernel import PlayerId, Units

    tender = _tender(currency, rest["money"])
    with _at_till(player, tender, rest) as till:
        account = (
            _wallet(tender, rest["wallet"], till.player) if correction else site_wallet(tender, PlayerId(till.player))
        )
        till.refuse_alone(tender)
        till.confirm(f"{'correction, ' * correction}credit {_text(amount, tender)}")
        till.act(OpenPurse(PlayerId(till.player), (account,)))
        if correction:
            given = CreditPlayer(account, Units(amount), StaffId(till.staff.id), _reason(rest["why"]))
            till.act(given, rest["reference"])
        else:
            till.act(ReceiveDeposit(_TILL, rest["reference"] or _new_name(), tender, Units(amount)), rest["reference"])
        till.tell(account, "credit", amount, tender)


@cashier.command()
@_till
def debit(player: str, amount: int, currency: str, *, correction: bool, **rest: Any) -> None:
    """Pay money out: asked for, approved and sent in one go, as a till does."""
    from fairdeal.bank.accounts import site_wallet
    from fairdeal.bank.house import StaffId
    from fairdeal.bank.purse.commands import DebitPlayer
    from fairdeal.kernel import PlayerId, Units

    tender = _tender(currency, rest["money"])
    with _at_till(player, tender, rest) as till:
        account = (
            _wallet(tender, rest["wallet"], till.player) if correction else site_wallet(tender, PlayerId(till.player))
        )
        till.refuse_alone(tender)
        till.confirm(f"{'correction, ' * correction}debit {_text(amount, tender)}")
        if correction:
            taken = DebitPlayer(account, Units(amount), StaffId(till.staff.id), _reason(rest["why"]))
            till.act(taken, rest["reference"])
        else:
            balance = till.store.balances([account]).get(account, 0)
            till.pay_out(rest["reference"] or _new_name(), tender, amount, balance, rest["reference"])
        till.tell(account, "debit", amount, tender)


@cashier.command()
@click.argument("player")
@click.argument("kind", type=click.Choice(["deposit", "loss"]))
@click.argument("period", type=click.Choice(["day", "week", "month"]))
@click.argument("amount", type=Amount())
@click.argument("currency", type=_CURRENCY)
@click.option("--money", type=_MONEY, default="real", show_default=True)
@staff_option
@yes_option
@database_option
def limit(player: str, kind: str, period: str, amount: int, currency: str, **rest: Any) -> None:
    """Set a limit a player asked for; a lower one holds at once, a higher one after the cooling-off."""
    from fairdeal.bank.accounts import site_wallet
    from fairdeal.bank.limits import LimitKind, Period
    from fairdeal.bank.purse.commands import OpenPurse, SetLimit
    from fairdeal.kernel import PlayerId

    tender = _tender(currency, rest["money"])
    with _at_till(player, tender, rest) as till:
        what = f"{kind} limit a {period} is {_text(amount, tender)}"
        till.confirm(what)
        till.act(OpenPurse(PlayerId(till.player), (site_wallet(tender, PlayerId(till.player)),)))
        till.act(SetLimit(LimitKind(kind), Period(period), tender, amount))
        note(till.people, till.player, "limit_set", till.staff.id, what)
        click.echo(f"{till.name}: {what}")


@cashier.group(invoke_without_command=True)
@database_option
@click.pass_context
def withdrawals(context: click.Context, database: str) -> None:
    """List withdrawals that wait; approve, reject, or note that one was sent."""
    if context.invoked_subcommand is not None:
        return
    from fairdeal.bank.formats import amount_text, text_table
    from fairdeal.bank.house import tender_of
    from fairdeal.bank.purse.state import Stage

    rows = []
    with opened(database) as store, accounts(database) as people:
        for purse in _purses(store):
            for each in purse.withdrawals:
                if each.stage in (Stage.ASKED, Stage.APPROVED):
                    tender, row = tender_of(each.account), people.person(purse.player)
                    money = f"{tender.currency.value} {tender.money.value}"
                    name = purse.player if row is None else row.name
                    rows.append([name, each.withdrawal, amount_text(each.amount), money, each.stage.value])
    if rows:
        click.echo(text_table(("player", "withdrawal", "amount", "money", "stage"), rows, right=frozenset({"amount"})))
    else:
        click.echo("no withdrawal waits")


def _settling(command: Command) -> Command:
    """Add the options that approve, reject and sent share."""
    for option in (
        click.argument("withdrawal"),
        click.argument("player"),
        staff_option,
        yes_option,
        database_option,
    ):
        command = option(command)
    return command


@withdrawals.command()
@_settling
def approve(player: str, withdrawal: str, **rest: Any) -> None:
    """Let a withdrawal go out."""
    from fairdeal.bank.house import StaffId
    from fairdeal.bank.purse.commands import ApproveWithdrawal

    with _at_till(player, None, rest) as till:
        till.settle(withdrawal, "approved", ApproveWithdrawal(withdrawal, StaffId(till.staff.id)))


@withdrawals.command()
@click.option("--why", required=True, help="What the player is told.")
@_settling
def reject(player: str, withdrawal: str, why: str, **rest: Any) -> None:
    """Refuse a withdrawal; the money goes back to the wallet."""
    from fairdeal.bank.house import StaffId
    from fairdeal.bank.purse.commands import RejectWithdrawal

    with _at_till(player, None, rest) as till:
        till.settle(withdrawal, "rejected", RejectWithdrawal(withdrawal, StaffId(till.staff.id), why))


@withdrawals.command()
@click.option("--reference", required=True, help="The bank's or provider's name for the payment.")
@_settling
def sent(player: str, withdrawal: str, reference: str, **rest: Any) -> None:
    """Note that an approved withdrawal was paid out."""
    from fairdeal.bank.purse.commands import ConfirmSent

    with _at_till(player, None, rest) as till:
        till.settle(withdrawal, "sent", ConfirmSent(withdrawal, _TILL, reference), f"sent:{reference}")


@cashier.group(invoke_without_command=True)
@database_option
@click.pass_context
def claims(context: click.Context, database: str) -> None:
    """List what players owe after a payment was charged back; or settle it out of their wallet."""
    if context.invoked_subcommand is not None:
        return
    from fairdeal.bank.formats import amount_text, text_table

    rows = []
    with opened(database) as store, accounts(database) as people:
        for purse in _purses(store):
            row = people.person(purse.player)
            for tender, owed in purse.claims:
                money = f"{tender.currency.value} {tender.money.value}"
                rows.append([purse.player if row is None else row.name, amount_text(owed), money])
    click.echo(text_table(("player", "owes", "money"), rows, right=frozenset({"owes"})) if rows else "nobody owes")


@claims.command()
@click.argument("player")
@click.argument("amount", type=Amount())
@click.argument("currency", type=_CURRENCY)
@click.option("--money", type=_MONEY, default="real", show_default=True)
@staff_option
@yes_option
@database_option
def settle(player: str, amount: int, currency: str, **rest: Any) -> None:
    """Take what a player owes, or a part of it, out of the player's wallet."""
    from fairdeal.bank.accounts import site_wallet
    from fairdeal.bank.house import StaffId
    from fairdeal.bank.purse.commands import SettleClaim
    from fairdeal.kernel import PlayerId, Units

    tender = _tender(currency, rest["money"])
    with _at_till(player, tender, rest) as till:
        till.refuse_alone(tender)
        till.confirm(f"settle {_text(amount, tender)} of what is owed")
        till.act(SettleClaim(tender, Units(amount), StaffId(till.staff.id)))
        till.tell(site_wallet(tender, PlayerId(till.player)), "claim", amount, tender)


@cashier.command()
@click.argument("ghost", required=False)
@click.argument("reference", required=False)
@staff_option
@yes_option
@database_option
def ghosts(ghost: str | None, reference: str | None, staff: str | None, database: str, *, yes: bool) -> None:
    """
    List money on accounts that nobody owns, with the payments it came by; or return one of them.

    A till once took any text for a player. GHOST and REFERENCE, as the list shows them, send that payment back to where it came from,
    in a movement of its own: nothing is edited.
    """
    with opened(database, writes=ghost is not None) as store, accounts(database) as people:
        found = [purse for purse in _purses(store) if _is_ghost(purse, people)]
        if ghost is None:
            _list_ghosts(store, found)
            return
        purse = next((each for each in found if each.player == ghost), None)
        paid = (
            next((each for each in purse.deposits if each.reference == reference), None) if purse is not None else None
        )
        if paid is None:
            raise click.ClickException(f"nobody's {ghost} has no payment {reference} (no_such_payment)")
        member = sign_in(people, staff, database)
        what = f"return {_text(paid.amount, paid.tender)} of {paid.reference}"
        click.echo(f"nobody's account {ghost}: {what}", err=True)
        if not yes:
            click.confirm("Do it?", abort=True, err=True)
        till = _Till(store, people, member, ghost, ghost, paid.tender, yes=True)
        till.refuse_alone(paid.tender)
        till.pay_out(f"return-{paid.reference}"[:64], paid.tender, paid.amount, paid.amount, f"return:{paid.reference}")
        till.write("ghost_returned", what)
        click.echo(f"{ghost}: {what}")


def _is_ghost(purse: "Purse", people: "People") -> bool:
    return not purse.player.startswith("bot-") and people.person(purse.player) is None


def _list_ghosts(store: "Archive", found: "list[Purse]") -> None:
    from fairdeal.bank.formats import amount_text, text_table

    rows = []
    for purse in found:
        held = sum(store.balances(list(purse.accounts)).values())
        if held:
            for paid in purse.deposits:
                money = f"{paid.tender.currency.value} {paid.tender.money.value}"
                rows.append([purse.player, paid.reference, amount_text(paid.amount), money, amount_text(held)])
            if not purse.deposits:
                rows.append([purse.player, "", "", "", amount_text(held)])
    columns = ("ghost", "reference", "amount", "money", "holds")
    click.echo(text_table(columns, rows, right=frozenset({"amount", "holds"})) if rows else "no money is nobody's")


@contextmanager
def _at_till(player: str, tender: "Tender | None", rest: dict[str, Any]) -> Iterator["_Till"]:
    """Open the till for a known player, with a signed-in member of staff."""
    database = rest["database"]
    with opened(database, writes=True) as store, accounts(database) as people:
        row = find_person(people, player)
        staff = sign_in(people, rest["staff"], database)
        yield _Till(store, people, staff, row.id, row.name, tender, yes=rest["yes"], row=row)


class _Till:
    """Commands to one player's purse, by one member of staff."""

    def __init__(
        self,
        store: "Archive",
        people: "People",
        staff: "PersonRow",
        player: str,
        name: str,
        tender: "Tender | None",
        *,
        yes: bool,
        row: "PersonRow | None" = None,
    ) -> None:
        from fairdeal.kernel import PlayerId
        from fairdeal.room.bank.purse import purse_stream

        self.store = store
        self.people = people
        self.staff = staff
        self.player = player
        self.name = name
        self._row = row
        self._yes = yes
        self._currency = "" if tender is None else tender.currency.value
        self._purse = _hosted(purse_stream(PlayerId(player)))

    def refuse_alone(self, tender: "Tender") -> None:
        """Exit where one person alone would move money that another has to sign for: that is done at the desk."""
        from fairdeal.kernel import MoneyKind
        from fairdeal.room.office.record import adopt_earlier, read_docket

        adopt_earlier(self.store, {row.id: row.roles for row in self.people.staff()}, now())
        if tender.money is MoneyKind.REAL or len(read_docket(self.store).staff) > 1:
            raise click.ClickException(
                "money needs a second person here: `fairdeal desk ask`, such as `take_deposit` (second_signature_needed)"
            )

    def write(self, what: str, words: str) -> None:
        """Keep with the account and in the docket who did what, and that nobody signed it."""
        from fairdeal.office.docket.commands import NoteChange
        from fairdeal.room.office.record import record

        note(self.people, self.player, what, self.staff.id, words)
        record(self.store, NoteChange(self.staff.id, what, self.player, f"{words}; second person waived"), now())

    def confirm(self, what: str) -> None:
        """Show the player and the action, and ask for confirmation."""
        assert self._row is not None, "nobody's accounts are confirmed elsewhere"
        confirm(self._row, what, yes=self._yes)

    def act(self, command: Any, key: str | None = None) -> None:
        """Execute a command, or print why not and exit; with a key it is executed once in the whole installation."""
        from fairdeal.kernel import Rejection
        from fairdeal.room.desk import act
        from fairdeal.storage.port import Refusal

        answer = act(self.store, self._purse, command, now(), key)
        if isinstance(answer, Rejection):
            if answer.code == Refusal.KEY_REUSED:
                raise click.ClickException(f"the reference {key} was used before for something else (reference_reused)")
            refuse(answer, self._currency)

    def settle(self, withdrawal: str, what: str, command: Any, key: str | None = None) -> None:
        """Move a withdrawal to its next stage."""
        from fairdeal.bank.house import tender_of

        known = self.purse().find_withdrawal(withdrawal)
        amount = "" if known is None else f" {_text(known.amount, tender_of(known.account))}"
        if known is not None:
            self.refuse_alone(tender_of(known.account))
        self.confirm(f"withdrawal {withdrawal}{amount} is {what}")
        self.act(command, key)
        self.write(f"withdrawal_{what}", withdrawal)
        click.echo(f"{self.name}: {withdrawal} {what}")

    def pay_out(self, name: str, tender: "Tender", amount: int, balance: int, key: str | None) -> None:
        """Request, approve and send a withdrawal in one go; the same name is never paid twice."""
        from fairdeal.bank.house import StaffId
        from fairdeal.bank.purse.commands import ApproveWithdrawal, AskWithdrawal, ConfirmSent
        from fairdeal.bank.purse.state import Stage
        from fairdeal.kernel import Units

        self.act(AskWithdrawal(name, tender, Units(amount), Units(balance)), key)
        if self._stage(name) is Stage.ASKED:
            self.act(ApproveWithdrawal(name, StaffId(self.staff.id)))
        if self._stage(name) is Stage.APPROVED:
            self.act(ConfirmSent(name, _TILL, name))

    def _stage(self, name: str) -> Any:
        known = self.purse().find_withdrawal(name)
        return None if known is None else known.stage

    def purse(self) -> "Purse":
        """The present state of the purse."""
        from fairdeal.room.desk import read_state

        return read_state(self.store, self._purse)[0]

    def tell(self, account: "AccountId", what: str, amount: int, tender: "Tender") -> None:
        """Print the new balance, and log who did it."""
        from fairdeal.bank.formats import amount_text

        self.write(f"till_{what}", _text(amount, tender))
        held = amount_text(self.store.balances([account])[account])
        click.echo(f"{self.name}: {account} holds {held}")


def _purses(store: "Archive") -> "Iterator[Purse]":
    """All purses in the store."""
    from fairdeal.room.desk import read_state

    for stream in store.streams("purse"):
        yield read_state(store, _hosted(stream))[0]


def _hosted(stream: "StreamId") -> "HostedPurse":
    from fairdeal.bank.policy import BankPolicy
    from fairdeal.bank.purse.machine import PurseMachine
    from fairdeal.kernel import MoneyKind
    from fairdeal.room.bank.purse import HostedPurse

    policy = BankPolicy(limits_needed_for=(MoneyKind.REAL,))
    return HostedPurse(stream, PurseMachine(policy))


def _tender(currency: str, money: str) -> "Tender":
    from fairdeal.bank.accounts import Tender
    from fairdeal.kernel import Currency, MoneyKind

    return Tender(Currency(currency), MoneyKind(money))


def _text(amount: int, tender: "Tender") -> str:
    from fairdeal.bank.formats import amount_text

    return f"{amount_text(amount)} {tender.currency.value}, {tender.money.value} money"


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
