"""
The draw of a game by PFP-1: the house commits when a game opens, players when they register, and both are revealed when it is full.

A full game is locked as soon as everybody who said they take part has committed, and drawn as soon as every promised seed is there;
both together take no longer than a moment. Everything is written before it counts, so a draw goes on after a crash where it stood, and
is never made twice: what was written before the crash fixes it.
"""

from collections.abc import Iterator
from typing import Final

from fairdeal.fair import (
    DRAW,
    Bettor,
    LockedRound,
    commitment_to,
    hexapro_number,
    id16,
    lock_round,
    publish_round,
    seeds_digest,
)
from fairdeal.fair.casino import HEXAPRO_NUMBERS, REGISTRATION_HAND
from fairdeal.fair.values import HASH_BYTES, ID_BYTES
from fairdeal.hexapro.lobby.commands import PromiseDrawSeed, Register, RevealDrawSeed
from fairdeal.hexapro.lobby.events import (
    DrawCommitted,
    DrawLocked,
    DrawProven,
    DrawSeedPromised,
    DrawSeedRevealed,
    DrawWaited,
    FairDrawEvent,
    PlaceGiven,
)
from fairdeal.hexapro.lobby.state import FairDraw, Filling, Lobby, Part, game_numbered
from fairdeal.kernel import Duration, Instant, PlayerId, Rejection, StreamId, reject, seconds
from fairdeal.play.fair.state import WINDOW

LOCK_WAITS: Final = Duration(WINDOW // 2)
"""How long a full game waits for commitments of those who take part; the seeds have the rest of the window."""
STOOD_STILL: Final = seconds(2)
"""A draw that is so late was held up by a stop of the room, not by players."""
WAITS_AGAIN: Final = seconds(10)
"""How long seeds are awaited once more after such a stop, so that devices can come back."""


def game16(lobby: StreamId, number: int) -> bytes:
    """The 16 bytes that stand for a game in its proof."""
    return id16(f"{lobby}/{number}")


# ---- registering


def new_games(lobby: Lobby, player: PlayerId, count: int) -> tuple[int, ...]:
    """The numbers of the games that a registration for so many opens."""
    joined = sum(game.filled_at is None and player not in game.players for game in lobby.filling)
    return tuple(range(lobby.games_opened + 1, lobby.games_opened + 1 + max(0, count - joined)))


def entered(lobby: Lobby, command: Register, numbers: tuple[int, ...]) -> Iterator[FairDrawEvent]:
    """What a registration adds where draws are by PFP-1: secrets of games that it opens, and the player's place in each."""
    chance = command.chance
    if chance is None:
        return
    opened = {each.number: each for each in chance.opened}
    for at, number in enumerate(numbers):
        game = game_numbered(lobby, number)
        if game is None:
            yield DrawCommitted(*opened[number])
        elif game.fair is None:  # opened before the room drew by PFP-1
            continue
        taken = {part.place for part in game.fair.parts} if game is not None and game.fair is not None else set()
        place = next(place for place in range(len(taken) + 1) if place not in taken)
        pid = chance.pids[at * ID_BYTES : (at + 1) * ID_BYTES]
        yield PlaceGiven(number, command.player, place, pid, command.promises)


# ---- commitments and seeds


def promise(lobby: Lobby, command: PromiseDrawSeed) -> tuple[FairDrawEvent, ...] | Rejection:
    """A player's commitment for the draw of a game that is not locked."""
    part = _part(lobby, command.number, command.player)
    if isinstance(part, Rejection):
        return part
    if len(command.commitment) != HASH_BYTES:
        return reject("bad_commitment")
    game = game_numbered(lobby, command.number)
    if game is None or game.fair is None or game.fair.until is not None:
        return reject("stale_game")
    if part.commitment == command.commitment:
        return ()
    return (DrawSeedPromised(command.number, command.player, command.commitment),)


def reveal(stream: StreamId, lobby: Lobby, command: RevealDrawSeed) -> tuple[FairDrawEvent, ...] | Rejection:
    """A player's seed for a locked draw, or why it is refused: not asked for, or not the promised one."""
    part = _part(lobby, command.number, command.player)
    if isinstance(part, Rejection):
        return part
    game = game_numbered(lobby, command.number)
    if game is None or game.fair is None or game.fair.until is None or not part.commitment:
        return reject("seed_not_asked")
    if part.seed:
        return () if part.seed == command.seed else reject("seed_not_asked")
    place = game16(stream, command.number)
    if (
        len(command.seed) != HASH_BYTES
        or commitment_to(place, REGISTRATION_HAND, part.place, part.pid, command.seed) != part.commitment
    ):
        return reject("wrong_seed")
    return (DrawSeedRevealed(command.number, command.player, command.seed),)


def _part(lobby: Lobby, number: int, player: PlayerId) -> Part | Rejection:
    game = game_numbered(lobby, number)
    if game is None or game.fair is None:
        return reject("stale_game")
    return next((part for part in game.fair.parts if part.player == player), None) or reject("not_registered")


# ---- the draw


def goes_on_at(game: Filling) -> Instant:
    """When a full game is locked, or, once locked, drawn, as things are now."""
    assert game.filled_at is not None, "only full games are drawn"
    fair = game.fair
    if fair is None:
        return game.filled_at
    if fair.until is not None:
        return fair.until if fair.awaited else game.filled_at
    waits = any(part.promises and not part.commitment for part in fair.parts)
    return Instant(game.filled_at + LOCK_WAITS) if waits else game.filled_at


def lock(game: Filling, fair: FairDraw, now: Instant) -> tuple[FairDrawEvent, ...]:
    """Lock the draw of a full game, if it is time; seeds have what is left of the moment since it was full."""
    assert game.filled_at is not None
    if now < goes_on_at(game):
        return ()
    is_late = now > game.filled_at + STOOD_STILL
    left = WAITS_AGAIN if is_late else max(LOCK_WAITS, game.filled_at + WINDOW - now)
    return (DrawLocked(game.number, Instant(now + left) if fair.awaited else now),)


def wait_again(game: Filling, now: Instant) -> tuple[FairDrawEvent, ...]:
    """Await the seeds of a locked draw once more, if the room stood still meanwhile and some are missing."""
    fair = game.fair
    assert fair is not None
    assert fair.until is not None
    if fair.awaited and not fair.waited and now > fair.until + STOOD_STILL:
        return (DrawWaited(game.number, Instant(now + WAITS_AGAIN)),)
    return ()


def draw(stream: StreamId, game: Filling, secret: bytes) -> tuple[int, DrawProven]:
    """The number of a locked draw, and what is published of it."""
    locked = locked_round(stream, game)
    assert game.fair is not None
    seeds = locked.seeds({part.pid: part.seed for part in game.fair.parts if part.seed})
    digest = seeds_digest(seeds)
    number = hexapro_number(secret, locked.place, digest)
    return number, DrawProven(game.number, publish_round(DRAW, locked, seeds, digest, secret, result=number))


def give_up(stream: StreamId, game: Filling, secret: bytes) -> DrawProven:
    """What is published of a locked draw that is given up: the secret and the seeds it got, and no result."""
    locked = locked_round(stream, game)
    assert game.fair is not None
    seeds = locked.seeds({part.pid: part.seed for part in game.fair.parts if part.seed})
    return DrawProven(game.number, publish_round(DRAW, locked, seeds, seeds_digest(seeds), secret))


def locked_round(stream: StreamId, game: Filling) -> LockedRound:
    """The players of a game as its draw has them."""
    fair = game.fair
    assert fair is not None, "only games with a committed secret are drawn by it"
    bettors = (Bettor(part.place, part.pid, part.commitment or None) for part in fair.parts)
    return lock_round(game16(stream, game.number), REGISTRATION_HAND, fair.commitment, bettors)


def has_numbers(total: int) -> bool:
    """Whether a wheel has as many numbers as a draw by PFP-1."""
    return total == HEXAPRO_NUMBERS
