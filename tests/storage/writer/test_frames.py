"""Units and answers survive the way to the writer and back exactly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.kernel import AccountId, EventRef, HandId, Instant, PlayerId, Rejection, RuleId, StreamId, TableId, Units
from fairdeal.storage import port
from fairdeal.storage.commit_queue import Answer
from fairdeal.storage.port import Append, Committed, HandRecord, Lease, Refusal, Repeated, StoreError, Unit
from fairdeal.storage.writer.frames import (
    LENGTH_BYTES,
    FrameReader,
    Unframable,
    answers_of,
    frame_of_answers,
    frame_of_unit,
    unit_of,
)
from tests.contracts.units import append

texts = st.text(max_size=12).filter(lambda text: not any("\ud800" <= each <= "\udfff" for each in text))
blobs = st.binary(max_size=40)
numbers = st.integers(-(1 << 63), (1 << 64) - 1)
refs = st.builds(EventRef, texts.map(StreamId), numbers, numbers)
accounts = texts.map(AccountId)
transfers = st.builds(
    Transfer,
    refs,
    accounts,
    accounts,
    numbers.map(Units),
    st.sampled_from(Reason),
    st.none() | texts.map(RuleId),
    st.none() | refs,
)
records = st.builds(
    HandRecord,
    texts.map(HandId),
    texts.map(TableId),
    numbers,
    texts,
    texts,
    st.lists(texts.map(PlayerId), max_size=4).map(tuple),
    blobs,
    blobs,
)
appends = st.builds(
    Append,
    texts.map(StreamId),
    st.none() | numbers,
    st.lists(blobs, max_size=3).map(tuple),
    st.none() | blobs,
    st.none() | records,
)
units = st.builds(
    Unit,
    st.builds(Lease, texts, numbers),
    numbers.map(Instant),
    st.lists(appends, max_size=3).map(tuple),
    st.lists(transfers, max_size=4).map(tuple),
    st.lists(accounts, max_size=3).map(tuple),
    st.none() | texts,
    blobs,
    blobs,
    st.lists(blobs, max_size=3).map(tuple),
    st.booleans(),
)
ERRORS = [each for each in vars(port).values() if isinstance(each, type) and issubclass(each, StoreError)]
answers: st.SearchStrategy[Answer] = st.one_of(
    st.builds(Committed, st.lists(numbers, max_size=3).map(tuple), blobs),
    st.builds(Repeated, blobs),
    st.builds(
        Rejection,
        texts | st.sampled_from(Refusal),
        st.none() | texts.map(RuleId),
        st.lists(st.tuples(texts, numbers), max_size=3).map(tuple),
    ),
)


@given(units)
@settings(max_examples=300)
def test_a_unit_of_any_shape_comes_back_as_it_was(unit: Unit) -> None:
    frame = frame_of_unit(unit)
    again = unit_of(frame[LENGTH_BYTES:])

    assert again == unit
    assert [type(each.reason) for each in again.transfers] == [Reason] * len(unit.transfers)
    assert frame_of_unit(again) == frame


@given(st.integers(0, 1 << 60), st.lists(answers, max_size=5))
def test_answers_come_back_as_they_were(first: int, some: list[Answer]) -> None:
    assert answers_of(frame_of_answers(first, some)[LENGTH_BYTES:]) == (first, some)


@pytest.mark.parametrize("kind", ERRORS)
def test_a_failure_keeps_its_kind_and_its_words(kind: type[StoreError]) -> None:
    _, (answer,) = answers_of(frame_of_answers(0, [kind("so it was")])[LENGTH_BYTES:])

    assert type(answer) is kind
    assert str(answer) == "so it was"


@given(st.lists(st.binary(max_size=30), max_size=8), st.integers(1, 50))
def test_frames_are_found_however_the_bytes_come(bodies: list[bytes], size: int) -> None:
    data = b"".join(len(body).to_bytes(LENGTH_BYTES, "big") + body for body in bodies)
    reader = FrameReader()

    found = [body for start in range(0, len(data), size) for body in reader.feed(data[start : start + size])]

    assert found == bodies


@pytest.mark.parametrize("stream", ["\ud800", "cash:1"])
def test_what_no_frame_can_hold_is_told(stream: str) -> None:
    lease = Lease("room", 1)
    at = Instant(1 << 70 if stream == "cash:1" else 1)

    with pytest.raises(Unframable):
        frame_of_unit(Unit(lease, at, (append(stream, 0),)))
