"""
Who has accepted which revision of a rulebook.

Playing is accepting (CASH-21, MTT-51a), so nobody plays by a revision they have not been shown: it is identified by the hash of
its content, and a changed rulebook must be accepted again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import Instant, PlayerId, Rejection, RuleId, reject
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.storage.people import People

CASH_ACCEPTANCE: Final = RuleId("CASH-21")
TOURNAMENT_ACCEPTANCE: Final = RuleId("MTT-51a")
_REMEMBERED_MAX: Final = 50_000


@dataclass(frozen=True, slots=True)
class RulebookRevision:
    """A revision of a rulebook that is in force, by its content hash."""

    id: str
    title: str
    version: str
    digest: str


class Acceptance:
    """The accepted revisions of all players; `revisions` are those in force."""

    def __init__(self, people: People) -> None:
        self.revisions: tuple[RulebookRevision, ...] = ()
        self._people = people
        self._known: dict[PlayerId, frozenset[str]] = {}

    def offer(self, editions: Iterable[Edition]) -> None:
        """Set the rulebooks in force."""
        self.revisions = tuple(
            RulebookRevision(each.id, each.title, each.version, content_hash(each)) for each in editions
        )

    def has_accepted(self, player: PlayerId, digest: str) -> bool:
        """Whether a player accepted the revision with that hash; reads the database once per player."""
        if player not in self._known:
            if len(self._known) >= _REMEMBERED_MAX:
                self._known.clear()
            self._known[player] = frozenset(self._people.accepted(player))
        return digest in self._known[player]

    def missing(self, player: PlayerId) -> tuple[RulebookRevision, ...]:
        """The revisions in force that a player has not accepted."""
        return tuple(revision for revision in self.revisions if not self.has_accepted(player, revision.digest))

    def check(self, player: PlayerId, digest: str, rule: RuleId = CASH_ACCEPTANCE) -> Rejection | None:
        """Why a player may not play by that revision yet, or None."""
        return None if self.has_accepted(player, digest) else reject("acceptance_needed", rule)

    def accept(self, player: PlayerId, digests: Iterable[str], now: Instant) -> None:
        """Record acceptance of revisions in force; other hashes are ignored. Blocks."""
        wanted = set(digests)
        chosen = {revision.digest: revision.id for revision in self.revisions if revision.digest in wanted}
        self._people.accept(player, chosen, now)
        self._known.pop(player, None)
