"""
What happened in a HexaPro lobby.

Every event is durable: a draw is written before anybody sees it. What a game's tournament does is in the tournament's stream.
"""

from dataclasses import dataclass
from typing import ClassVar

from fairdeal.fair import PublishedRound
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId, TournamentId
from fairdeal.tournament.director.outcomes import PlayerResult


@dataclass(frozen=True, slots=True)
class Registered:
    """A player entered games and paid for each; `filled` are those that became full by it."""

    durable: ClassVar[bool] = True

    player: PlayerId
    games: tuple[int, ...]
    filled: tuple[int, ...]
    buy_in: Cents  # of each
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Unregistered:
    """A player left games that were not full and got every buy-in back."""

    durable: ClassVar[bool] = True

    player: PlayerId
    games: tuple[int, ...]
    buy_in: Cents
    rule: RuleId


@dataclass(frozen=True, slots=True)
class DrawCommitted:
    """A game was opened, and its draw is fixed by this hash from now on; the secret is sealed."""

    durable: ClassVar[bool] = True

    number: int
    commitment: bytes
    sealed: bytes


@dataclass(frozen=True, slots=True)
class PlaceGiven:
    """A player's place in the line of a game, and the 16 bytes that stand for the player in its draw."""

    durable: ClassVar[bool] = True

    number: int
    player: PlayerId
    place: int
    pid: bytes
    promises: bool


@dataclass(frozen=True, slots=True)
class DrawSeedPromised:
    """A player committed to a seed for the draw of a game."""

    durable: ClassVar[bool] = True

    number: int
    player: PlayerId
    commitment: bytes


@dataclass(frozen=True, slots=True)
class DrawLocked:
    """The draw of a full game is locked: nobody commits any more, and promised seeds are taken until then."""

    durable: ClassVar[bool] = True

    number: int
    until: Instant


@dataclass(frozen=True, slots=True)
class DrawSeedRevealed:
    """A player revealed the seed for a locked draw; nobody else is told it before the draw."""

    durable: ClassVar[bool] = True

    number: int
    player: PlayerId
    seed: bytes


@dataclass(frozen=True, slots=True)
class DrawWaited:
    """The room stood still while seeds were awaited, so they are awaited once more."""

    durable: ClassVar[bool] = True

    number: int
    until: Instant


@dataclass(frozen=True, slots=True)
class DrawProven:
    """What is published of the draw of a game: written with its result, or when a locked one is given up."""

    durable: ClassVar[bool] = True

    number: int
    proof: PublishedRound


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """The multiplier was drawn and the game started; `draw` and the published table prove it."""

    durable: ClassVar[bool] = True

    number: int
    tournament: TournamentId
    players: tuple[PlayerId, ...]
    draw: int
    multiplier: int
    pool: Cents
    buy_in: Cents
    edition: str  # content hash of the rulebook it is drawn and played under
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """A game is decided, by play or by cancellation; players find it in their history."""

    durable: ClassVar[bool] = True

    number: int
    tournament: TournamentId
    multiplier: int
    buy_in: Cents
    finishes: tuple[PlayerResult, ...]
    cancelled: bool
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class AlertRaised:
    """Staff must look at an undecided game before its deadline."""

    durable: ClassVar[bool] = True

    tournament: TournamentId
    due: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class SettlementOrdered:
    """An undecided game was told to cancel and pay by the cancellation policy."""

    durable: ClassVar[bool] = True

    tournament: TournamentId
    rule: RuleId


@dataclass(frozen=True, slots=True, kw_only=True)
class GameVoided:
    """A full game was given up before its draw; everybody in `refunded` has the buy-in back."""

    durable: ClassVar[bool] = True

    number: int
    players: tuple[PlayerId, ...]
    refunded: tuple[PlayerId, ...]  # all of them, unless an earlier build let a registration pay for something else
    buy_in: Cents
    staff: str
    reason: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class LobbyClosed:
    """No more registrations; games that were not full are refunded."""

    durable: ClassVar[bool] = True

    staff: str
    reason: str
    refunded: tuple[tuple[int, PlayerId], ...]  # game and player
    buy_in: Cents
    rule: RuleId


@dataclass(frozen=True, slots=True)
class LobbyOpened:
    """Registrations are taken again."""

    durable: ClassVar[bool] = True

    staff: str
    reason: str = ""  # nothing: in histories of old
    rule: RuleId = RuleId("MTT-45")


FairDrawEvent = DrawCommitted | PlaceGiven | DrawSeedPromised | DrawLocked | DrawSeedRevealed | DrawWaited | DrawProven
LobbyEvent = (
    FairDrawEvent
    | Registered
    | Unregistered
    | GameStarted
    | GameEnded
    | AlertRaised
    | SettlementOrdered
    | GameVoided
    | LobbyClosed
    | LobbyOpened
)
