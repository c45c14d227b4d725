"""
Draws of a simulated evening by PFP-1: a chain of secrets, guests who add seeds of their own, and what is published of each draw.

It is a `Chance` for `casino.simulate`. Some guests take no part and have the default; now and then one withholds a seed, and has the
default for the next thousand draws, as at a table of the house.
"""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Final

from fairdeal.casino.table.fair.drawing import order_of, prove_shoe
from fairdeal.casino.table.fair.state import DEFAULT_ROUNDS, FairTable, KeyedShoe
from fairdeal.fair import ROUND, Bettor, CasinoSeed, LockedRound, chain_of, lock_round, proof_text, publish_round
from fairdeal.fair.casino import POCKETS, TABLE_SEAT, roulette_pocket, seeds_digest
from fairdeal.fair.round_device import RoundDevice
from fairdeal.fair.values import HASH_BYTES, ID_BYTES

GUESTS: Final = 4
"""How many guests there are; the last of them takes no part."""
CHAIN: Final = 1_024
"""How many secrets a chain has; verifiers hash each back to its anchor, so a short one is checked sooner."""
_WITHHELD_IN: Final = 200
"""Of so many seeds that were promised one is withheld, on average."""


class _Chain:
    """A chain of secrets, and the devices of the guests at it."""

    def __init__(self, number: int, draw: Callable[[int], bytes]) -> None:
        self.secrets = chain_of(draw(HASH_BYTES), CHAIN)
        self.table = FairTable(number, draw(ID_BYTES), self.secrets[0], b"", CHAIN)
        self.devices = [
            RoundDevice(self.table.place, TABLE_SEAT, draw(ID_BYTES), self.table.anchor, draw) for _ in range(GUESTS)
        ]


class ProvenDraws:
    """The random source of a simulation whose every draw can be checked; `publish` gets one proof after the other, as a line."""

    def __init__(self, draw: Callable[[int], bytes], publish: Callable[[str], object]) -> None:
        """`draw` gives random bytes: to the house for its secrets, and to the guests' devices."""
        self._draw, self._publish = draw, publish
        self._numbers = count(1)
        self._default_until = [0] * GUESTS  # by guest, the last draw with the default after a withheld seed
        self._chain = _Chain(next(self._numbers), draw)
        self._used = 0  # of the chain
        self._draws = 0
        self._shoe: tuple[_Chain, KeyedShoe] | None = None

    def randrange(self, bound: int, /) -> int:
        """The pocket of the next round; only a wheel draws single numbers."""
        assert bound == POCKETS, bound
        locked, seeds = self._next()
        secret, digest = self._chain.secrets[locked.number], seeds_digest(seeds)
        pocket = roulette_pocket(secret, locked.place, locked.number, digest)
        self._publish(proof_text(publish_round(ROUND, locked, seeds, digest, secret, result=pocket)))
        return pocket

    def shuffle(self, cards: list[int], /) -> None:
        """Put a whole shoe, or the discards of one, into the order of the next place of the chain."""
        locked, seeds = self._next()
        keyed = KeyedShoe.of(locked.number, 0, seeds, bytes(cards))
        self._shoe = self._chain, keyed
        cards[:] = order_of(self._chain.table, keyed, self._chain.secrets[keyed.index])

    def over(self, taken: Sequence[int]) -> None:
        """A shoe is over, from which these cards were taken: its key is told."""
        if self._shoe is not None:
            (chain, keyed), self._shoe = self._shoe, None
            proven = prove_shoe(chain.table, keyed, chain.secrets[keyed.index], len(taken))
            self._publish(proof_text(proven.proof))

    def _next(self) -> tuple[LockedRound, tuple[CasinoSeed, ...]]:
        """Lock the next place of the chain with everybody's promises, and have the seeds."""
        if self._used == CHAIN:
            self._chain, self._used = _Chain(next(self._numbers), self._draw), 0
        self._used += 1
        self._draws += 1
        number, fair, devices = self._used, self._chain.table, self._chain.devices
        taking = [device for guest, device in enumerate(devices) if self._takes_part(guest)]
        promised = {device.pid: device.promise(number) for device in taking}
        bettors = [Bettor(TABLE_SEAT, device.pid, promised.get(device.pid)) for device in devices]
        told: dict[bytes, bytes] = {}
        for guest, device in enumerate(devices):
            if device.pid not in promised:
                continue
            if int.from_bytes(self._draw(4), "big") % _WITHHELD_IN == 0:
                self._default_until[guest] = self._draws + DEFAULT_ROUNDS
                continue
            seed = device.answer(number, promised[device.pid])
            assert seed is not None, "a device tells a lock of its own promise"
            told[device.pid] = seed
        locked = lock_round(fair.place, number, fair.anchor, bettors)
        return locked, locked.seeds(told)

    def _takes_part(self, guest: int) -> bool:
        return guest < GUESTS - 1 and self._default_until[guest] < self._draws
