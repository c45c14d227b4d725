"""Forms of deeds where something is played."""

from typing import Annotated, Final, Literal

import msgspec

from fairdeal.kernel import HandId, PlayerId
from fairdeal.office.deed import Deed
from fairdeal.office.deeds import play
from fairdeal.rulebook.clause import EditionId
from fairdeal.server.house import ServerHouse
from fairdeal.server.levers.acts import Number
from fairdeal.server.office.forms.base import SHARES_MAX, Form, Name
from fairdeal.server.office.places import cash_table_of, lobby_of, table_of, tournament_of
from fairdeal.tournament.director.state import ChipChange

CHIPS_MAX: Final = 10**12


class VoidHandForm(Form, frozen=True, tag="void_hand", kw_only=True):
    """Make the hand that is being played at a table void."""

    table: Name
    hand: Name

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place, _ = table_of(house, self.table)
        return play.MakeHandVoid(place.stream, place.money, HandId(self.hand))

    def edition(self, house: ServerHouse) -> EditionId | None:
        """That of the table."""
        return table_of(house, self.table)[0].edition


class CloseTableForm(Form, frozen=True, tag="close_table", kw_only=True):
    """Close a cash table; everybody leaves with their stack."""

    table: Name

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = cash_table_of(house, self.table)
        return play.CloseTable(place.stream, place.money)

    def edition(self, house: ServerHouse) -> EditionId | None:
        """That of the table."""
        return cash_table_of(house, self.table).edition


class _TournamentForm(Form, frozen=True, kw_only=True):
    tournament: Name

    def edition(self, house: ServerHouse) -> EditionId | None:
        """That of the tournament."""
        return tournament_of(house, self.tournament).edition


class PauseTournamentForm(_TournamentForm, frozen=True, tag="pause_tournament", kw_only=True):
    """Pause a tournament."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = tournament_of(house, self.tournament)
        return play.PauseTournament(place.stream, place.money)


class ResumeTournamentForm(_TournamentForm, frozen=True, tag="resume_tournament", kw_only=True):
    """Let a paused tournament go on."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = tournament_of(house, self.tournament)
        return play.ResumeTournament(place.stream, place.money)


class CancelTournamentForm(_TournamentForm, frozen=True, tag="cancel_tournament", kw_only=True):
    """Cancel a tournament and pay everybody by the edition's policy."""

    tickets: Literal["returned", "lost"] | None = None
    refund: bool = False

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = tournament_of(house, self.tournament)
        return play.CancelTournament(place.stream, place.money, self.tickets, self.refund)


class DisqualifyForm(_TournamentForm, frozen=True, tag="disqualify", kw_only=True):
    """Take a player out of a tournament."""

    player: Name
    forfeit: bool = True

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = tournament_of(house, self.tournament)
        return play.DisqualifyPlayer(place.stream, place.money, PlayerId(self.player), self.forfeit)


class ChipChangeForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Chips that a player's stack gains, or loses below zero."""

    player: Name
    chips: Annotated[int, msgspec.Meta(ge=-CHIPS_MAX, le=CHIPS_MAX)]


class AdjustChipsForm(_TournamentForm, frozen=True, tag="adjust_chips", kw_only=True):
    """Change stacks in a paused tournament."""

    changes: Annotated[list[ChipChangeForm], msgspec.Meta(max_length=SHARES_MAX)]

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = tournament_of(house, self.tournament)
        changes = tuple(ChipChange(PlayerId(each.player), each.chips) for each in self.changes)
        return play.AdjustChips(place.stream, place.money, changes)


class CloseLobbyForm(Form, frozen=True, tag="close_lobby", kw_only=True):
    """Take no more registrations for a HexaPro lobby."""

    lobby: Name

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = lobby_of(house, self.lobby)
        return play.CloseLobby(place.stream, place.money)

    def edition(self, house: ServerHouse) -> EditionId | None:
        """That of the lobby."""
        return lobby_of(house, self.lobby).edition


class VoidGameForm(Form, frozen=True, tag="void_game", kw_only=True):
    """Give up a full HexaPro game that was not drawn."""

    lobby: Name
    game: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = lobby_of(house, self.lobby)
        return play.MakeGameVoid(place.stream, place.money, self.game)

    def edition(self, house: ServerHouse) -> EditionId | None:
        """That of the lobby."""
        return lobby_of(house, self.lobby).edition


PlayForm = (
    VoidHandForm
    | CloseTableForm
    | PauseTournamentForm
    | ResumeTournamentForm
    | CancelTournamentForm
    | DisqualifyForm
    | AdjustChipsForm
    | CloseLobbyForm
    | VoidGameForm
)
