"""Assembles a server (store, room, accounts, gateway, practice partners) and closes it."""

import asyncio
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import SystemRandom
from threading import Thread
from typing import Final, NamedTuple

from fairdeal.cash.offer import Offered, StakeId
from fairdeal.kernel import MINUTE, Duration, HandId, Instant, MoneyKind, PlayerId, Rejection, reject
from fairdeal.office.papers import Paper
from fairdeal.protocol import client as inbound
from fairdeal.room.cash.practice.partners import Practice, PracticeSettings
from fairdeal.room.cash.stake_file import closed_names
from fairdeal.room.casino.demo_dealer import DemoDealer
from fairdeal.room.casino.practice import CasinoCompany
from fairdeal.room.journal import CommitterJournal
from fairdeal.room.office.papers import read_papers
from fairdeal.room.proofs import room_keys
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.earlier_lists import EarlierLists
from fairdeal.room.tournament.house import TournamentSettings
from fairdeal.room.tournament.practice.partners import TournamentPractice
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.audit_key import AuditSeal
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.loop import LoopClock
from fairdeal.runtime.ports import Clock, Entropy, Reply
from fairdeal.server.anchoring import Anchoring
from fairdeal.server.announcements import NoticeBoard, watch_board
from fairdeal.server.auth.mail.smtp import mail_sender_of
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.service import open_auth
from fairdeal.server.casino_tables import casino_settings, with_paper
from fairdeal.server.gateway import Gateway
from fairdeal.server.gateways.gateway_link import GatewayLinks
from fairdeal.server.house import ServerHouse
from fairdeal.server.integrations.webhooks import Webhook, check_webhooks
from fairdeal.server.logger import structlog
from fairdeal.server.office.consequences import Consequences
from fairdeal.server.office.disputed import TABLE, hold_all_disputed, register
from fairdeal.server.office.in_force import DESK, RulebookFollower
from fairdeal.server.office.service import adopt_staff
from fairdeal.server.payments.money_log import MoneyLog
from fairdeal.server.payments.opening import open_payments, provider_of
from fairdeal.server.payments.provider import HttpProvider
from fairdeal.server.responsible.real_money import bank_policy, check_real_money, plays_for_real
from fairdeal.server.responsible.reality import RealityChecks
from fairdeal.server.rulebooks import hosted, with_revisions
from fairdeal.server.schedules import SchedulePaper, Schedules
from fairdeal.server.settings import BadSettings, ServerSettings
from fairdeal.server.telemetry import Metrics
from fairdeal.server.watch.pulse import Pulse
from fairdeal.server.watch.void_log import VoidLog
from fairdeal.storage.anchors import close_chains
from fairdeal.storage.archive import Archive
from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.commit_queue import CommitQueue
from fairdeal.storage.committer import Committer
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import StoreClosed, StoreError
from fairdeal.storage.vault import KEY_FILE, KEYS_VARIABLE, Vault, vault_from_file, vault_from_text
from fairdeal.tournament.programme.schedule import Schedule

_LOOKS_PER_SECOND: Final = 10
_LIVELY_SEATS_MAX: Final = 6
SCHEDULE_FILE: Final = "schedule file"
"""Named as the publisher of a schedule file that changed."""
_log: Final = structlog.get_logger("fairdeal.server")
_lines: Final = logging.getLogger(__name__)  # silent until a program that serves says where lines go


@dataclass(frozen=True, slots=True)
class DatabaseTimeouts:
    """How long a server waits for its database while running, reading and closing."""

    give_up_seconds: float = 30.0  # until a commit is given up
    answer_seconds: float = 5.0  # until one question is given up
    close_seconds: float = 3.0  # until a stop goes on, at each of the steps that wait for it


USUAL: Final = DatabaseTimeouts()


@dataclass(slots=True)
class RunningServer:
    """An assembled server: recover, stop and close it."""

    house: ServerHouse
    gateway: Gateway
    metrics: Metrics
    practice: Practice | None
    committer: CommitQueue
    tasks: list[asyncio.Task[None]]
    patience: DatabaseTimeouts = USUAL

    port: int = 0  # where it listens, once it does
    links: GatewayLinks | None = None  # to its gateway processes, where it has some

    async def recover(self) -> None:
        """Recover the room from the store; players are admitted once that is complete."""
        house = self.house
        recovered = asyncio.Event()
        house.room.recover(done=recovered.set)
        await recovered.wait()
        if not house.room.registry.open:
            raise StoreClosed("another process has taken this room while it recovered")
        if house.settings.bots:
            self.practice = house.partners = _practice(house, self.gateway)
            house.tournament_partners = _tournament_practice(house, self.gateway)
            house.casino_partners = _casino_company(house, self.gateway)
            DemoDealer(house.room, SystemRandom(), self.gateway.stations.is_left).start()
            self.gateway.on_first = partial(_wake, house)
        for name in await adopt_staff(house):
            _log.warning("roles of this account are not those of the docket, and give no right at the desk", name=name)
        await hold_all_disputed(house)
        house.pulse = Pulse(house.room)
        house.pulse.start()
        house.is_ready = True
        self.tasks.append(asyncio.create_task(_list_what_is_older(house)))
        for url in house.settings.webhook_urls:
            hook = Webhook(house, url, house.settings.webhook_secret)
            self.tasks.append(asyncio.create_task(hook.run()))
        stopped = len(house.room.fail_stop_report())
        _lines.info("recovered: %d streams, %d of them stopped", len(house.room.registry), stopped)

    async def stop(self, is_hurried: Callable[[], bool] = lambda: False) -> None:
        """Drain: let hands finish for at most `drain_seconds` unless hurried, then disconnect everybody."""
        if not self.house.is_ready:
            return
        done = asyncio.Event()
        self.house.room.drain.begin(done=done.set)
        for _ in range(self.house.settings.drain_seconds * _LOOKS_PER_SECOND):
            if done.is_set() or is_hurried():
                break
            with suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), 1 / _LOOKS_PER_SECOND)
        self.house.is_ready = False
        self.gateway.stop()

    async def close(self) -> None:
        """
        Write what is still queued, and close.

        A database that does not answer is waited for at most the timeouts; what could not be written is lost as after a crash.
        """
        house = self.house
        house.is_ready = False
        self.gateway.stop()
        if self.links is not None:
            await self.links.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        house.room.close()
        closed = asyncio.Event()
        loop = asyncio.get_running_loop()
        # Not one of the loop's own threads: those may all wait for the database.
        Thread(target=self._close_stores, args=(loop, closed), name="closing", daemon=True).start()
        await closed.wait()

    def _close_stores(self, loop: asyncio.AbstractEventLoop, closed: asyncio.Event) -> None:
        try:
            if not self.committer.close():
                _log.error("the database did not answer; what waited to be written is not")
            if not self.house.journal.settle(self.patience.close_seconds):
                _log.warning("the stop could not be noted; the next start counts from the last sign of life")
            self.house.auth.close()
            self.house.store.close()
        finally:
            loop.call_soon_threadsafe(closed.set)


async def _list_what_is_older(house: ServerHouse) -> None:
    """Enter into the lists what was written before there were lists, while the room plays."""
    room = house.room
    earlier = EarlierLists(room.tournaments.house, room.registry, house.store, house.journal, house.clock)
    earlier.on_failed = lambda stream, why: _log.warning("cannot be listed", stream=stream, why=why)
    count = await earlier.run()
    if count:
        _log.info("tournaments from before there were lists are listed", streams=count)


def build_name() -> str:
    """The build name sent to clients."""
    try:
        return version("fairdeal")
    except PackageNotFoundError:
        return "dev"


def money_kinds(names: tuple[str, ...]) -> tuple[MoneyKind, ...]:
    """The kinds of money a server plays for."""
    try:
        found = tuple(MoneyKind(name) for name in names)
    except ValueError:
        raise BadSettings(f"money is {', '.join(names)}; write test, play or real") from None
    if not found:
        raise BadSettings("a server plays for some kind of money: test, play or real")
    return found


MakeClock = Callable[[asyncio.AbstractEventLoop], LoopClock]


async def open_server(
    settings: ServerSettings,
    *,
    room_settings: RoomSettings | None = None,
    entropy: Entropy | None = None,
    patience: DatabaseTimeouts = USUAL,
    make_clock: MakeClock = LoopClock,
) -> RunningServer:
    """Assemble a server on the running loop, recover the room, and admit players."""
    opened = assemble(settings, room_settings=room_settings, entropy=entropy, patience=patience, make_clock=make_clock)
    try:
        await opened.recover()
    except BaseException:
        await opened.close()
        raise
    return opened


def assemble(
    settings: ServerSettings,
    *,
    room_settings: RoomSettings | None = None,
    entropy: Entropy | None = None,
    patience: DatabaseTimeouts = USUAL,
    make_queue: Callable[[], CommitQueue] | None = None,
    make_clock: MakeClock = LoopClock,
) -> RunningServer:
    """
    Assemble a server on the running loop; nobody is admitted before `recover` has ended.

    `make_queue` is called once the database is open and has its schema; by default a thread of this process commits.
    """
    loop = asyncio.get_running_loop()
    money = money_kinds(settings.money)
    mail = mail_sender_of(settings)
    clock = make_clock(loop)
    provider = provider_of(settings, clock.now)
    check_webhooks(settings)
    editions = hosted(settings.rulebooks, money)
    schedules = Schedules(settings.schedule, editions, money, has_partners=settings.bots)
    schedules.check()
    vault = open_vault(settings)
    if plays_for_real(settings):  # before the room is taken from a server that may be running, or a writer is asked for
        open_ledger(settings.database, vault, clock.now(), patience).close()
        check_real_money(settings)
    store, committer, journal = open_journal(
        settings.database, vault, clock.now(), loop, patience, make_queue=make_queue
    )
    editions, earlier = with_revisions(store, editions)
    for edition in editions:
        schedules.revise(edition)
    papers = read_papers(store)
    if Paper.SCHEDULE in papers:
        schedules.go_by(papers[Paper.SCHEDULE])
        schedules.check()
    if room_settings is None:
        casino = casino_settings(settings.casino, editions, money, has_partners=settings.bots)
        tournaments = TournamentSettings(schedule=schedules.read)
        room_settings = RoomSettings(money=money, tournaments=tournaments, casino=casino, bank=bank_policy(settings))
    room = open_room(
        _by_papers(room_settings, papers, editions),
        list(editions),
        clock=clock,
        entropy=entropy or SystemEntropy(),
        journal=journal,
        seal=lambda hand, secret: vault.seal(HandId(hand), secret),
        unseal=lambda hand, sealed: vault.open(HandId(hand), sealed),
        owner=f"server {os.getpid()}",
        earlier_revisions=list(earlier),
        frames_kept=0,  # desks keep them
        signer=room_keys(vault) if settings.fair_dealing else None,
        audit=AuditSeal(bytes.fromhex(settings.audit_key)) if settings.audit_key else None,
    )
    clock.watch(room.registry.notice_silence)
    auth = open_auth(settings, clock, vault, mail)
    auth.offer(editions)
    house = ServerHouse(
        room=room,
        store=store,
        journal=journal,
        clock=clock,
        loop=loop,
        settings=settings,
        editions=editions,
        vault=vault,
        auth=auth,
        people=auth.people,
        build=build_name(),
        schedules=schedules,
        reality=RealityChecks(room, Duration(settings.reality_check_minutes * MINUTE)),
    )
    return _start(house, committer, provider, patience)


def _start(
    house: ServerHouse, committer: CommitQueue, provider: HttpProvider | None, patience: DatabaseTimeouts
) -> RunningServer:
    """Open the gateway of a house, watch it, and start what runs beside it."""
    room, loop, schedules = house.room, house.loop, house.schedules
    assert schedules is not None, "a server has schedules"
    RulebookFollower(house)
    room.papers.readers[Paper.SCHEDULE] = SchedulePaper(schedules, partial(_publish, room, by=DESK))
    house.writer, house.board = committer, NoticeBoard(room.announcements, house.clock.now)
    watch_board(room, house.board)
    gateway = Gateway(house)
    room.follow_deeds_by(Consequences(house, gateway.tell).follow)
    gateway.on_report = _Reporter(house)
    metrics = Metrics(house, gateway)
    metrics.watch_commits(committer)
    metrics.watch_money(MoneyLog(room))
    metrics.watch_schedule(schedules)
    VoidLog(room, loop)
    _log_outages(room, house.clock)
    anchoring = Anchoring(house.settings, house.store, committer, house.vault, house.clock.now)
    tasks = [
        loop.create_task(house.auth.run()),
        loop.create_task(anchoring.run()),
        loop.create_task(schedules.follow(partial(_publish, room, by=SCHEDULE_FILE))),
    ]
    if provider is not None:
        tasks.append(loop.create_task(open_payments(house, provider).run()))
    return RunningServer(house, gateway, metrics, None, committer, tasks, patience)


def _by_papers(settings: RoomSettings, papers: Mapping[Paper, str], editions: Sequence[Edition]) -> RoomSettings:
    """The settings of a room by what the desk has put in force; raises `BadSettings` for what cannot be read any more."""
    casino = papers.get(Paper.CASINO)
    if casino is not None:
        settings = replace(settings, casino=with_paper(settings.casino, casino, editions, settings.money))
    stakes = papers.get(Paper.STAKES)
    return settings if stakes is None else replace(settings, closed_stakes=closed_names(stakes))


def _log_outages(room: Room, clock: Clock) -> None:
    """Log streams that stop and come back, when the room stood still, and the loss of the lease to another process."""
    room.registry.on_silence.append(lambda since: _log.warning("the room stood still", ms=clock.now() - since))

    def lost() -> None:
        epoch = room.registry.lease.epoch
        _log.critical("another process has taken this room; this one handles nothing more", epoch=epoch)

    def failed(actor: Actor) -> None:
        _log.error("stream stopped", stream=actor.stream, why=actor.failed, returns=actor.away_since is not None)

    room.registry.on_failure = failed
    room.revival.on_back.append(lambda actor: _log.info("stream is back", stream=actor.stream))
    room.heartbeat.on_silent = lambda: _log.error("the database does not answer; nothing is written until it does")
    room.heartbeat.on_lost = room.registry.on_lost_lease = lost


def open_vault(settings: ServerSettings) -> Vault:
    """The installation's keys, from the environment or the data folder; new ones are made there if there are none."""
    keys = os.environ.get(KEYS_VARIABLE)
    if keys:
        return vault_from_text(keys)
    data = Path(settings.data)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    return vault_from_file(data / KEY_FILE)


class OpenedJournal(NamedTuple):
    """The store of a room, what writes to it, and the journal made of both."""

    store: Archive
    committer: CommitQueue
    journal: CommitterJournal


def open_journal(
    address: str,
    vault: Vault,
    now: Instant,
    loop: asyncio.AbstractEventLoop,
    patience: DatabaseTimeouts = USUAL,
    *,
    make_queue: Callable[[], CommitQueue] | None = None,
) -> OpenedJournal:
    """Open the ledger and what writes to it, by default a thread; answers of the journal come back on `loop`."""
    store = open_ledger(address, vault, now, patience)
    if make_queue is None:
        committer: CommitQueue = Committer(
            store, give_up_seconds=patience.give_up_seconds, close_seconds=patience.close_seconds
        )
    else:
        committer = make_queue()
    return OpenedJournal(store, committer, CommitterJournal(store, committer, loop))


def open_ledger(address: str, vault: Vault, now: Instant, patience: DatabaseTimeouts = USUAL) -> Archive:
    """Open the store with the installation's keys, and close chains written before there were keys."""
    store = open_store(address, ChainHasher(vault.derive("chain")), answer_seconds=patience.answer_seconds)
    try:
        if close_chains(store, now):
            _lines.info("chains closed: from here on they are made with the house's key")
    except StoreError:
        store.close()
        raise
    _warn_if_exposed(address)
    return store


def _warn_if_exposed(address: str) -> None:
    """Warn of an existing database file that every user of the machine may read."""
    path = Path(address.removeprefix("sqlite:///"))
    if address.startswith("sqlite:///") and path.stat().st_mode & 0o077:
        _lines.warning("the database can be read by others; run: chmod 600 %s", path)


class _Reporter:
    """Stores reports of players as complaints."""

    def __init__(self, house: ServerHouse) -> None:
        self._house = house
        self._tasks: set[asyncio.Task[None]] = set()

    def __call__(self, player: PlayerId, report: inbound.Report, reply: Reply) -> None:
        task = asyncio.get_running_loop().create_task(self._complain(player, report, reply))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _complain(self, player: PlayerId, report: inbound.Report, reply: Reply) -> None:
        """Store the report, then answer; a report that cannot be stored is refused."""
        about = report.hand or f"{TABLE}{report.table}"
        words = report.text if report.player is None else f"about {report.player}: {report.text}"
        try:
            await register(self._house, player, about, words)
        except Refused as refused:
            reply(Rejection(refused.code, refused.rule, tuple(refused.numbers.items())))
        except Exception as error:  # whoever reported waits for an answer, whatever went wrong
            _log.error("a report was not kept", why=type(error).__name__)
            reply(reject("unavailable"))
        else:
            reply(None)


def _publish(room: Room, edition: EditionId, money: MoneyKind, schedule: Schedule, *, by: str) -> None:
    """Publish a schedule that changed while the server runs; before it has recovered the file was just read."""
    if room.is_recovered:
        room.tournaments.publish(edition, money, schedule, by)


def _wake(house: ServerHouse) -> None:
    """Let practice partners know that somebody watches now."""
    for partners in (house.partners, house.tournament_partners, house.casino_partners):
        if partners is not None:
            partners.wake()


def _casino_company(house: ServerHouse, gateway: Gateway) -> CasinoCompany:
    """Company at the casino tables of play and test money."""
    company = CasinoCompany(house.room, is_watched=lambda: gateway.connected > 0)
    company.start()
    return company


def _tournament_practice(house: ServerHouse, gateway: Gateway) -> TournamentPractice | None:
    """Practice partners for the tournaments of play and test money."""
    if all(kind is MoneyKind.REAL for kind in house.room.tournaments.house.money):
        return None
    practice = TournamentPractice(house.room, is_watched=lambda: gateway.connected > 0)
    practice.start()
    return practice


def _practice(house: ServerHouse, gateway: Gateway) -> Practice | None:
    """Practice partners for every stake of play or test money; one table of each game plays even with no people."""
    rows = [row for row in house.room.cash.house.stakes.values() if row.rules.money is not MoneyKind.REAL]
    if not rows:
        return None
    settings = PracticeSettings(stakes=tuple(row.id for row in rows), lively=_lively(rows))
    practice = Practice(house.room, settings, lambda: gateway.connected > 0)
    practice.start()
    return practice


def _lively(rows: list[Offered]) -> tuple[StakeId, ...]:
    """The stakes with a permanent demo table: per game and rulebook the second smallest, six-handed or the next smaller size."""
    games: dict[tuple[str, str], list[Offered]] = {}
    for row in rows:
        if row.rules.seats.value <= _LIVELY_SEATS_MAX:
            games.setdefault((row.rules.edition, row.rules.family), []).append(row)
    found = []
    for game in games.values():
        size = max(row.rules.seats.value for row in game)
        stakes = sorted((row for row in game if row.rules.seats.value == size), key=lambda row: row.rules.stake.big)
        found.append(stakes[:2][-1].id)
    return tuple(found)
