"""The revisions of a rulebook that the house has put in force, with their whole text: a stream for each rulebook."""

from dataclasses import dataclass
from typing import Final

from fairdeal.bank.house import StaffId
from fairdeal.kernel import Decision, Instant, RuleId, Step, StreamId, reject
from fairdeal.rulebook.clause import EditionId

SHELVES: Final = "rulebook"
REVISIONS_MAX: Final = 500


@dataclass(frozen=True, slots=True)
class Revision:
    """A revision: the hash of its content, its text as a rulebook file, and who put it in force."""

    digest: str
    title: str
    version: str
    text: str
    request: str
    staff: StaffId
    at: Instant


@dataclass(frozen=True, slots=True)
class Shelf:
    """All revisions of a rulebook, the one in force last; none: it is played as it was loaded."""

    revisions: tuple[Revision, ...] = ()


@dataclass(frozen=True, slots=True)
class PutInForce:
    """Put a revision in force."""

    digest: str
    title: str
    version: str
    text: str
    request: str
    staff: StaffId
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class RevisionPutInForce:
    """A revision is in force from now on, at every table from its next hand."""

    revision: Revision
    rule: RuleId | None


def shelf_stream(rulebook: EditionId) -> StreamId:
    """The stream of a rulebook's revisions."""
    return StreamId(f"{SHELVES}:{rulebook}")


def decide(state: Shelf, command: PutInForce, now: Instant) -> Decision[Shelf, RevisionPutInForce]:
    """The revision in force, or the rejection."""
    if state.revisions and state.revisions[-1].digest == command.digest:
        return reject("already_in_force", command.rule)
    if len(state.revisions) >= REVISIONS_MAX:
        return reject("too_many_revisions", most=REVISIONS_MAX)
    revision = Revision(
        command.digest, command.title, command.version, command.text, command.request, command.staff, now
    )
    event = RevisionPutInForce(revision, command.rule)
    return (Step(state, event, evolve(state, event)),)


def evolve(state: Shelf, event: RevisionPutInForce) -> Shelf:
    """The shelf after a revision was put in force."""
    return Shelf((*state.revisions, event.revision))
