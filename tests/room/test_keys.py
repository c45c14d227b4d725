"""The same key twice is the same thing asked twice, also when another build answers the second time."""

from dataclasses import dataclass, field, make_dataclass
from typing import Any

import pytest

from fairdeal.kernel import Instant
from fairdeal.protocol import client as inbound
from fairdeal.runtime.keys import client_key, former_payloads, house_key
from fairdeal.storage.port import Append, Committed, Refusal, Repeated, Unit
from tests.room.test_registry import A, B, Bench, code
from tests.room.toys import Add, Pay


@dataclass(frozen=True)
class Give:
    to: str
    amount: int
    gifts: frozenset[str] = frozenset()
    notes: tuple[str, ...] = field(default_factory=tuple)


def grown(*values: Any, **more: Any) -> Any:
    """The same command as a later build has it, with a field more."""
    kind = make_dataclass("Give", [("notice", bool, field(default=False))], bases=(Give,), frozen=True)
    return kind(*values, **more)


def test_a_field_with_a_default_that_is_new_changes_nothing() -> None:
    assert house_key("k", Give("ann", 5)) == house_key("k", grown("ann", 5))
    assert house_key("k", Give("ann", 5)) != house_key("k", grown("ann", 5, notice=True))
    assert house_key("k", Give("ann", 5)) != house_key("k", Give("ann", 6))
    assert house_key("k", Add(5)) != house_key("k", Pay(5))


def test_the_same_set_is_always_told_in_the_same_words() -> None:
    words = [chr(letter) for letter in range(97, 123)]

    assert (
        house_key("k", Give("ann", 5, frozenset(words))).payload
        == house_key("k", Give("ann", 5, frozenset(reversed(words)))).payload
    )


def test_of_a_clients_message_only_what_it_said_counts() -> None:
    first = inbound.Join(id="c1", stake="texas", buy_in=400)

    assert client_key("k", first) == client_key("k", inbound.Join(id="c1", stake="texas", buy_in=400))
    assert client_key("k", first) != client_key("k", inbound.Join(id="c1", stake="texas", buy_in=401))
    assert client_key("k", first).payload != client_key("k", inbound.LeaveQueue(id="c1", stake="texas")).payload
    assert b"null" not in client_key("k", inbound.Join(id="c1", stake="texas")).payload


def test_a_password_is_never_in_what_is_kept_of_a_message() -> None:
    kept = client_key("k", inbound.Register(id="c1", tournament="T", password="swordfish"))  # noqa: S106

    assert b"swordfish" not in kept.payload


def test_what_the_build_before_kept_is_among_the_former_words() -> None:
    old = repr(Give("ann", 5)).encode()

    assert old in former_payloads(Give("ann", 5))
    assert old in former_payloads(grown("ann", 5))
    assert old not in former_payloads(grown("ann", 5, notice=True))
    assert old not in former_payloads(Give("ann", 6))


@pytest.mark.parametrize(("amount", "answer"), [(7, None), (8, Refusal.KEY_REUSED)])
def test_a_retry_across_the_upgrade_gets_the_first_answer(amount: int, answer: str | None) -> None:
    """The receipt is as the build before wrote it: with a hash of the whole command as Python shows it."""
    bench = Bench()
    lease = bench.store.claim("before", "the build before", Instant(1))
    unit = Unit(
        lease, Instant(1), (Append(A, 0, (b'["Added", {"amount": 7}]',)),), key="p1/17", payload=repr(Add(7)).encode()
    )
    assert isinstance(bench.store.commit([unit])[0], Committed)

    bench.tell(A, Add(amount), key="p1/17")
    bench.settle()

    assert [code(each) for each in bench.answers] == [answer]
    assert bench.store.load(A).version == 1


def test_a_command_that_was_amended_is_still_the_one_that_was_asked() -> None:
    bench = Bench()
    bench.tell(B, Add(99))
    bench.settle()
    for _ in range(2):
        bench.tell(A, Add(5, then=B, or_alone=True), key="p1/18")
        bench.settle()

    assert bench.answers == [None, None, None]
    assert bench.total(A) == 5


def test_a_unit_that_repeats_a_former_payload_is_answered_and_writes_nothing() -> None:
    bench = Bench()
    lease = bench.store.claim("before", "test", Instant(1))
    first = Unit(lease, Instant(1), (Append(A, 0, (b"x",)),), key="k", payload=b"old", result=b"done")
    again = Unit(lease, Instant(2), (Append(A, 1, (b"y",)),), key="k", payload=b"new", former=(b"older", b"old"))

    assert bench.store.commit([first, again])[1] == Repeated(b"done")
