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
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse
from fairdeal.server.levers.acts import Number
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


class AnswerComplaintForm(Form, frozen=True, tag="answer_complaint", kw_only=True):
    """Answer a complaint; what was held for it is released."""

    player: Name
    complaint: Name
    answer: Words
    hold: Annotated[str, msgspec.Meta(max_length=128)] = ""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return holds.AnswerComplaint(PlayerId(self.player), self.complaint, self.answer, self.hold)


HoldsForm = HoldForm | ReleaseForm | ExtendForm | SeizeForm | AnswerComplaintForm
