"""What the API and the game socket of one server share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from fairdeal.kernel import MoneyKind, PlayerId
from fairdeal.present.seats import Face
from fairdeal.room.cash.practice.partners import PREFIX, Practice
from fairdeal.room.casino.practice import CasinoCompany
from fairdeal.room.journal import CommitterJournal
from fairdeal.room.room import Room
from fairdeal.room.tournament.practice.partners import TournamentPractice
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.ports import Answer, Clock, Reply
from fairdeal.server.auth.person import AVATARS
from fairdeal.server.auth.refused import refused
from fairdeal.server.office.shares import SharesGiven
from fairdeal.server.schedules import Schedules
from fairdeal.server.settings import ServerSettings
from fairdeal.server.watch.closed_rates import ClosedRates
from fairdeal.server.watch.fair_watch import FairWatch
from fairdeal.server.watch.pulse import Pulse
from fairdeal.storage.archive import Archive
from fairdeal.storage.commit_queue import CommitQueue
from fairdeal.storage.vault import Vault

if TYPE_CHECKING:
    from fairdeal.bank.cashier import Cashier
    from fairdeal.server.announcements import NoticeBoard
    from fairdeal.server.auth.service import Auth
    from fairdeal.server.payments.notices import Notices
    from fairdeal.server.responsible.reality import RealityChecks


ANSWER_SECONDS: Final = 15


@dataclass(slots=True, kw_only=True)
class ServerHouse:
    """The services of one server: room, store, accounts, settings, rulebooks."""

    room: Room
    store: Archive
    journal: CommitterJournal
    clock: Clock
    loop: asyncio.AbstractEventLoop
    settings: ServerSettings
    editions: Sequence[Edition]
    vault: Vault
    auth: Auth
    people: Any
    rates: Callable[[], tuple[Any, ...]] = lambda: ()
    cashier: Cashier | None = None  # the payment provider; None: people pay at the till
    notices: Notices | None = None  # what the provider tells
    reality: RealityChecks | None = None  # who has to be told how long they have played
    partners: Practice | None = None  # who keeps people company, where money is worth nothing
    tournament_partners: TournamentPractice | None = None  # the same, in tournaments
    casino_partners: CasinoCompany | None = None  # the same, at casino tables
    schedules: Schedules | None = None  # where the tournaments that are announced come from
    fair: FairWatch = field(default_factory=FairWatch)  # rates, evenness and alarms of fair dealing
    board: NoticeBoard | None = None  # what the house announces
    writer: CommitQueue | None = None  # what writes to the database
    shares: SharesGiven = field(default_factory=SharesGiven)  # of the audit key, while a deck is opened
    closed_rates: ClosedRates = field(init=False)  # of fair dealing at tables that are gone
    pulse: Pulse | None = None  # how busy the room was over the last day
    build: str = "dev"
    is_ready: bool = False  # recovered, and not stopping

    def __post_init__(self) -> None:
        self.closed_rates = ClosedRates(self.store)

    def face(self, player: PlayerId) -> Face:
        """A player's public name and avatar; practice partners have first names."""
        if player.startswith(PREFIX):
            return _partner_face(player)
        found = self.auth.face(player)
        return Face("", "moon") if found is None else Face(found.name, found.avatar)

    def has_tournament_partners(self, money: MoneyKind) -> bool:
        """Whether practice partners come to tournaments for that money."""
        return self.tournament_partners is not None and self.tournament_partners.has_partners(money)

    def __deepcopy__(self, _memo: object) -> ServerHouse:
        """Return itself: Litestar deep-copies routers with everything their functions hold."""
        return self


async def answered(ask: Callable[[Reply], None]) -> None:
    """Await the answer of the room; raises `Refused` for a rejection."""
    waiting: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def reply(answer: Answer) -> None:
        if not waiting.done():
            waiting.set_result(answer)

    ask(reply)
    answer = await asyncio.wait_for(waiting, ANSWER_SECONDS)
    if answer is not None:
        raise refused(answer)


def playing_kind(house: ServerHouse) -> MoneyKind:
    """The kind of money this room plays for; real money before others."""
    kinds = house.room.settings.money
    return MoneyKind.REAL if MoneyKind.REAL in kinds else kinds[0]


def _partner_face(player: PlayerId) -> Face:
    name = player.removeprefix(PREFIX).replace("-", " ").title()
    return Face(name, AVATARS[sum(player.encode()) % len(AVATARS)], bot=True)
