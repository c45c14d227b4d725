"""The state of a HexaPro lobby: games that fill, games that run, and what was drawn."""

from dataclasses import dataclass

from fairdeal.fair import PublishedRound
from fairdeal.kernel import Instant, PlayerId, TournamentId


@dataclass(frozen=True, slots=True)
class Waiting:
    """A registration for one game."""

    player: PlayerId
    since: Instant


@dataclass(frozen=True, slots=True)
class Part:
    """
    A player's part in the draw of a game: a place in line that stays theirs, and the 16 random bytes that stand for them.

    `promises`: the client said that it takes part, so the lock waits a moment for its commitment.
    """

    player: PlayerId
    place: int
    pid: bytes
    promises: bool = False
    commitment: bytes = b""
    seed: bytes = b""


@dataclass(frozen=True, slots=True)
class FairDraw:
    """
    How a game is drawn by PFP-1: what its secret was committed by, and the secret itself, sealed by the runtime.

    `until` is set once the draw is locked: seeds are taken until then. `waited`: they were waited for a second time, after a stop.
    """

    commitment: bytes
    sealed: bytes
    parts: tuple[Part, ...] = ()
    until: Instant | None = None
    waited: bool = False
    proof: PublishedRound | None = None

    @property
    def awaited(self) -> tuple[Part, ...]:
        """Those whose promised seeds are not there."""
        return tuple(part for part in self.parts if part.commitment and not part.seed)


@dataclass(frozen=True, slots=True)
class Filling:
    """A game that waits for players, or, once full, for its draw."""

    number: int
    waiting: tuple[Waiting, ...]  # nobody twice
    filled_at: Instant | None = None
    fair: FairDraw | None = None  # in a room whose players take part in draws

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Who is registered, in the order of registration."""
        return tuple(waiting.player for waiting in self.waiting)


@dataclass(frozen=True, slots=True)
class Running:
    """A game that was drawn and has no result yet."""

    number: int
    tournament: TournamentId
    players: tuple[PlayerId, ...]
    multiplier: int
    started_at: Instant
    alerted: bool = False
    settling: bool = False  # its tournament was told to cancel
    proof: PublishedRound | None = None  # of its draw, where players took part


@dataclass(frozen=True, slots=True)
class Draw:
    """What was drawn for a game, and under which revision of the rulebook."""

    number: int
    draw: int
    multiplier: int
    edition: str  # content hash
    at: Instant


@dataclass(frozen=True, slots=True)
class Tally:
    """How often a multiplier was drawn under one revision of the rulebook."""

    edition: str
    multiplier: int
    count: int


@dataclass(frozen=True, slots=True)
class Lobby:
    """The state of a HexaPro lobby; game numbers have no gap."""

    games_opened: int = 0
    filling: tuple[Filling, ...] = ()  # oldest first
    running: tuple[Running, ...] = ()
    tallies: tuple[Tally, ...] = ()
    latest: tuple[Draw, ...] = ()  # newest first
    closed: bool = False  # no further registrations

    def counts(self, edition: str) -> dict[int, int]:
        """How often each multiplier was drawn under a revision of the rulebook."""
        return {tally.multiplier: tally.count for tally in self.tallies if tally.edition == edition}

    def registrations(self, player: PlayerId) -> tuple[int, ...]:
        """Numbers of the games a player waits for, full ones included."""
        return tuple(game.number for game in self.filling if player in game.players)


def game_numbered(lobby: Lobby, number: int) -> Filling | None:
    """The game with that number, if it waits for players or its draw."""
    return next((game for game in lobby.filling if game.number == number), None)


def game_running(lobby: Lobby, tournament: TournamentId) -> Running | None:
    """The running game that is played as that tournament."""
    return next((game for game in lobby.running if game.tournament == tournament), None)
