"""
Reads an edition from TOML, or lists all its faults.

One reader serves published editions, which must be complete and cite a rule for every value, and operators' files,
which extend a published edition and may give bare values: those keep the citation of what they replace.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

from fairdeal.kernel import RuleId, Zones
from fairdeal.rulebook.catalogue import RULES
from fairdeal.rulebook.checks import inconsistencies
from fairdeal.rulebook.clause import PUBLISHED, EditionId
from fairdeal.rulebook.lines import Path, index_lines, line_of
from fairdeal.rulebook.readings import READINGS
from fairdeal.rulebook.ruled import TIME_ZONE, Origin, Row, Ruled
from fairdeal.rulebook.schema.edition import PARTS, Edition
from fairdeal.rulebook.shape import CITATION, Field, Many, Part, Scalar, Shape, Table, fields_of

REMOVED: Final = "none"
_HEADER: Final = ("id", "title", "language", "version", "date", "extends")
_READING_IDS: Final = frozenset(reading.id for reading in READINGS)


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault of a rulebook file, with its line."""

    line: int
    key: str
    problem: str

    def __str__(self) -> str:
        return f"{self.line}: {self.key}: {self.problem}" if self.key else f"{self.line}: {self.problem}"


class BadEdition(Exception):
    """Raised for a rulebook file with faults; the message names file, line, key and what was expected."""

    def __init__(self, name: str, faults: Iterable[Fault]) -> None:
        self.name = name
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(f"{name}:{fault}" for fault in self.faults))


def read_edition(
    text: str, name: str, published: Mapping[EditionId, Edition] | None = None, *, zones: Zones
) -> Edition:
    """
    The edition that a TOML text describes.

    `published` holds what `extends` may name; without it only complete editions are accepted. `zones` finds the time zones it
    names. Raises `BadEdition` with all faults at once.
    """
    try:
        raw = tomllib.loads(text, parse_float=Decimal)
    except ValueError as error:  # TOMLDecodeError is one, and so is a number with thousands of digits
        found = re.search(r"\(at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise BadEdition(name, [Fault(line, "", f"not TOML: {error}")]) from None
    reading = _Reading(index_lines(text), published or {}, zones)
    edition = reading.edition(raw)
    if edition is not None and not reading.faults:
        for path, problem in inconsistencies(edition):
            reading.fault(path, problem)
    if edition is None or reading.faults:
        raise BadEdition(name, reading.faults)
    return edition


class _Reading:
    """Reads one file; collects faults instead of stopping at the first."""

    def __init__(self, lines: Mapping[Path, int], published: Mapping[EditionId, Edition], zones: Zones) -> None:
        self.lines = lines
        self.zones = zones
        self.published = published
        self.faults: list[Fault] = []
        self.base: Edition | None = None
        self.rulebook: EditionId = EditionId("")

    def fault(self, path: Path, problem: str) -> None:
        key = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path if step != "is")
        self.faults.append(Fault(line_of(self.lines, path), key.lstrip("."), problem))

    def edition(self, raw: Mapping[str, Any]) -> Edition | None:
        header = self.header(raw.get("edition"))
        if header is None:
            return None
        for key in raw:
            if key != "edition" and key not in PARTS:
                self.fault((key,), f"unknown table; expected one of edition, {', '.join(PARTS)}")
        parts = {
            name: self.field(Field(name, Part(part), ruled=False, optional=True), raw, self.base, ())
            for name, part in PARTS.items()
        }
        if self.base is None and not any(name in raw for name in PARTS):
            self.fault((), f"holds none of the tables {', '.join(PARTS)}")
        return None if self.faults else Edition(**header, **parts)

    def header(self, raw: object) -> dict[str, Any] | None:
        if not isinstance(raw, dict):
            self.fault((), "has no [edition] table with id and title")
            return None
        for key in raw:
            if key not in _HEADER:
                self.fault(("edition", key), f"unknown key; expected one of {', '.join(_HEADER)}")
        header = {key: raw.get(key) for key in _HEADER}
        extends = header["extends"]
        if extends is not None:
            self.base = self.published.get(EditionId(extends)) if isinstance(extends, str) else None
            if self.base is None:
                known = ", ".join(self.published) or "a complete edition here"
                self.fault(("edition", "extends"), f"expected {known}, found {_found(extends)}")
                return None
            header["language"] = header["language"] or self.base.language
            header["version"] = header["version"] or self.base.version
        for key in ("id", "title", "language", "version"):
            given = header[key]
            if not isinstance(given, str) or not given.strip():
                self.fault(("edition", key), f"expected a text, found {_found(given)}")
        if extends is not None and header["id"] in PUBLISHED:
            self.fault(("edition", "id"), "is the name of a published edition; choose your own")
        self.rulebook = EditionId(extends or str(header["id"]))
        return header

    def section(self, cls: type[Any], raw: object, base: object, path: Path) -> Any:
        if not isinstance(raw, dict):
            self.fault(path, f"expected a table, found {_found(raw)}")
            return base
        plan = fields_of(cls)
        for key in raw:
            if key not in {field.name for field in plan}:
                self.fault((*path, key), f"unknown key; expected one of {', '.join(field.name for field in plan)}")
        values = {field.name: self.field(field, raw, base, path) for field in plan}
        return None if self.faults else cls(**values)

    def field(self, field: Field, raw: Mapping[str, Any], base: object, path: Path) -> Any:
        inherited = getattr(base, field.name, None) if base is not None else None
        here = (*path, field.name)
        if field.name not in raw:
            if inherited is None and not field.optional:
                self.fault(here, f"is missing; expected {_expects(field.shape)}")
            return inherited
        value = raw[field.name]
        if field.optional and value == REMOVED and isinstance(value, str) and self.base is not None:
            return None
        if isinstance(field.shape, Part):
            return self.section(field.shape.section, value, inherited, here)
        if field.ruled:
            return self.ruled(field.shape, value, inherited, here)
        return self.plain(field.shape, value, here)

    def ruled(self, shape: Shape, raw: object, inherited: Ruled[Any] | None, path: Path) -> Any:
        if not isinstance(raw, dict):
            if inherited is None:
                self.fault(path, f'cites no rule; expected {{ is = …, rule = "…" }} with {_expects(shape)}')
                return None
            value = self.plain(shape, raw, path)
            return replace(inherited, value=value, origin=Origin.OPERATOR, see=(), printed=None)
        for key in raw:
            if key != "is" and key not in CITATION:
                self.fault((*path, key), f"unknown key; expected one of is, {', '.join(CITATION)}")
        if "is" not in raw:
            self.fault(path, f'has no "is"; expected {_expects(shape)}')
            return None
        value = self.plain(shape, raw["is"], (*path, "is"))
        citation = self.citation(raw, path)
        if "rule" not in citation:
            if inherited is None:
                self.fault(path, 'cites no rule; expected rule = "…"')
                return None
            citation["rule"] = inherited.rule
        return Ruled(value, **citation)

    def plain(self, shape: Shape, raw: object, path: Path) -> Any:
        match shape:
            case Scalar(kind):
                value = self.zones(raw) if kind is TIME_ZONE and isinstance(raw, str) else kind.load(raw)
                if value is None:
                    self.fault(path, f"expected {kind.expects}, found {_found(raw)}")
                return value
            case Many(item):
                return tuple(self.plain(item, each, (*path, at)) for at, each in self.items(shape, raw, path))
            case Table(row):
                rows = tuple(self.row(row, each, (*path, at)) for at, each in self.items(shape, raw, path))
                self.refuse_twins(rows, path)
                return rows
            case Part():
                raise AssertionError(path)

    def items(self, shape: Shape, raw: object, path: Path) -> Iterable[tuple[int, Any]]:
        if not isinstance(raw, list):
            self.fault(path, f"expected {_expects(shape)}, found {_found(raw)}")
            return ()
        return enumerate(raw)

    def row(self, cls: type[Row], raw: object, path: Path) -> Row | None:
        if not isinstance(raw, dict):
            self.fault(path, f"expected a row {{ … }}, found {_found(raw)}")
            return None
        plan = fields_of(cls)
        for key in raw:
            if key not in CITATION and key not in {field.name for field in plan}:
                self.fault((*path, key), f"unknown key; expected one of {', '.join(field.name for field in plan)}")
        before = len(self.faults)
        values = {field.name: self.field(field, raw, None, path) for field in plan}
        citation = self.citation(raw, path)
        return cls(**values, **citation) if len(self.faults) == before else None

    def refuse_twins(self, rows: Iterable[Row | None], path: Path) -> None:
        seen: dict[object, int] = {}
        for number, row in enumerate(rows):
            if row is None:
                continue
            key = tuple(getattr(row, name) for name in row.KEY)
            if key in seen:
                self.fault((*path, number), f"overlaps row {seen[key] + 1}: the same {' and '.join(row.KEY)}")
            seen.setdefault(key, number)

    def citation(self, raw: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """The rule, origin, readings and printed words a value or row gives for itself."""
        cited: dict[str, Any] = {}
        if "rule" in raw and self.holds(raw["rule"], (*path, "rule")):
            cited["rule"] = RuleId(raw["rule"])
        if self.base is not None:
            cited["origin"] = Origin.OPERATOR
        elif "origin" in raw:
            origin = next((member for member in Origin if member == raw["origin"]), None)
            if origin is None:
                self.fault((*path, "origin"), f"expected one of {', '.join(Origin)}, found {_found(raw['origin'])}")
            cited["origin"] = origin
        if "see" in raw:
            cited["see"] = self.readings(raw["see"], (*path, "see"))
        if "printed" in raw:
            cited["printed"] = raw["printed"]
            if not isinstance(raw["printed"], str):
                self.fault((*path, "printed"), f"expected a text, found {_found(raw['printed'])}")
        return cited

    def holds(self, rule: object, path: Path) -> bool:
        if isinstance(rule, str) and rule in _READING_IDS:
            return True
        if not isinstance(rule, str) or rule not in RULES:
            self.fault(path, f"expected the id of a rule, found {_found(rule)}")
            return False
        if self.rulebook in PUBLISHED and self.rulebook not in RULES[rule].sources:
            self.fault(path, f"{rule} does not hold in {self.rulebook}")
            return False
        return True

    def readings(self, raw: object, path: Path) -> tuple[str, ...]:
        if not isinstance(raw, list) or not all(each in _READING_IDS for each in raw):
            self.fault(path, f'expected a list of readings such as ["X-08"], found {_found(raw)}')
            return ()
        return tuple(raw)


def _expects(shape: Shape) -> str:
    match shape:
        case Scalar(kind):
            return kind.expects
        case Many(item):
            return f"a list, each item {item.kind.expects}"
        case Table(row):
            return f"rows of {', '.join(field.name for field in fields_of(row))}"
        case Part():
            return "a table"


def _found(raw: object) -> str:
    if raw is None:
        return "nothing"
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, str):
        return f'"{raw}"'
    if isinstance(raw, dict):
        return "a table"
    return "a list" if isinstance(raw, list) else str(raw)
