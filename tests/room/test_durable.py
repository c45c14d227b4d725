"""
What the room wrote once is read for ever, whatever becomes of the classes.

The golden lines hold one value of every kind, and of every shape it can have, as a program wrote it. Lines are added when there are new
kinds (`python -m tests.room.durable`), and never changed.
"""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from fairdeal.storage.codec import CodecError
from tests.room.durable import CODECS, DESCRIBED, UNIONS, described, golden, values

ADD = "if it is meant: python -m tests.room.durable"
WRITING = ("tags", "cash.codecs", "bank.purse", "bank.holds", "tournament.codecs", "casino.table", "casino.conduct")
ATTRIBUTES = {
    "cash": ("cash.codecs", "TABLE_EVENTS"),
    "floor": ("cash.codecs", "FLOOR_EVENTS"),
    "player": ("cash.codecs", "PLAYER_EVENTS"),
    "purse": ("bank.purse", "PURSE_EVENTS"),
    "holds": ("bank.holds", "HOLD_EVENTS"),
    "tournament": ("tournament.codecs", "DIRECTOR_EVENTS"),
    "deal": ("tournament.codecs", "DEALER_EVENTS"),
    "hexapro": ("tournament.codecs", "LOBBY_EVENTS"),
    "programme": ("tournament.codecs", "PROGRAMME_EVENTS"),
    "casino": ("casino.table", "EVENTS"),
    "conduct": ("casino.conduct", "CONDUCT_EVENTS"),
    "cash-state": ("cash.codecs", "TABLE_STATES"),
    "tournament-state": ("tournament.codecs", "DIRECTOR_STATES"),
    "casino-state": ("casino.table", "STATES"),
}


def tree(data: bytes) -> Any:
    """Written bytes as what they are made of."""
    return msgspec.msgpack.decode(data)


def is_kept(old: Any, new: Any) -> bool:
    """Whether everything that was written is still written alike; there may be new fields beside it."""
    if isinstance(old, dict):
        return isinstance(new, dict) and all(key in new and is_kept(old[key], new[key]) for key in old)
    if isinstance(old, list):
        return isinstance(new, list) and len(old) == len(new) and all(map(is_kept, old, new))
    return type(old) is type(new) and bool(old == new)


@pytest.mark.parametrize("name", sorted(UNIONS))
def test_every_event_that_is_written_has_a_name_of_its_own_and_no_other(name: str) -> None:
    written = {kind for kind in UNIONS[name].__args__ if getattr(kind, "durable", True)}

    assert set(CODECS[name].kinds.values()) >= written, "a new event needs a line in room/tags.py"
    assert not set(CODECS[name].kinds.values()) & {kind for kind in UNIONS[name].__args__ if kind not in written}


def test_what_is_written_is_as_it_is_described() -> None:
    assert described() == DESCRIBED.read_text(), ADD


@pytest.mark.parametrize("name", sorted(CODECS))
def test_every_value_has_a_golden_line(name: str) -> None:
    known = golden()

    assert [(tag, number) for tag, number, _ in values(CODECS[name]) if (name, tag, number) not in known] == [], ADD


@pytest.mark.parametrize("name", sorted(CODECS))
def test_what_was_written_once_is_read_and_written_alike(name: str) -> None:
    lines = {key: data for key, data in golden().items() if key[0] == name}
    assert lines

    for key, data in lines.items():
        again = CODECS[name].encode(CODECS[name].decode(data))
        assert is_kept(tree(data), tree(again)), key


def test_a_changed_name_is_noticed() -> None:
    """The tests above can fail: a tag or a field by another name is neither read nor taken for the same."""
    ((name, tag, _), data) = next(iter(golden().items()))
    renamed = data.replace(tag.encode(), tag.upper().encode(), 1)

    with pytest.raises(CodecError):
        CODECS[name].decode(renamed)
    assert not is_kept(tree(data), tree(renamed))
    assert is_kept({"a": 1}, {"a": 1, "b": 2})
    assert not is_kept({"a": 1, "b": 2}, {"a": 1})
    assert not is_kept([1], [1, 2])
    assert not is_kept(1, True)


@contextmanager
def renamed(kinds: set[type]) -> Iterator[None]:
    """Every class has another name, and lives elsewhere."""
    before = [(kind, kind.__name__, kind.__module__) for kind in kinds]
    for number, kind in enumerate(kinds):
        kind.__name__, kind.__module__ = f"Renamed{number}", "elsewhere"
    try:
        yield
    finally:
        for kind, name, module in before:
            kind.__name__, kind.__module__ = name, module


def test_classes_may_be_renamed_and_no_byte_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {name: [codec.encode(value) for _, _, value in values(codec)] for name, codec in CODECS.items()}
    for module in WRITING:
        name = f"fairdeal.room.{module}"
        package, _, last = name.rpartition(".")
        monkeypatch.setattr(sys.modules[package], last, sys.modules[name])
        monkeypatch.delitem(sys.modules, name)

    with renamed({kind for codec in CODECS.values() for kind in codec.kinds.values()}):
        fresh = {module: importlib.import_module(f"fairdeal.room.{module}") for module in WRITING}

    for name, (module, attribute) in ATTRIBUTES.items():
        codec = getattr(fresh[module], attribute)
        assert codec is not CODECS[name]
        assert [codec.encode(value) for _, _, value in values(codec)] == expected[name], name
