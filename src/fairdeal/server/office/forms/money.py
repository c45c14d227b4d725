"""Forms of deeds about money: payments at the till, corrections, claims, and withdrawals."""

from collections.abc import Iterator
from typing import Annotated, Final

import msgspec

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.house import tender_of
from fairdeal.bank.purse.state import Withdrawal
from fairdeal.kernel import Currency, MoneyKind, PlayerId, Units
from fairdeal.office.deed import Deed
from fairdeal.office.deeds import money
from fairdeal.room.bank.listings import LISTED, PAYMENTS, Payment
from fairdeal.rulebook.clause import EditionId
from fairdeal.server.api.purse import balances_of, purse_of
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse
from fairdeal.server.levers.acts import Number
from fairdeal.server.office.forms.base import (
    CENT,
    CurrencyName,
    Form,
    MoneyName,
    Name,
    Shares,
    WalletForm,
    in_units,
)
from fairdeal.storage.port import Store

TICKETS_MAX: Final = 500
"""The most players who get a ticket by one deed."""
_PAGE: Final = 1_000


def _payments(store: Store) -> Iterator[Payment]:
    """Every payment in and out of the house; a till is used by hand, so that reading them all is no burden."""
    before = None
    while rows := store.listed(PAYMENTS, _PAGE, before):
        yield from (LISTED.decode(row.body) for row in rows)
        before = rows[-1].at, rows[-1].id


class TakeDepositForm(Form, frozen=True, tag="take_deposit", kw_only=True):
    """Book a payment that came in by hand; a reference is one payment of one player in the whole house."""

    player: Name
    wallet: WalletForm
    amount: Number
    reference: Name

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        player, account = PlayerId(self.player), self.wallet.account(self.player)
        if any(each.reference == self.reference and each.player != player for each in _payments(house.store)):
            raise Refused("reference_reused")
        return money.TakeDeposit(player, account, in_units(self.amount), self.reference)


class ReturnPaymentForm(Form, frozen=True, tag="return_payment", kw_only=True):
    """Send a payment back to where it came from, by its reference."""

    player: Name
    reference: Name

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        player = PlayerId(self.player)
        deposits = purse_of(house, player).deposits
        paid = next((each for each in deposits if each.reference == self.reference and not each.is_charged_back), None)
        if paid is None:
            raise Refused("no_such_payment")
        return money.ReturnPayment(player, site_wallet(paid.tender, player), paid.amount, self.reference)


class CreditForm(Form, frozen=True, tag="credit", kw_only=True):
    """Give a player money of the house."""

    player: Name
    wallet: WalletForm
    amount: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return money.Credit(PlayerId(self.player), self.wallet.account(self.player), in_units(self.amount))


class DebitForm(Form, frozen=True, tag="debit", kw_only=True):
    """Take money from a player that was not the player's."""

    player: Name
    wallet: WalletForm
    amount: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return money.Debit(PlayerId(self.player), self.wallet.account(self.player), in_units(self.amount))


class AnnulForm(Form, frozen=True, tag="annul", kw_only=True):
    """Take winnings back; what the wallet is short of becomes a claim."""

    player: Name
    wallet: WalletForm
    amount: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        account, wanted = self.wallet.account(self.player), in_units(self.amount)
        held = balances_of(house, [account])[account]
        taken = Units(max(0, min(held - held % CENT, wanted)))
        return money.Annul(PlayerId(self.player), account, taken, Units(wanted - taken))


class SettleForm(Form, frozen=True, tag="settle_claim", kw_only=True):
    """Take what a player owes out of the site wallet, or a part of it."""

    player: Name
    wallet: WalletForm
    amount: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return money.Settle(PlayerId(self.player), self.wallet.account(self.player), in_units(self.amount))


class ReverseForm(Form, frozen=True, tag="reverse", kw_only=True):
    """Move money that was won back to those who lost it."""

    takes: Shares
    gives: Shares
    about: Annotated[str, msgspec.Meta(max_length=128)] = ""
    from_house: Number = 0

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        takes, gives = (tuple(each.share() for each in side) for side in (self.takes, self.gives))
        return money.Reverse(takes, gives, self.about, in_units(self.from_house))


class GiveTicketsForm(Form, frozen=True, tag="give_tickets", kw_only=True):
    """Give many players a ticket each, for any tournament at that price."""

    players: Annotated[list[Name], msgspec.Meta(max_length=TICKETS_MAX)]
    currency: CurrencyName
    money: MoneyName
    amount: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        tender = Tender(Currency(self.currency), MoneyKind(self.money))
        return money.GiveTickets(tuple(PlayerId(each) for each in self.players), tender, in_units(self.amount))


class _WithdrawalForm(Form, frozen=True, kw_only=True):
    player: Name
    withdrawal: Name

    def found(self, house: ServerHouse) -> Withdrawal:
        found = purse_of(house, PlayerId(self.player)).find_withdrawal(self.withdrawal)
        if found is None:
            raise Refused("no_such_withdrawal")
        return found

    def named(self, house: ServerHouse) -> tuple[PlayerId, str, MoneyKind]:
        """What every deed about a withdrawal begins with."""
        return PlayerId(self.player), self.withdrawal, tender_of(self.found(house).account).money


class ApprovePayoutForm(_WithdrawalForm, frozen=True, tag="approve_withdrawal", kw_only=True):
    """Let a withdrawal go out."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return money.ApprovePayout(*self.named(house))


class RefusePayoutForm(_WithdrawalForm, frozen=True, tag="refuse_withdrawal", kw_only=True):
    """Refuse a withdrawal; the money returns to the wallet."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return money.RefusePayout(*self.named(house))


class PayoutSentForm(_WithdrawalForm, frozen=True, tag="withdrawal_sent", kw_only=True):
    """Note that an approved withdrawal was paid."""

    reference: Name

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return money.PayoutSent(*self.named(house), self.reference)


MoneyForm = (
    TakeDepositForm
    | ReturnPaymentForm
    | CreditForm
    | DebitForm
    | AnnulForm
    | SettleForm
    | ReverseForm
    | GiveTicketsForm
    | ApprovePayoutForm
    | RefusePayoutForm
    | PayoutSentForm
)
