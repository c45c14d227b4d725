"""
Rulebooks while the room plays: drafts that a dry run asks about, and revisions that were put in force.

A draft is known to floors and tables as soon as somebody asks what it would do, and nothing plays by it. What is put in force is
written in the commit of its deed; from then on new seats and new tournaments follow it, and tables from their next hand (CASH-22,
MTT-51b).
"""

from collections.abc import Callable, Iterable
from typing import Final

from fairdeal.kernel import Decision, Instant, Rejection, StreamId, reject
from fairdeal.kernel.agenda import Task
from fairdeal.office.deed import Deed
from fairdeal.office.deeds.rulebook import ReviseRulebook
from fairdeal.office.shelf import SHELVES, PutInForce, RevisionPutInForce, Shelf, decide, evolve, shelf_stream
from fairdeal.poker import NoSuchGame
from fairdeal.room.cash.house import CashHouse
from fairdeal.room.codecs import Coded
from fairdeal.room.desk import read_state
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.loader import Published
from fairdeal.rulebook.reader import BadEdition
from fairdeal.rulebook.revision import read_revision
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.hosted import Hosted
from fairdeal.storage.codec import Codec
from fairdeal.storage.port import Store
from fairdeal.zones import database_zone

DRAFTS_MAX: Final = 8
"""So many drafts are known at a time besides what is in force; one that was forgotten is read again when somebody signs it."""

SHELF_EVENTS: Final = Codec("rulebook revisions", 1, {"put_in_force": RevisionPutInForce})
SHELF_STATES: Final = Codec("rulebook shelf", 1, {"shelf": Shelf})
_CODED: Final = Coded[Shelf, RevisionPutInForce](SHELF_EVENTS, SHELF_STATES)


class HostedShelf(Hosted[Shelf, PutInForce, RevisionPutInForce]):
    """The revisions of one rulebook."""

    prefix = SHELVES

    @property
    def durable(self) -> Coded[Shelf, RevisionPutInForce]:
        """The codec for revisions."""
        return _CODED

    def open(self) -> Shelf:
        """The opening state: the rulebook is played as it was loaded."""
        return Shelf()

    def decide(self, state: Shelf, command: PutInForce, now: Instant) -> Decision[Shelf, RevisionPutInForce]:
        """The revision in force, or the rejection."""
        return decide(state, command, now)

    def evolve(self, state: Shelf, event: RevisionPutInForce) -> Shelf:
        """The shelf after the event."""
        return evolve(state, event)

    def agenda(self, _state: Shelf) -> frozenset[Task[object]]:
        """Empty: floors follow in the same commit, and tables follow their floor."""
        return frozenset()


def read_shelf(store: Store, rulebook: EditionId) -> Shelf:
    """The revisions of a rulebook as the store has them."""
    return read_state(store, HostedShelf(shelf_stream(rulebook)))[0]


def revision_of(rulebook: EditionId, text: str) -> Edition:
    """A revision from its text; raises `BadEdition`."""
    return read_revision(text, rulebook, Published(), database_zone)


class Shelves:
    """What every rulebook of the room is played by, and the drafts that were asked about."""

    def __init__(self, editions: Iterable[Edition], cash: CashHouse, tournaments: TournamentHouse) -> None:
        self.in_force = {edition.id: edition for edition in editions}
        self._cash = cash
        self._tournaments = tournaments
        self._drafts: dict[str, Edition] = {}  # by content hash, the latest last
        self.on_revised: list[Callable[[Edition], None]] = []

    def host(self, stream: StreamId) -> HostedShelf:
        """The shelf of a stream."""
        return HostedShelf(stream)

    def floors_of(self, rulebook: EditionId) -> tuple[StreamId, ...]:
        """The floors that will adopt a revision of a rulebook."""
        return self._cash.floors_of(rulebook)

    def prepare(self, deed: Deed) -> Rejection | None:
        """Know the text that a deed is about, so that floors can say what it would do; why not, or None."""
        if not isinstance(deed, ReviseRulebook):
            return None
        if deed.rulebook not in self.in_force:
            return reject("no_such_rulebook")
        if content_hash(self.in_force[deed.rulebook]) == deed.digest:
            return reject("already_in_force")
        if deed.digest in self._drafts:
            return None
        try:
            draft = revision_of(deed.rulebook, deed.text)
            if content_hash(draft) != deed.digest:
                return reject("rulebook_differs")
            self._cash.learn(draft)
        except (BadEdition, NoSuchGame):
            return reject("bad_rulebook")
        self._drafts[deed.digest] = draft
        self._tidy()
        return None

    def _tidy(self) -> None:
        while len(self._drafts) > DRAFTS_MAX:
            digest = next(iter(self._drafts))
            self._cash.forget(self._drafts.pop(digest), digest)

    def note(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        """A revision was written: it is in force."""
        rulebook = EditionId(actor.hosted.name)
        for event in events:
            if isinstance(event, RevisionPutInForce) and rulebook in self.in_force:
                self._put_in_force(rulebook, event.revision.digest, event.revision.text)

    def _put_in_force(self, rulebook: EditionId, digest: str, text: str) -> None:
        edition = self._drafts.pop(digest, None) or revision_of(rulebook, text)
        self._cash.put_in_force(edition)
        self._tournaments.put_in_force(edition)
        self.in_force[rulebook] = edition
        for tell in self.on_revised:
            tell(edition)
