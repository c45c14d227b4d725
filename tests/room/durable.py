"""
Everything the room writes, and values of every kind of it.

`python -m tests.room.durable` writes what every codec writes into `golden/codecs.txt`, and adds a line to `golden/durable.hex` for each
value of which there is none; lines that are there stay as they are.
"""

import types
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from fairdeal.cash.floor.events import FloorEvent
from fairdeal.cash.player.events import PlayerStreamEvent
from fairdeal.cash.table.events import TableEvent as CashTableEvent
from fairdeal.casino.games.blackjack.events import BoxEvent, PlayEvent, SeatEvent
from fairdeal.casino.games.blackjack.felt import BoxesFelt
from fairdeal.casino.games.layout.events import LayoutEvent
from fairdeal.casino.games.layout.felt import LayoutFelt
from fairdeal.casino.games.roulette.spin import Spun
from fairdeal.casino.table.events import GameEvent
from fairdeal.casino.table.events import TableEvent as CasinoTableEvent
from fairdeal.casino.table.state import Felt
from fairdeal.hexapro.lobby.events import LobbyEvent
from fairdeal.kernel.persistent_map import PersistentMap
from fairdeal.office.deed import Deed
from fairdeal.office.deeds.catalogue import DEEDS
from fairdeal.office.docket.events import DocketEvent
from fairdeal.room import fair_rates
from fairdeal.room.bank import holds, purse
from fairdeal.room.bank import listings as bank_listings
from fairdeal.room.cash import codecs as cash_codecs
from fairdeal.room.casino import conduct
from fairdeal.room.casino import listings as casino_listings
from fairdeal.room.casino import table as casino_table
from fairdeal.room.office import codecs as office_codecs
from fairdeal.room.office import shelves
from fairdeal.room.tournament import codecs as tournament_codecs
from fairdeal.room.tournament import listings as tournament_listings
from fairdeal.storage.codec import Codec
from fairdeal.tournament.dealer.events import DealEvent
from fairdeal.tournament.director.events import TournamentEvent
from fairdeal.tournament.programme.events import ProgrammeEvent

CODECS: Final[dict[str, Codec]] = {
    "cash": cash_codecs.TABLE_EVENTS,
    "cash-state": cash_codecs.TABLE_STATES,
    "floor": cash_codecs.FLOOR_EVENTS,
    "floor-state": cash_codecs.FLOOR_STATES,
    "player": cash_codecs.PLAYER_EVENTS,
    "player-state": cash_codecs.PLAYER_STATES,
    "purse": purse.PURSE_EVENTS,
    "purse-state": purse.PURSE_STATES,
    "bank-lists": bank_listings.LISTED,
    "holds": holds.HOLD_EVENTS,
    "holds-state": holds.HOLD_STATES,
    "tournament": tournament_codecs.DIRECTOR_EVENTS,
    "tournament-state": tournament_codecs.DIRECTOR_STATES,
    "deal": tournament_codecs.DEALER_EVENTS,
    "deal-state": tournament_codecs.DEALER_STATES,
    "hexapro": tournament_codecs.LOBBY_EVENTS,
    "hexapro-state": tournament_codecs.LOBBY_STATES,
    "programme": tournament_codecs.PROGRAMME_EVENTS,
    "programme-state": tournament_codecs.PROGRAMME_STATES,
    "tournament-lists": tournament_listings.LISTED,
    "casino": casino_table.EVENTS,
    "casino-state": casino_table.STATES,
    "casino-lists": casino_listings.LISTED,
    "conduct": conduct.CONDUCT_EVENTS,
    "conduct-state": conduct.CONDUCT_STATES,
    "docket": office_codecs.DOCKET_EVENTS,
    "docket-state": office_codecs.DOCKET_STATES,
    "office-lists": office_codecs.LISTED,
    "fair-lists": fair_rates.LISTED,
    "rulebook": shelves.SHELF_EVENTS,
    "rulebook-state": shelves.SHELF_STATES,
}
OPEN: Final[dict[Any, Any]] = {
    Felt: LayoutFelt | BoxesFelt,
    GameEvent: LayoutEvent | Spun | SeatEvent | BoxEvent | PlayEvent,
    Deed: Union[*DEEDS.values()],
}
"""What the games of the casino put where a table leaves it to its game, and deeds where a request holds one."""
UNIONS: Final[dict[str, Any]] = {
    "cash": CashTableEvent,
    "floor": FloorEvent,
    "player": PlayerStreamEvent,
    "tournament": TournamentEvent,
    "deal": DealEvent,
    "hexapro": LobbyEvent,
    "programme": ProgrammeEvent,
    "docket": DocketEvent,
    "casino": Union[*(OPEN.get(each, each) for each in get_args(CasinoTableEvent))],
}
"""What the machines of these kinds of streams decide; some of it is not written."""
DESCRIBED: Final = Path(__file__).parent / "golden" / "codecs.txt"
WRITTEN: Final = Path(__file__).parent / "golden" / "durable.hex"
_UNIONS: Final = (Union, types.UnionType)


# ---- one value of every kind


@cache
def count_of(kind: Any) -> int:
    """How many values show everything a type can hold: each member of each enum, each of several classes, nothing."""
    kind = _plain(kind, {})
    origin, arguments = get_origin(kind) or kind, get_args(kind)
    if origin in _UNIONS:
        return sum(count_of(each) for each in arguments)
    if isinstance(origin, type) and issubclass(origin, Enum):
        return len(origin)
    if origin is Literal:
        return len(arguments)
    if is_dataclass(origin):
        return max([1, *(count_of(hint) for _, hint in _fields_of(kind))])
    if isinstance(origin, type) and issubclass(origin, tuple) and hasattr(origin, "_fields"):
        return max(count_of(hint) for hint in get_type_hints(origin).values())
    return max([1, *(count_of(each) for each in arguments if each is not ...)])


def value_of(kind: Any, number: int) -> Any:
    """One of those values."""
    kind = _plain(kind, {})
    origin, arguments = get_origin(kind) or kind, get_args(kind)
    if origin in _UNIONS:
        return _one_of(arguments, number)
    if origin is Literal:
        return arguments[number % len(arguments)]
    if isinstance(origin, type) and issubclass(origin, Enum):
        return list(origin)[number % len(origin)]
    if is_dataclass(origin):
        return origin(**{name: value_of(hint, number) for name, hint in _fields_of(kind)})  # type: ignore[operator]
    if isinstance(origin, type) and issubclass(origin, PersistentMap):
        return PersistentMap.of([(value_of(arguments[0], number), value_of(arguments[1], number))])
    if origin in (dict, Mapping):
        return {value_of(arguments[0], number): value_of(arguments[1], number)}
    if origin in (tuple, list) and arguments:
        inner = [each for each in arguments if each is not ...]
        return origin(value_of(each, number) for each in inner)
    if origin in (set, frozenset, AbstractSet):
        return frozenset({value_of(arguments[0], number)})
    if isinstance(origin, type) and issubclass(origin, tuple):
        return origin(*(value_of(hint, number) for hint in get_type_hints(origin).values()))
    return _SCALARS[origin](number)


_SCALARS: Final[dict[Any, Any]] = {
    int: lambda number: 7 + number,
    str: lambda number: f"text-{number}",
    bytes: lambda number: bytes([number]),
    bool: lambda number: number % 2 == 0,
    type(None): lambda _: None,
}


def _one_of(members: tuple[Any, ...], number: int) -> Any:
    number %= sum(map(count_of, members))
    for member in members:
        if number < (many := count_of(member)):
            return value_of(member, number)
        number -= many
    raise AssertionError("one of them")


@cache
def _fields_of(kind: Any) -> tuple[tuple[str, Any], ...]:
    origin = get_origin(kind) or kind
    given = dict(zip(getattr(origin, "__parameters__", ()), get_args(kind), strict=False))
    hints = get_type_hints(origin)
    left_out = {name for codec in CODECS.values() for name in codec.left_out.get(origin, ())}
    found = []
    for field in fields(origin):
        if field.name in left_out or not field.init:
            assert field.default is not MISSING or field.default_factory is not MISSING
            continue
        found.append((field.name, _plain(hints[field.name], given)))
    return tuple(found)


def _plain(kind: Any, given: Mapping[Any, Any]) -> Any:
    while True:
        if isinstance(kind, NewType):
            kind = kind.__supertype__
        elif get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif isinstance(kind, TypeVar):
            kind = given[kind]
        elif isinstance(kind, type) and kind in OPEN:
            kind = OPEN[kind]
        elif getattr(kind, "__parameters__", ()) and get_origin(kind) is not None and given:
            kind = kind[tuple(given[each] for each in kind.__parameters__)]
        else:
            return kind


def values(codec: Codec) -> Iterator[tuple[str, int, Any]]:
    """Values of everything a codec writes, with their tag and number."""
    for tag, kind in codec.kinds.items():
        for number in range(count_of(kind)):
            yield tag, number, value_of(kind, number)


# ---- golden files


def golden() -> dict[tuple[str, str, int], bytes]:
    """What was once written, by codec, tag and number."""
    rows = (line.split() for line in WRITTEN.read_text("ascii").splitlines()) if WRITTEN.exists() else ()
    return {(codec, tag, int(number)): bytes.fromhex(data) for codec, tag, number, data in rows}


def described() -> str:
    """What all codecs write, field by field."""
    return "\n\n".join(f"# {name}\n{codec.describe()}" for name, codec in CODECS.items()) + "\n"


def main() -> None:
    """Write down what is new."""
    DESCRIBED.write_text(described())
    known = golden()
    for name, codec in CODECS.items():
        for tag, number, value in values(codec):
            known.setdefault((name, tag, number), codec.encode(value))
    WRITTEN.write_text("".join(f"{' '.join(map(str, key))} {data.hex()}\n" for key, data in sorted(known.items())))


if __name__ == "__main__":
    main()
