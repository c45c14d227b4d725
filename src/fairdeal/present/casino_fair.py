"""PFP-1 at a casino table as messages: the chain, the open lock, a visitor's own part, and what is published."""

from collections.abc import Iterable
from typing import Any, cast

from fairdeal.casino.table.fair.drawing import locked_round
from fairdeal.casino.table.fair.events import ChanceProven
from fairdeal.casino.table.fair.state import IDLE, ChainLock, FairTable, KeyedShoe
from fairdeal.casino.table.state import Table
from fairdeal.fair import OWN
from fairdeal.kernel import PlayerId
from fairdeal.protocol import casino_fair as wire


def fair_to_wire(table: Table) -> wire.CasinoFair | None:
    """The chain of a table, for everybody; None: the table draws without."""
    fair = table.fair
    if fair is None:
        return None
    shoe = _shoe_of(table, fair)
    return wire.CasinoFair(
        proven=fair.place.hex(),
        anchor=fair.anchor.hex(),
        length=fair.length,
        next=fair.used + 1,
        lock=None if fair.lock is None or fair.lock.void else _lock(fair, fair.lock),
        shoe=None if shoe is None else _shoe(shoe),
    )


def own_fair_to_wire(table: Table, players: Iterable[PlayerId]) -> dict[PlayerId, wire.CasinoOwnFair]:
    """The own parts of visitors, of whom there may be hundreds; none where the table draws without, or somebody has no part yet."""
    fair = table.fair
    if fair is None:
        return {}
    pids = dict(fair.pids)
    pledges = {each.player: each.promises for each in (table.fair_play or IDLE).pledges}
    barred = {each.player: each.until for each in fair.barred if each.until > fair.used}
    lock = () if fair.lock is None or fair.lock.void else fair.lock.players
    locked = {each.player: each.commitment.hex() for each in lock if each.commitment}
    shoe = _shoe_of(table, fair)
    among = {each.pid for each in (() if shoe is None else shoe.seeds) if each.flag == OWN}
    return {
        player: wire.CasinoOwnFair(
            pid=pids[player].hex(),
            promised=tuple(each.hand for each in pledges.get(player, ())),
            default_until=barred.get(player, 0),
            locked=locked.get(player),
            among=pids[player] in among,
        )
        for player in players
        if player in pids
    }


def secret_to_wire(change: ChanceProven) -> wire.SecretTold:
    """What is told of a round, a shoe or a lock that came to nothing."""
    proof = change.proof
    return wire.SecretTold(
        proven=proof.place.hex(),
        index=proof.number,
        players=len(proof.players),
        seeds=proof.seeds.hex(),
        secret=proof.secret.hex(),
    )


def _lock(fair: FairTable, lock: ChainLock) -> wire.CasinoLock:
    digest = locked_round(fair, lock).digest.hex()
    return wire.CasinoLock(index=lock.index, draws=cast("Any", lock.kind), digest=digest, until=lock.until)


def _shoe_of(table: Table, fair: FairTable) -> KeyedShoe | None:
    """The shoe on the table, where it was shuffled by a place of the chain."""
    number = 0 if table.shoe is None else table.shoe.number
    return next((each for each in fair.shoes if each.shoe == number), None)


def _shoe(shoe: KeyedShoe) -> wire.CasinoShoeSeeds:
    own = sum(each.flag == OWN for each in shoe.seeds)
    return wire.CasinoShoeSeeds(index=shoe.index, players=len(shoe.seeds), own=own)
