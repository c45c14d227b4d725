"""
The file with an operator's casino: TOML, one `[[table]]` each, and `[scanner]` for live ones; every fault is named with its line.

Amounts are in the currency, with two decimals at most. What is not given is as the rulebook and the settings of a table have it.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from difflib import get_close_matches
from enum import Enum
from functools import partial
from typing import Final, TypeVar
from urllib.parse import SplitResult, urlsplit

from fairdeal.cards import NAMES
from fairdeal.casino.games.catalogue import GAMES
from fairdeal.casino.games.game import Game
from fairdeal.casino.table.facts import UNHURRIED, Dealing, Pace
from fairdeal.kernel import MINUTE, Cents, Currency, Duration, Instant, MoneyKind, TableId
from fairdeal.room.casino.house import CasinoSettings, CasinoTableSetup, VideoKind, VideoSource
from fairdeal.room.casino.scanner import GAP_MAX, PREFIX_MAX, SUFFIXES, Scanner
from fairdeal.rulebook.lines import index_lines, line_of

PAUSE_MAX: Final = 60_000
MINUTES_MAX: Final = 480
NAME_MAX: Final = 40
ID_MAX: Final = 40
ADDRESS_MAX: Final = 500
_OWN_MACHINE: Final = ("localhost", "127.0.0.1", "::1")
_NO_ADDRESS: Final = re.compile(
    r"[^!-~]|[\"'<>\\^`{|};,]"
)  # of the rest, ; and , would end an entry of the security policy
_GAMES: Final = {game.name: game for game in GAMES}
_DECIMALS: Final = 2
_MAKE_SETUP: Final[Callable[..., CasinoTableSetup]] = CasinoTableSetup
_MAKE_PACE: Final[Callable[..., Pace]] = Pace
_MAKE_SCANNER: Final[Callable[..., Scanner]] = Scanner
E = TypeVar("E", bound=Enum)


class BadTables(Exception):
    """A file of tables was refused; `faults` are all that was found, each with its line."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class _Wrong(Exception):
    """One value that is not what it should be."""


def parse_tables(text: str, source: str = "tables") -> CasinoSettings:
    """The tables that a TOML text describes, in its order, and their scanner; raises `BadTables` with all faults."""
    try:
        found = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise BadTables([f"{source}: {error}"]) from None
    lines = index_lines(text)
    faults: list[str] = []

    def fault(what: str, *path: str | int) -> None:
        faults.append(f"{source}:{line_of(lines, path)}: {what}")

    for name in found:
        if name not in ("table", "scanner"):
            fault(f"there is no setting {name}; tables are written [[table]]", name)
    rows = found.get("table", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        fault("tables are written [[table]]", "table")
        rows = []
    seen: set[str] = set()
    setups = [_setup(row, seen, partial(_in_row, fault, number)) for number, row in enumerate(rows)]
    scanner = _scanner(found.get("scanner", {}), fault)
    if faults:
        raise BadTables(faults)
    return CasinoSettings(tables=tuple(setup for setup in setups if setup is not None), scanner=scanner)


def _in_row(fault: Callable[..., None], number: int, what: str, *name: str) -> None:
    fault(what, "table", number, *name)


def _setup(row: Mapping[str, object], seen: set[str], fault: Callable[..., None]) -> CasinoTableSetup | None:
    """The settings of one table; None if they lack something."""
    fields = dict(_fields(row, fault))
    lacking = [name for name in ("id", "game") if name not in row]
    for name in lacking:
        fault(f"a table needs {name}")
    table = str(fields.get("table", ""))
    if table in seen:
        fault(f"there are two tables {table}", "id")
    seen.add(table)
    return None if lacking or not {"table", "game"} <= fields.keys() else _MAKE_SETUP(**fields)


def _fields(row: Mapping[str, object], fault: Callable[..., None]) -> Iterator[tuple[str, object]]:
    """The fields of a table's settings that a row gives; what is wrong is told."""
    pace: dict[str, object] = {"card": UNHURRIED.card, "first_card": UNHURRIED.first_card, "spin": UNHURRIED.spin}
    for name, value in row.items():
        if name not in _READ:
            near = get_close_matches(name, _READ, n=1)
            fault(f"there is no setting {name}" + (f"; did you mean {near[0]}?" if near else ""), name)
            continue
        field, read = _READ[name]
        try:
            found = read(value)
        except _Wrong as wrong:
            fault(f"{name} is {value!r}; expected {wrong}", name)
            continue
        if field in pace:
            pace[field] = found
        else:
            yield field, found
    yield "pace", _MAKE_PACE(**pace)


# ---- the scanner


def _scanner(row: object, fault: Callable[..., None]) -> Scanner:
    """The scanner of live tables; what is wrong is told."""
    if not isinstance(row, dict):
        fault("the scanner is written [scanner]", "scanner")
        return Scanner()
    fields: dict[str, object] = {}
    for name, value in row.items():
        if name not in _READ_SCANNER:
            fault(f"there is no setting {name}; a scanner has {', '.join(_READ_SCANNER)}", "scanner", name)
            continue
        try:
            fields[name] = _READ_SCANNER[name](value)
        except _Wrong as wrong:
            fault(f"{name}: expected {wrong}", "scanner", name)
    return _MAKE_SCANNER(**fields)


def _prefix(value: object) -> str:
    if not isinstance(value, str) or len(value) > PREFIX_MAX:
        raise _Wrong(f"at most {PREFIX_MAX} letters")
    return value


def _suffix(value: object) -> str:
    if value not in SUFFIXES:
        raise _Wrong("one of " + ", ".join(SUFFIXES))
    return str(value)


def _gap(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= GAP_MAX:
        raise _Wrong(f"milliseconds from 1 to {GAP_MAX}")
    return value


def _codes(value: object) -> dict[str, int]:
    """Codes with their cards, each card at least once."""
    if not isinstance(value, dict):
        raise _Wrong('codes with cards, such as "3-08S" = "8s"')
    found: dict[str, int] = {}
    for code, card in value.items():
        if not isinstance(card, str) or card not in NAMES:
            raise _Wrong(f"a card for {code!r}, such as 8s")
        if code.strip().upper() in found:
            raise _Wrong(f"{code!r} once")
        found[code.strip().upper()] = NAMES.index(card)
    lacking = [name for number, name in enumerate(NAMES) if number not in found.values()]
    if lacking:
        raise _Wrong("a code for every card; there is none for " + ", ".join(lacking[:5]))
    return found


_READ_SCANNER: Final[Mapping[str, Callable[[object], object]]] = {
    "prefix": _prefix,
    "suffix": _suffix,
    "gap": _gap,
    "codes": _codes,
}

# ---- values


def _text(most: int) -> Callable[[object], str]:
    def read(value: object) -> str:
        if not isinstance(value, str) or not 0 < len(value) <= most:
            raise _Wrong(f"a text of at most {most} letters")
        return value

    return read


def _table(value: object) -> TableId:
    name = _text(ID_MAX)(value)
    if not all(letter.isalnum() or letter in "-_." for letter in name):
        raise _Wrong("letters, digits, - _ and .")
    return TableId(name)


def _one_of(kind: type[E]) -> Callable[[object], E]:
    def read(value: object) -> E:
        try:
            return kind(value)
        except ValueError:
            raise _Wrong("one of " + ", ".join(str(each.value) for each in kind)) from None

    return read


def _game(value: object) -> Game:
    if not isinstance(value, str) or value not in _GAMES:
        raise _Wrong("one of " + ", ".join(_GAMES))
    return _GAMES[value]


def _cents(value: object) -> Cents:
    if not isinstance(value, int | Decimal) or isinstance(value, bool) or value <= 0:
        raise _Wrong("an amount above 0")
    cents = Decimal(value) * 10**_DECIMALS
    if cents != int(cents):
        raise _Wrong("an amount with two decimals at most")
    return Cents(int(cents))


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Wrong("true or false")
    return value


def _pause(value: object) -> Duration:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= PAUSE_MAX:
        raise _Wrong(f"milliseconds from 0 to {PAUSE_MAX}")
    return Duration(value)


def _minutes(value: object) -> Duration:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= MINUTES_MAX:
        raise _Wrong(f"minutes from 1 to {MINUTES_MAX}")
    return Duration(value * MINUTE)


def _video(value: object) -> VideoSource:
    if not isinstance(value, dict) or not {"kind", "address"} <= value.keys() <= {"kind", "address", "clock_at"}:
        raise _Wrong('{ kind = "hls", address = "https://…" }')
    at = value.get("clock_at", 0)
    if not isinstance(at, int) or isinstance(at, bool):
        raise _Wrong("clock_at in milliseconds since 1970")
    return VideoSource(_one_of(VideoKind)(value["kind"]), _address(value["address"]), Instant(at))


def _address(value: object) -> str:
    """An address that browsers of players can fetch: by https, or a path of this server; a camera of the same machine by http."""
    address = _text(ADDRESS_MAX)(value)
    parts = _split(address)
    if parts is None:
        raise _Wrong("an address of plain letters, without spaces, quotes, commas and semicolons")
    if parts.username is not None or parts.password is not None:
        raise _Wrong("an address without a name and a password: every player is told it")
    if not parts.scheme and not parts.netloc and address.startswith("/"):
        return address
    is_near = parts.scheme == "http" and parts.hostname in _OWN_MACHINE
    if not parts.hostname or not (parts.scheme == "https" or is_near):
        raise _Wrong("an address that begins with https:// or, on this server, with /")
    return address


def _split(address: str) -> SplitResult | None:
    """The parts of an address; None: it is not one."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises where it is no number
    except ValueError:
        return None
    return None if _NO_ADDRESS.search(address) else parts


_READ: Final[Mapping[str, tuple[str, Callable[[object], object]]]] = {
    "id": ("table", _table),
    "name": ("title", _text(NAME_MAX)),
    "game": ("game", _game),
    "dealer": ("dealing", _one_of(Dealing)),
    "currency": ("currency", _one_of(Currency)),
    "money": ("money", _one_of(MoneyKind)),
    "bet_min": ("bet_min", _cents),
    "bet_max": ("bet_max", _cents),
    "round_max": ("round_max", _cents),
    "dealer_hits_soft_17": ("dealer_hits_soft_17", _switch),
    "closed": ("closed", _switch),
    "card_time": ("card", _pause),
    "first_card_time": ("first_card", _pause),
    "spin_time": ("spin", _pause),
    "video": ("video", _video),
    "dealer_minutes": ("dealer_time", _minutes),
}
"""Each setting of the file: the field of `CasinoTableSetup` or `Pace` it gives, and how it is read."""
