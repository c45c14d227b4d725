"""What a HexaPro lobby is asked to do; `NoteEnd` comes from the director of a game."""

from dataclasses import dataclass, field
from typing import NamedTuple

from fairdeal.kernel import Cents, PlayerId, Rejection, TournamentId
from fairdeal.tournament.director.outcomes import NoteEnd


class NewDraw(NamedTuple):
    """What a game that is opened is drawn by: its number, what its secret is committed by, and the secret, sealed."""

    number: int
    commitment: bytes
    sealed: bytes


class DrawChance(NamedTuple):
    """What a registration needs where draws are by PFP-1: 16 random bytes a game, and the secrets of games it opens."""

    pids: bytes
    opened: tuple[NewDraw, ...]


@dataclass(frozen=True, slots=True)
class Register:
    """
    Enter that number of games at once, for the cost the player confirmed (HEXA-03).

    `promises`: the player's client takes part in the draws, and will commit to seeds.
    """

    player: PlayerId
    games: int
    cost: Cents
    promises: bool = False
    chance: DrawChance | None = None  # filled by the runtime, where draws are by PFP-1
    refused: Rejection | None = None  # a fact: why the player's purse would not let them play


@dataclass(frozen=True, slots=True)
class Unregister:
    """Leave games that are not full yet: one of them by its number, or all."""

    player: PlayerId
    number: int | None = None


@dataclass(frozen=True, slots=True)
class PromiseDrawSeed:
    """Commit to a seed for the draw of a game, or to another one before it is locked."""

    player: PlayerId
    number: int
    commitment: bytes


@dataclass(frozen=True, slots=True)
class RevealDrawSeed:
    """Reveal the seed for the locked draw of a game."""

    player: PlayerId
    number: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class StartGame:
    """
    Draw the multiplier of a full game and start it; the runtime fills in the draw and the chance for the id.

    Where players take part, the draw is locked first, and made once their seeds are there; the runtime fills in the game's secret.
    """

    number: int
    draw: int | None = None  # uniform below the sum of the wheel's chances
    chance: bytes | None = None  # for the tournament's id
    secret: bytes | None = field(default=None, repr=False)  # that the draw was committed by


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
    secret: bytes | None = field(default=None, repr=False)  # of a draw that is locked


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


LobbyCommand = (
    Register
    | Unregister
    | PromiseDrawSeed
    | RevealDrawSeed
    | StartGame
    | NoteEnd
    | RaiseAlert
    | Settle
    | VoidGame
    | CloseLobby
    | OpenLobby
)
