"""What follows from a secret of the chain and the players' seeds: a pocket, the order of a shoe, and what is published of each."""

from collections.abc import Sequence

from fairdeal.casino.table.fair.events import ChanceProven
from fairdeal.casino.table.fair.state import IDLE, ChainLock, FairPlay, FairTable, KeyedShoe
from fairdeal.casino.table.state import Table
from fairdeal.fair import (
    ROUND,
    SHOE,
    Bettor,
    CasinoSeed,
    LockedRound,
    lock_round,
    publish_round,
    roulette_pocket,
    seeds_digest,
    shoe_order,
)
from fairdeal.fair.casino import SHOE_CARDS, TABLE_SEAT, round_stream
from fairdeal.fair.values import CARDS
from fairdeal.kernel import Instant


def locked_round(fair: FairTable, lock: ChainLock) -> LockedRound:
    """A lock as the protocol has it."""
    bettors = (Bettor(TABLE_SEAT, each.pid, each.commitment or None) for each in lock.players)
    return lock_round(fair.place, lock.index, fair.anchor, bettors)


def ready_at(table: Table) -> Instant | None:
    """When the open lock can be drawn, as things are now; None: there is none."""
    fair = table.fair
    if fair is None or fair.lock is None or fair.lock.void:
        return None
    told = {each.player for each in (table.fair_play or IDLE).seeds}
    return table.since if fair.lock.awaited <= told else fair.lock.until


def seeds_of(fair: FairTable, play: FairPlay | None, lock: ChainLock) -> tuple[CasinoSeed, ...]:
    """The seeds of a lock as they count."""
    pids = {each.player: each.pid for each in lock.players}
    return locked_round(fair, lock).seeds({pids[each.player]: each.seed for each in (play or IDLE).seeds})


# ---- a wheel


def spin(table: Table, secret: bytes) -> tuple[int, ChanceProven]:
    """The pocket of the locked round, and what is published of it."""
    fair = table.fair
    assert fair is not None
    lock = fair.lock
    assert lock is not None, "a round is locked before it is drawn"
    seeds = seeds_of(fair, table.fair_play, lock)
    digest = seeds_digest(seeds)
    pocket = roulette_pocket(secret, fair.place, lock.index, digest)
    proof = publish_round(ROUND, locked_round(fair, lock), seeds, digest, secret, result=pocket)
    return pocket, ChanceProven(proof)


def prove_void(table: Table, secret: bytes) -> ChanceProven:
    """What is published of a lock that came to nothing: the secret, and the seeds it got."""
    fair = table.fair
    assert fair is not None
    lock = fair.lock
    assert lock is not None
    seeds = seeds_of(fair, table.fair_play, lock)
    proof = publish_round(lock.kind, locked_round(fair, lock), seeds, seeds_digest(seeds), secret)
    return ChanceProven(proof, void=True, restarted=lock.void)


# ---- a shoe


def shuffle(table: Table, secret: bytes, cards: bytes) -> tuple[bytes, KeyedShoe]:
    """The cards in the order in which they are drawn, and what is kept of it until the shoe is over."""
    fair = table.fair
    assert fair is not None
    lock = fair.lock
    assert lock is not None, "a shoe is locked before it is shuffled"
    seeds = seeds_of(fair, table.fair_play, lock)
    keyed = KeyedShoe.of(lock.index, table.shoes + 1, seeds, cards)
    return order_of(fair, keyed, secret), keyed


def order_of(fair: FairTable, keyed: KeyedShoe, secret: bytes) -> bytes:
    """The cards of a shoe in the order in which they are drawn."""
    return bytes(place % CARDS for place in _places(fair, keyed, secret) if _is_held(keyed.held, place))


def prove_shoe(fair: FairTable, keyed: KeyedShoe, secret: bytes, drawn: int) -> ChanceProven:
    """
    What is published of a shoe that is over; `drawn` cards were taken from it.

    Of a shoe of discards it is the order of the whole one up to the last card that was taken: cards that were not among the discards
    are passed over.
    """
    digest = seeds_digest(keyed.seeds)
    order: Sequence[int] = shoe_order(secret, fair.place, keyed.index, digest)
    end, left = 0, drawn
    for place in _places(fair, keyed, secret):
        if not left:
            break
        left -= _is_held(keyed.held, place)
        end += 1
    bettors = (Bettor(each.seat, each.pid, each.commitment if any(each.commitment) else None) for each in keyed.seeds)
    locked = lock_round(fair.place, keyed.index, fair.anchor, bettors)
    return ChanceProven(publish_round(SHOE, locked, keyed.seeds, digest, secret, cards=order[:end]))


def _places(fair: FairTable, keyed: KeyedShoe, secret: bytes) -> Sequence[int]:
    """The places of a whole shoe in the order of its key."""
    return round_stream(secret, fair.place, keyed.index, seeds_digest(keyed.seeds)).shuffle(SHOE_CARDS)


def _is_held(held: bytes, place: int) -> bool:
    """Whether the card at a place of the whole shoe is in this one: of each card the first so many decks."""
    return not held or place // CARDS < held[place % CARDS]
