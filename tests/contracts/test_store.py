"""What every store promises about writing, whatever it stands on."""

from dataclasses import replace

import pytest

from fairdeal.bank.ledger import Refusal as LedgerRefusal
from fairdeal.bank.transfer import Reason, reversal
from fairdeal.kernel import AccountId, Instant, Rejection, StreamId, Units
from fairdeal.storage.archive import Archive
from fairdeal.storage.port import Clash, Committed, Lease, Refusal, Repeated, Unit
from tests.contracts.conftest import Opener
from tests.contracts.units import NOW, WORLD, Desk, append, at, chair, move, pot_of, record, wallet


def code(outcome: object) -> str:
    assert isinstance(outcome, Rejection), outcome
    return outcome.code


def everything(store: Archive) -> dict[str, int]:
    """How many rows there are of each kind, and the balances' sum."""
    with store.reading() as rows:
        return {
            name: rows.count(name)
            for name in ("streams", "entries", "transfers", "accounts", "hands", "receipts", "snapshots")
        }


def test_events_take_the_versions_after_what_the_writer_has_seen(desk: Desk) -> None:
    first = desk.must(desk.unit(append("cash:T1", 0, b"a", b"b")))
    second = desk.must(desk.unit(append("cash:T1", 2, b"c")))

    assert (first.versions, second.versions) == ((2,), (3,))
    assert [event for _, _, event in desk.store.entries(StreamId("cash:T1"))] == [b"a", b"b", b"c"]


def test_a_stale_writer_is_refused_with_the_version_there_is(desk: Desk) -> None:
    desk.must(desk.unit(append("cash:T1", 0, b"a", b"b")))

    late = desk.write(desk.unit(append("cash:T1", 1, b"x")))
    early = desk.write(desk.unit(append("cash:T1", 7, b"x")))

    assert late == Rejection(Refusal.STALE_VERSION, None, (("after", 1), ("version", 2)))
    assert early == Rejection(Refusal.STALE_VERSION, None, (("after", 7), ("version", 2)))


def test_several_streams_move_together_or_not_at_all(desk: Desk) -> None:
    desk.must(desk.unit(append("player:ann", 0), append("cash:T1", 0), append("floor:1", 0)))

    torn = desk.write(desk.unit(append("player:ann", 1, b"x"), append("cash:T1", 0, b"x"), append("floor:1", 1, b"x")))

    assert code(torn) == Refusal.STALE_VERSION
    assert [desk.store.load(StreamId(name)).version for name in ("player:ann", "cash:T1", "floor:1")] == [1, 1, 1]


def test_versions_come_in_the_order_of_the_appends(desk: Desk) -> None:
    desk.must(desk.unit(append("b:1", 0, b"1", b"2", b"3")))

    both = desk.must(desk.unit(append("b:1", 3, b"4"), append("a:1", 0, b"1", b"2")))

    assert both.versions == (4, 2)


def test_an_append_without_a_version_goes_to_the_end_whatever_that_is(desk: Desk) -> None:
    versions = [desk.must(desk.unit(append("log:1", None, b"x", b"y"))).versions for _ in range(3)]

    assert versions == [(2,), (4,), (6,)]


def test_whoever_lost_the_lease_can_never_commit_again(opener: Opener) -> None:
    old = Desk(opener())
    loaded = old.store.load(StreamId("cash:T1"))
    new = Desk(opener())

    refused = old.write(old.unit(append("cash:T1", loaded.version)))

    assert refused == Rejection(Refusal.LOST_LEASE, None, (("epoch", 2),))
    assert (old.lease, new.lease) == (Lease("main", 1), Lease("main", 2))
    new.must(new.unit(append("cash:T1", 0)))
    assert code(old.write(old.unit(append("cash:T1", 1)))) == Refusal.LOST_LEASE


def test_a_lease_nobody_gave_is_no_lease(desk: Desk) -> None:
    for lease in (Lease("other", 0), Lease("other", 1), Lease("main", 0), Lease("main", 2)):
        refused = desk.write(replace(desk.unit(append("cash:T1", 0)), lease=lease))
        assert code(refused) == Refusal.LOST_LEASE, lease


def test_leases_of_other_shards_stay(opener: Opener) -> None:
    ours, theirs = Desk(opener(), "ours"), Desk(opener(), "theirs")

    ours.must(ours.unit(append("cash:T1", 0)))
    theirs.must(theirs.unit(append("cash:T2", 0)))


def test_a_key_used_again_with_the_same_payload_gets_the_first_result(desk: Desk) -> None:
    desk.must(desk.unit(append("cash:T1", 0), key="k1", payload=b"sit 3", result=b"seated"))

    again = desk.write(desk.unit(append("cash:T1", 1), key="k1", payload=b"sit 3", result=b"seated again"))

    assert again == Repeated(b"seated")
    assert desk.store.load(StreamId("cash:T1")).version == 1


def test_a_key_used_again_with_another_payload_is_refused(desk: Desk) -> None:
    desk.must(desk.unit(append("cash:T1", 0), key="k1", payload=b"sit 3"))

    assert code(desk.write(desk.unit(append("cash:T1", 1), key="k1", payload=b"sit 4"))) == Refusal.KEY_REUSED


def test_a_unit_that_recalls_tells_what_became_of_a_key_and_writes_nothing(desk: Desk) -> None:
    asked = replace(desk.unit(key="k1", payload=b"sit 3"), recalls=True)
    assert code(desk.write(asked)) == Refusal.KEY_UNKNOWN
    desk.must(desk.unit(append("cash:T1", 0), key="k1", payload=b"sit 3", result=b"seated"))

    assert desk.write(asked) == Repeated(b"seated")
    assert code(desk.write(replace(asked, payload=b"sit 4"))) == Refusal.KEY_REUSED
    assert code(desk.write(replace(asked, key="k2"))) == Refusal.KEY_UNKNOWN
    desk.must(desk.unit(append("cash:T1", 1), key="k2"))


def test_a_key_used_a_thousand_times_writes_once(desk: Desk) -> None:
    units = [desk.unit(append("cash:T1", None), key="k1", payload=b"sit 3", result=b"seated") for _ in range(500)]

    outcomes = [*desk.store.commit(units), *desk.store.commit(units)]

    assert outcomes == [Committed((1,), b"seated"), *[Repeated(b"seated")] * 999]
    assert desk.store.load(StreamId("cash:T1")).version == 1


def test_a_refused_unit_does_not_use_up_its_key(desk: Desk) -> None:
    assert code(desk.write(desk.unit(append("cash:T1", 5), key="k1"))) == Refusal.STALE_VERSION

    desk.must(desk.unit(append("cash:T1", 0), key="k1"))


def test_refusals_by_descending_precedence(desk: Desk) -> None:
    """The same unit with one fault less each time, until it is written."""
    desk.must(desk.unit(append("cash:T1", 0, b"a", b"b"), key="used", payload=b"first"))
    paid = move(at("cash:T1", 3), wallet("ann"), chair("ann"), 100, Reason.BUY_IN)
    faulty = Unit(Lease("main", 9), NOW, (append("cash:T1", 1, b"c"),), (paid,), key="used", payload=b"second")

    assert code(desk.write(faulty)) == Refusal.MALFORMED  # its transfer names an event of somebody else
    faulty = replace(faulty, appends=(append("cash:T1", 1, b"c", b"d"),))
    assert code(desk.write(faulty)) == Refusal.LOST_LEASE
    faulty = replace(faulty, lease=desk.lease)
    assert code(desk.write(faulty)) == Refusal.KEY_REUSED
    faulty = replace(faulty, key="new")
    assert code(desk.write(faulty)) == Refusal.STALE_VERSION
    faulty = replace(faulty, appends=(append("cash:T1", 2, b"c", b"d"),))
    assert code(desk.write(faulty)) == LedgerRefusal.ACCOUNT_NOT_OPEN
    faulty = replace(faulty, opens=(wallet("ann"),))
    assert code(desk.write(faulty)) == LedgerRefusal.INSUFFICIENT_FUNDS
    desk.deposit("ann", 100)
    desk.must(faulty)


@pytest.mark.parametrize(
    "transfer",
    [
        move(at("cash:T1", 1), wallet("ann"), chair("ann"), 0),
        move(at("cash:T1", 1), wallet("ann"), chair("ann"), 10**16),
        move(at("cash:T1", 1), AccountId("nonsense"), chair("ann"), 5),
        move(at("cash:T1", 1), wallet("ann"), wallet("ann"), 5),
        move(at("cash:T1", 1), wallet("ann"), AccountId("seat:T1/ann:RON:real"), 5),
        move(at("cash:T1", 1), wallet("ann"), chair("ann"), 101),
        move(at("cash:T1", 1), wallet("nobody"), chair("ann"), 5),
    ],
)
def test_what_the_ledger_refuses_leaves_no_trace(desk: Desk, transfer: object) -> None:
    desk.deposit("ann", 100)
    before = everything(desk.store)
    good = move(at("cash:T1", 1, 1), wallet("ann"), chair("ann"), 10)

    refused = desk.write(
        desk.unit(
            append("cash:T1", 0, snapshot=b"s", record=record("h1", 1)),
            transfers=(good, transfer),  # type: ignore[arg-type]
            opens=(wallet("bob"),),
            key="k1",
        )
    )

    assert code(refused) in set(LedgerRefusal)
    assert everything(desk.store) == before
    assert desk.store.balances([wallet("ann"), wallet("bob"), chair("ann")]) == {wallet("ann"): 100}


def test_a_refused_unit_disturbs_no_other_of_its_group(desk: Desk) -> None:
    desk.deposit("ann", 100)
    good = desk.unit(append("cash:T1", 0), transfers=(move(at("cash:T1", 1), wallet("ann"), chair("ann"), 60),))
    poor = desk.unit(append("cash:T2", 0), transfers=(move(at("cash:T2", 1), wallet("ann"), chair("ann", "T2"), 60),))
    stale = desk.unit(append("cash:T1", 9))
    odd = desk.unit(append("cash:T3", 0), transfers=(move(at("cash:T4", 1), wallet("ann"), chair("ann"), 1),))
    last = desk.unit(append("cash:T4", 0), transfers=(move(at("cash:T4", 1), wallet("ann"), chair("ann", "T4"), 40),))

    outcomes = desk.store.commit([poor, good, stale, odd, last, poor])

    # The first one still had the money; the second came too late for it.
    assert [type(outcome) for outcome in outcomes] == [Committed, Rejection, Rejection, Rejection, Committed, Committed]
    assert [code(outcome) for outcome in outcomes[1:4]] == [
        LedgerRefusal.INSUFFICIENT_FUNDS,
        Refusal.STALE_VERSION,
        Refusal.MALFORMED,
    ]
    assert desk.store.balances([wallet("ann"), chair("ann", "T2"), chair("ann", "T4")]) == {
        wallet("ann"): 0,
        chair("ann", "T2"): 60,
        chair("ann", "T4"): 40,
    }


def test_a_unit_sees_what_earlier_units_of_its_group_did(desk: Desk) -> None:
    deposit = move(at("player:ann", 1), WORLD, wallet("ann"), 100)
    sit = move(at("cash:T1", 1), wallet("ann"), chair("ann"), 70)

    outcomes = desk.store.commit(
        [
            desk.unit(append("player:ann", 0), transfers=(deposit,), opens=(wallet("ann"),)),
            desk.unit(append("player:ann", 1), append("cash:T1", 0), transfers=(sit,)),
            desk.unit(append("player:ann", 2), append("cash:T1", 1)),
        ]
    )

    assert outcomes == [Committed((1,)), Committed((2, 1)), Committed((3, 2))]
    assert desk.store.balances([wallet("ann"), chair("ann")]) == {wallet("ann"): 30, chair("ann"): 70}


def test_an_account_that_was_opened_in_vain_is_not_open(desk: Desk) -> None:
    """The group goes on as if the refused unit had never been there."""
    vain = desk.unit(append("cash:T1", 5), opens=(wallet("ann"),))
    poor = desk.unit(
        append("cash:T1", 0),
        transfers=(move(at("cash:T1", 1), wallet("ann"), chair("ann"), 1),),
        opens=(wallet("ann"),),
    )
    deposit = desk.unit(append("player:ann", 0), transfers=(move(at("player:ann", 1), WORLD, wallet("ann"), 1),))

    outcomes = desk.store.commit([vain, poor, deposit])

    assert [code(outcome) for outcome in outcomes] == [
        Refusal.STALE_VERSION,
        LedgerRefusal.INSUFFICIENT_FUNDS,
        LedgerRefusal.ACCOUNT_NOT_OPEN,
    ]


def test_the_same_unit_again_was_committed_and_writes_nothing(desk: Desk) -> None:
    """A writer that never heard the answer asks once more, even if others wrote meanwhile."""
    desk.deposit("ann", 100)
    unit = desk.unit(
        append("cash:T1", 0, b"a", b"b", snapshot=b"s", record=record("h1", 1)),
        append("player:ann", 1, b"sat"),
        transfers=(move(at("cash:T1", 2), wallet("ann"), chair("ann"), 60),),
        result=b"done",
    )
    first = desk.must(unit)
    desk.must(desk.unit(append("cash:T1", 2, b"c")))
    before = everything(desk.store)

    assert desk.write(unit) == first == Committed((2, 2), b"done")
    assert desk.store.commit([unit, unit]) == [first, first]
    assert everything(desk.store) == before
    assert desk.store.balances([wallet("ann")]) == {wallet("ann"): 40}


def test_the_same_unit_twice_in_a_group_is_written_once(desk: Desk) -> None:
    first = desk.unit(append("cash:T1", 0, b"a"), opens=(wallet("ann"),))
    second = desk.unit(append("cash:T1", 1, b"b"))

    assert desk.store.commit([first, first]) == [Committed((1,)), Committed((1,))]
    assert desk.store.commit([second, second]) == [Committed((2,)), Committed((2,))]
    assert desk.store.load(StreamId("cash:T1")).version == 2


def test_the_same_unit_again_is_answered_even_after_the_lease_was_lost(opener: Opener) -> None:
    """It is durable, and its writer may say so; only the next one is refused."""
    old = Desk(opener())
    unit = old.unit(append("cash:T1", 0, b"a"), key="k", payload=b"p", result=b"r")
    old.must(unit)
    Desk(opener())

    assert old.write(unit) == Committed((1,), b"r")
    assert code(old.write(old.unit(append("cash:T1", 1)))) == Refusal.LOST_LEASE


@pytest.mark.parametrize("change", ["event", "instant", "amount", "rule", "record"])
def test_a_unit_that_differs_in_anything_is_another_unit(desk: Desk, change: str) -> None:
    desk.deposit("ann", 100)
    paid = move(at("cash:T1", 1), wallet("ann"), chair("ann"), 60, rule="CASH-03")
    unit = desk.unit(append("cash:T1", 0, b"a", record=record("h1", 1)), transfers=(paid,))
    desk.must(unit)
    other = {
        "event": replace(unit, appends=(replace(unit.appends[0], events=(b"b",)),)),
        "instant": replace(unit, at=Instant(NOW + 1)),
        "amount": replace(unit, transfers=(replace(paid, amount=Units(61)),)),
        "rule": replace(unit, transfers=(replace(paid, rule=None),)),
        "record": replace(unit, appends=(replace(unit.appends[0], record=record("h1", 2)),)),
    }[change]

    assert code(desk.write(other)) == Refusal.STALE_VERSION
    assert desk.write(unit) == Committed((1,))


def test_an_empty_group_is_answered_with_nothing(store: Archive) -> None:
    assert store.commit([]) == []


def test_a_unit_of_nothing_but_opened_accounts(desk: Desk) -> None:
    assert desk.must(desk.unit(opens=(wallet("ann"), wallet("ann")))) == Committed(())
    assert desk.store.balances([wallet("ann")]) == {wallet("ann"): 0}


def test_a_huge_group(desk: Desk) -> None:
    """More names than a statement may have parameters."""
    desk.deposit("ann", 100_000)
    units = [
        desk.unit(
            append(f"cash:{number}", 0, b"x", snapshot=b"s"),
            transfers=(move(at(f"cash:{number}", 1), wallet("ann"), chair("ann", str(number)), 2),),
            key=f"k{number}",
        )
        for number in range(4_000)
    ]

    outcomes = desk.store.commit(units)

    assert outcomes == [Committed((1,))] * 4_000
    assert len(desk.store.streams("cash")) == 4_000
    assert desk.store.balances([wallet("ann")]) == {wallet("ann"): 92_000}
    assert sum(desk.store.accounts("seat").values()) == 8_000


def test_ids_of_every_alphabet(desk: Desk) -> None:
    name = "cash:Tõnis—Ștefan 牌 🂡"
    desk.deposit("Ștefan🂡", 100)
    transfer = move(at(name, 1), wallet("Ștefan🂡"), chair("Ștefan🂡", "牌"), 40)

    desk.must(
        desk.unit(
            append(name, 0, snapshot=b"s", record=record("🂡", 1, players=("Õ",))), transfers=(transfer,), key="ключ"
        )
    )

    assert desk.store.load(StreamId(name)).version == 1
    assert desk.store.accounts("seat", "牌/Ș") == {chair("Ștefan🂡", "牌"): 40}
    assert desk.store.transfers_of(wallet("Ștefan🂡"), NOW, Instant(NOW + 1))[0].transfer == transfer


@pytest.mark.parametrize("odd", ["\x00", "\ud800", "line\nbreak", "\u200b"])
def test_ids_that_cannot_be_printed_are_refused_alone(desk: Desk, odd: str) -> None:
    """No database gets to see them, so they spoil no group."""
    refused = [
        desk.unit(append(f"cash:{odd}", 0)),
        desk.unit(append("cash:T1", 0), key=odd),
        desk.unit(append("cash:T1", 0), opens=(wallet(odd),)),
        desk.unit(append("cash:T1", 0), transfers=(move(at("cash:T1", 1), WORLD, chair(odd), 1),)),
        desk.unit(append("cash:T1", 0), transfers=(move(at("cash:T1", 1), WORLD, chair("ann"), 1, rule=odd),)),
        desk.unit(append("cash:T1", 0, record=record(odd, 1))),
    ]

    outcomes = desk.store.commit([*refused, desk.unit(append("cash:T1", 0))])

    assert [code(outcome) for outcome in outcomes[:-1]] == [Refusal.MALFORMED] * len(refused)
    assert outcomes[-1] == Committed((1,))


def test_malformed_units(desk: Desk) -> None:
    legs = (move(at("cash:T1", 1), WORLD, chair("ann"), 1), move(at("cash:T1", 1), WORLD, chair("bob"), 1))
    malformed = [
        desk.unit(replace(append("cash:T1", 0), events=())),
        desk.unit(append("cash:T1", 0), append("cash:T1", 1)),
        desk.unit(append("cash:T1", -1)),
        desk.unit(append("cash:T1", 0), transfers=legs),
        desk.unit(append("cash:T1", None), transfers=legs[:1]),
        desk.unit(append("cash:T2", 0), transfers=legs[:1]),
        desk.unit(transfers=legs[:1]),
        desk.unit(append("cash:T1", 0, record=record("h1", 1, players=("ann", "ann")))),
        replace(desk.unit(append("cash:T1", 0)), at=Instant(1 << 63)),
    ]

    assert [code(outcome) for outcome in desk.store.commit(malformed)] == [Refusal.MALFORMED] * len(malformed)
    assert desk.store.streams("cash") == []


def test_a_chain_is_undone_by_its_reversal_once(desk: Desk) -> None:
    desk.deposit("ann", 100)
    chain = (
        move(at("cash:T1", 1, 0), wallet("ann"), chair("ann"), 60),
        move(at("cash:T1", 1, 1), chair("ann"), pot_of(), 60),
    )
    desk.must(desk.unit(append("cash:T1", 0), transfers=chain))

    back = desk.unit(append("cash:T1", 1), transfers=reversal(chain, at("cash:T1", 2)))
    again = desk.unit(append("cash:T1", 2), transfers=reversal(chain, at("cash:T1", 3)))
    outcomes = desk.store.commit([back, again])

    assert outcomes[0] == Committed((2,))
    assert code(outcomes[1]) == Refusal.ALREADY_REVERSED
    assert code(desk.write(again)) == Refusal.ALREADY_REVERSED
    assert desk.store.balances([wallet("ann"), chair("ann"), pot_of()]) == {
        wallet("ann"): 100,
        chair("ann"): 0,
        pot_of(): 0,
    }


def test_a_reversal_undoes_exactly_what_was(desk: Desk) -> None:
    desk.deposit("ann", 100)
    ref, undo = at("player:ann", 1), at("player:ann", 2)
    for wrong in (
        move(undo, wallet("ann"), WORLD, 99, reverses=ref),
        move(undo, wallet("ann"), chair("ann"), 100, reverses=ref),
        move(undo, WORLD, wallet("ann"), 100, reverses=ref),
        move(undo, wallet("ann"), WORLD, 100, reverses=at("player:ann", 1, 1)),
        move(undo, wallet("ann"), WORLD, 100, reverses=at("player:bob", 1)),
    ):
        refused = desk.write(desk.unit(append("player:ann", 1), transfers=(wrong,)))
        assert code(refused) == Refusal.NOTHING_TO_REVERSE, wrong
    right = move(undo, wallet("ann"), WORLD, 100, reverses=ref)
    twice = (right, move(at("player:ann", 2, 1), wallet("ann"), WORLD, 100, reverses=ref))
    assert code(desk.write(desk.unit(append("player:ann", 1), transfers=twice))) == Refusal.ALREADY_REVERSED
    desk.must(desk.unit(append("player:ann", 1), transfers=(right,)))


def test_a_transfer_and_its_reversal_may_be_in_one_group(desk: Desk) -> None:
    there = move(at("player:ann", 1), WORLD, wallet("ann"), 100)
    back = move(at("player:ann", 2), wallet("ann"), WORLD, 100, reverses=there.ref)

    outcomes = desk.store.commit(
        [
            desk.unit(append("player:ann", 0), transfers=(there,), opens=(wallet("ann"),)),
            desk.unit(append("player:ann", 1), transfers=(back,)),
            desk.unit(append("player:ann", 2), transfers=(replace(back, ref=at("player:ann", 3)),)),
        ]
    )

    assert outcomes[:2] == [Committed((1,)), Committed((2,))]
    assert code(outcomes[2]) == Refusal.ALREADY_REVERSED


@pytest.mark.parametrize("second", [record("h1", 2), record("h2", 1)])
def test_a_hand_with_the_id_or_number_of_another_is_a_clash_and_writes_nothing(desk: Desk, second: object) -> None:
    desk.must(desk.unit(append("cash:T1", 0, record=record("h1", 1))))
    before = everything(desk.store)

    with pytest.raises(Clash):
        desk.store.commit([desk.unit(append("cash:T2", 0)), desk.unit(append("cash:T1", 1, record=second))])  # type: ignore[arg-type]

    assert everything(desk.store) == before
    desk.must(desk.unit(append("cash:T1", 1, record=record("h2", 2))))


def test_the_holder_of_a_lease_says_that_it_is_alive_until_it_has_lost_it(store: Archive) -> None:
    assert store.last_seen("main") is None
    assert not store.renew(Lease("main", 1), NOW)
    lease = store.claim("main", "first", NOW)
    assert store.last_seen("main") == NOW
    assert store.renew(lease, Instant(NOW + 5))
    assert store.last_seen("main") == NOW + 5

    store.claim("main", "second", Instant(NOW + 9))

    assert not store.renew(lease, Instant(NOW + 20))
    assert store.last_seen("main") == NOW + 9
