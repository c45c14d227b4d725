"""
Casino rounds, shoes and HexaPro's draws by PFP-1.

A table that is dealt by the program has a chain of secrets: the last is random, each one before it is the hash of the one after
it. The first is published when the table opens and fixes all others; each round or shoe uses up the next, together with the seeds
of those who bet. It is revealed when the result has been shown, and anybody can hash it back to the first.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from fairdeal.fair.mix import commitment_to, default_seed
from fairdeal.fair.stream import Hmac, Stream
from fairdeal.fair.values import (
    CARDS,
    DEFAULT,
    HASH_BYTES,
    ID_BYTES,
    NOTHING,
    OWN,
    UNREVEALED,
    BadProof,
    check_bytes,
    check_number,
    tagged,
    u8,
    u32,
    u64,
)

POCKETS: Final = 37
SHOE_CARDS: Final = 8 * CARDS
HEXAPRO_NUMBERS: Final = 100_000
TABLE_SEAT: Final = 0
"""The seat that commitments at a casino table name; the round stands where a hand would."""
REGISTRATION_HAND: Final = 0
"""The hand that commitments to a HexaPro draw name; the place in line stands where a seat would."""
CHAIN_MAX: Final = 1 << 20
"""The longest chain; it is hashed back as far as this."""


class NewChain(NamedTuple):
    """A chain that was made: the 16 bytes that stand for it, its anchor, and its last secret, sealed."""

    place: bytes
    anchor: bytes
    sealed: bytes
    length: int


class Bettor(NamedTuple):
    """Somebody whose seed belongs to a round, a shoe or a draw: place, pid, and commitment (None: takes no part)."""

    seat: int
    pid: bytes
    commitment: bytes | None


class CasinoSeed(NamedTuple):
    """A seed as it counts: place, pid, flag, what it was committed by, and the seed (zeros: not revealed)."""

    seat: int
    pid: bytes
    flag: int
    commitment: bytes
    seed: bytes


@dataclass(frozen=True, slots=True)
class LockedRound:
    """A round, shoe or draw whose bets and players are fixed; `fixed` is what the house published beforehand."""

    place: bytes  # table or game
    number: int  # round or shoe; 0 for a draw
    fixed: bytes  # anchor of the chain, or the hash of the draw's secret
    bettors: tuple[Bettor, ...]

    def accepts(self, pid: bytes, seed: bytes) -> bool:
        """Whether that is the seed which somebody committed to."""
        found = next((each for each in self.bettors if each.pid == pid), None)
        return (
            found is not None
            and found.commitment is not None
            and len(seed) == HASH_BYTES
            and commitment_to(self.place, self.number, found.seat, pid, seed) == found.commitment
        )

    @property
    def digest(self) -> bytes:
        """Everybody and what each is committed to as one hash: told when it is locked, before any seed is."""
        rows = ((seat, pid, DEFAULT if made is None else OWN, made or NOTHING) for seat, pid, made in self.bettors)
        return _locked(self.place, self.number, rows)

    def seeds(self, revealed: Mapping[bytes, bytes]) -> tuple[CasinoSeed, ...]:
        """All seeds as they count, ordered by pid; `revealed` are those that were received, by pid."""
        return tuple(self._seed(each, revealed) for each in sorted(self.bettors, key=lambda each: each.pid))

    def _seed(self, bettor: Bettor, revealed: Mapping[bytes, bytes]) -> CasinoSeed:
        seat, pid, commitment = bettor
        if commitment is None:
            seed = default_casino_seed(self.place, self.number, seat, pid, self.fixed)
            return CasinoSeed(seat, pid, DEFAULT, NOTHING, seed)
        if pid in revealed and self.accepts(pid, revealed[pid]):
            return CasinoSeed(seat, pid, OWN, commitment, revealed[pid])
        return CasinoSeed(seat, pid, UNREVEALED, commitment, NOTHING)


def lock_round(place: bytes, number: int, fixed: bytes, bettors: Iterable[Bettor]) -> LockedRound:
    """Fix who takes part; everybody once."""
    locked = LockedRound(check_bytes(place, ID_BYTES, "a table"), number, fixed, tuple(bettors))
    check_bytes(fixed, HASH_BYTES, "an anchor")
    pids = [check_bytes(each.pid, ID_BYTES, "a pid") for each in locked.bettors]
    if len(set(pids)) < len(pids):
        raise BadProof("pid_twice", "somebody is named twice among the seeds")
    return locked


def locked_digest(place: bytes, number: int, seeds: Iterable[CasinoSeed]) -> bytes:
    """What the lock of these seeds was told as: after it a seed that was promised can only go missing."""
    rows = ((each.seat, each.pid, OWN if each.flag == UNREVEALED else each.flag, each.commitment) for each in seeds)
    return _locked(place, number, rows)


def _locked(place: bytes, number: int, players: Iterable[tuple[int, bytes, int, bytes]]) -> bytes:
    rows = [u8(seat) + pid + u8(flag) + made for seat, pid, flag, made in sorted(players, key=lambda each: each[1])]
    return tagged("locked", place, u64(number), u32(len(rows)), *rows)


def default_casino_seed(place: bytes, number: int, seat: int, pid: bytes, fixed: bytes) -> bytes:
    """The seed of somebody who takes no part: as at a poker table, with what the house fixed beforehand in place of the first root."""
    return default_seed(place, number, seat, pid, (fixed, NOTHING))


def chain_back(secret: bytes, steps: int) -> bytes:
    """The secret of a chain that lies so many steps before one."""
    for _ in range(check_number(steps, CHAIN_MAX, "a place in a chain")):
        secret = tagged("chain", secret)
    return secret


def chain_of(last: bytes, rounds: int) -> list[bytes]:
    """All secrets of a chain from the anchor (0) to the last; an index is used once, and the anchor never."""
    check_bytes(last, HASH_BYTES, "a chain's secret")
    check_number(rounds, CHAIN_MAX, "a chain's length")
    found = [last]
    for _ in range(rounds):
        found.append(tagged("chain", found[-1]))
    return found[::-1]


def seeds_digest(seeds: Iterable[CasinoSeed]) -> bytes:
    """All seeds of a round as one hash, ordered by pid."""
    rows = [each.pid + u8(each.flag) + each.seed for each in sorted(seeds, key=lambda each: each.pid)]
    return tagged("seeds", u32(len(rows)), *rows)


def round_stream(secret: bytes, table: bytes, number: int, seeds: bytes) -> Stream:
    """The numbers of a round or shoe."""
    return Stream(Hmac(secret).digest(b"PFP1/round\0" + table + u64(number) + seeds + NOTHING))


def roulette_pocket(secret: bytes, table: bytes, number: int, seeds: bytes) -> int:
    """The pocket in which the ball of a round comes to rest."""
    return round_stream(secret, table, number, seeds).uniform(POCKETS)


def shoe_order(secret: bytes, table: bytes, number: int, seeds: bytes) -> tuple[int, ...]:
    """The cards of a shoe of eight decks in the order in which they are drawn; a cut adds nothing and is at the front."""
    return tuple(card % CARDS for card in round_stream(secret, table, number, seeds).shuffle(SHOE_CARDS))


def draw_commitment(game: bytes, secret: bytes) -> bytes:
    """What the house publishes when a HexaPro game opens."""
    return tagged("draw", game, secret)


def hexapro_number(secret: bytes, game: bytes, seeds: bytes) -> int:
    """The number that a HexaPro game draws; the rulebook's wheel says which multiplier it means."""
    return Stream(Hmac(secret).digest(b"PFP1/hexapro\0" + game + seeds)).uniform(HEXAPRO_NUMBERS)
