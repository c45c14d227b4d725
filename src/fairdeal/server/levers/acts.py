"""
What staff can do to tournaments and HexaPro lobbies, and ask for and sign at the desk, as the command line writes it down.

An act names neither its tournament or lobby nor who acts: those stand beside it, in the path of a request or in an errand. What is
written down stays readable, so tags and fields are for ever, and new fields have defaults.
"""

from typing import Annotated, Any, Final, Literal

import msgspec

from fairdeal.tournament.password import PASSWORD_MAX

REASON_MAX: Final = 500
NAME_MAX: Final = 80
WAIT_SECONDS_MAX: Final = 3600

NUMBER_MAX: Final = 2**53 - 1
Number = Annotated[int, msgspec.Meta(ge=-NUMBER_MAX, le=NUMBER_MAX)]
Reason = Annotated[str, msgspec.Meta(max_length=REASON_MAX)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_MAX)]
Password = Annotated[str, msgspec.Meta(max_length=PASSWORD_MAX)]
Values = dict[str, Any]
"""Keys and values as of a tournament in a schedule file."""


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel", tag_field="act", kw_only=True):
    """
    Base of all acts of the house.

    The reason is kept for ever. With an `id` the same act is carried out once only, however often it is sent. A dry run tells what
    would happen and does nothing.
    """

    reason: Reason
    id: Annotated[str, msgspec.Meta(max_length=64)] = ""
    dry_run: bool = False


class CreateTournament(Act, frozen=True, tag="create", kw_only=True):
    """
    Announce one tournament (MTT-27b): a template with other values, or values alone.

    A template is a series of the schedule in force, or of the one that comes with the program. `structures` are those that the values
    name besides the shipped ones. Of a password only a digest is kept; whoever has the digest already sends that.
    """

    edition: Name
    money: Name | None = None
    template: Name | None = None
    values: Values = msgspec.field(default_factory=dict)
    structures: Values = msgspec.field(default_factory=dict)
    starts_at: Number | None = None  # None: a sit & go, which starts when full
    password: Password | None = None
    password_digest: str | None = None


class PublishSchedule(Act, frozen=True, tag="publish", kw_only=True):
    """Announce tournaments by another schedule from now on (MTT-39b); those already announced stay."""

    edition: Name
    schedule: Values
    money: Name | None = None


class ChangeTournament(Act, frozen=True, tag="change", kw_only=True):
    """Change parameters (MTT-27b, MTT-34b, MTT-39b); before the start whoever has entered may leave for it."""

    values: Values = msgspec.field(default_factory=dict)
    structures: Values = msgspec.field(default_factory=dict)
    password: Password | None = None  # nothing: everybody may enter
    password_digest: str | None = None


class DelayTournament(Act, frozen=True, tag="delay", kw_only=True):
    """Start later (MTT-26b)."""

    to: Number


class PauseTournament(Act, frozen=True, tag="pause", kw_only=True):
    """Pause play: clocks stand, hands are finished, nothing more is dealt (MTT-45)."""


class ResumeTournament(Act, frozen=True, tag="resume", kw_only=True):
    """Let play and clocks go on after some seconds (MTT-45)."""

    wait_seconds: Annotated[int, msgspec.Meta(ge=0, le=WAIT_SECONDS_MAX)] = 0


class DisqualifyPlayer(Act, frozen=True, tag="disqualify", kw_only=True):
    """Take a player out (MTT-45, MTT-32d); with `forfeit` a prize already in reach is lost too."""

    player: Name
    forfeit: bool = True


class CancelTournament(Act, frozen=True, tag="cancel", kw_only=True):
    """End a tournament and settle it by the edition's policy (MTT-26b), tickets otherwise if the house says so (X-85)."""

    tickets: Literal["returned", "lost"] | None = None


class CloseLobby(Act, frozen=True, tag="close", kw_only=True):
    """Take no more registrations for a HexaPro lobby, and refund those whose games are not full (CANC-52)."""


class OpenLobby(Act, frozen=True, tag="open", kw_only=True):
    """Take registrations for a HexaPro lobby again (MTT-45)."""


class VoidGame(Act, frozen=True, tag="void", kw_only=True):
    """Give up a full HexaPro game that was not drawn, and refund its players (CANC-52)."""

    game: Number


class AskDeed(Act, frozen=True, tag="ask_deed", kw_only=True):
    """Ask for a deed at the desk; `deed` is a form as the API takes it, `figures` are those of the dry run that was seen."""

    deed: dict[str, Any]
    clause: Name | None = None
    edition: Name | None = None
    figures: Name | None = None
    at_once: bool = False


class SignRequest(Act, frozen=True, tag="sign_request", kw_only=True):
    """Sign a request as the second person."""

    figures: Name | None = None


class RenewRequest(Act, frozen=True, tag="renew_request", kw_only=True):
    """Confirm new figures of an own request."""

    figures: Name | None = None


class DenyRequest(Act, frozen=True, tag="deny_request", kw_only=True):
    """Deny somebody else's request."""


class WithdrawRequest(Act, frozen=True, tag="withdraw_request", kw_only=True):
    """Take an own request back."""


TournamentAct = (
    ChangeTournament | DelayTournament | PauseTournament | ResumeTournament | DisqualifyPlayer | CancelTournament
)
LobbyAct = CloseLobby | OpenLobby | VoidGame
DeskAct = AskDeed | SignRequest | RenewRequest | DenyRequest | WithdrawRequest
HouseAct = CreateTournament | PublishSchedule | TournamentAct | LobbyAct | DeskAct


def act_name(act: Act) -> str:
    """The name under which an act is written down: "pause"."""
    return str(type(act).__struct_config__.tag)
