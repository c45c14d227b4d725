"""Deeds about what everybody plays by and reads: a revision of the rulebook, and announcements."""

from dataclasses import dataclass
from typing import ClassVar, Final

from fairdeal.cash.floor.commands import AdoptRulebook
from fairdeal.kernel import Instant, Rejection, RuleId, StreamId, reject
from fairdeal.kernel.agenda import JointCommand
from fairdeal.office.deed import Commands, Deed, Order, rules
from fairdeal.office.notices import LANGUAGES, STREAM, TEXT_MAX, EndNotice, MakeNotice
from fairdeal.office.roles import Role, Roles
from fairdeal.office.shelf import PutInForce, shelf_stream
from fairdeal.rulebook.clause import EditionId

_SAYS: Roles = frozenset({Role.FLOOR, Role.SUPPORT, Role.ADMIN})


@dataclass(frozen=True, slots=True)
class ReviseRulebook(Deed):
    """Put a revision of a rulebook in force: tables play by it from their next hand, tournaments that are not announced yet."""

    kind: ClassVar[str] = "revise_rulebook"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("CASH-22", "MTT-51b")
    asks: ClassVar[Roles] = frozenset({Role.FLOOR, Role.ADMIN})
    signs: ClassVar[Roles] = frozenset({Role.FINANCE, Role.ADMIN})

    rulebook: EditionId
    digest: str
    title: str
    version: str
    text: str
    floors: tuple[StreamId, ...]

    def commands(self, order: Order) -> Commands:
        """The text is kept, and every floor of the rulebook adopts it."""
        put = PutInForce(self.digest, self.title, self.version, self.text, order.request, order.staff, order.clause)
        adopted = (JointCommand[object](floor, AdoptRulebook(self.digest)) for floor in self.floors)
        return (JointCommand(shelf_stream(self.rulebook), put), *adopted)


@dataclass(frozen=True, slots=True)
class Announce(Deed):
    """Tell everybody something, in their languages, from an instant until another."""

    kind: ClassVar[str] = "announce"
    clauses: ClassVar[tuple[RuleId, ...]] = ()
    asks: ClassVar[Roles] = _SAYS

    texts: tuple[tuple[str, str], ...]  # by language
    since: Instant  # 0: at once
    until: Instant  # 0: a day after it begins

    def fault(self) -> Rejection | None:
        """Words that are missing or too long, or a language that nobody reads here."""
        if not self.texts or not all(text.strip() for _, text in self.texts):
            return reject("text_missing")
        if any(len(text) > TEXT_MAX for _, text in self.texts):
            return reject("text_too_long", most=TEXT_MAX)
        known = {language for language, _ in self.texts} <= frozenset(LANGUAGES)
        return None if known else reject("no_such_language")

    def commands(self, _order: Order) -> Commands:
        """It is written on the board."""
        return (JointCommand(STREAM, MakeNotice(self.texts, self.since, self.until)),)


@dataclass(frozen=True, slots=True)
class EndAnnouncement(Deed):
    """End an announcement, or call a planned one off."""

    kind: ClassVar[str] = "end_announcement"
    clauses: ClassVar[tuple[RuleId, ...]] = ()
    asks: ClassVar[Roles] = _SAYS

    number: int

    def commands(self, _order: Order) -> Commands:
        """It is taken from the board."""
        return (JointCommand(STREAM, EndNotice(self.number)),)


DEEDS: Final = (ReviseRulebook, Announce, EndAnnouncement)
