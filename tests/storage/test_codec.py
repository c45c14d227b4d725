"""What was written once is read for ever."""

import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.kernel import Cents
from fairdeal.storage.codec import Codec, CodecError
from tests.storage.old_tables import (
    ANN,
    BOB,
    EVENTS_1,
    EVENTS_2,
    STATE,
    STATES,
    VERSION_1,
    VERSION_2,
    Betting,
    Left,
    Sat,
    SatDown,
    Showdown,
    StoodUp,
    Table,
    Why,
    to_2,
)

GOLDEN = Path(__file__).parent / "golden"


def golden(name: str) -> list[bytes]:
    """Bytes as a program wrote them once; a line each. These files are never written again."""
    return [bytes.fromhex(line) for line in (GOLDEN / name).read_text("ascii").split()]


def test_bytes_of_version_1_are_read_by_version_1() -> None:
    assert [VERSION_1.decode(data) for data in golden("events-1.hex")] == EVENTS_1


def test_bytes_of_version_1_are_read_by_version_2() -> None:
    sat, left = (VERSION_2.decode(data) for data in golden("events-1.hex"))

    assert sat == SatDown(player=ANN, seat=3, stack=Cents(20_000), bot=False)
    assert left == StoodUp(ANN, Why.CHOSEN)


def test_bytes_of_version_2_are_read_by_version_2() -> None:
    assert [VERSION_2.decode(data) for data in golden("events-2.hex")] == EVENTS_2


def test_a_state_of_every_shape_is_read() -> None:
    assert [STATES.decode(data) for data in golden("state-1.hex")] == [STATE, Table()]


@pytest.mark.parametrize(
    ("codec", "values", "name"),
    [
        (VERSION_1, EVENTS_1, "events-1.hex"),
        (VERSION_2, EVENTS_2, "events-2.hex"),
        (STATES, [STATE, Table()], "state-1.hex"),
    ],
)
def test_the_same_values_are_still_written_the_same(codec: Codec, values: list[Any], name: str) -> None:
    assert [codec.encode(value) for value in values] == golden(name)


def test_sets_are_written_in_the_same_order_by_every_process() -> None:
    """A text's hash is another in every process, and so is the order of a set."""
    program = "from tests.storage.old_tables import *; print(STATES.encode(STATE).hex())"
    written = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert written == {STATES.encode(STATE).hex() + "\n"}


def test_a_version_that_is_not_known_yet_is_refused() -> None:
    with pytest.raises(CodecError, match="written by version 2, this is 1") as caught:
        VERSION_1.decode(VERSION_2.encode(EVENTS_2[0]))

    assert caught.value.code == "newer_version"


def test_a_tag_that_is_not_known_is_refused() -> None:
    other = Codec("other", 1, {"something": Sat})

    with pytest.raises(CodecError, match="no kind 'something'") as caught:
        VERSION_1.decode(other.encode(EVENTS_1[0]))

    assert caught.value.code == "unknown_tag"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"nonsense",
        VERSION_2.encode(EVENTS_2[0])[:-1],
        VERSION_2.encode(EVENTS_2[0]).replace(b"seat", b"sofa"),
        VERSION_2.encode(EVENTS_2[1]).replace(b"sent_home", b"sent_away"),
        Codec("x", 2, {"stood_up": Sat}, upgrades={2: to_2}).encode(EVENTS_1[0]),
    ],
)
def test_bytes_that_are_damaged_are_refused(data: bytes) -> None:
    with pytest.raises(CodecError) as caught:
        VERSION_2.decode(data)

    assert caught.value.code == "undecodable"


@pytest.mark.parametrize("damage", [(b"betting", b"bedding"), (b"turn", b"term"), (b"chosen", b"frozen")])
def test_states_that_are_damaged_are_refused(damage: tuple[bytes, bytes]) -> None:
    with pytest.raises(CodecError) as caught:
        STATES.decode(STATES.encode(STATE).replace(*damage))

    assert caught.value.code == "undecodable"


def test_fields_that_are_left_out_get_their_default() -> None:
    assert STATES.decode(STATES.encode(replace(STATE, engine=object()))) == STATE


def test_integers_of_any_size() -> None:
    for number in (0, -1, 1 << 63, 1 << 64, -(1 << 63), -(1 << 63) - 1, 1 << 2_000, -(1 << 2_000)):
        value = SatDown(player=ANN, seat=number, stack=Cents(1))
        assert VERSION_2.decode(VERSION_2.encode(value)) == value


players = st.sampled_from([ANN, BOB])
phases = st.builds(Betting, st.integers(), st.dictionaries(st.integers(0, 9), st.integers())) | st.builds(
    Showdown, st.frozensets(players)
)


@settings(max_examples=25)
@given(
    st.builds(
        Table,
        phase=phases | st.none(),
        past=st.lists(phases).map(tuple),
        open=st.integers(min_value=0, max_value=1 << 200),
        waiting=st.frozensets(st.tuples(players, st.integers(0, 9))),
        phases=st.dictionaries(st.text(), phases),
        why=st.sampled_from(Why) | st.none(),
        card=st.binary(),
        engine=st.none(),
    )
)
def test_what_is_written_is_read(state: Table) -> None:
    data = STATES.encode(state)

    assert STATES.decode(data) == state
    assert STATES.encode(STATES.decode(data)) == data


def test_a_codec_tells_what_it_writes() -> None:
    """Kept beside a machine, this text shows a change of shape that forgot its version."""
    assert VERSION_2.describe().splitlines() == [
        "old.events 2",
        "sat_down SatDown",
        "    player: PlayerId",
        "    seat: int",
        "    stack: Cents",
        "    bot: bool",
        "stood_up StoodUp",
        "    player: PlayerId",
        "    why: Why",
    ]
    assert "phase: Betting | Showdown | None" in STATES.describe()
    assert "- Place\n    table: str\n    seat: int" in STATES.describe()
    assert "engine" not in STATES.describe()


class Shape:
    """What a drawing leaves to whoever makes shapes."""


@dataclass(frozen=True)
class Square(Shape):
    side: int


@dataclass(frozen=True)
class Dots(Shape):
    at: frozenset[int]


@dataclass(frozen=True)
class Drawing:
    shape: Shape


def test_a_field_may_hold_any_tagged_class_of_a_common_base() -> None:
    codec = Codec("drawings", 1, {"drawing": Drawing}, parts={"square": Square, "dots": Dots})
    one = Codec("drawings", 1, {"drawing": Drawing}, parts={"square": Square})

    for drawing in (Drawing(Square(3)), Drawing(Dots(frozenset({2, 1})))):
        assert codec.decode(codec.encode(drawing)) == drawing
    assert one.encode(Drawing(Square(3))) == codec.encode(Drawing(Square(3))), "others do not change what is written"
    assert "shape: Square | Dots" in codec.describe()
    with pytest.raises(TypeError, match="Shape is no plain value"):
        Codec("drawings", 1, {"drawing": Drawing})


@dataclass(frozen=True)
class Untagged:
    phase: Betting | Left


@dataclass(frozen=True)
class Mixed:
    phase: Betting | Showdown | int


@dataclass(frozen=True)
class Odd:
    engine: Codec


@dataclass(frozen=True)
class Endless:
    inner: "tuple[Endless | Betting, ...]"


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Untagged, r"Untagged\.phase: Left needs a tag"),
        (Mixed, r"Mixed\.phase: .* mixes dataclasses with other values"),
        (Odd, r"Odd\.engine: Codec is no plain value"),
        (Endless, r"Endless\.inner: .*Endless contains itself"),
    ],
)
def test_a_class_that_could_not_be_read_back_is_refused_at_once(kind: type, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Codec("x", 1, {"x": kind}, parts={"betting": Betting, "showdown": Showdown})


def test_every_version_needs_its_upgrade() -> None:
    with pytest.raises(ValueError, match="from 2 to 3"):
        Codec("x", 3, {"sat": Sat}, upgrades={2: to_2})
