"""
Papers while the room plays: what the house offers, checked before anybody is asked to sign, and taken up once it was signed.

Who reads a paper (the cash games, the casino, the tournaments) says what is wrong with it, what it would change, and takes it up.
"""

from hashlib import sha256
from typing import Protocol

from fairdeal.kernel import Instant, Rejection, StreamId, reject
from fairdeal.office.deed import Deed
from fairdeal.office.deeds.offer import ChangeOffer
from fairdeal.office.papers import PAPERS, Paper, PaperEffect, PaperFault, paper_stream
from fairdeal.office.shelf import Revision, RevisionPutInForce, Shelf
from fairdeal.room.desk import read_state
from fairdeal.room.office.shelves import HostedShelf
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.registry import Registry
from fairdeal.storage.port import Store


class PaperReader(Protocol):
    """Whoever goes by a paper."""

    def begins(self) -> str:
        """The text in force where the desk has written none."""
        ...

    def faults(self, text: str) -> tuple[PaperFault, ...]:
        """What is wrong with a text; nothing: it can be put in force."""
        ...

    def effect(self, text: str) -> PaperEffect:
        """What a text without faults would change."""
        ...

    def take_up(self, text: str) -> None:
        """Go by a text that was put in force."""
        ...


class HostedPaper(HostedShelf):
    """The revisions of one paper."""

    prefix = PAPERS


def text_digest(text: str) -> str:
    """The hash by which a text is known."""
    return sha256(text.encode()).hexdigest()


def read_papers(store: Store) -> dict[Paper, str]:
    """The papers that the desk has put in force, as the store has them."""
    shelves = {paper: read_state(store, HostedPaper(paper_stream(paper)))[0] for paper in Paper}
    return {paper: shelf.revisions[-1].text for paper, shelf in shelves.items() if shelf.revisions}


class Papers:
    """The papers of a room and their readers; a paper without a reader cannot be changed."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self.readers: dict[Paper, PaperReader] = {}

    def host(self, stream: StreamId) -> HostedPaper:
        """The shelf of a stream."""
        return HostedPaper(stream)

    def revisions(self, paper: Paper) -> tuple[Revision, ...]:
        """All texts that the desk put in force, the latest last."""
        shelf: Shelf = self._registry.actor(paper_stream(paper)).state
        return shelf.revisions

    def text(self, paper: Paper) -> str:
        """The text in force."""
        revisions = self.revisions(paper)
        return revisions[-1].text if revisions else self.readers[paper].begins()

    def prepare(self, deed: Deed) -> Rejection | None:
        """Why the paper of a deed cannot be put in force now, or None."""
        if not isinstance(deed, ChangeOffer):
            return None
        reader = self.readers.get(deed.paper)
        if reader is None:
            return reject("no_such_paper")
        if text_digest(deed.text) != deed.digest or reader.faults(deed.text):
            return reject("bad_paper")
        return reject("already_in_force") if self.text(deed.paper) == deed.text else None

    def note(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        """A paper was written: its reader takes it up."""
        for event in events:
            if isinstance(event, RevisionPutInForce):
                self.readers[Paper(actor.hosted.name)].take_up(event.revision.text)
