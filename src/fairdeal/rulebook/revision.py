"""
A house's own revision of a rulebook: values changed one by one, and the file that says so.

A revision keeps the name of the rulebook it revises, because stakes, tables and accounts carry that name; its text is an operator's
file that extends the published edition and holds only what differs. Parts of a rulebook that a running room cannot take up between
two hands are locked here; they change with the operator's file, at a start.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

from fairdeal.kernel import Zones
from fairdeal.rulebook.clause import PUBLISHED, EditionId
from fairdeal.rulebook.reader import BadEdition, Fault, read_edition
from fairdeal.rulebook.ruled import Origin, Row, Ruled, quoted
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.rulebook.shape import Many, Part, Scalar, Table, parts_of
from fairdeal.rulebook.walk import Leaf, Steps, leaves, path_of, show

LOCKED: Final = frozenset({"games", "wallet", "integrity", "rakeback", "hexapro", "hexapro_extreme"})
"""Parts of the poker rules that change only at a start: what is offered at all, wallets, holds, and games that are half filled."""

_NUMBER: Final = re.compile(r"\d{1,15}([.,]\d{1,6})?")
_CHOICE: Final = re.compile(r'"([^"]+)"')
_HOUSE: Final = "house-"


@dataclass(frozen=True, slots=True)
class Cell:
    """A value as it can be edited: written as in a rulebook file, with its unit, or its choices."""

    leaf: Leaf
    written: str
    unit: str
    choices: tuple[str, ...]
    expects: str
    locked: bool

    @property
    def path(self) -> str:
        """The path of the value."""
        return self.leaf.path


class NotRevisable(Exception):
    """Raised for a rulebook that cannot be written as what it changes of a published one."""


def cells(edition: Edition) -> Iterator[Cell]:
    """All values of the poker rules of an edition, in order, as they can be edited."""
    known = {leaf.steps: leaf for leaf in leaves(edition)}
    for steps, shape, value in _values(edition.poker, ("poker",)):
        if steps in known:
            yield _cell(known[steps], shape, value)


def _cell(leaf: Leaf, shape: Scalar | Many, value: Any) -> Cell:
    written, shown = _written(shape, value), show(shape, value)
    kind = shape.kind if isinstance(shape, Scalar) else shape.item.kind
    choices = tuple(_CHOICE.findall(kind.expects)) if kind.expects.startswith("one of ") else ()
    if kind.expects == "true or false":
        choices = ("true", "false")
    unit = shown.removeprefix(written).strip() if isinstance(shape, Scalar) and shown.startswith(written) else ""
    if kind.expects.startswith("an amount of money"):
        unit = "money"
    return Cell(leaf, written, unit, choices, kind.expects, leaf.steps[1] in LOCKED)


def _values(section: object, steps: Steps) -> Iterator[tuple[Steps, Scalar | Many, Any]]:
    for field, value in parts_of(section) if section is not None else ():
        here = (*steps, field.name)
        match field.shape:
            case Part():
                yield from _values(value, here)
            case Table():
                for row in value.value:
                    yield from _values_of_row(row, (*here, _row_name(row)))
            case Scalar() | Many() as shape:
                yield here, shape, value.value


def _values_of_row(row: Row, steps: Steps) -> Iterator[tuple[Steps, Scalar | Many, Any]]:
    for field, value in parts_of(row):
        if field.name not in row.KEY and isinstance(field.shape, Scalar | Many):
            yield (*steps, field.name), field.shape, value


def _row_name(row: Row) -> str:
    """The step that names a row among its table's, as `walk` has it."""
    names = [
        show(field.shape, value)
        for field, value in parts_of(row)
        if field.name in row.KEY and isinstance(field.shape, Scalar | Many)
    ]
    return f"[{' '.join(names)}]"


def _written(shape: Scalar | Many, value: Any) -> str:
    if isinstance(shape, Many):
        return ", ".join(shape.item.kind.dump(each).strip('"') for each in value)
    return shape.kind.dump(value).strip('"')


# ---- changing


@dataclass(frozen=True, slots=True)
class Header:
    """How a revision is called, and its number."""

    title: str
    version: str


def revised(
    current: Edition, published: Mapping[EditionId, Edition], changes: Mapping[str, str], header: Header, zones: Zones
) -> tuple[Edition, str]:
    """
    The revision that has these values in place of the current ones, and its text; raises `BadEdition` with all faults.

    `changes` are written values by path. Locked and unknown paths are faults too.
    """
    faults: list[Fault] = []
    known = {cell.path: cell for cell in cells(current)}
    wanted: dict[str, Any] = {}
    shapes = {path_of(steps): shape for steps, shape, _ in _values(current.poker, ("poker",))}
    for path, text in changes.items():
        cell = known.get(path)
        if cell is None:
            faults.append(Fault(1, path, "is not a value of this rulebook"))
        elif cell.locked:
            faults.append(Fault(1, path, "changes only with the rulebook file, at a start"))
        elif (value := _parsed(shapes[path], text)) is None:
            faults.append(Fault(1, path, f"expected {cell.expects}, found {text[:40]!r}"))
        else:
            wanted[path] = value
    if faults:
        raise BadEdition(current.id, faults)
    target = replace(current, poker=_changed(current.poker, ("poker",), wanted))
    text = revision_text(published[current.published], target, header)
    return read_revision(text, current.id, published, zones), text


def read_revision(text: str, rulebook: EditionId, published: Mapping[EditionId, Edition], zones: Zones) -> Edition:
    """A revision from its text, under the name of the rulebook it revises; raises `BadEdition`."""
    return replace(read_edition(text, rulebook, published, zones=zones), id=rulebook)


def _parsed(shape: Scalar | Many, text: str) -> Any:
    """The value that a text means, or None."""
    if isinstance(shape, Many):
        items = [_parsed(shape.item, each) for each in text.split(",") if each.strip()]
        return None if None in items else tuple(items)
    plain = text.strip()
    raw: list[object] = [plain == "true"] if plain in ("true", "false") else []
    raw += [Decimal(plain.replace(",", "."))] if _NUMBER.fullmatch(plain) else []
    return next((value for each in (*raw, plain) if (value := shape.kind.load(each)) is not None), None)


def _changed(section: Any, steps: Steps, wanted: Mapping[str, Any]) -> Any:
    """The section with the wanted values."""
    fresh: dict[str, Any] = {}
    for field, value in parts_of(section):
        here = (*steps, field.name)
        if isinstance(field.shape, Part):
            fresh[field.name] = _changed(value, here, wanted)
        elif isinstance(field.shape, Table):
            rows = tuple(_changed_row(row, (*here, _row_name(row)), wanted) for row in value.value)
            fresh[field.name] = replace(value, value=rows)
        elif (path := path_of(here)) in wanted:
            fresh[field.name] = replace(value, value=wanted[path])
    return replace(section, **fresh)


def _changed_row(row: Row, steps: Steps, wanted: Mapping[str, Any]) -> Row:
    paths = {field.name: path_of((*steps, field.name)) for field, _ in parts_of(row)}
    fresh = {name: wanted[path] for name, path in paths.items() if path in wanted}
    return replace(row, **fresh) if fresh else row


# ---- writing


def revision_text(parent: Edition, target: Edition, header: Header) -> str:
    """The operator's file that makes `target` out of a published edition; raises `NotRevisable` where no such file does."""
    name = f"{_HOUSE}{target.id}" if target.id in PUBLISHED else target.id
    head = {"id": name, "title": header.title, "version": header.version, "extends": parent.id}
    lines = ["[edition]", *(f"{key} = {quoted(value)}" for key, value in head.items())]
    lines += _section(parent.poker, target.poker, "poker")
    if target.casino != parent.casino:
        raise NotRevisable("the casino's values differ from the published ones")
    return "\n".join(lines) + "\n"


def _section(parent: Any, target: Any, path: str) -> Iterator[str]:
    if parent is None or target is None:
        raise NotRevisable(f"{path} is in only one of the two")
    before, after = dict(_by_name(parent)), dict(_by_name(target))
    added = after.keys() - before.keys()
    if added:
        raise NotRevisable(f"{path}.{min(added)} is not in the published edition")
    own = [f'{name} = "none"' for name in before if name not in after]
    inner: list[str] = []
    for field, value in parts_of(target):
        was = before[field.name]
        if isinstance(field.shape, Part):
            inner += _section(was, value, f"{path}.{field.name}")
        elif isinstance(field.shape, Table):
            own += _table(field.name, was, value)
        elif was.value != value.value:
            own.append(f"{field.name} = {_dumped(field.shape, value.value)}")
    if own:
        yield from ("", f"[{path}]", *own)
    yield from inner


def _by_name(section: object) -> Iterator[tuple[str, Any]]:
    return ((field.name, value) for field, value in parts_of(section))


def _table(name: str, was: Ruled[tuple[Row, ...]], now: Ruled[tuple[Row, ...]]) -> list[str]:
    if [_plain(row) for row in was.value] == [_plain(row) for row in now.value]:
        return []
    return [f"{name} = [", *(f"    {_row(row)}," for row in now.value), "]"]


def _plain(row: Row) -> Row:
    """The row without its citation."""
    return replace(row, rule=None, origin=Origin.PRINTED, see=(), printed=None)


def _row(row: Row) -> str:
    cells_of_row = [f"{field.name} = {_dumped(field.shape, value)}" for field, value in parts_of(row)]
    cited = [] if row.rule is None else [f"rule = {quoted(row.rule)}"]
    return "{ " + ", ".join([*cells_of_row, *cited]) + " }"


def _dumped(shape: object, value: Any) -> str:
    match shape:
        case Scalar(kind):
            return kind.dump(value)
        case Many(item):
            return "[" + ", ".join(item.kind.dump(each) for each in value) + "]"
        case _:
            raise AssertionError(shape)
