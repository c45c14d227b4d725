"""PFP-1 at a casino table as messages: the chain, the open lock, a visitor's own part, and what is published."""

from collections.abc import Iterable
from typing import Any, cast

from fairdeal.casino.table.fair.events import ChanceProven
from fairdeal.casino.table.fair.state import IDLE, ChainLock, KeyedShoe
from fairdeal.casino.table.state import Table
from fairdeal.fair import DEFAULT, NOTHING, OWN, proof_text
from fairdeal.kernel import PlayerId
from fairdeal.protocol import casino_fair as wire


def fair_to_wire(table: Table) -> wire.CasinoFair | None:
    """The chain of a table, for everybody; None: the table draws without."""
    fair = table.fair
    if fair is None:
        return None
    number = 0 if table.shoe is None else table.shoe.number
    shoe = next((each for each in fair.shoes if each.shoe == number), None)
    return wire.CasinoFair(
        proven=fair.place.hex(),
        anchor=fair.anchor.hex(),
        length=fair.length,
        next=fair.used + 1,
        lock=None if fair.lock is None or fair.lock.void else _lock(fair.lock),
        shoe=None if shoe is None else _shoe(shoe),
    )


def own_fair_to_wire(table: Table, player: PlayerId) -> wire.CasinoOwnFair | None:
    """A visitor's own part; None: the table draws without."""
    fair = table.fair
    pid = None if fair is None else fair.pid_of(player)
    if fair is None or pid is None:
        return None
    pledge = (table.fair_play or IDLE).pledge_of(player)
    promised = () if pledge is None else tuple(each.hand for each in pledge.promises)
    until = fair.barred_until(player)
    return wire.CasinoOwnFair(pid=pid.hex(), promised=promised, default_until=until if until > fair.used else 0)


def proven_to_wire(change: ChanceProven) -> wire.ChanceProven:
    """What is published of a round, a shoe or a lock that came to nothing."""
    return wire.ChanceProven(proof=proof_text(change.proof))


def _lock(lock: ChainLock) -> wire.CasinoLock:
    seats = ((each.pid, OWN if each.commitment else DEFAULT, each.commitment or NOTHING) for each in lock.players)
    players = _seats(seats)
    return wire.CasinoLock(index=lock.index, draws=cast("Any", lock.kind), players=players, until=lock.until)


def _shoe(shoe: KeyedShoe) -> wire.CasinoShoeSeeds:
    seats = ((each.pid, each.flag, each.commitment) for each in shoe.seeds)
    return wire.CasinoShoeSeeds(index=shoe.index, players=_seats(seats))


def _seats(seats: Iterable[tuple[bytes, int, bytes]]) -> tuple[wire.CasinoSeat, ...]:
    return tuple(wire.CasinoSeat(pid=pid.hex(), flag=flag, commitment=known.hex()) for pid, flag, known in seats)
