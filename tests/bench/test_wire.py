"""Frames made by hand, and a table's driver that reads only what it needs."""

import pytest

from bench.driver import Tally
from bench.interpreter import described
from bench.wire import _served, take_frames, text_frame


@pytest.mark.parametrize("size", [0, 125, 126, 1_000, 70_000])
def test_messages_of_a_server_are_cut_apart(size: int) -> None:
    data = _served(b"x" * size) + _served(b"next") + b"\x81\x10half"

    assert take_frames(data) == ([b"x" * size, b"next"], b"\x81\x10half")
    assert take_frames(data[:1]) == ([], data[:1])


@pytest.mark.parametrize(("size", "head"), [(125, 6), (126, 8), (600, 8)])
def test_a_message_of_a_client_has_a_mask_that_changes_nothing(size: int, head: int) -> None:
    frame = text_frame(b"y" * size)

    assert frame[head:] == b"y" * size
    assert frame[head - 4 : head] == bytes(4)
    assert frame[1] & 0x80


def test_latency_is_counted_from_when_an_act_was_due() -> None:
    tally = Tally()
    tally.sent(9.0)
    tally.begin, tally.end = 10.0, 20.0
    for due in (11.0, 19.9, 20.0):
        tally.sent(due)
    tally.echoed(9.0, 10.5)  # due before, came back meanwhile
    tally.echoed(11.0, 11.25)
    tally.echoed(19.9, 20.4)  # came back afterwards

    assert tally.due == 2
    assert tally.acts == 2
    assert tally.waits == pytest.approx([0.25, 0.5])


def test_the_build_of_the_interpreter_is_told() -> None:
    guided = described("3.11.2", "GCC 12", "'--enable-shared' '--enable-optimizations'", compiled=True)

    assert guided == "Python 3.11.2, GCC 12, built with profile-guided optimisation; fairdeal compiled"
    assert "built without profile" in described("3.11.2", "GCC 12", "'--enable-shared'", compiled=False)
    assert described("3.11.2", "GCC 12", "", compiled=False).endswith("pure Python")
