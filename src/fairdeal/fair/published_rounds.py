"""
What is published of a casino round, a shoe and a HexaPro draw: one JSON object each, a whitelist like a hand's.

A round is published when its result has been shown, a shoe when it has been dealt or ended early, a draw with its result. A round
that was void after its bets were locked has no result; its secret and the seeds it got are published all the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.fair.casino import (
    CHAIN_MAX,
    HEXAPRO_NUMBERS,
    POCKETS,
    REGISTRATION_HAND,
    SHOE_CARDS,
    TABLE_SEAT,
    CasinoSeed,
    LockedRound,
)
from fairdeal.fair.fields import Json, as_object, check_fields, hex_of, number_of, row_of
from fairdeal.fair.published import check_protocol
from fairdeal.fair.values import CARDS, DEFAULT, HASH_BYTES, ID_BYTES, PROTOCOL, BadProof

ROUND: Final = "round"
SHOE: Final = "shoe"
DRAW: Final = "draw"
ROUND_FIELDS: Final = ("protocol", "kind", "table", "round", "anchor", "players", "seeds", "secret", "result")
SHOE_FIELDS: Final = ("protocol", "kind", "table", "round", "anchor", "players", "seeds", "secret", "cards")
DRAW_FIELDS: Final = ("protocol", "kind", "game", "commitment", "players", "seeds", "secret", "result")
PLAYER_FIELDS: Final = ("pid", "flag", "commitment", "seed")
REGISTERED_FIELDS: Final = ("seat", *PLAYER_FIELDS)
PLAYERS_MAX: Final = 3_000


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A round, shoe or draw as it was published; nothing of it has been checked but its form."""

    kind: str
    place: bytes  # table or game
    number: int  # place in the chain; 0 for a draw
    fixed: bytes  # anchor of the chain, or what a draw's secret was committed by
    players: tuple[CasinoSeed, ...]
    seeds: bytes
    secret: bytes
    result: int | None  # pocket or number; None: the round was void, or it is a shoe
    cards: tuple[int, ...] = ()  # of a shoe, those that were drawn, burnt ones among them


def publish_round(
    kind: str,
    locked: LockedRound,
    players: Iterable[CasinoSeed],
    seeds: bytes,
    secret: bytes,
    *,
    result: int | None = None,
    cards: Sequence[int] = (),
) -> PublishedRound:
    """What is published of a round, shoe or draw."""
    rows = tuple(players)
    return PublishedRound(kind, locked.place, locked.number, locked.fixed, rows, seeds, secret, result, tuple(cards))


def round_json(found: PublishedRound) -> Json:
    """A published round, shoe or draw as a JSON object."""
    shared: Json = {
        "players": [_player_json(each, with_seat=found.kind == DRAW) for each in found.players],
        "seeds": found.seeds.hex(),
        "secret": found.secret.hex(),
    }
    begun: Json = {"protocol": PROTOCOL, "kind": found.kind}
    if found.kind == DRAW:
        game = {"game": found.place.hex(), "commitment": found.fixed.hex()}
        return {**begun, **game, **shared, "result": found.result}
    table = {"table": found.place.hex(), "round": found.number, "anchor": found.fixed.hex()}
    last = {"cards": list(found.cards)} if found.kind == SHOE else {"result": found.result}
    return {**begun, **table, **shared, **last}


def _player_json(each: CasinoSeed, *, with_seat: bool) -> Json:
    seat = {"seat": each.seat} if with_seat else {}
    return {
        **seat,
        "pid": each.pid.hex(),
        "flag": each.flag,
        "commitment": each.commitment.hex(),
        "seed": each.seed.hex(),
    }


def read_round(found: Json) -> PublishedRound:
    """A published round, shoe or draw; raises `BadProof` for anything that is not exactly one."""
    kind = found.get("kind")
    if kind == DRAW:
        return _read_draw(found)
    if kind not in (ROUND, SHOE):
        raise BadProof("unknown_kind", "this is no kind of proof that is known")
    check_fields(found, SHOE_FIELDS if kind == SHOE else ROUND_FIELDS, f"a {kind}")
    check_protocol(found)
    number = number_of(found["round"], CHAIN_MAX, "round")
    if not number:
        raise BadProof("bad_number", "the anchor of a chain is published, and never a round")
    return PublishedRound(
        kind,
        hex_of(found["table"], ID_BYTES, "table"),
        number,
        hex_of(found["anchor"], HASH_BYTES, "anchor"),
        *_shared(found, PLAYER_FIELDS),
        _result(found, POCKETS) if kind == ROUND else None,
        _cards(found) if kind == SHOE else (),
    )


def _read_draw(found: Json) -> PublishedRound:
    check_fields(found, DRAW_FIELDS, "a draw")
    check_protocol(found)
    return PublishedRound(
        DRAW,
        hex_of(found["game"], ID_BYTES, "game"),
        REGISTRATION_HAND,
        hex_of(found["commitment"], HASH_BYTES, "commitment"),
        *_shared(found, REGISTERED_FIELDS),
        _result(found, HEXAPRO_NUMBERS),
    )


def _shared(found: Json, fields: Sequence[str]) -> tuple[tuple[CasinoSeed, ...], bytes, bytes]:
    players = tuple(_player(each, fields) for each in row_of(found["players"], PLAYERS_MAX, "players"))
    return players, hex_of(found["seeds"], HASH_BYTES, "seeds"), hex_of(found["secret"], HASH_BYTES, "secret")


def _player(value: Any, fields: Sequence[str]) -> CasinoSeed:
    found = as_object(value, "a player")
    check_fields(found, fields, "a player")
    return CasinoSeed(
        number_of(found["seat"], 255, "seat") if "seat" in found else TABLE_SEAT,
        hex_of(found["pid"], ID_BYTES, "pid"),
        number_of(found["flag"], DEFAULT, "flag"),
        hex_of(found["commitment"], HASH_BYTES, "commitment"),
        hex_of(found["seed"], HASH_BYTES, "seed"),
    )


def _result(found: Json, bound: int) -> int | None:
    return None if found["result"] is None else number_of(found["result"], bound - 1, "result")


def _cards(found: Json) -> tuple[int, ...]:
    return tuple(number_of(each, CARDS - 1, "a card") for each in row_of(found["cards"], SHOE_CARDS, "cards"))
