"""
Reading an operator's schedule; see `schedule` for what such a text looks like.

Where a tournament leads to another one of the schedule, its setup names the other's key; what is announced names the tournament.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any, Final

from fairdeal.bank.fees import Price, multi_table_price, printed_prices
from fairdeal.kernel import DAY, MINUTE, Cents, Chips, Duration, Instant, MoneyKind, Rejection, TournamentId, Zones
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.schema.choices import OnServerFailure
from fairdeal.rulebook.schema.edition import Edition, Poker
from fairdeal.tournament.password import password_digest
from fairdeal.tournament.programme.schedule import Recurrence, Schedule, Series
from fairdeal.tournament.programme.schedule_values import (
    EVERY_DAY,
    Raw,
    WrongValue,
    amounts,
    announced,
    cents,
    clock,
    count,
    kept_password,
    names,
    no_others,
    password,
    recurrence,
    rows,
    switch,
    table,
    tables,
)
from fairdeal.tournament.programme.toml_lines import TomlLines
from fairdeal.tournament.setup import (
    AddOn,
    BadSetup,
    FirstPhase,
    LastPhase,
    MultiBuyIn,
    ReBuy,
    Satellite,
    TournamentSetup,
    check_setup,
)
from fairdeal.tournament.structure import BadStructure, Structure, structure_of

_SOME_TIME: Final = Instant(0)  # stands for the start of a tournament that has one
_BEFORE_TARGET: Final = 60
"""How many minutes before its target a satellite starts at the latest, where nothing else is said."""
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
    "satellite",
    "phase",
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
    "satellite",
    "phase",
}
"""What a tournament can have instead of what its template or its announcement says."""

SECTIONS: Final = frozenset({"structures", "tournaments", "sit_and_go", "multi_table"})
_TOML_LINE: Final = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)")


class BadSchedule(BadStructure):
    """A schedule was refused; `faults` are all that was found, each with its line as far as it has one."""


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
        raise BadSchedule([_not_toml(str(error), text)]) from None
    return _read(raw, edition, money, structures, zones, TomlLines(text))


def schedule_of(
    raw: Raw, edition: Edition, money: MoneyKind, structures: Mapping[str, Structure] | None = None, *, zones: Zones
) -> Schedule:
    """The schedule that the tables of such a text describe; raises `BadSchedule` with all faults."""
    return _read(raw, edition, money, structures, zones, TomlLines(""))


def _read(
    raw: Raw,
    edition: Edition,
    money: MoneyKind,
    structures: Mapping[str, Structure] | None,
    zones: Zones,
    lines: TomlLines,
) -> Schedule:
    if edition.poker is None:
        raise BadSchedule([f"{edition.id} has no poker"])
    reader = _Reader(edition, edition.poker, money, structures or {}, zones, lines)
    schedule = reader.read(raw)
    if reader.faults:
        raise BadSchedule(reader.faults)
    return schedule


def override(setup: TournamentSetup, row: Raw, poker: Poker, structures: Mapping[str, Structure]) -> TournamentSetup:
    """
    A setup with some values of a tournament of a schedule instead of its own; raises `BadSchedule`.

    When and how often it is played, where it leads, and a password, are no values of it.
    """
    try:
        no_others(row, _OVERRIDES)
        changes = _overrides(setup, row, poker, structures)
        changed = replace(setup, **changes)
        check_setup(changed, poker)
    except BadSetup as bad:
        raise BadSchedule(list(bad.faults)) from None
    except WrongValue as wrong:
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
        values["stack"] = Chips(count(row, "stack"))
    return values


def _not_toml(error: str, text: str) -> str:
    found = _TOML_LINE.fullmatch(error)
    if found is None:
        return f"not TOML: {error}"
    return f"line {found[2] or len(text.splitlines())}: not TOML: {found[1]}"


class _Reader:
    """Reads the parts of a schedule and collects what is wrong with them."""

    def __init__(
        self,
        edition: Edition,
        poker: Poker,
        money: MoneyKind,
        structures: Mapping[str, Structure],
        zones: Zones,
        lines: TomlLines,
    ) -> None:
        self._digest = content_hash(edition)
        self._poker = poker
        self._money = money
        self._structures = dict(structures)
        self._zones = zones
        self._lines = lines
        self._prices: dict[str, Price] = {}  # of the tournaments that others may lead to
        self._finals: set[str] = set()
        self.faults: list[str] = []

    def read(self, raw: Raw) -> Schedule:
        """The whole schedule; what is wrong is among the faults."""
        for key in sorted(raw.keys() - SECTIONS):
            self._fault(f'"{key}" is no part of a schedule', key)
        for name, found in tables(raw.get("structures", {})):
            self._structure(name, found)
        listed = list(rows(raw.get("tournaments", [])))
        self._prices = dict(self._known_prices(listed))
        self._finals = {_key(row) for row in listed if isinstance(row.get("phase"), dict) and "from" in row["phase"]}
        series = [self._tournament(number, row) for number, row in enumerate(listed)]
        if "sit_and_go" in raw:
            series += self._sit_and_gos(raw["sit_and_go"])
        if "multi_table" in raw:
            series += self._multi_tables(raw["multi_table"])
        self._check_links(listed)
        self._check_keys(listed)
        return Schedule(tuple(each for each in series if each is not None))

    # ---- faults

    def _fault(self, told: str, *path: str | int) -> None:
        line = self._lines.of(*path)
        self.faults.append(told if line is None else f"line {line}: {told}")

    def _tried(self, what: str, read: Callable[[], Series], *path: str | int) -> Series | None:
        try:
            return read()
        except BadSetup as bad:
            for fault in bad.faults:
                self._fault(f"{what}: {fault}", *path)
        except WrongValue as wrong:
            self._fault(f"{what}: {wrong}", *path, wrong.key)
        return None

    def _check_keys(self, listed: list[Raw]) -> None:
        seen: set[str] = set()
        for number, row in enumerate(listed):
            key = _key(row)
            if key and key in seen:
                self._fault(f'the key "{key}" is used twice', "tournaments", number, "key")
            seen.add(key)

    def _check_links(self, listed: list[Raw]) -> None:
        """Refuse phases of which only one side names the other."""
        phases = {_key(row): row["phase"] for row in listed if isinstance(row.get("phase"), dict)}
        for number, row in enumerate(listed):
            phase, key = phases.get(_key(row), {}), _key(row)
            there = phases.get(str(phase.get("next")), {}).get("from", ())
            if "next" in phase and key not in there:
                self._fault(
                    f'tournament {key}: "{phase["next"]}" does not name it in from', "tournaments", number, "phase"
                )
            for source in phase.get("from", ()) if isinstance(phase.get("from"), list) else ():
                if phases.get(str(source), {}).get("next") != key:
                    self._fault(f'tournament {key}: "{source}" does not lead to it', "tournaments", number, "phase")

    # ---- structures and tournaments

    def _structure(self, name: str, found: Raw) -> None:
        try:
            self._structures[name] = structure_of({"name": name, **found})
        except BadStructure as bad:
            for fault in bad.faults:
                self._fault(f"structure {name}: {fault}", "structures", name, _structure_key(fault))

    def _known_prices(self, listed: list[Raw]) -> Iterator[tuple[str, Price]]:
        for row in listed:
            try:
                yield _key(row), _price_of(row, self._poker)
            except WrongValue:
                continue  # told when the tournament itself is read

    def _tournament(self, number: int, row: Raw) -> Series | None:
        key = _key(row)
        if not key:
            self._fault("a tournament has no key", "tournaments", number)
            return None
        return self._tried(f"tournament {key}", lambda: self._series(key, row), "tournaments", number)

    def _series(self, key: str, row: Raw) -> Series:
        no_others(row, _TOURNAMENT)
        price = _price_of(row, self._poker)
        values = _plain_values(row)
        if "password" in row:
            values["password"] = password_digest(password(row), key)
        if "password_digest" in row:
            values["password"] = kept_password(row)
        before = Duration(0)
        if "satellite" in row:
            values["satellite"], before = self._satellite(row)
        if "phase" in row:
            values["phase"] = self._phase(row)
        values |= _sales(row, price) | _choices(row)
        name = str(row.get("name") or key)
        setup = self._setup(row, price, name, _SOME_TIME, product="multi_table", **values)
        return Series(key, setup, recurrence(row, self._zones), announced(row), before)

    def _satellite(self, row: Raw) -> tuple[Satellite, Duration]:
        """What a satellite pays, and how long before its target it starts at least."""
        found = table(row, "satellite", {"to", "minutes_before", "ticket", "label"})
        label = str(found.get("label", ""))
        if "to" not in found:
            if "minutes_before" in found:
                raise WrongValue("satellite: minutes_before needs to", "satellite")
            return Satellite(_of(found, "ticket", "satellite"), None, label), Duration(0)
        target = str(found["to"])
        if "ticket" in found:
            raise WrongValue("satellite: the ticket is worth what an entry of its target costs", "satellite")
        if target not in self._prices or target == _key(row):
            raise WrongValue(f'satellite: there is no other tournament "{target}"', "satellite")
        if target in self._finals:
            raise WrongValue(f'satellite: "{target}" is a last phase, which nobody enters directly', "satellite")
        minutes = _number(found, "minutes_before", "satellite") if "minutes_before" in found else _BEFORE_TARGET
        return Satellite(self._prices[target].total, TournamentId(target), label), Duration(minutes * MINUTE)

    def _phase(self, row: Raw) -> FirstPhase | LastPhase:
        found = table(row, "phase", {"next", "until_level", "from"})
        if "from" in found:
            if len(found) > 1:
                raise WrongValue("phase: a last phase names nothing but where its players come from", "phase")
            return LastPhase(tuple(map(TournamentId, names(found, "from"))))
        return FirstPhase(_number(found, "until_level", "phase"), TournamentId(str(found.get("next", ""))))

    # ---- sections

    def _sit_and_gos(self, row: object) -> Iterator[Series | None]:
        if not isinstance(row, dict):
            self._fault("sit_and_go must be a table", "sit_and_go")
            return
        for kind, price in printed_prices(self._poker.fees):
            if kind in _TABLES:
                key = f"sit-and-go/{kind}/{price.label}-{price.fee}"
                yield self._tried(key, partial(self._sit_and_go, key, row, kind, price), "sit_and_go")

    def _sit_and_go(self, key: str, row: Raw, kind: str, price: Price) -> Series:
        no_others(row, _COMMON)
        seats = _TABLES[kind] or count(row, "seats")
        name = f"Sit & Go {price}"
        # Whoever waits for others may change their mind until the last one comes.
        values = {"seats": seats, "synchronised_breaks": False, "unregister_before": Duration(0)} | _choices(row)
        setup = self._setup(row, price, name, None, product=kind, **values)
        return Series(key, setup, None)

    def _multi_tables(self, row: object) -> Iterator[Series | None]:
        """One tournament a day for every price the edition prints, or for those of the section where it prints none."""
        if not isinstance(row, dict):
            self._fault("multi_table must be a table", "multi_table")
            return
        printed = [price for kind, price in printed_prices(self._poker.fees) if kind == "multi_table"]
        try:
            prices = printed or [self._price(label) for label in amounts(row, "buy_ins")]
        except WrongValue as wrong:
            self._fault(f"multi_table: {wrong}", "multi_table", wrong.key)
            return
        for number, price in enumerate(prices):
            key = f"multi-table/{price.label}-{price.fee}"
            yield self._tried(key, partial(self._multi_table, key, row, price, number), "multi_table")

    def _price(self, label: Cents) -> Price:
        price = multi_table_price(self._poker.fees, label)
        assert not isinstance(price, Rejection), "the usual fee is less than the buy-in"
        return price

    def _multi_table(self, key: str, row: Raw, price: Price, number: int) -> Series:
        no_others(row, _MULTI_TABLE)
        every = Duration(count(row, "every_minutes") * MINUTE)
        first = clock(row.get("first"), "first")
        starts = Recurrence("UTC", (Duration((first + number * every) % DAY),), EVERY_DAY)
        late = {"late_levels": count(row, "late_levels")} if "late_levels" in row else {}
        values = {"seats": count(row, "seats"), "unregister_before": Duration(5 * MINUTE)} | late | _choices(row)
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
            stack=Chips(count(row, "stack")),
            blinds=structure.blinds,
            payouts=structure.payouts,
            starts_at=starts_at,
            **{"seats": 0, **values},
        )
        check_setup(setup, self._poker)
        return setup


def _key(row: Raw) -> str:
    return str(row.get("key", "")).strip()


def _structure_key(fault: str) -> str:
    """The key of a structure that a fault is about."""
    return "payouts" if "payout" in fault else "level_seconds" if "last" in fault or "seconds" in fault else "levels"


def _structure(row: Raw, structures: Mapping[str, Structure]) -> Structure:
    """The structure that a row names; it has levels."""
    structure = structures.get(str(row.get("structure")))
    if structure is None:
        raise WrongValue(f'there is no structure "{row.get("structure")}"', "structure")
    if structure.blinds is None:
        raise WrongValue("its structure has no levels", "structure")
    return structure


def _price_of(row: Raw, poker: Poker) -> Price:
    price = multi_table_price(poker.fees, cents(row, "buy_in"), cents(row, "fee") if "fee" in row else None)
    if isinstance(price, Rejection):
        raise WrongValue("the fee is more than the buy-in", "fee")
    return price


def _plain_values(row: Raw) -> dict[str, Any]:
    """The numbers, amounts and switches of a row, as fields of the setup."""
    values: dict[str, Any] = {name: count(row, name) for name in _COUNTS if name in row}
    values |= {name: cents(row, name) for name in _AMOUNTS if name in row}
    values |= {name: switch(row, name) for name in _SWITCHES if name in row}
    if "unregister_minutes" in row:
        values["unregister_before"] = Duration(count(row, "unregister_minutes") * MINUTE)
    return values


def _sales(row: Raw, price: Price) -> dict[str, Any]:
    """Re-buys and the add-on cost what an entry costs."""
    found: dict[str, Any] = {}
    if "re_buy" in row:
        terms = table(row, "re_buy", {"chips", "until_level", "times", "below"})
        below = Chips(_number(terms, "below", "re_buy")) if "below" in terms else None
        times = _number(terms, "times", "re_buy") if "times" in terms else None
        chips, until = Chips(_number(terms, "chips", "re_buy")), _number(terms, "until_level", "re_buy")
        found["re_buy"] = ReBuy(price, chips, until, below, times)
    if "add_on" in row:
        terms = table(row, "add_on", {"chips", "after_level"})
        chips = Chips(_number(terms, "chips", "add_on"))
        found["add_on"] = AddOn(price, chips, _number(terms, "after_level", "add_on"))
    return found


def _number(terms: Raw, name: str, key: str) -> int:
    """A whole number in a table of a row; a fault is told at the table."""
    try:
        return count(terms, name)
    except WrongValue as wrong:
        raise WrongValue(f"{key}: {wrong}", key) from None


def _of(terms: Raw, name: str, key: str) -> Cents:
    """An amount of money in a table of a row; a fault is told at the table."""
    try:
        return cents(terms, name)
    except WrongValue as wrong:
        raise WrongValue(f"{key}: {wrong}", key) from None


def _choices(row: Raw) -> dict[str, Any]:
    """The options of a row that the lobby publishes expressly, as fields of the setup."""
    found: dict[str, Any] = {}
    if "on_failure" in row:
        if row["on_failure"] not in tuple(OnServerFailure):
            raise WrongValue(f"on_failure must be one of {', '.join(OnServerFailure)}", "on_failure")
        found["on_failure"] = OnServerFailure(row["on_failure"])
    if "multi_buy_in" in row:
        terms = table(row, "multi_buy_in", {"least", "most"})
        found["multi_buy_in"] = MultiBuyIn(_of(terms, "least", "multi_buy_in"), _of(terms, "most", "multi_buy_in"))
    if "conditions" in row:
        found["conditions"] = names(row, "conditions")
    return found
