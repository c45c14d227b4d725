"""What every store promises about reading."""

import sqlite3

import psycopg
import pytest

from fairdeal.bank.transfer import Reason
from fairdeal.kernel import HandId, Instant, PlayerId, StreamId
from fairdeal.storage.archive import Archive
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Append, Clash, Damaged, Loaded, PostedTransfer, StoreClosed
from tests.contracts.conftest import Opener
from tests.contracts.units import NOW, WORLD, Desk, append, at, chair, move, pot_of, record, wallet

T1 = StreamId("cash:T1")
LATER = Instant(NOW + 1_000_000)


def test_a_stream_that_does_not_exist_has_version_zero(store: Archive) -> None:
    assert store.load(T1) == Loaded(T1, 0)
    assert list(store.entries(T1)) == []


def test_loading_gives_the_last_snapshot_and_what_came_after(desk: Desk) -> None:
    desk.must(desk.unit(append(T1, 0, b"a", snapshot=b"after a")))
    desk.must(desk.unit(append(T1, 1, b"b", b"c", snapshot=b"after c")))
    desk.must(desk.unit(append(T1, 3, b"d", b"e")))
    desk.must(desk.unit(append(T1, 5, b"f")))

    assert desk.store.load(T1) == Loaded(T1, 6, b"after c", 3, (b"d", b"e", b"f"))


def test_loading_without_a_snapshot_gives_all_events(desk: Desk) -> None:
    desk.must(desk.unit(append(T1, 0, b"a", b"b")))

    assert desk.store.load(T1) == Loaded(T1, 2, events=(b"a", b"b"))


def test_two_snapshots_of_a_stream_in_one_group_leave_the_later(desk: Desk) -> None:
    desk.store.commit([desk.unit(append(T1, 0, snapshot=b"1")), desk.unit(append(T1, 1, snapshot=b"2"))])

    assert desk.store.load(T1) == Loaded(T1, 2, b"2", 2)


def test_what_was_committed_is_there_after_opening_again(opener: Opener) -> None:
    first = Desk(opener())
    first.deposit("ann", 100)
    first.must(first.unit(append(T1, 0, b"a", snapshot=b"s", record=record("h1", 1)), key="k", result=b"r"))
    first.store.close()

    store = opener()

    assert store.load(T1) == Loaded(T1, 1, b"s", 1)
    assert store.balances([wallet("ann")]) == {wallet("ann"): 100}
    assert store.hand(HandId("h1")) == record("h1", 1)


def test_entries_come_with_their_versions_and_instants(desk: Desk) -> None:
    desk.must(desk.unit(append(T1, 0, b"a", b"b")))
    desk.now = LATER
    desk.must(desk.unit(append(T1, 2, b"c")))

    assert list(desk.store.entries(T1)) == [(1, NOW, b"a"), (2, NOW, b"b"), (3, LATER, b"c")]
    assert list(desk.store.entries(T1, after=1)) == [(2, NOW, b"b"), (3, LATER, b"c")]
    assert list(desk.store.entries(T1, after=3)) == []


def test_a_long_history_is_read_page_by_page(desk: Desk) -> None:
    desk.store.commit([desk.unit(append(T1, number, str(number).encode())) for number in range(1_200)])

    assert [int(event) for _, _, event in desk.store.entries(T1)] == list(range(1_200))


def test_streams_of_a_kind(desk: Desk) -> None:
    names = ("cash:T2", "cash:T1", "cash", "cashier:1", "casino:1", "cash:é")
    desk.store.commit([desk.unit(append(name, 0)) for name in names])

    assert desk.store.streams("cash") == ["cash:T1", "cash:T2", "cash:é"]
    assert desk.store.streams("casino") == ["casino:1"]
    assert desk.store.streams("floor") == []


def test_accounts_by_purpose_and_the_beginning_of_their_holder(desk: Desk) -> None:
    for number, player in enumerate(("ann", "anna", "bob"), 1):
        desk.deposit(player, 100 * number)
    seats = tuple(move(at(T1, 1, leg), wallet(player), chair(player), 10) for leg, player in enumerate(("ann", "bob")))
    desk.must(desk.unit(append(T1, 0), transfers=seats))

    assert desk.store.accounts("site") == {wallet("ann"): 90, wallet("anna"): 200, wallet("bob"): 290}
    assert desk.store.accounts("site", "ann") == {wallet("ann"): 90, wallet("anna"): 200}
    assert desk.store.accounts("seat", "T1/") == {chair("ann"): 10, chair("bob"): 10}
    assert desk.store.accounts("seat", "T2/") == {}
    assert desk.store.accounts("outside") == {WORLD: -600}


def test_balances_name_only_accounts_that_exist(desk: Desk) -> None:
    desk.deposit("ann", 100)
    many = [wallet(f"p{number}") for number in range(12_000)]

    assert desk.store.balances([*many, wallet("ann")]) == {wallet("ann"): 100}
    assert desk.store.balances([]) == {}


def transfers_at(desk: Desk, instants: list[int]) -> list[PostedTransfer]:
    """Deposits at those instants, and chips that move over the table beside each, as lines of the wallet."""
    desk.must(desk.unit(opens=(wallet("ann"),)))
    lines = []
    for version, instant in enumerate(instants, 1):
        desk.now = Instant(instant)
        listed = move(at("player:ann", version), WORLD, wallet("ann"), version, Reason.GRANT, "WAL-05")
        sit = move(at("player:ann", version, 1), wallet("ann"), chair("ann"), 1, Reason.BUY_IN)
        chips = move(at("player:ann", version, 2), chair("ann"), pot_of(), 1, Reason.HAND)
        desk.must(desk.unit(append("player:ann", version - 1), transfers=(listed, sit, chips)))
        lines += [PostedTransfer(Instant(instant), listed), PostedTransfer(Instant(instant), sit)]
    return lines


def test_lines_are_an_accounts_listed_transfers_oldest_first(desk: Desk) -> None:
    lines = transfers_at(desk, [100, 100, 200, 300])

    assert desk.store.transfers_of(wallet("ann"), Instant(0), LATER) == lines
    assert desk.store.transfers_of(wallet("ann"), Instant(100), Instant(200)) == lines[:4]
    assert desk.store.transfers_of(wallet("ann"), Instant(101), Instant(301)) == lines[4:]
    assert desk.store.transfers_of(chair("ann"), Instant(0), LATER) == lines[1::2]
    assert desk.store.transfers_of(pot_of(), Instant(0), LATER) == []


def test_lines_page_after_page_miss_none_though_many_are_of_one_instant(desk: Desk) -> None:
    lines = transfers_at(desk, [100] * 5 + [200] * 3 + [150] * 2)
    expected = sorted(lines, key=lambda line: (line.at, line.transfer.ref.version, line.transfer.ref.leg_number))

    read: list[PostedTransfer] = []
    while page := desk.store.transfers_of(wallet("ann"), Instant(0), LATER, limit=3, after=read[-1] if read else None):
        assert len(page) <= 3
        read += page

    assert read == expected


def test_a_hand_is_found_by_its_id(desk: Desk) -> None:
    desk.must(desk.unit(append(T1, 0, record=record("h1", 1, players=("ann", "bob", "cid")))))

    assert desk.store.hand(HandId("h1")) == record("h1", 1, players=("ann", "bob", "cid"))
    assert desk.store.hand(HandId("h2")) is None


def test_a_players_hands_newest_first_page_after_page(desk: Desk) -> None:
    for number, instant in enumerate((100, 200, 200, 200, 300), 1):
        desk.now = Instant(instant)
        players = ("ann", "bob") if number != 3 else ("bob", "cid")
        desk.must(desk.unit(append(T1, number - 1, record=record(f"h{number}", number, players=players))))

    def hands(before: int, limit: int, last: str | None = None) -> list[str]:
        last_hand = None if last is None else HandId(last)
        found = desk.store.hands_of(PlayerId("ann"), Instant(before), limit, last_hand)
        return [each.hand for _, each in found]

    assert hands(1_000, 10) == ["h5", "h4", "h2", "h1"]
    assert hands(300, 10) == ["h4", "h2", "h1"]
    assert hands(1_000, 2) == ["h5", "h4"]
    assert hands(200, 2, last="h4") == ["h2", "h1"]
    assert desk.store.hands_of(PlayerId("cid"), LATER, 5) == [(200, record("h3", 3, players=("bob", "cid")))]
    assert desk.store.hands_of(PlayerId("dan"), LATER, 5) == []


def test_a_player_at_two_tables_for_hours_finds_every_hand_once(desk: Desk) -> None:
    dealt: list[tuple[int, str]] = []
    for number in range(1, 201):
        desk.now = Instant(number * 50_000 % 7_000_000)  # once the clock is set back
        for table in ("T1", "T2"):
            is_in = (number + (table == "T2")) % 5 != 0
            players = ("ann", "bob") if is_in else ("bob", "cid")
            hand = record(f"{table}-{number:03}", number, table, players)
            desk.must(desk.unit(append(f"cash:{table}", number - 1, record=hand)))
            dealt += [(desk.now, hand.hand)] * is_in

    read: list[tuple[int, str]] = []
    end: tuple[Instant, HandId | None] = (LATER, None)
    while page := desk.store.hands_of(PlayerId("ann"), end[0], 7, end[1]):
        read += [(at, hand.hand) for at, hand in page]
        end = page[-1][0], page[-1][1].hand

    assert read == sorted(dealt, reverse=True)


def test_names_that_no_id_can_have_are_not_found(desk: Desk) -> None:
    for odd in ("\x00", "\ud800"):
        assert desk.store.load(StreamId(odd)).version == 0
        assert list(desk.store.entries(StreamId(odd))) == []
        assert desk.store.balances([wallet(odd)]) == {}
        assert desk.store.accounts("seat", odd) == {}
        assert desk.store.streams(odd) == []
        assert desk.store.transfers_of(wallet(odd), Instant(0), LATER) == []
        assert desk.store.hand(HandId(odd)) is None
        assert desk.store.hands_of(PlayerId(odd), LATER, 5) == []
        assert desk.store.edition_text(odd) is None


def test_the_text_of_an_edition_is_kept_for_ever(store: Archive) -> None:
    store.keep_edition("d1", "house", "the rules", NOW)
    store.keep_edition("d1", "house", "the rules", LATER)

    assert store.edition_text("d1") == "the rules"
    assert store.edition_text("d2") is None
    with pytest.raises(Clash, match="d1"):
        store.keep_edition("d1", "house", "other rules", LATER)
    assert store.edition_text("d1") == "the rules"


def test_a_closed_store_says_so(address: str) -> None:
    store = open_store(address)
    desk = Desk(store)
    store.close()

    with pytest.raises(StoreClosed):
        desk.write(desk.unit(append(T1, 0)))
    with pytest.raises(StoreClosed):
        store.load(T1)


def tamper(address: str, statement: str) -> None:
    """Change a database behind the store's back."""
    if address.startswith("sqlite"):
        with sqlite3.connect(address.removeprefix("sqlite:///")) as connection:
            connection.execute(statement)
        connection.close()
    else:
        with psycopg.connect(address) as session:
            session.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE snapshots SET version = 1 WHERE stream = 'cash:T1'",
        "UPDATE snapshots SET body = (SELECT body FROM snapshots WHERE stream = 'cash:T2') WHERE stream = 'cash:T1'",
        "DELETE FROM entries WHERE stream = 'cash:T1' AND version = 2",
    ],
)
def test_a_snapshot_that_was_tampered_with_is_not_loaded(address: str, statement: str) -> None:
    store = open_store(address)
    desk = Desk(store)
    for name in ("cash:T1", "cash:T2"):
        for number in range(2):
            desk.must(desk.unit(Append(StreamId(name), number, (b"e",), f"{name} {number}".encode())))

    tamper(address, statement)

    with pytest.raises(Damaged, match="cash:T1"):
        store.load(T1)
    store.close()
