"""What a HexaPro lobby is asked to do; `NoteEnd` comes from the director of a game."""

from dataclasses import dataclass

from fairdeal.kernel import Cents, PlayerId, TournamentId
from fairdeal.tournament.director.outcomes import NoteEnd


@dataclass(frozen=True, slots=True)
class Register:
    """Enter that number of games at once, for the cost the player confirmed (HEXA-03)."""

    player: PlayerId
    games: int
    cost: Cents


@dataclass(frozen=True, slots=True)
class Unregister:
    """Leave games that are not full yet: one of them by its number, or all."""

    player: PlayerId
    number: int | None = None


@dataclass(frozen=True, slots=True)
class StartGame:
    """Draw the multiplier of a full game and start it; the runtime fills in the draw and the chance for the id."""

    number: int
    draw: int | None = None  # uniform below the sum of the wheel's chances
    chance: bytes | None = None  # for the tournament's id


@dataclass(frozen=True, slots=True)
class RaiseAlert:
    """Alert the house that a game is still undecided and its deadline is near."""

    tournament: TournamentId


@dataclass(frozen=True, slots=True)
class Settle:
    """Order the settlement of a game whose deadline has come."""

    tournament: TournamentId


@dataclass(frozen=True, slots=True)
class VoidGame:
    """Give up a full game that was not drawn; the runtime fills in whose buy-in still lies with the game."""

    number: int
    staff: str
    reason: str
    paid: frozenset[PlayerId] | None = None


@dataclass(frozen=True, slots=True)
class CloseLobby:
    """Take no more registrations and refund those whose games are not full."""

    staff: str
    reason: str


@dataclass(frozen=True, slots=True)
class OpenLobby:
    """Take registrations again."""

    staff: str
    reason: str


LobbyCommand = Register | Unregister | StartGame | NoteEnd | RaiseAlert | Settle | VoidGame | CloseLobby | OpenLobby
