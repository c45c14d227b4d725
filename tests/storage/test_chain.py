"""The hash chain: made in one way for ever, and of everything that is kept."""

from dataclasses import replace

import pytest

from fairdeal.bank.transfer import Reason
from fairdeal.kernel import EventRef, Instant, StreamId
from fairdeal.storage.archive import Rows, walk
from fairdeal.storage.chain import GENESIS, PLAIN
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.rows import entry_row, hand_row, parse_ref, posted_transfer_of, record_of, transfer_row
from tests.contracts.units import NOW, Desk, append, at, chair, move, pot_of, record, wallet

APPEND = append("cash:T1", 0, b"opened", b"ended", record=record("h1", 1))
MOVE = move(at("cash:T1", 2), chair("ann"), pot_of(), 10, Reason.HAND, "CASH-01", at("cash:T1", 1, 3))
ENTRY = entry_row(APPEND, 2, NOW)
HAND = hand_row(StreamId("cash:T1"), 2, NOW, record("h1", 1))


def test_the_digest_of_an_entry_is_made_in_one_way_for_ever() -> None:
    digest = PLAIN.entry(GENESIS, ENTRY, [transfer_row(MOVE, NOW)], HAND)

    assert digest.hex() == "abcf8d494a5f15fd8378b358be6c9103118ba1dc2fa06b1356de32514365cc59"
    assert (
        PLAIN.snapshot(digest, ("cash:T1", 2, NOW, b"state")).hex()
        == "2f292dfd9bafa597901c134bb01cd0dcbcc48f6cd670f31e5265183903f55149"
    )


def test_every_value_of_every_row_is_in_the_digest() -> None:
    transfer = transfer_row(MOVE, NOW)
    digests = {PLAIN.entry(GENESIS, ENTRY, [transfer], HAND), PLAIN.entry(b"\x01" * 32, ENTRY, [transfer], HAND)}
    rows = (ENTRY, transfer, HAND)
    for number, row in enumerate(rows):
        for place, value in enumerate(row):
            other = (
                value + b"x"
                if isinstance(value, bytes)
                else f"{value}x"
                if isinstance(value, str)
                else (value or 0) + 1
            )
            entry, moved, hand = (
                (*each[:place], other, *each[place + 1 :]) if index == number else each
                for index, each in enumerate(rows)
            )
            digests.add(PLAIN.entry(GENESIS, entry, [moved], hand))

    assert len(digests) == 2 + sum(map(len, rows))


def test_no_two_sets_of_rows_look_the_same() -> None:
    """The borders between values, rows and their absence are in the digest too."""
    entry = ("s", 1, 1, 0, b"", None)
    different = [
        PLAIN.entry(GENESIS, entry, [], None),
        PLAIN.entry(GENESIS, entry, [()], None),
        PLAIN.entry(GENESIS, entry, [("a", "bc")], None),
        PLAIN.entry(GENESIS, entry, [("ab", "c")], None),
        PLAIN.entry(GENESIS, entry, [("ab",), ("c",)], None),
        PLAIN.entry(GENESIS, entry, [(b"ab", "c")], None),
        PLAIN.entry(GENESIS, entry, [("ab", "c", None)], None),
        PLAIN.entry(GENESIS, entry, [], ("ab", "c")),
        PLAIN.entry(GENESIS, entry, [(1,)], None),
        PLAIN.entry(GENESIS, entry, [("1",)], None),
    ]

    assert len(set(different)) == len(different)


def test_each_entry_hangs_on_the_one_before() -> None:
    store = MemoryStore()
    desk = Desk(store)
    for version in range(3):
        desk.must(desk.unit(append("cash:T1", version, b"same")))
    with store.reading() as rows:
        digests = [row[6] for row in entries(rows)]
        heads = list(walk(rows, "streams"))

    assert len(set(digests)) == 3
    assert heads == [("cash:T1", 3, digests[-1])]


def entries(rows: Rows) -> list[tuple[object, ...]]:
    return list(walk(rows, "entries"))


def test_the_order_in_which_transfers_are_posted_does_not_matter_for_the_digest() -> None:
    """Rows are read back in the order of their key, whatever the order of the chain was."""
    digests = set()
    for order in (1, -1):
        store = MemoryStore()
        desk = Desk(store)
        desk.deposit("ann", 100)
        chain = [move(at("cash:T1", 1, leg), wallet("ann"), chair("ann", f"T{leg}"), 5) for leg in range(3)][::order]
        desk.must(desk.unit(append("cash:T1", 0), transfers=tuple(chain)))
        with store.reading() as rows:
            digests.add(entries(rows)[0][6])

    assert len(digests) == 1


@pytest.mark.parametrize("stream", ["cash:T1", "a@b.c", "mail@1.2@3.4", "🂡"])
def test_a_reference_is_read_back_whatever_the_stream_is_called(stream: str) -> None:
    ref = EventRef(StreamId(stream), 12, 3)

    assert parse_ref(str(ref)) == ref


def test_rows_are_read_back_as_the_values_they_were() -> None:
    line = posted_transfer_of(transfer_row(MOVE, NOW))

    assert (line.at, line.transfer) == (NOW, MOVE)
    assert posted_transfer_of(transfer_row(replace(MOVE, rule=None, reverses=None), NOW)).transfer.rule is None
    assert record_of(HAND) == (Instant(NOW), record("h1", 1))
