"""What each event of PFP-1 makes of a casino table; nothing here refuses."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from fairdeal.casino.table.fair import events, scanning
from fairdeal.casino.table.fair.state import DEFAULT_ROUNDS, IDLE, Barred, FairPlay, FairTable, Pledge, SeedTold
from fairdeal.casino.table.state import Table
from fairdeal.fair import DEFAULT, OWN, ROUND, UNREVEALED, CasinoSeed
from fairdeal.kernel import Duration, Instant, PlayerId
from fairdeal.kernel.values import changed
from fairdeal.play.fair.state import FairCounts


def _opened(table: Table, event: events.ChainOpened) -> Table:
    before = table.fair
    fair = FairTable(event.chain, event.place, event.anchor, event.sealed, event.length)
    if before is not None:
        barred = (Barred(each.player, each.until - before.used) for each in before.barred if each.until > before.used)
        fair = changed(fair, pids=before.pids, barred=tuple(barred), counts=before.counts)
    return changed(table, fair=fair, fair_play=None)


def _pids_given(table: Table, event: events.CasinoPidsGiven) -> Table:
    assert table.fair is not None
    gone = {*event.gone, *(each.player for each in event.pids)}
    kept = tuple(each for each in table.fair.pids if each.player not in gone)
    return changed(table, fair=changed(table.fair, pids=(*kept, *event.pids)))


def _locked(table: Table, event: events.ChanceLocked) -> Table:
    assert table.fair is not None
    fair = changed(table.fair, lock=event.lock, used=event.lock.index)
    return changed(table, fair=fair, fair_play=changed(table.fair_play or IDLE, seeds=()))


def _keyed(table: Table, event: events.ShoeKeyed) -> Table:
    assert table.fair is not None
    fair = _drawn(table.fair, event.keyed.seeds)
    return changed(table, fair=changed(fair, shoes=(*fair.shoes, event.keyed)), fair_play=_used(table))


def _proven(table: Table, event: events.ChanceProven) -> Table:
    fair, proof = table.fair, event.proof
    assert fair is not None
    if event.void:
        counts = fair.counts
        void = (
            changed(counts, restarts=counts.restarts + 1)
            if event.restarted
            else changed(counts, called_off=counts.called_off + 1)
        )
        return changed(table, fair=changed(fair, lock=None, counts=void), fair_play=_used(table))
    if proof.kind == ROUND:
        return changed(table, fair=_drawn(fair, proof.players), fair_play=_used(table))
    return changed(table, fair=changed(fair, shoes=tuple(each for each in fair.shoes if each.index != proof.number)))


def _drawn(fair: FairTable, seeds: Iterable[CasinoSeed]) -> FairTable:
    """The chain after its locked place was used: who withheld a seed has the default for a while."""
    lock = fair.lock
    assert lock is not None
    flags = {each.pid: each.flag for each in seeds}
    absent = [each.player for each in lock.players if flags[each.pid] == UNREVEALED]
    kept = (each for each in fair.barred if each.until > lock.index and each.player not in absent)
    barred = (*kept, *(Barred(player, lock.index + DEFAULT_ROUNDS) for player in absent))
    return changed(fair, lock=None, barred=barred, counts=_counted(fair.counts, list(flags.values())))


def _counted(counts: FairCounts, flags: list[int]) -> FairCounts:
    own = flags.count(OWN)
    return changed(
        counts,
        hands=counts.hands + 1,
        own=counts.own + own,
        default=counts.default + flags.count(DEFAULT),
        absent=counts.absent + flags.count(UNREVEALED),
        uncut=counts.uncut + (own == 0),
    )


def _used(table: Table) -> FairPlay | None:
    """Promises for places that are over are forgotten, and the seeds of the lock with them."""
    play, fair = table.fair_play, table.fair
    if play is None or fair is None:
        return play
    kept = (Pledge(who, tuple(each for each in promises if each.hand > fair.used)) for who, promises in play.pledges)
    return FairPlay(tuple(kept))


def _promised(table: Table, event: events.CasinoSeedsPromised) -> Table:
    play = table.fair_play or IDLE
    before = play.pledge_of(event.player)
    indices = {each.hand for each in event.promises}
    old = () if before is None else tuple(each for each in before.promises if each.hand not in indices)
    pledge = Pledge(event.player, tuple(sorted((*old, *event.promises))))
    others = tuple(each for each in play.pledges if each.player != event.player)
    return changed(table, fair_play=changed(play, pledges=(*others, pledge)))


def _revealed(table: Table, event: events.CasinoSeedRevealed) -> Table:
    play = table.fair_play or IDLE
    return changed(table, fair_play=changed(play, seeds=(*play.seeds, SeedTold(event.player, event.seed))))


# ---- what other events change


def without(table: Table, player: PlayerId) -> Table:
    """The table without the pid and the promises of a player whose visit ended."""
    fair, play = table.fair, table.fair_play
    if fair is not None:
        table = changed(table, fair=changed(fair, pids=tuple(each for each in fair.pids if each.player != player)))
    if play is not None:
        pledges = tuple(each for each in play.pledges if each.player != player)
        table = changed(table, fair_play=changed(play, pledges=pledges))
    return table


def stopped(table: Table) -> Table:
    """The table after a stop of the room: an open lock is void, and nothing of promises and seeds is left."""
    fair = table.fair
    if fair is None:
        return table
    lock = fair.lock and changed(fair.lock, void=True)
    return changed(table, fair=changed(fair, lock=lock), fair_play=None)


def shifted(table: Table, stood: Duration) -> Table:
    """The table with the time for seeds moved by the time that the room stood still."""
    fair = table.fair
    if fair is None or fair.lock is None:
        return table
    return changed(table, fair=changed(fair, lock=changed(fair.lock, until=Instant(fair.lock.until + stood))))


EVOLVE: Final[dict[type[Any], Callable[[Table, Any], Table]]] = {
    events.ChainOpened: _opened,
    events.CasinoPidsGiven: _pids_given,
    events.ChanceLocked: _locked,
    events.ShoeKeyed: _keyed,
    events.ChanceProven: _proven,
    events.CasinoSeedsPromised: _promised,
    events.CasinoSeedRevealed: _revealed,
    events.ScanLogOpened: scanning.opened,
    events.ScansProven: scanning.proven,
}
