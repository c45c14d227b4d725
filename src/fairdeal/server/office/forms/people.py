"""Forms of deeds about a person."""

from typing import Literal

from fairdeal.bank.accounts import Tender
from fairdeal.bank.bars import Scope
from fairdeal.bank.holds.state import Grounds
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.kernel import Currency, Instant, MoneyKind, PlayerId
from fairdeal.office.deed import Deed
from fairdeal.office.deeds import people
from fairdeal.rulebook.clause import EditionId
from fairdeal.server.api.purse import purse_of
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse
from fairdeal.server.levers.acts import Number
from fairdeal.server.office.balances import balances, payable
from fairdeal.server.office.forms.base import (
    CurrencyName,
    Form,
    MoneyName,
    Name,
    Words,
    at_instant,
    in_units,
)


class _PersonForm(Form, frozen=True, kw_only=True):
    player: Name

    @property
    def who(self) -> PlayerId:
        """The player."""
        return PlayerId(self.player)


class SuspendForm(_PersonForm, frozen=True, tag="suspend", kw_only=True):
    """Keep a player from play and deposits."""

    until: Number | None = None

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.Suspend(self.who, at_instant(self.until))


class LiftSuspensionForm(_PersonForm, frozen=True, tag="lift_suspension", kw_only=True):
    """End a suspension before its time."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.LiftSuspension(self.who)


class BanGameForm(_PersonForm, frozen=True, tag="ban_game", kw_only=True):
    """Keep a player from one kind of game, or let them in again."""

    game: Literal["cash", "tournaments", "casino"]
    until: Number | None = None
    lifted: bool = False

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.BanFromGame(self.who, Scope(self.game), at_instant(self.until), self.lifted)


class BanFormatForm(_PersonForm, frozen=True, tag="ban_format", kw_only=True):
    """Exclude a player from a format of cash games, or let them in again."""

    format: Name
    on: bool = True

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.BanFromFormat(self.who, self.format, self.on)


class BlockChatForm(_PersonForm, frozen=True, tag="block_chat", kw_only=True):
    """Block a player from all chats, or end the block."""

    on: bool = True

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.BlockFromChat(self.who, self.on)


class CloseReturningForm(_PersonForm, frozen=True, tag="close_returning", kw_only=True):
    """Close an account and pay its whole balance out."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.CloseReturning(self.who, *payable(house, self.who))


class CloseForfeitingForm(_PersonForm, frozen=True, tag="close_forfeiting", kw_only=True):
    """Close an account and forfeit its balance."""

    grounds: Literal["fraud", "unethical_play"]

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.CloseForfeiting(self.who, Grounds(self.grounds), balances(house, self.who))


class RefuseRegistrationForm(_PersonForm, frozen=True, tag="refuse_registration", kw_only=True):
    """Refuse somebody who registered, before any money came in."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        if purse_of(house, self.who).deposits or balances(house, self.who):
            raise Refused("money_came_in")
        return people.RefuseRegistration(self.who)


class LimitForm(_PersonForm, frozen=True, tag="limit", kw_only=True):
    """Set a limit of the house on a player's deposits or losses, or remove it."""

    limit: Literal["deposit", "loss"]
    period: Literal["day", "week", "month"]
    currency: CurrencyName
    money: MoneyName
    amount: Number | None

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        tender = Tender(Currency(self.currency), MoneyKind(self.money))
        amount = None if self.amount is None else in_units(self.amount)
        return people.SetHouseLimit(self.who, LimitKind(self.limit), Period(self.period), tender, amount)


class DemandForm(_PersonForm, frozen=True, tag="demand_recording", kw_only=True):
    """Demand a video recording by a deadline."""

    deadline: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        if self.deadline <= house.clock.now():
            raise Refused("not_in_the_future")
        return people.DemandRecording(self.who, Instant(self.deadline))


class DiscloseForm(_PersonForm, frozen=True, tag="disclose", kw_only=True):
    """Tell an authority, a bank or a partner about a player."""

    recipient: Name
    what: Words

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.Disclose(self.who, self.recipient, self.what)


PeopleForm = (
    SuspendForm
    | LiftSuspensionForm
    | BanGameForm
    | BanFormatForm
    | BlockChatForm
    | CloseReturningForm
    | CloseForfeitingForm
    | RefuseRegistrationForm
    | LimitForm
    | DemandForm
    | DiscloseForm
)
