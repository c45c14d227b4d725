"""Lists the values of an edition one by one, with their paths and citations."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from fairdeal.rulebook.ruled import Origin, Row, Ruled
from fairdeal.rulebook.schema.edition import PARTS, Edition
from fairdeal.rulebook.shape import Many, Part, Scalar, Shape, Table, parts_of

Steps = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value of an edition, as it is shown, with its citation."""

    steps: Steps
    text: str
    rules: tuple[str, ...]  # the most particular first
    origin: Origin
    see: tuple[str, ...]
    printed: str | None
    cited_at: Steps  # the value itself, or the row that carries the citation

    @property
    def path(self) -> str:
        """The path of the value as text, such as `poker.rake.holdem[texas 0.05/0.1].percent`."""
        return path_of(self.steps)


def path_of(steps: Steps) -> str:
    """The steps of a path as text, with rows in brackets."""
    return ".".join(steps).replace(".[", "[")


def leaves(edition: Edition) -> Iterator[Leaf]:
    """All values of an edition in order; a table has one leaf for each cell that is not part of its row's name."""
    for name in PARTS:
        part = getattr(edition, name)
        if part is not None:
            yield from _section(part, (name,))


def show(shape: Shape, value: Any) -> str:
    """A value as a person reads it."""
    match shape:
        case Scalar(kind):
            return kind.show(value)
        case Many(item):
            return ", ".join(item.kind.show(each) for each in value) or "none"
        case _:
            raise AssertionError(shape)


def _section(section: object, steps: Steps) -> Iterator[Leaf]:
    for field, value in parts_of(section):
        here = (*steps, field.name)
        if isinstance(field.shape, Part):
            yield from _section(value, here)
        elif isinstance(field.shape, Table):
            yield from _table(value, here)
        else:
            yield _leaf(here, show(field.shape, value.value), value)


def _table(table: Ruled[tuple[Row, ...]], steps: Steps) -> Iterator[Leaf]:
    if not table.value:
        yield _leaf(steps, "none", table)
    for row in table.value:
        names = [show(field.shape, value) for field, value in parts_of(row) if field.name in row.KEY]
        cells = {field.name: show(field.shape, value) for field, value in parts_of(row) if field.name not in row.KEY}
        here = (*steps, f"[{' '.join(names)}]")
        cited = Ruled(
            row,
            row.rule or table.rule,
            table.origin if row.origin is Origin.PRINTED else row.origin,
            row.see or table.see,
            row.printed or table.printed,
        )
        # The value of a row that is only a name is that it exists.
        for name, text in (cells or {"offered": "yes"}).items():
            leaf = _leaf((*here, name), text, cited)
            yield replace(leaf, rules=tuple(dict.fromkeys((cited.rule, table.rule))), cited_at=here)


def _leaf(steps: Steps, text: str, cited: Ruled[Any]) -> Leaf:
    return Leaf(steps, text, (cited.rule,), cited.origin, cited.see, cited.printed, steps)
