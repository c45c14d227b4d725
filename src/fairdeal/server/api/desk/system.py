"""The system at the desk: streams that stopped, what waits to be written, sizes, versions, anchors, and the schedule file."""

import platform
from pathlib import Path
from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from fairdeal.kernel import StreamId
from fairdeal.protocol.base import PROTOCOL
from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer, Asked, Done
from fairdeal.server.api.staff import StoppedStream
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access, Proof
from fairdeal.server.house import ServerHouse
from fairdeal.server.office.service import Office
from fairdeal.server.watch.fair_watch import FairWatch
from fairdeal.storage.anchor_lines import FILE, BadAnchorLines, read_lines
from fairdeal.storage.shapes import NEWEST

_COUNTED: Final = ("streams", "entries", "transfers", "accounts", "hands", "listings", "people")
_SQLITE: Final = "sqlite:///"


class SizeAnswer(Answer, frozen=True):
    """How many rows a table of the database has."""

    table: str
    rows: int


class AnchorAnswer(Answer, frozen=True):
    """The last anchor that was written outside the database."""

    number: int
    at: str
    lines: int


class AlarmAnswer(Answer, frozen=True):
    """An alarm about fair dealing: `what` is voids, absent, uneven or contradicted; `of` is the table, or what is drawn."""

    what: str
    of: str


class EvennessAnswer(Answer, frozen=True):
    """How likely a fair generator is as uneven as the last results were; 1 while there are too few."""

    drawn: str
    chance: float


class FairAnswer(Answer, frozen=True):
    """How hands and draws have been dealt since the server started: alarms, seeds by kind, voids by reason, evenness."""

    alarms: list[AlarmAnswer]
    own: int
    default: int
    absent: int
    restarts: int
    stops: int
    called_off: int
    evenness: list[EvennessAnswer]


class SystemAnswer(Answer, frozen=True):
    """How the server is; `database_bytes` is known of a database file only."""

    build: str
    schema: str
    protocol: int
    python: str
    database: str  # its kind
    database_bytes: int | None
    database_answers: bool
    commits_waiting: int
    writer_restarts: int
    streams: int
    tables: int
    players: int
    revived: int
    stopped: list[StoppedStream]
    sizes: list[SizeAnswer]
    anchor_minutes: int
    anchor: AnchorAnswer | None
    schedule: str  # the file; empty: there is none
    schedule_faults: list[str]
    fair: FairAnswer


class AskBringBack(Asked, frozen=True):
    """A stream that stopped."""

    stream: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


@get("/desk/system", may=Access.USE_DESK)
async def read_system(caller: Who) -> SystemAnswer:
    """How the server is: what stopped, what waits, how large it all is, and what was anchored last."""
    house = caller.house
    sizes = await caller.read(lambda: _sizes(house))
    anchor = await caller.read(lambda: _anchor(house))
    room, writer, schedules = house.room, house.writer, house.schedules
    return SystemAnswer(
        house.build,
        NEWEST,
        PROTOCOL,
        platform.python_version(),
        house.settings.database.partition(":")[0],
        _file_bytes(house.settings.database),
        room.heartbeat.is_heard,
        0 if writer is None else writer.waiting,
        0 if writer is None else writer.restarts,
        len(room.registry),
        room.cash.open_tables().total(),
        room.presence.connected_count,
        room.revival.count,
        [StoppedStream(*each) for each in room.revival.stopped()],
        sizes,
        house.settings.anchor_minutes,
        anchor,
        house.settings.schedule,
        [] if schedules is None else list(schedules.faults),
        _fair(house.fair),
    )


@post("/desk/system/bring-back", may=Access.RUN_SYSTEM, proof=Proof.AGAIN, status_code=200)
async def bring_back(caller: Who, data: JSONBody[AskBringBack]) -> Done:
    """Read a stopped stream again: it is audited, recovers as after a crash, and plays on; one that is still wrong stays stopped."""
    stream = StreamId(data.stream)
    await Office(caller.house, caller.player).note("bring_back", data.stream)
    if not caller.house.room.revival.bring_back(stream):
        raise Refused("still_stopped")
    return Done()


def _fair(watch: FairWatch) -> FairAnswer:
    seeds, voids = watch.seeds, watch.voids
    return FairAnswer(
        [AlarmAnswer(each.what.partition(" ")[0], each.of) for each in watch.raised],
        seeds.get("own", 0),
        seeds.get("default", 0),
        seeds.get("absent", 0),
        voids.get("restart", 0),
        voids.get("table", 0),
        voids.get("staff", 0),
        [EvennessAnswer(name, even.chance) for name, even in watch.even.items()],
    )


def _sizes(house: ServerHouse) -> list[SizeAnswer]:
    with house.store.reading() as rows:
        return [SizeAnswer(table, rows.count(table)) for table in _COUNTED]


def _anchor(house: ServerHouse) -> AnchorAnswer | None:
    path = Path(house.settings.data) / FILE
    try:
        lines = [line for _, line in read_lines(path) if line is not None] if path.exists() else []
    except BadAnchorLines:
        return None
    return AnchorAnswer(lines[-1].number, lines[-1].at, len(lines)) if lines else None


def _file_bytes(address: str) -> int | None:
    if not address.startswith(_SQLITE):
        return None
    try:
        return Path(address.removeprefix(_SQLITE)).stat().st_size
    except OSError:
        return None


ROUTES = [read_system, bring_back]
