"""What a desk keeps of the frames it sent."""

import pytest

from fairdeal.kernel import PlayerId
from fairdeal.server.desks.sent_frames import SentFrames
from fairdeal.server.limits import HISTORY_BYTES_MAX

ANN = PlayerId("ann")


def numbers(sent: SentFrames, after: int) -> list[int] | None:
    found = sent.after(after)
    return None if found is None else [frame.number for frame in found]


def test_frames_after_a_position_come_in_order_with_their_parts() -> None:
    sent = SentFrames(4)
    for number in (5, 6, 7):
        sent.add(number, b"public %d" % number, {ANN: b"own"} if number == 6 else {})

    assert numbers(sent, 4) == [5, 6, 7]
    assert numbers(sent, 6) == [7]
    assert numbers(sent, 7) == []
    frames = sent.after(5)
    assert frames is not None
    assert [(frame.public, frame.own_of(ANN)) for frame in frames] == [(b"public 6", b"own"), (b"public 7", None)]
    assert frames[0].own_of(PlayerId("bob")) is frames[0].own_of(None) is None


def test_positions_before_the_first_and_after_the_last_are_unknown() -> None:
    sent = SentFrames(4)
    assert numbers(sent, 4) == []
    assert numbers(sent, 3) is None
    assert numbers(sent, 5) is None
    sent.add(5, b"", {})
    assert numbers(sent, 3) is None
    assert numbers(sent, 9) is None


@pytest.mark.interpreted
def test_a_table_keeps_so_many_frames_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = SentFrames(0)
    monkeypatch.setattr("fairdeal.server.desks.sent_frames.HISTORY_FRAMES_MAX", 20)
    for number in range(1, 31):
        sent.add(number, b"x", {})

    assert numbers(sent, 9) is None
    assert numbers(sent, 10) == list(range(11, 31))


def test_a_table_keeps_so_many_bytes_and_no_more() -> None:
    sent = SentFrames(0)
    half = HISTORY_BYTES_MAX // 4 - 200
    for number in range(1, 11):
        sent.add(number, b"x" * half, {ANN: b"y" * half})

    assert numbers(sent, 7) is None
    assert numbers(sent, 8) == [9, 10]
    sent.add(11, b"x" * (HISTORY_BYTES_MAX + 1), {})  # larger than all that is kept: nobody can catch up with it
    assert numbers(sent, 10) is None
    assert numbers(sent, 11) == []
