"""
Who has accepted which rulebook.

Playing is accepting (CASH-21, MTT-51a), so nobody plays by a text they have not been shown: a rulebook is known by the hash of
its content, and a changed one must be accepted anew.
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
    """A rulebook as it is in force."""

    id: str
    title: str
    version: str
    digest: str


class Acceptance:
    """What everybody accepted; `texts` are the rulebooks in force."""

    def __init__(self, people: People) -> None:
        self.texts: tuple[RulebookRevision, ...] = ()
        self._people = people
        self._known: dict[PlayerId, frozenset[str]] = {}

    def offer(self, editions: Iterable[Edition]) -> None:
        """These rulebooks are in force now."""
        self.texts = tuple(RulebookRevision(each.id, each.title, each.version, content_hash(each)) for each in editions)

    def has_accepted(self, player: PlayerId, digest: str) -> bool:
        """Whether a player accepted the text with that hash; reads the database once for each player."""
        if player not in self._known:
            if len(self._known) >= _REMEMBERED_MAX:
                self._known.clear()
            self._known[player] = frozenset(self._people.accepted(player))
        return digest in self._known[player]

    def missing(self, player: PlayerId) -> tuple[RulebookRevision, ...]:
        """The rulebooks in force that a player has not accepted."""
        return tuple(text for text in self.texts if not self.has_accepted(player, text.digest))

    def check(self, player: PlayerId, digest: str, rule: RuleId = CASH_ACCEPTANCE) -> Rejection | None:
        """Why a player may not play by that text yet, or None."""
        return None if self.has_accepted(player, digest) else reject("acceptance_needed", rule)

    def accept(self, player: PlayerId, digests: Iterable[str], now: Instant) -> None:
        """A player accepts texts in force; others are nothing that could be accepted. Blocks."""
        wanted = set(digests)
        chosen = {text.digest: text.id for text in self.texts if text.digest in wanted}
        self._people.accept(player, chosen, now)
        self._known.pop(player, None)
