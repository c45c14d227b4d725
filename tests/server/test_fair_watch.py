"""The watch over fair dealing: voids of single tables, absent seeds and uneven results raise alarms; chance and restarts do not."""

import logging
import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from fairdeal.casino.table.fair.events import ChanceProven
from fairdeal.fair import (
    OWN,
    RESTARTED,
    ROUND,
    TABLE_STOPPED,
    UNREVEALED,
    CasinoSeed,
    PublishedRound,
    publish_void,
    void_hand,
)
from fairdeal.kernel import Instant
from fairdeal.play.fair.events import HandProven, VoidProven
from fairdeal.runtime.actor import Actor
from fairdeal.server.watch.fair_watch import ABSENT_MAX, LEAST, VOIDS_MAX, WINDOW, Evenness, FairWatch
from tests.fair.hands import example_locked, example_published

NOW = Instant(0)


def at(stream: str) -> Actor:
    return cast("Actor", SimpleNamespace(stream=stream))


def round_of(pocket: int, flag: int = OWN) -> ChanceProven:
    player = CasinoSeed(0, bytes(16), flag, bytes(32), bytes(32))
    return ChanceProven(PublishedRound(ROUND, bytes(16), 1, bytes(32), (player,), bytes(32), bytes(32), pocket))


def alarms(watch: FairWatch) -> list[str]:
    return list(watch.alarms)


def told(watch: FairWatch, what: Any, stream: str = "casino:wheel") -> None:
    watch.watch(at(stream), (what,), NOW)


def test_a_fair_wheel_raises_no_alarm_and_a_broken_one_does(caplog: pytest.LogCaptureFixture) -> None:
    chance, watch = random.Random(1), FairWatch()  # noqa: S311
    for _ in range(30_000):
        told(watch, round_of(chance.randrange(37)))
        assert alarms(watch) == []
    with caplog.at_level(logging.ERROR):
        for _ in range(30_000):
            told(watch, round_of(chance.randrange(1 << 6) % 37))  # the modulo of a byte's few bits
    assert alarms(watch) == ["uneven pocket"]
    assert [record.message for record in caplog.records] == ["fair dealing needs somebody to look: uneven pocket"]


def test_evenness_forgets_what_is_old() -> None:
    even, chance = Evenness(10, window=2_000), random.Random(2)  # noqa: S311
    for _ in range(2_000):
        even.add(0)
    assert even.chance < 1e-100
    for _ in range(2_000):
        even.add(chance.randrange(10))
    assert even.chance > 1e-4
    few = Evenness(10, window=WINDOW)
    for _ in range(LEAST - 1):
        few.add(0)
    assert few.chance == 1.0, "of a few results nothing is said"


def test_voids_of_one_table_are_an_alarm_and_those_of_a_restart_are_not() -> None:
    watch = FairWatch()
    void = void_hand(example_locked().public(), RESTARTED)
    proof = publish_void(void, (bytes(64), bytes(64)), bytes(32))
    for _ in range(50):
        told(watch, VoidProven(replace(proof, reason=RESTARTED)), "cash:A")
    assert alarms(watch) == []
    for _ in range(VOIDS_MAX):
        told(watch, VoidProven(replace(proof, reason=TABLE_STOPPED)), "cash:A")
    assert alarms(watch) == []
    told(watch, VoidProven(replace(proof, reason=TABLE_STOPPED)), "cash:A")
    assert alarms(watch) == ["voids at cash:A"]
    hand = example_published()
    for _ in range(200):
        told(watch, HandProven(hand), "cash:A")
    assert "voids at cash:A" not in watch.alarms, "forgotten after as many good hands"


def test_many_absent_seeds_are_an_alarm() -> None:
    watch, chance = FairWatch(), random.Random(5)  # noqa: S311
    for number in range(1_000):
        told(watch, round_of(chance.randrange(37), UNREVEALED if number % 10 == 0 else OWN))
    assert alarms(watch) == []
    for _ in range(1_000):
        told(watch, round_of(chance.randrange(37), UNREVEALED))
    assert alarms(watch) == ["absent seeds"]
    assert ABSENT_MAX < 0.5


def test_counts_and_alarms_are_published() -> None:
    watch = FairWatch()
    told(watch, round_of(3))
    found = {metric.name: metric for metric in watch.collect()}
    assert found["fairdeal_fair_seeds"].samples[0].value == 1
    assert found["fairdeal_fair_alarms"].samples[0].value == 0
    assert {sample.labels["drawn"] for sample in found["fairdeal_fair_evenness"].samples} == {
        "deck",
        "cut",
        "shoe",
        "pocket",
    }
