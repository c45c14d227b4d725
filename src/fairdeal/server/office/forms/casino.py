"""Forms of deeds at casino tables."""

from typing import Annotated, Literal

import msgspec

from fairdeal.casino.table.state import CorrectionKind
from fairdeal.office.deed import Deed
from fairdeal.office.deeds import casino
from fairdeal.rulebook.clause import EditionId
from fairdeal.server.desks.station_commands import card_of
from fairdeal.server.house import ServerHouse
from fairdeal.server.levers.acts import Number
from fairdeal.server.office.forms.base import Form, Name
from fairdeal.server.office.places import Place, casino_table_of


class _CasinoTableForm(Form, frozen=True, kw_only=True):
    table: Name

    def place(self, house: ServerHouse) -> Place:
        """The table."""
        return casino_table_of(house, self.table)[0]

    def edition(self, house: ServerHouse) -> EditionId | None:
        """That of the table."""
        return self.place(house).edition


class VoidRoundForm(_CasinoTableForm, frozen=True, tag="void_round", kw_only=True):
    """Make the round that is being played at a casino table void."""

    round: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = self.place(house)
        return casino.MakeRoundVoid(place.stream, place.money, self.round)


class CorrectRoundForm(_CasinoTableForm, frozen=True, tag="correct_round", kw_only=True):
    """Correct what was dealt or spun: a `card` by its name, or a `pocket`."""

    round: Number
    what: Literal["card_entered", "card_replaced", "pocket_replaced", "cards_burned"]
    card: Annotated[str, msgspec.Meta(max_length=2)] = ""
    pocket: Number | None = None

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = self.place(house)
        value = card_of(self.card) if self.pocket is None else self.pocket
        return casino.CorrectRound(place.stream, place.money, self.round, CorrectionKind(self.what), value)


class HoldTableForm(_CasinoTableForm, frozen=True, tag="hold_table", kw_only=True):
    """Hold a casino table while something is looked at."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = self.place(house)
        return casino.HoldPlay(place.stream, place.money)


class ReleaseTableForm(_CasinoTableForm, frozen=True, tag="release_table", kw_only=True):
    """Let a held casino table go on."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = self.place(house)
        return casino.ReleasePlay(place.stream, place.money)


CasinoForm = VoidRoundForm | CorrectRoundForm | HoldTableForm | ReleaseTableForm
