"""
Lots of a tournament by PFP-1: seats, moves and ties, and what is published of them.

They cannot wait for players' seeds. A tournament has a chain of secrets like a casino table; each decision that draws lots uses up the
next one, mixed with the heads of the logs of the tournament's tables, which nobody knew when the chain was fixed. Heads are chained:
each time lots are drawn, those that tables have reported since are added to all before.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from fairdeal.fair.casino import CHAIN_MAX
from fairdeal.fair.fields import Json, as_object, check_fields, hex_of, number_of, row_of
from fairdeal.fair.published import check_protocol
from fairdeal.fair.stream import Hmac, Stream
from fairdeal.fair.values import HASH_BYTES, ID_BYTES, PROTOCOL, BadProof, tagged, u32, u64

LOTS: Final = "lots"
LOTS_FIELDS: Final = ("protocol", "kind", "tournament", "number", "anchor", "heads", "logs", "secret", "draws")
HEADS_FIELDS: Final = ("before", "after")
LOG_FIELDS: Final = ("table", "log")
DRAW_FIELDS: Final = ("what", "of", "drawn")

ENTRANTS: Final = "entrants"
"""The order in which players are seated at the start; they are counted by their entries."""
SEATS: Final = "seats"
"""The order in which the seats of a new table are filled."""
TABLE: Final = "table"
"""One of the tables that could be chosen."""
SEAT: Final = "seat"
"""One of the free seats of a table."""
MOVED: Final = "moved"
"""Who leaves a table that is too large; players are counted by their seats."""
LEAVERS: Final = "leavers"
"""The order in which players leave a table that is broken; counted by their seats."""
TIE: Final = "tie"
"""The order among players who went out with the same stack, counted by their entries."""
WHATS: Final = (ENTRANTS, SEATS, TABLE, SEAT, MOVED, LEAVERS, TIE)

OF_MAX: Final = 100_000
DRAWS_MAX: Final = 20_000


class LotDraw(NamedTuple):
    """Numbers that were drawn from 0 to of - 1: one, or all of them in an order."""

    what: str
    of: int
    drawn: tuple[int, ...]


class TableLog(NamedTuple):
    """The head of the log of one table, as the tournament heard of it."""

    table: bytes
    log: bytes


@dataclass(frozen=True, slots=True)
class PublishedLots:
    """Lots of a tournament as they were published; nothing of them has been checked but their form."""

    tournament: bytes
    number: int  # place in the chain
    anchor: bytes
    before: bytes  # heads of logs, up to the lots before
    after: bytes
    logs: tuple[TableLog, ...]  # heard of since
    secret: bytes
    draws: tuple[LotDraw, ...]


def heads_after(before: bytes, logs: Iterable[TableLog]) -> bytes:
    """The heads of all logs that were ever mixed in, as one hash: what it was before, and those heard of since, by table."""
    rows = [table + log for table, log in sorted(logs)]
    return tagged("heads", before, u32(len(rows)), *rows)


def lots_stream(secret: bytes, tournament: bytes, number: int, heads: bytes) -> Stream:
    """The numbers for the lots at a place of a tournament's chain."""
    return Stream(Hmac(secret).digest(b"PFP1/lots\0" + tournament + u64(number) + heads))


def drawn_again(stream: Stream, draw: LotDraw) -> tuple[int, ...]:
    """The numbers that follow from the stream where the draw says that it took some."""
    return tuple(stream.shuffle(draw.of)) if len(draw.drawn) == draw.of else (stream.uniform(draw.of),)


# ---- published


def lots_json(found: PublishedLots) -> Json:
    """Published lots as a JSON object."""
    return {
        "protocol": PROTOCOL,
        "kind": LOTS,
        "tournament": found.tournament.hex(),
        "number": found.number,
        "anchor": found.anchor.hex(),
        "heads": {"before": found.before.hex(), "after": found.after.hex()},
        "logs": [{"table": each.table.hex(), "log": each.log.hex()} for each in found.logs],
        "secret": found.secret.hex(),
        "draws": [{"what": each.what, "of": each.of, "drawn": list(each.drawn)} for each in found.draws],
    }


def read_lots(found: Json) -> PublishedLots:
    """Published lots; raises `BadProof` for anything that is not exactly that."""
    check_fields(found, LOTS_FIELDS, "a proof of lots")
    check_protocol(found)
    number = number_of(found["number"], CHAIN_MAX, "number")
    if not number:
        raise BadProof("bad_number", "the anchor of a chain is published, and never drawn from")
    heads = as_object(found["heads"], "heads")
    check_fields(heads, HEADS_FIELDS, "heads")
    return PublishedLots(
        hex_of(found["tournament"], ID_BYTES, "tournament"),
        number,
        hex_of(found["anchor"], HASH_BYTES, "anchor"),
        hex_of(heads["before"], HASH_BYTES, "before"),
        hex_of(heads["after"], HASH_BYTES, "after"),
        tuple(_log(each) for each in row_of(found["logs"], OF_MAX, "logs")),
        hex_of(found["secret"], HASH_BYTES, "secret"),
        _draws(row_of(found["draws"], DRAWS_MAX, "draws")),
    )


def _log(value: Any) -> TableLog:
    found = as_object(value, "a log")
    check_fields(found, LOG_FIELDS, "a log")
    return TableLog(hex_of(found["table"], ID_BYTES, "table"), hex_of(found["log"], HASH_BYTES, "log"))


def _draws(rows: Sequence[Any]) -> tuple[LotDraw, ...]:
    if not rows:
        raise BadProof("bad_field", "lots without a draw are not published")
    return tuple(_draw(each) for each in rows)


def _draw(value: Any) -> LotDraw:
    found = as_object(value, "a draw")
    check_fields(found, DRAW_FIELDS, "a draw")
    if found["what"] not in WHATS:
        raise BadProof("bad_field", "a draw is for nothing that is known")
    of = number_of(found["of"], OF_MAX, "of")
    drawn = tuple(number_of(each, of - 1, "a number") for each in row_of(found["drawn"], of, "drawn"))
    if of < 2 or len(drawn) not in (1, of):
        raise BadProof("bad_field", "a draw is one number of several, or all of them in an order")
    return LotDraw(found["what"], of, drawn)
