"""What every store promises about the lists that readers page through."""

from pathlib import Path

import pytest

from fairdeal.kernel import Instant, StreamId
from fairdeal.storage.archive import Archive
from fairdeal.storage.backup import back_up, restore
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Append, Listing, Refusal
from fairdeal.storage.verify.check import check
from tests.contracts.conftest import Opener
from tests.contracts.units import NOW, Desk

LIST = "results"


def row(name: str, at: int, *, into: str = LIST, label: str = "", body: bytes = b"body") -> Listing:
    return Listing(into, name, Instant(at), label, name.casefold(), body)


def write(desk: Desk, *rows: Listing, stream: str = "tournament:T") -> None:
    desk.must(desk.unit(Append(StreamId(stream), None, (b"event",), listings=rows)))


def names(rows: list[Listing]) -> list[str]:
    return [each.id for each in rows]


def test_rows_come_newest_first_and_page_after_page_without_a_gap(desk: Desk) -> None:
    write(desk, *(row(f"T{number}", 100 + number // 2) for number in range(7)))
    write(desk, row("other", 500, into="draws:ann"))

    first = desk.store.listed(LIST, 3)
    second = desk.store.listed(LIST, 3, (first[-1].at, first[-1].id))
    third = desk.store.listed(LIST, 3, (second[-1].at, second[-1].id))

    assert names(first + second + third) == ["T6", "T5", "T4", "T3", "T2", "T1", "T0"]
    assert desk.store.listed("nothing", 3) == []


def test_a_later_row_with_the_same_id_takes_the_place_of_the_earlier(desk: Desk) -> None:
    write(desk, row("T1", 100, label="announced"), row("T2", 101))
    write(desk, row("T1", 200, label="over", body=b"later"))
    first, second = (row("T3", at, label="x") for at in (300, 400))
    units = [desk.unit(Append(StreamId("tournament:T"), None, (b"e",), listings=(each,))) for each in (first, second)]
    desk.store.commit(units)

    assert desk.store.listed(LIST, 9) == [second, row("T1", 200, label="over", body=b"later"), row("T2", 101)]


def test_rows_are_picked_by_id_and_counted_by_label(desk: Desk) -> None:
    rows = [row(f"T{number}", number, label="odd" if number % 2 else "even") for number in range(5)]
    write(desk, *rows)

    assert desk.store.listings(LIST, ["T1", "T9", "T4"]) == {"T1": rows[1], "T4": rows[4]}
    assert desk.store.listings(LIST, []) == {}
    assert desk.store.listed_counts(LIST) == {"odd": 2, "even": 3}
    assert desk.store.listed_counts("none") == {}


def test_rows_are_written_with_their_unit_or_not_at_all(desk: Desk) -> None:
    stale = Append(StreamId("tournament:T"), 5, (b"event",), listings=(row("T1", 1),))

    (outcome,) = desk.store.commit([desk.unit(stale)])

    assert getattr(outcome, "code", None) == Refusal.STALE_VERSION
    assert desk.store.listed(LIST, 9) == []


@pytest.mark.parametrize("odd", [{"id": "a\nb"}, {"words": "\x00"}, {"at": Instant(-1)}])
def test_what_no_database_can_hold_is_refused(desk: Desk, odd: dict[str, object]) -> None:
    given: dict[str, object] = {"list": LIST, "id": "T1", "at": NOW, "label": "", "words": "", "body": b"", **odd}
    append = Append(StreamId("tournament:T"), None, (b"event",), listings=(Listing(**given),))  # type: ignore[arg-type]

    (outcome,) = desk.store.commit([desk.unit(append)])

    assert getattr(outcome, "code", None) == Refusal.MALFORMED


def test_rows_are_there_after_opening_again_and_in_a_backup(opener: Opener, tmp_path: Path) -> None:
    desk = Desk(opener())
    write(desk, row("T1", 100), row("T2", 101))
    desk.store.close()
    store = opener()

    back_up(store, tmp_path / "backup", NOW)
    other = MemoryStore()
    restore(tmp_path / "backup", other)

    assert names(store.listed(LIST, 9)) == names(other.listed(LIST, 9)) == ["T2", "T1"]
    assert check(store) == []


def test_a_row_that_was_changed_is_named_by_the_check() -> None:
    store = MemoryStore()
    write(Desk(store), row("T1", 100), row("T2", 101))
    key = (LIST, "T1")
    store.tables["listings"][key] = (*store.tables["listings"][key][:5], b"another", *store.tables["listings"][key][6:])

    (finding,) = check(store)

    assert (finding.where, "T1" in finding.what) == ("list results", True)


def test_many_rows_cost_one_page(store: Archive) -> None:
    desk = Desk(store)
    write(desk, *(row(f"T{number:05}", number) for number in range(3_000)))

    assert names(store.listed(LIST, 2)) == ["T02999", "T02998"]
    assert names(store.listed(LIST, 2, (Instant(1_500), ""))) == ["T01499", "T01498"]
