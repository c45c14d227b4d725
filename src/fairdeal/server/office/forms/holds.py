"""Forms of deeds about money that is kept back, and complaints."""

from typing import Annotated, Literal

import msgspec

from fairdeal.bank.holds.state import Grounds, HoldKind, Holds
from fairdeal.bank.house import tender_of
from fairdeal.bank.streams import holds_stream
from fairdeal.kernel import MoneyKind, PlayerId
from fairdeal.office.deed import Deed
from fairdeal.office.deeds import holds
from fairdeal.rulebook.clause import EditionId
from fairdeal.server.api.purse import purse_of
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse
from fairdeal.server.levers.acts import Number
from fairdeal.server.office.disputed import term_of, waiting_for
from fairdeal.server.office.forms.base import (
    Form,
    Name,
    Shares,
    WalletForm,
    Words,
    in_units,
)


class HoldForm(Form, frozen=True, tag="hold", kw_only=True):
    """Keep winnings or funds back while something is looked into."""

    player: Name
    wallet: WalletForm
    amount: Number
    why: Literal["review", "investigation", "complaint"]

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        account = self.wallet.account(self.player)
        return holds.Hold(PlayerId(self.player), account, in_units(self.amount), HoldKind(self.why))


class _HeldForm(Form, frozen=True, kw_only=True):
    player: Name
    hold: Name

    def named(self, house: ServerHouse, edition: EditionId) -> tuple[PlayerId, str, MoneyKind]:
        """What every deed about held money begins with."""
        player = PlayerId(self.player)
        state: Holds = house.room.registry.state_of(holds_stream(edition, player))
        hold = state.find(self.hold)
        if hold is None:
            raise Refused("no_such_hold")
        return player, self.hold, tender_of(hold.parts[0].home).money


class ReleaseForm(_HeldForm, frozen=True, tag="release", kw_only=True):
    """Give held money back: all of it, or an amount to one wallet."""

    wallet: WalletForm | None = None
    amount: Number | None = None

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        home = None if self.wallet is None else self.wallet.account(self.player)
        amount = None if self.amount is None else in_units(self.amount)
        return holds.Release(*self.named(house, edition), home, amount)


class ExtendForm(_HeldForm, frozen=True, tag="extend_hold", kw_only=True):
    """Give the answer to a complaint more working days."""

    working_days: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return holds.Extend(*self.named(house, edition), self.working_days)


class SeizeForm(_HeldForm, frozen=True, tag="seize", kw_only=True):
    """Forfeit held money, and give parts of it to those who were harmed."""

    grounds: Literal["fraud", "unethical_play"]
    gives: Shares = msgspec.field(default_factory=list)

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        gives = tuple(each.share() for each in self.gives)
        return holds.Seize(*self.named(house, edition), Grounds(self.grounds), gives)


class SuspendPayoutForm(Form, frozen=True, tag="suspend_withdrawal", kw_only=True):
    """Suspend the payment of a withdrawal that a complaint is about."""

    player: Name
    withdrawal: Name

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        player = PlayerId(self.player)
        found = purse_of(house, player).find_withdrawal(self.withdrawal)
        if found is None:
            raise Refused("no_such_withdrawal")
        until = term_of(house, edition, house.clock.now())
        if until is None:
            raise Refused("hold_not_allowed")
        return holds.SuspendPayout(player, self.withdrawal, tender_of(found.account).money, until)


class AnswerComplaintForm(Form, frozen=True, tag="answer_complaint", kw_only=True):
    """Answer a complaint; what was held for it is released."""

    player: Name
    complaint: Name
    answer: Words
    hold: Annotated[str, msgspec.Meta(max_length=128)] = ""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for; what waits since the complaint was registered is found by its name."""
        player = PlayerId(self.player)
        waits = waiting_for(house, player, self.complaint)
        if waits.edition not in (None, edition):
            raise Refused("clause_of_other_rulebook")
        hold = self.hold or waits.hold
        return holds.AnswerComplaint(player, self.complaint, self.answer, hold, waits.withdrawal)


HoldsForm = HoldForm | ReleaseForm | ExtendForm | SeizeForm | SuspendPayoutForm | AnswerComplaintForm
