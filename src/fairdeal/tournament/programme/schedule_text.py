"""Reading an operator's schedule; see `schedule` for what such a text looks like."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any, Final

from fairdeal.bank.fees import Price, multi_table_price, printed_prices
from fairdeal.kernel import (
    DAY,
    HOUR,
    MINUTE,
    Cents,
    Chips,
    Duration,
    Instant,
    MoneyKind,
    Rejection,
    Zones,
    parse_clock,
)
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.schema.choices import OnServerFailure
from fairdeal.rulebook.schema.edition import Edition, Poker
from fairdeal.tournament.password import PASSWORD_MAX, is_password_digest, password_digest
from fairdeal.tournament.programme.schedule import Recurrence, Schedule, Series
from fairdeal.tournament.setup import AddOn, BadSetup, MultiBuyIn, ReBuy, TournamentSetup, check_setup
from fairdeal.tournament.structure import BadStructure, Structure, structure_of

_SOME_TIME: Final = Instant(0)  # stands for the start of a tournament that has one
_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_TABLES: Final = {"five_handed": 5, "two_handed": 2, "sit_and_go": None}
"""How many seats the sit & gos of a fee table have; None: as the schedule says."""

_COUNTS: Final = ("seats", "entries_min", "entries_max", "late_levels", "re_entries", "hand_for_hand_places")
_AMOUNTS: Final = ("guarantee", "added", "bounty")
_SWITCHES: Final = ("progressive", "synchronised_breaks")
_COMMON: Final = frozenset({"structure", "game", "stack", "seats", "on_failure"})
_MULTI_TABLE: Final = _COMMON | {"first", "every_minutes", "buy_ins", "late_levels"}
_TOURNAMENT: Final = _COMMON | {
    *_COUNTS,
    *_AMOUNTS,
    *_SWITCHES,
    "key",
    "name",
    "buy_in",
    "fee",
    "starts",
    "days",
    "zone",
    "announced_hours",
    "announced_minutes",
    "every_minutes",
    "first",
    "password",
    "password_digest",
    "unregister_minutes",
    "re_buy",
    "add_on",
    "multi_buy_in",
    "conditions",
}
_OVERRIDES: Final = _TOURNAMENT - {
    "key",
    "starts",
    "days",
    "zone",
    "announced_hours",
    "announced_minutes",
    "every_minutes",
    "first",
    "password",
    "password_digest",
}
"""What a tournament can have instead of what its template or its announcement says."""

SECTIONS: Final = frozenset({"structures", "tournaments", "sit_and_go", "multi_table"})

Raw = Mapping[str, Any]


class BadSchedule(BadStructure):
    """A schedule was refused; `faults` are all that was found."""


class _Wrong(Exception):
    """One value that is not what it should be."""


def parse_schedule(
    text: str, edition: Edition, money: MoneyKind, structures: Mapping[str, Structure] | None = None, *, zones: Zones
) -> Schedule:
    """
    The schedule a TOML text describes for an edition and a kind of money; raises `BadSchedule` with all faults.

    `structures` are known by name without being in the text; `zones` finds the time zones it names.
    """
    try:
        raw = tomllib.loads(text, parse_float=Decimal)
    except ValueError as error:
        raise BadSchedule([f"not TOML: {error}"]) from None
    return schedule_of(raw, edition, money, structures, zones=zones)


def schedule_of(
    raw: Raw, edition: Edition, money: MoneyKind, structures: Mapping[str, Structure] | None = None, *, zones: Zones
) -> Schedule:
    """The schedule that the tables of such a text describe; raises `BadSchedule` with all faults."""
    if edition.poker is None:
        raise BadSchedule([f"{edition.id} has no poker"])
    reader = _Reader(edition, edition.poker, money, structures or {}, zones)
    schedule = reader.read(raw)
    if reader.faults:
        raise BadSchedule(reader.faults)
    return schedule


def override(setup: TournamentSetup, row: Raw, poker: Poker, structures: Mapping[str, Structure]) -> TournamentSetup:
    """
    A setup with some values of a tournament of a schedule instead of its own; raises `BadSchedule`.

    When and how often it is played, and a password, are no values of it.
    """
    try:
        _no_others(row, _OVERRIDES)
        changes = _overrides(setup, row, poker, structures)
        changed = replace(setup, **changes)
        check_setup(changed, poker)
    except BadSetup as bad:
        raise BadSchedule(list(bad.faults)) from None
    except _Wrong as wrong:
        raise BadSchedule([str(wrong)]) from None
    return changed


def _overrides(setup: TournamentSetup, row: Raw, poker: Poker, structures: Mapping[str, Structure]) -> dict[str, Any]:
    price = setup.price
    if "buy_in" in row or "fee" in row:
        price = _price_of(row if "buy_in" in row else {**row, "buy_in": Decimal(price.label) / 100}, poker)
    values = _plain_values(row) | _choices(row) | _sales(row, price)
    if price != setup.price:
        values["price"] = price
        values |= {
            name: replace(sale, price=price)
            for name in ("re_buy", "add_on")
            if (sale := values.get(name, getattr(setup, name))) is not None
        }
    if "structure" in row:
        structure = _structure(row, structures)
        values |= {"blinds": structure.blinds, "payouts": structure.payouts}
    if "name" in row:
        values["name"] = str(row["name"])
    if "game" in row:
        values["family"] = str(row["game"])
    if "stack" in row:
        values["stack"] = Chips(_count(row, "stack"))
    return values


class _Reader:
    """Reads the parts of a schedule and collects what is wrong with them."""

    def __init__(
        self, edition: Edition, poker: Poker, money: MoneyKind, structures: Mapping[str, Structure], zones: Zones
    ) -> None:
        self._digest = content_hash(edition)
        self._poker = poker
        self._money = money
        self._structures = dict(structures)
        self._zones = zones
        self.faults: list[str] = []

    def read(self, raw: Raw) -> Schedule:
        """The whole schedule; what is wrong is among the faults."""
        self.faults += [f'"{key}" is no part of a schedule' for key in sorted(raw.keys() - SECTIONS)]
        for name, table in _tables(raw.get("structures", {})):
            try:
                self._structures[name] = structure_of({"name": name, **table})
            except BadStructure as bad:
                self.faults += [f"structure {name}: {fault}" for fault in bad.faults]
        series = [self._tournament(row) for row in _rows(raw.get("tournaments", []))]
        if "sit_and_go" in raw:
            series += self._sit_and_gos(raw["sit_and_go"])
        if "multi_table" in raw:
            series += self._multi_tables(raw["multi_table"])
        found = tuple(each for each in series if each is not None)
        keys = [each.key for each in found]
        self.faults += [
            f'the key "{key}" is used twice' for key in sorted({key for key in keys if keys.count(key) > 1})
        ]
        return Schedule(found)

    def _tournament(self, row: Raw) -> Series | None:
        key = str(row.get("key", "")).strip()
        if not key:
            self.faults.append("a tournament has no key")
            return None
        return self._tried(f"tournament {key}", lambda: self._series(key, row))

    def _tried(self, what: str, read: Callable[[], Series]) -> Series | None:
        try:
            return read()
        except BadSetup as bad:
            self.faults += [f"{what}: {fault}" for fault in bad.faults]
        except _Wrong as wrong:
            self.faults.append(f"{what}: {wrong}")
        return None

    def _series(self, key: str, row: Raw) -> Series:
        _no_others(row, _TOURNAMENT)
        price = _price_of(row, self._poker)
        values = _plain_values(row)
        if "password" in row:
            values["password"] = password_digest(_password(row), key)
        if "password_digest" in row:
            values["password"] = _password_digest(row)
        values |= _sales(row, price) | _choices(row)
        name = str(row.get("name") or key)
        setup = self._setup(row, price, name, _SOME_TIME, product="multi_table", **values)
        return Series(key, setup, _recurrence(row, self._zones), _announced(row))

    def _sit_and_gos(self, row: object) -> Iterator[Series | None]:
        if not isinstance(row, dict):
            self.faults.append("sit_and_go must be a table")
            return
        for table, price in printed_prices(self._poker.fees):
            if table in _TABLES:
                key = f"sit-and-go/{table}/{price.label}-{price.fee}"
                yield self._tried(key, partial(self._sit_and_go, key, row, table, price))

    def _sit_and_go(self, key: str, row: Raw, table: str, price: Price) -> Series:
        _no_others(row, _COMMON)
        seats = _TABLES[table] or _count(row, "seats")
        name = f"Sit & Go {price}"
        # Whoever waits for others may change their mind until the last one comes.
        values = {"seats": seats, "synchronised_breaks": False, "unregister_before": Duration(0)} | _choices(row)
        setup = self._setup(row, price, name, None, product=table, **values)
        return Series(key, setup, None)

    def _multi_tables(self, row: object) -> Iterator[Series | None]:
        """One tournament a day for every price the edition prints, or for those of the section where it prints none."""
        if not isinstance(row, dict):
            self.faults.append("multi_table must be a table")
            return
        printed = [price for table, price in printed_prices(self._poker.fees) if table == "multi_table"]
        try:
            prices = printed or [self._price(label) for label in _labels(row)]
        except _Wrong as wrong:
            self.faults.append(f"multi_table: {wrong}")
            return
        for number, price in enumerate(prices):
            key = f"multi-table/{price.label}-{price.fee}"
            yield self._tried(key, partial(self._multi_table, key, row, price, number))

    def _price(self, label: Cents) -> Price:
        price = multi_table_price(self._poker.fees, label)
        assert not isinstance(price, Rejection), "the usual fee is less than the buy-in"
        return price

    def _multi_table(self, key: str, row: Raw, price: Price, number: int) -> Series:
        _no_others(row, _MULTI_TABLE)
        every = Duration(_count(row, "every_minutes") * MINUTE)
        first = _clock(row.get("first"))
        starts = Recurrence("UTC", (Duration((first + number * every) % DAY),), tuple(range(len(_DAYS))))
        late = {"late_levels": _count(row, "late_levels")} if "late_levels" in row else {}
        values = {"seats": _count(row, "seats"), "unregister_before": Duration(5 * MINUTE)} | late | _choices(row)
        setup = self._setup(row, price, f"Tournament {price}", _SOME_TIME, product="multi_table", **values)
        return Series(key, setup, starts)

    def _setup(self, row: Raw, price: Price, name: str, starts_at: Instant | None, **values: Any) -> TournamentSetup:
        structure = _structure(row, self._structures)
        assert structure.blinds is not None, "checked"
        setup = TournamentSetup(
            name=name,
            edition=self._digest,
            family=str(row.get("game", "")),
            money=self._money,
            price=price,
            stack=Chips(_count(row, "stack")),
            blinds=structure.blinds,
            payouts=structure.payouts,
            starts_at=starts_at,
            **{"seats": 0, **values},
        )
        check_setup(setup, self._poker)
        return setup


def _structure(row: Raw, structures: Mapping[str, Structure]) -> Structure:
    """The structure that a row names; it has levels."""
    structure = structures.get(str(row.get("structure")))
    if structure is None:
        raise _Wrong(f'there is no structure "{row.get("structure")}"')
    if structure.blinds is None:
        raise _Wrong("its structure has no levels")
    return structure


def _price_of(row: Raw, poker: Poker) -> Price:
    price = multi_table_price(poker.fees, _cents(row, "buy_in"), _cents(row, "fee") if "fee" in row else None)
    if isinstance(price, Rejection):
        raise _Wrong("the fee is more than the buy-in")
    return price


def _plain_values(row: Raw) -> dict[str, Any]:
    """The numbers, amounts and switches of a row, as fields of the setup."""
    values: dict[str, Any] = {name: _count(row, name) for name in _COUNTS if name in row}
    values |= {name: _cents(row, name) for name in _AMOUNTS if name in row}
    values |= {name: _switch(row, name) for name in _SWITCHES if name in row}
    if "unregister_minutes" in row:
        values["unregister_before"] = Duration(_count(row, "unregister_minutes") * MINUTE)
    return values


def _sales(row: Raw, price: Price) -> dict[str, Any]:
    """Re-buys and the add-on cost what an entry costs."""
    found: dict[str, Any] = {}
    if "re_buy" in row:
        table = _table(row["re_buy"], "re_buy", {"chips", "until_level", "times", "below"})
        below = Chips(_count(table, "below")) if "below" in table else None
        times = _count(table, "times") if "times" in table else None
        chips = Chips(_count(table, "chips"))
        found["re_buy"] = ReBuy(price, chips, _count(table, "until_level"), below, times)
    if "add_on" in row:
        table = _table(row["add_on"], "add_on", {"chips", "after_level"})
        found["add_on"] = AddOn(price, Chips(_count(table, "chips")), _count(table, "after_level"))
    return found


def _announced(row: Raw) -> Duration:
    """How long before its start a tournament is announced; a day where nothing else is said."""
    if "announced_hours" in row and "announced_minutes" in row:
        raise _Wrong("announced_hours and announced_minutes say the same; leave one out")
    if "announced_minutes" in row:
        return Duration(_count(row, "announced_minutes") * MINUTE)
    return Duration(_count(row, "announced_hours") * HOUR) if "announced_hours" in row else DAY


def _starts(row: Raw) -> list[Duration]:
    """The times of day at which a tournament starts: those that are listed, or every so many minutes."""
    if "every_minutes" in row:
        if "starts" in row:
            raise _Wrong("starts and every_minutes say the same; leave one out")
        every = _count(row, "every_minutes") * MINUTE
        if not 0 < every <= DAY or DAY % every:
            raise _Wrong("every_minutes must divide a day, such as 15 or 90")
        first = _clock(row.get("first", "00:00"))
        return [Duration((first + turn * every) % DAY) for turn in range(DAY // every)]
    starts = row.get("starts")
    if "first" in row:
        raise _Wrong("first needs every_minutes")
    if not isinstance(starts, list) or not starts:
        raise _Wrong('starts must be a list of times such as "20:00"')
    return [_clock(start) for start in starts]


def _password(row: Raw) -> str:
    value = row["password"]
    if not isinstance(value, str) or not 1 <= len(value) <= PASSWORD_MAX:
        raise _Wrong(f"password must be a text of 1 to {PASSWORD_MAX} letters")
    return value


def _password_digest(row: Raw) -> str:
    value = row["password_digest"]
    if not isinstance(value, str) or not is_password_digest(value):
        raise _Wrong("password_digest is not what is kept of a password")
    return value


def _recurrence(row: Raw, zones: Zones) -> Recurrence:
    starts = _starts(row)
    days = row.get("days", list(_DAYS))
    if not isinstance(days, list) or not days or not set(map(str, days)) <= set(_DAYS):
        raise _Wrong(f"days must be some of {', '.join(_DAYS)}")
    zone = str(row.get("zone", "UTC"))
    if zones(zone) is None:
        raise _Wrong(f'no zone "{zone}" in the time-zone database')
    return Recurrence(zone, tuple(sorted(set(starts))), tuple(sorted(_DAYS.index(day) for day in set(days))))


def _clock(raw: object) -> Duration:
    try:
        return parse_clock(str(raw))
    except ValueError as error:
        raise _Wrong(str(error)) from None


def _choices(row: Raw) -> dict[str, Any]:
    """The options of a row that the lobby publishes expressly, as fields of the setup."""
    found: dict[str, Any] = {}
    if "on_failure" in row:
        if row["on_failure"] not in tuple(OnServerFailure):
            raise _Wrong(f"on_failure must be one of {', '.join(OnServerFailure)}")
        found["on_failure"] = OnServerFailure(row["on_failure"])
    if "multi_buy_in" in row:
        table = _table(row["multi_buy_in"], "multi_buy_in", {"least", "most"})
        found["multi_buy_in"] = MultiBuyIn(_cents(table, "least"), _cents(table, "most"))
    if "conditions" in row:
        if not isinstance(row["conditions"], list) or not all(isinstance(each, str) for each in row["conditions"]):
            raise _Wrong("conditions must be a list of names")
        found["conditions"] = tuple(row["conditions"])
    return found


def _labels(row: Raw) -> list[Cents]:
    raw = row.get("buy_ins")
    if not isinstance(raw, list) or not raw:
        raise _Wrong("buy_ins must be a list of amounts, for editions that print none")
    return [_cents({"buy_ins": each}, "buy_ins") for each in raw]


# ---- values


def _tables(raw: object) -> Iterator[tuple[str, Raw]]:
    if isinstance(raw, dict):
        yield from ((name, table) for name, table in raw.items() if isinstance(table, dict))


def _rows(raw: object) -> Iterator[Raw]:
    if isinstance(raw, list):
        yield from (row for row in raw if isinstance(row, dict))


def _table(raw: object, name: str, keys: set[str]) -> Raw:
    if not isinstance(raw, dict):
        raise _Wrong(f"{name} must be a table")
    _no_others(raw, keys)
    return raw


def _no_others(row: Raw, keys: set[str] | frozenset[str]) -> None:
    unknown = sorted(row.keys() - keys)
    if unknown:
        raise _Wrong(f"it knows no {', '.join(unknown)}")


def _count(row: Raw, name: str) -> int:
    value = row.get(name)
    if type(value) is not int or value < 0:
        raise _Wrong(f"{name} must be a whole number")
    return value


def _cents(row: Raw, name: str) -> Cents:
    value = row.get(name)
    amount = Decimal(value) * 100 if isinstance(value, int | Decimal) and not isinstance(value, bool) else None
    if amount is None or not amount.is_finite() or amount < 0 or amount != int(amount):
        raise _Wrong(f"{name} must be an amount of money")
    return Cents(int(amount))


def _switch(row: Raw, name: str) -> bool:
    value = row.get(name)
    if not isinstance(value, bool):
        raise _Wrong(f"{name} must be true or false")
    return value
