"""
Events and a state of a made-up table, as a program of version 1 knew them, and as one of version 2 does.

In version 2 a seat is a number instead of a text, standing up says why, and what was called `sat` has a longer name.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, NamedTuple, NewType, TypeVar

from fairdeal.kernel import Cents, PlayerId
from fairdeal.storage.codec import Codec
from fairdeal.storage.type_codecs import Plain

Mask = NewType("Mask", int)
T = TypeVar("T")
K = TypeVar("K")


class Why(StrEnum):
    CHOSEN = "chosen"
    SENT_HOME = "sent_home"


@dataclass(frozen=True, slots=True)
class Sat:
    player: PlayerId
    seat: str
    stack: Cents


@dataclass(frozen=True, slots=True)
class Left:
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class SatDown:
    player: PlayerId
    seat: int
    stack: Cents
    bot: bool = False


@dataclass(frozen=True, slots=True)
class StoodUp:
    player: PlayerId
    why: Why


@dataclass(frozen=True, slots=True)
class Betting:
    turn: int
    bets: Mapping[int, Cents]


@dataclass(frozen=True, slots=True)
class Showdown:
    shown: frozenset[PlayerId]


@dataclass(frozen=True, slots=True)
class Priced(Generic[T]):
    value: T
    rule: str


class Place(NamedTuple):
    table: str
    seat: int


class Shelf(Mapping[K, T], Generic[K, T]):
    """A mapping that is no dict."""

    def __init__(self, items: Iterable[tuple[K, T]] = ()) -> None:
        self._items = dict(items)

    def __getitem__(self, key: K) -> T:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


@dataclass(frozen=True, slots=True)
class Table:
    """Everything a state may hold."""

    phase: Betting | Showdown | None = None
    past: tuple[Betting | Showdown, ...] = ()
    open: Mask = Mask(0)
    waiting: frozenset[tuple[PlayerId, int]] = frozenset()
    places: Mapping[PlayerId, Place] = field(default_factory=dict)
    rake: Priced[int] = Priced(5, "CASH-01")
    phases: Mapping[str, Betting | Showdown] = field(default_factory=dict)
    shelf: Shelf[int, Showdown] = field(default_factory=Shelf)
    pair: tuple[int, Betting | Showdown] | None = None
    why: Why | None = None
    card: bytes = b""
    engine: object = None


def to_2(tag: str, body: Plain) -> tuple[str, Plain]:
    """What changed between version 1 and 2."""
    match tag:
        case "sat":
            return "sat_down", {**body, "seat": int(body["seat"])}
        case "left":
            return "stood_up", {**body, "why": "chosen"}
        case _:
            return tag, body


VERSION_1 = Codec("old.events", 1, {"sat": Sat, "left": Left})
VERSION_2 = Codec("old.events", 2, {"sat_down": SatDown, "stood_up": StoodUp}, upgrades={2: to_2})
STATES = Codec(
    "old.state",
    1,
    {"table": Table},
    parts={"betting": Betting, "showdown": Showdown},
    leave_out={Table: ["engine"]},
    mappings={Shelf: Shelf},
)

ANN, BOB = PlayerId("ann"), PlayerId("bob")
EVENTS_1: list[Any] = [Sat(ANN, "3", Cents(20_000)), Left(ANN)]
EVENTS_2: list[Any] = [SatDown(player=ANN, seat=3, stack=Cents(20_000), bot=True), StoodUp(BOB, Why.SENT_HOME)]
STATE = Table(
    phase=Betting(2, {3: Cents(100), 1: Cents(50)}),
    past=(Showdown(frozenset({BOB, ANN})), Betting(0, {})),
    open=Mask(1 << 100 | 1),
    waiting=frozenset({(ANN, 10), (ANN, 9), (BOB, 1)}),
    places={BOB: Place("T1", 2), ANN: Place("T1", 3)},
    phases={"last": Showdown(frozenset())},
    shelf=Shelf([(7, Showdown(frozenset({ANN})))]),
    pair=(1, Showdown(frozenset())),
    why=Why.CHOSEN,
    card=b"\x00\xff",
)
