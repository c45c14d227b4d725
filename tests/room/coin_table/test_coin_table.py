"""A kind of table plugs in from one folder: it is watched, played, paid, cut off by a crash, and plays on."""

from typing import Any

import pytest

from fairdeal.bank.accounts import site_wallet
from fairdeal.kernel import SECOND, PlayerId, StreamId, TableId, units_of
from fairdeal.rulebook.clause import U26
from fairdeal.runtime.broadcast import Frame
from fairdeal.storage.verify.check import check
from fairdeal.testing.journal import Crash, CrashPoint
from tests.room.coin_table.game import CoinGame
from tests.room.coin_table.machine import (
    STAKE,
    TENDER,
    CoinTable,
    SatDown,
    Sit,
    StandUp,
    Tossed,
    TossMoved,
)
from tests.room.evenings import Evening

ANN, BOB = PlayerId("ann"), PlayerId("bob")
TABLE = TableId("coin-1")


class CoinEvening(Evening):
    """A room with a coin table, beside everything else that a room has."""

    more = (CoinGame,)

    def __init__(self) -> None:
        super().__init__(U26)
        self.frames: list[Frame] = []
        self.room.registry.actor(StreamId("coin:1"))
        self.arrive("ann", "bob", seats=False)

    @property
    def coin(self) -> CoinTable:
        state: CoinTable = self.room.registry.actor(StreamId("coin:1")).state
        return state

    def say(self, command: Any) -> None:
        self.room.table(TABLE, command, self.answers.append)

    def held(self, player: PlayerId) -> int:
        wallet = site_wallet(TENDER, player)
        return self.store.balances([wallet])[wallet]


@pytest.fixture
def evening() -> CoinEvening:
    return CoinEvening()


def test_it_is_played_and_paid_and_those_who_watch_see_it(evening: CoinEvening) -> None:
    before = evening.held(ANN) + evening.held(BOB)
    evening.room.watch(TABLE, "me", evening.frames.append)
    evening.say(Sit(ANN))
    evening.say(Sit(ANN))
    evening.say(Sit(BOB))
    evening.wait()
    assert [None if answer is None else answer.code for answer in evening.answers[-3:]] == [
        None,
        "already_seated",
        None,
    ]
    assert evening.held(ANN) + evening.held(BOB) == before - 2 * units_of(STAKE)

    evening.wait(6 * SECOND)

    (tossed,) = evening.all(Tossed)
    assert tossed.players == (ANN, BOB)
    assert evening.held(ANN) + evening.held(BOB) == before
    assert [type(change) for frame in evening.frames for change in frame.public] == [SatDown, SatDown, Tossed]
    found = evening.room.view(TABLE, None)
    assert found is not None
    assert found[2].tosses == 1
    assert check(evening.store) == []


def test_it_hears_of_lost_connections(evening: CoinEvening) -> None:
    evening.say(Sit(ANN))
    evening.wait()
    evening.room.presence.disconnect(ANN, "device")
    evening.wait(5 * SECOND)
    assert list(evening.coin.absent) == [ANN]

    evening.room.presence.connect(ANN, "device")
    evening.wait()
    assert not evening.coin.absent


@pytest.mark.parametrize("point", list(CrashPoint))
@pytest.mark.parametrize("commit", [0, 1], ids=["at the seat", "at the toss"])
def test_a_crash_at_any_commit_costs_nobody_anything(evening: CoinEvening, commit: int, point: CrashPoint) -> None:
    before = evening.held(ANN) + evening.held(BOB)
    evening.say(Sit(ANN))
    evening.wait()
    evening.journal.crash_at = (evening.journal.commits + commit, point)
    evening.say(Sit(BOB))
    with pytest.raises(Crash):
        evening.wait(10 * SECOND)
    evening.crash(60 * SECOND)
    evening.wait(SECOND)
    if BOB not in evening.coin.seated and not evening.coin.tosses:
        evening.say(Sit(BOB))  # who heard no answer asks again
    evening.wait(20 * SECOND)

    assert evening.coin.tosses == 1
    assert evening.held(ANN) + evening.held(BOB) == before
    assert check(evening.store) == []


def test_our_outage_does_not_count(evening: CoinEvening) -> None:
    evening.say(Sit(ANN))
    evening.say(Sit(BOB))
    evening.wait(SECOND)
    at = evening.coin.toss_at
    assert at is not None
    evening.crash(60 * SECOND)
    evening.wait(SECOND)

    (moved,) = evening.all(TossMoved)
    assert moved.to > at + 50 * SECOND
    evening.wait(10 * SECOND)
    assert evening.coin.tosses == 1


def test_a_stop_waits_for_the_toss_and_lets_none_begin(evening: CoinEvening) -> None:
    evening.say(Sit(ANN))
    evening.wait()
    evening.room.drain.begin()
    assert evening.room.drain.is_drained
    evening.say(StandUp(ANN))
    evening.wait()

    assert evening.coin.seated == ()


def test_what_is_not_its_own_is_refused(evening: CoinEvening) -> None:
    evening.room.table(TABLE, object(), evening.answers.append)
    evening.room.table(TableId("coin-9"), Sit(ANN), evening.answers.append)
    evening.wait()

    assert [answer.code for answer in evening.answers[-2:] if answer is not None] == [
        "unknown_command",
        "no_such_table",
    ]


def test_games_are_told_of_their_own_streams_alone(evening: CoinEvening) -> None:
    game = evening.room.games[-1]
    assert isinstance(game, CoinGame)
    evening.say(Sit(ANN))
    evening.arrive("cid")
    evening.wait()

    assert set(game.heard) == {StreamId("coin:1")}
