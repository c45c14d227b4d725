"""
The log of a live table's scanner: what each event of the table adds to it, and what is published of a round.

The log goes on with every card, failed reading, refusal and correction, as the table's events are followed. Salts come from a key that
is fixed when a shoe is put in place; the key lies sealed in the table's stream, like the cards that lie face down.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from fairdeal.casino.table import events, station_events
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.fair.events import ScanLogOpened, ScansProven
from fairdeal.casino.table.fair.state import ScanLog
from fairdeal.casino.table.state import CorrectionKind, Table
from fairdeal.fair import PublishedScans, ScanEntry
from fairdeal.fair.scans import CARD, CORRECTION, NO_CARD, REDEALT, REFUSED, UNREAD, hidden, log_after, scan_entry
from fairdeal.kernel.values import changed

_ENDS: Final = (events.RoundSettled, events.RoundVoided)
_DEALER: Final = 0
Scanned = tuple[str, int, int, int, int | None, bool]  # what, seat, hand, card, video, and whether it lies face down


def opened(table: Table, event: ScanLogOpened) -> Table:
    """The table after its scanner's log got the key of a shoe."""
    before = table.scans
    if before is None:
        return changed(table, scans=ScanLog(event.place, event.key))
    return changed(table, scans=changed(before, key=event.key, count=0))


def proven(table: Table, event: ScansProven) -> Table:
    """The table after the entries of a round were published."""
    assert table.scans is not None, event
    return changed(table, scans=changed(table.scans, before=event.proof.after, entries=(), down=()))


def logged(table: Table, event: events.TableEvent) -> Table:
    """The table with what an event adds to its scanner's log; `table` is as the event has left it."""
    read = _READ.get(type(event))
    return table if read is None else _with(table, *read(table, event))


def _with(table: Table, what: str, seat: int, hand: int, card: int, video: int | None, down: bool) -> Table:  # noqa: FBT001
    scans = table.scans
    assert scans is not None
    place = len(scans.entries)
    entry = scan_entry(scans.key, scans.count, what, seat, hand, card, video)
    log = log_after(scans.place, table.round, place, scans.log, entry)
    hides = (*scans.down, place) if down else scans.down
    return changed(
        table, scans=changed(scans, count=scans.count + 1, log=log, entries=(*scans.entries, entry), down=hides)
    )


def _card(_table: Table, event: events.CardDealt) -> Scanned:
    return CARD, event.seat + 1, event.hand, event.card, event.video, not event.face_up


def _unread(_table: Table, event: station_events.CardUnread) -> Scanned:
    return UNREAD, _DEALER, 0, NO_CARD, event.video, False


def _refused(_table: Table, event: station_events.CardRefused) -> Scanned:
    """A refused card may be one that was to lie face down."""
    return REFUSED, _DEALER, 0, event.card, event.video, True


def _corrected(table: Table, event: station_events.Corrected) -> Scanned:
    """A correction, of the last card that was read; one that is entered by hand comes as a card of its own."""
    assert table.scans is not None
    last = next((each for each in reversed(table.scans.entries) if each.what in (CARD, REDEALT)), None)
    seat, hand = (_DEALER, 0) if last is None else (last.seat, last.hand)
    if event.correction.kind is CorrectionKind.CARD_REPLACED:
        return REDEALT, seat, hand, event.correction.value, event.video, not event.face_up
    return CORRECTION, seat, hand, NO_CARD, event.video, False


_READ: Final[dict[type[Any], Callable[[Table, Any], Scanned]]] = {
    events.CardDealt: _card,
    station_events.CardUnread: _unread,
    station_events.CardRefused: _refused,
    station_events.Corrected: _corrected,
}


def due(facts: TableFacts, table: Table, happened: Iterable[events.TableEvent]) -> ScansProven | None:
    """What is published once a round is over, however it ended; None: nothing was read, or the round goes on."""
    scans = table.scans
    if (
        facts.signer is None
        or scans is None
        or not scans.entries
        or not any(isinstance(each, _ENDS) for each in happened)
    ):
        return None
    entries = tuple(_shown(table, scans, place, entry) for place, entry in enumerate(scans.entries))
    signature, key = facts.signer.sign(scans.log), facts.signer.public
    return ScansProven(PublishedScans(scans.place, table.round, scans.before, scans.log, entries, (signature,), key))


def _shown(table: Table, scans: ScanLog, place: int, entry: ScanEntry) -> ScanEntry:
    return hidden(entry) if place in scans.down and table.felt.hides_cards else entry
