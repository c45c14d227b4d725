"""
What follows a revision that was put in force: the lobby, the pages and the schedule speak of it, and nobody plays by it unasked.

Who sits at a table that adopts it and has not accepted it sits out from the next deal on (CASH-21), and comes back once they have.
"""

from typing import Final

from fairdeal.cash.streams import table_stream
from fairdeal.cash.table.commands import ComeBack, TakeBreak
from fairdeal.kernel import HOUR, Duration, Instant, PlayerId, Rejection, TableId
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.announcements import TooManyAnnouncements
from fairdeal.server.auth.acceptance import CASH_ACCEPTANCE
from fairdeal.server.house import ServerHouse
from fairdeal.server.logger import structlog
from fairdeal.tournament.programme.schedule_text import BadSchedule

KEY: Final = "operator"
DESK: Final = "desk"
"""Named as the publisher of a schedule under a new revision."""
_TOLD: Final = Duration(24 * HOUR)
_WORDS: Final = {
    "en": "{title} is in force, in place of an earlier revision. Please read and accept it before your next hand.",
    "et": "Jõustus {title}, mis asendab varasemat redaktsiooni. Palun loe see läbi ja nõustu sellega enne järgmist jaotust.",
    "sv": "{title} gäller nu i stället för en tidigare version. Läs och godta den före din nästa hand.",
    "ro": "{title} este în vigoare, în locul unei versiuni anterioare. Citiți-l și acceptați-l înainte de următoarea mână.",
}
_log: Final = structlog.get_logger("fairdeal.office")


class RulebookFollower:
    """Lets a server follow revisions of its rulebooks."""

    def __init__(self, house: ServerHouse) -> None:
        self._house = house
        house.room.shelves.on_revised.append(self._revised)
        house.room.cash.on_adopted = self._ask_everybody

    def _revised(self, edition: Edition) -> None:
        house = self._house
        house.editions = tuple(edition if each.id == edition.id else each for each in house.editions)
        house.auth.offer(house.editions)
        self._publish(edition)
        self._tell(edition)
        _log.info("rulebook revised", rulebook=edition.id, title=edition.title, version=edition.version)

    def _publish(self, edition: Edition) -> None:
        """Announce tournaments of the schedule by the revision from now on; those that are announced keep theirs."""
        house = self._house
        if house.schedules is None or not house.room.is_recovered:
            return
        house.schedules.revise(edition)
        for money in house.room.settings.money:
            try:
                schedule = house.schedules.read(edition, money)
            except BadSchedule as bad:
                _log.error("the schedule does not fit the new revision; the one before stays", faults=bad.faults)
                continue
            if schedule is not None:
                house.room.tournaments.publish(edition.id, money, schedule, DESK)

    def _tell(self, edition: Edition) -> None:
        clock, board = self._house.clock, self._house.room.announcements
        words = {language: text.format(title=edition.title) for language, text in _WORDS.items()}
        try:
            number = board.make(KEY, clock.now(), None, words)
        except TooManyAnnouncements:
            return

        def over() -> None:
            board.call_off(number)

        clock.at(Instant(clock.now() + _TOLD), over)

    def _ask_everybody(self, actor: Actor, digest: str) -> None:
        house = self._house
        for chair in actor.state.chairs:
            if chair is None or chair.bot or house.auth.check_acceptance(chair.player, digest) is None:
                continue
            house.room.table(TableId(actor.hosted.name), TakeBreak(chair.player, CASH_ACCEPTANCE))


def not_accepted(house: ServerHouse, player: PlayerId, table: TableId) -> Rejection | None:
    """Why a player may not take part in the next hand of a cash table (CASH-21), or None."""
    actor = house.room.registry.find(table_stream(table))
    offered = None if actor is None else house.room.cash.house.offered.get(actor.state.stake)
    return None if offered is None else house.auth.check_acceptance(player, offered.rules.digest)


def let_back(house: ServerHouse, player: PlayerId) -> None:
    """Let a player who has accepted a revision play on wherever they sit out only because of it."""
    for table in house.room.tables_of(player):
        actor = house.room.registry.find(table_stream(table))
        if actor is None or not_accepted(house, player, table) is not None:
            continue
        chair = next((each for each in actor.state.chairs if each is not None and each.player == player), None)
        sit_out = None if chair is None else chair.sit_out or chair.sits_out_next
        if sit_out is not None and sit_out.rule == CASH_ACCEPTANCE:
            house.room.table(table, ComeBack(player))
