"""
The base of all forms, and the values they share.

A form names players by id, wallets by their money, and amounts in cents. What a deed needs besides, such as the balance of an account
that is closed, is read now; the dry run that is signed holds it fast. Tags and fields are for ever, and new fields have defaults.
"""

from typing import Annotated, Final, Literal

import msgspec

from fairdeal.bank.accounts import Purpose, Tender
from fairdeal.kernel import AccountId, Cents, Currency, Instant, MoneyKind, PlayerId, Units, units_of
from fairdeal.office.deed import Deed
from fairdeal.office.deeds.bases import Share
from fairdeal.rulebook.clause import EditionId
from fairdeal.server.house import ServerHouse
from fairdeal.server.levers.acts import Number

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]
Words = Annotated[str, msgspec.Meta(max_length=2000)]
MoneyName = Literal["real", "play", "test"]
CurrencyName = Literal["EUR", "RON", "SEK", "USD"]
SHARES_MAX: Final = 50
CENT: Final = units_of(Cents(1))


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel", tag_field="kind", kw_only=True):
    """Base of all forms."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for; raises `Refused` for what this house does not have."""
        raise NotImplementedError

    def edition(self, house: ServerHouse) -> EditionId | None:
        """The rulebook of the place that the deed is about; None: of whoever asks to choose."""
        return None


class WalletForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A wallet of a player."""

    currency: CurrencyName
    money: MoneyName
    side: Literal["site", "poker"] = "site"

    def account(self, player: str) -> AccountId:
        """Its account."""
        tender = Tender(Currency(self.currency), MoneyKind(self.money))
        return tender.account(Purpose.SITE if self.side == "site" else Purpose.POKER, player)


class ShareForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A player's part."""

    player: Name
    wallet: WalletForm
    amount: Number

    def share(self) -> Share:
        """The part, in units."""
        return Share(PlayerId(self.player), self.wallet.account(self.player), in_units(self.amount))


Shares = Annotated[list[ShareForm], msgspec.Meta(max_length=SHARES_MAX)]


def in_units(cents: int) -> Units:
    """An amount of the API, which is in cents."""
    return units_of(Cents(cents))


def at_instant(at: int | None) -> Instant | None:
    """An instant that may be missing."""
    return None if at is None else Instant(at)
