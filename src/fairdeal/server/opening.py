"""Putting a server together: store, room, accounts, gateway, practice partners; and taking it apart again."""

import asyncio
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import structlog

from fairdeal.cash.offer import Offered, StakeId
from fairdeal.kernel import HandId, Instant, MoneyKind, PlayerId
from fairdeal.protocol import client as said
from fairdeal.protocol.chairs import Face
from fairdeal.room.entropy import SystemEntropy
from fairdeal.room.journal import CommitterJournal
from fairdeal.room.loop import LoopClock
from fairdeal.room.ports import Entropy
from fairdeal.room.practice import Practice, PracticeSettings
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.server.anchoring import Anchoring
from fairdeal.server.auth.mail_smtp import mail_of
from fairdeal.server.auth.person import AVATARS
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.service import Auth, open_auth
from fairdeal.server.diary import Diary
from fairdeal.server.gateway import Gateway
from fairdeal.server.house import ServerHouse
from fairdeal.server.rulebooks import hosted
from fairdeal.server.settings import BadSettings, ServerSettings
from fairdeal.server.telemetry import Metrics
from fairdeal.storage.anchors import close_chains
from fairdeal.storage.archive import Archive
from fairdeal.storage.chain import Chain
from fairdeal.storage.committer import Committer
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import StoreError
from fairdeal.storage.vault import KEY_FILE, KEYS_VARIABLE, Vault, vault_from_file, vault_from_text

_LOOKS_PER_SECOND: Final = 10
_BOTS_PER_STAKE: Final = 5
_BOT_STAKES_MAX: Final = 4
_BOT_SEATS_MAX: Final = 6
_log: Final = structlog.get_logger("fairdeal.server")
_lines: Final = logging.getLogger(__name__)  # silent until a program that serves says where lines go


@dataclass(slots=True)
class Opened:
    """A server that is put together; `close` takes it apart."""

    house: ServerHouse
    gateway: Gateway
    metrics: Metrics
    practice: Practice | None
    committer: Committer
    tasks: list[asyncio.Task[None]]

    port: int = 0  # where it listens, once it does

    async def stop(self, is_hurried: Callable[[], bool] = lambda: False) -> None:
        """Let hands be played to their end, as long as the settings say and nobody is in a hurry; then say goodbye."""
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
        """Write what is still to be written, and close."""
        house = self.house
        house.is_ready = False
        self.gateway.stop()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        house.room.close()
        await asyncio.to_thread(self.committer.close)
        house.auth.close()
        house.store.close()


def build_name() -> str:
    """The build that clients are told of."""
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


async def open_server(
    settings: ServerSettings, *, room_settings: RoomSettings | None = None, entropy: Entropy | None = None
) -> Opened:
    """Open everything on the running loop, recover the room, and let players in."""
    loop = asyncio.get_running_loop()
    money = money_kinds(settings.money)
    mail = mail_of(settings)
    editions = hosted(settings.rulebooks, money)
    data = Path(settings.data)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    keys = os.environ.get(KEYS_VARIABLE)
    vault = vault_from_text(keys) if keys else vault_from_file(data / KEY_FILE)
    clock = LoopClock(loop)
    store = open_ledger(settings.database, vault, clock.now())
    committer = Committer(store)
    journal = CommitterJournal(store, committer, loop)
    room = open_room(
        room_settings or RoomSettings(money=money),
        list(editions),
        clock=clock,
        entropy=entropy or SystemEntropy(),
        journal=journal,
        seal=lambda hand, secret: vault.seal(HandId(hand), secret),
        unseal=lambda hand, sealed: vault.open(HandId(hand), sealed),
        owner=f"server {os.getpid()}",
    )
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
    )
    gateway = Gateway(house)
    gateway.on_report = _Reporter(auth)
    metrics = Metrics(house, gateway)
    Diary(room, loop)
    room.registry.on_failure = lambda actor: _log.error("stream stopped", stream=actor.stream, why=actor.failed)
    room.recover()
    practice = _practice(house, editions) if settings.bots else None
    house.is_ready = True
    _lines.info("recovered: %d streams, %d of them stopped", len(room.registry), len(room.fail_stop_report()))
    anchoring = Anchoring(settings, store, committer, vault, clock.now)
    tasks = [loop.create_task(auth.run()), loop.create_task(anchoring.run())]
    return Opened(house, gateway, metrics, practice, committer, tasks)


def open_ledger(address: str, vault: Vault, now: Instant) -> Archive:
    """The store of a house, written with its keys; what was written before there were any is closed."""
    store = open_store(address, Chain(vault.derive("chain")))
    try:
        if close_chains(store, now):
            _lines.info("chains closed: from here on they are made with the house's key")
    except StoreError:
        store.close()
        raise
    _warn_if_exposed(address)
    return store


def _warn_if_exposed(address: str) -> None:
    """Tell of a database file of before, which everybody on the machine may read."""
    path = Path(address.removeprefix("sqlite:///"))
    if address.startswith("sqlite:///") and path.stat().st_mode & 0o077:
        _lines.warning("the database can be read by others; run: chmod 600 %s", path)


class _Reporter:
    """Passes what players report on to those who read complaints."""

    def __init__(self, auth: Auth) -> None:
        self._auth = auth
        self._tasks: set[asyncio.Task[None]] = set()

    def __call__(self, player: PlayerId, report: said.Report) -> None:
        task = asyncio.get_running_loop().create_task(self._complain(player, report))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _complain(self, player: PlayerId, report: said.Report) -> None:
        about = report.hand or f"table:{report.table}"
        words = report.text if report.player is None else f"about {report.player}: {report.text}"
        try:
            await self._auth.complain(player, about, words)
        except Refused as refused:
            _log.warning("report not kept", code=refused.code)


def _practice(house: ServerHouse, editions: tuple[Edition, ...]) -> Practice | None:
    """Practice partners at the smallest hold'em stakes of each rulebook, where money is worth nothing."""
    stakes = _practice_stakes(house.room, editions)
    if not stakes:
        return None
    practice = Practice(house.room, PracticeSettings(bots=_BOTS_PER_STAKE * len(stakes), stakes=stakes))
    house.bot_faces = {bot.player: bot_face(bot.player) for bot in practice.bots}
    practice.start()
    return practice


def _practice_stakes(room: Room, editions: tuple[Edition, ...]) -> tuple[StakeId, ...]:
    """Two small hold'em stakes of each rulebook, at tables for six or, where there are none, the next smaller size."""
    found: list[StakeId] = []
    for edition in editions:
        rows = [row for row in room.house.offered.values() if row.rules.edition == edition.id and _is_for_practice(row)]
        size = max((row.rules.seats.value for row in rows), default=0)
        rows = sorted((row for row in rows if row.rules.seats.value == size), key=lambda row: row.rules.stake.big)
        found += [row.id for row in rows[1:3]]
    return tuple(found[:_BOT_STAKES_MAX])


def _is_for_practice(row: Offered) -> bool:
    rules = row.rules
    return rules.family == "texas" and rules.money is not MoneyKind.REAL and rules.seats.value <= _BOT_SEATS_MAX


def bot_face(player: PlayerId) -> Face:
    """How a practice partner is known."""
    name = player.removeprefix("bot-").replace("-", " ").title()
    return Face(name, AVATARS[sum(player.encode()) % len(AVATARS)])
