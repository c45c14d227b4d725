"""Values that are quick to make and to change are what ordinary ones would be."""

import dataclasses
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.cash.table.machine import UNOPENED
from fairdeal.casino.games.blackjack.felt import BoxesFelt, boxes_of
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Instant, PlayerId
from fairdeal.kernel.values import changed, dataclass
from fairdeal.tournament.dealer.state import DealerTable

CASINO = Table(BoxesFelt((PlayerId("ann"),)), round=3)


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 0


@pytest.mark.parametrize(
    "value", [UNOPENED, DealerTable(), CASINO, boxes_of(CASINO)], ids=lambda value: type(value).__name__
)
def test_a_changed_value_is_what_replacing_makes_whatever_field_it_is(value: Any) -> None:
    before = dataclasses.replace(value)
    for field in dataclasses.fields(value):
        new = object()

        assert changed(value, **{field.name: new}) == replace(value, **{field.name: new})
    assert value == before, "the old value stays as it was"


def test_several_fields_change_at_once() -> None:
    new = changed(CASINO, phase=Phase.CLOSED, since=Instant(9))

    assert new == replace(CASINO, phase=Phase.CLOSED, since=Instant(9))
    assert (CASINO.phase, CASINO.since) == (Phase.IDLE, 0)


def test_a_field_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(AttributeError):
        changed(CASINO, colour="green")  # type: ignore[call-arg]


def test_values_are_compared_and_hashed_by_their_fields() -> None:
    assert Point(1, 2) == Point(1, 2)
    assert len({Point(1, 2), Point(1, 2), Point(2, 1)}) == 2
