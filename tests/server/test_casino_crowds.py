"""Crowds at one table: bets close for everybody at one instant, none that came in time is lost, and the ledger balances."""

from typing import Any

import msgspec
import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.casino.games.blackjack.felt import BoxesFelt
from fairdeal.casino.table.events import BettingClosed, RoundSettled
from fairdeal.casino.table.facts import UNHURRIED
from fairdeal.kernel import SECOND, PlayerId, TableId
from fairdeal.room.casino.house import one_table_of_each
from fairdeal.server.client import Client
from tests.server.test_casino_desk import until
from tests.server.whole_house import WholeHouse

SLOW = 20
"""Milliseconds a commit takes: a crowd that bets in the last moment is served only after the bets have closed."""
FEW = 24
FRAME = 4_096
"""Bytes that no frame of a table exceeds, however many people bet there."""


class Heard:
    """A connection of which only answers, and the instants of closing, are kept."""

    def __init__(self, house: WholeHouse) -> None:
        self._house = house
        self.answers: dict[str, tuple[str, str | None]] = {}
        self.closed_at: list[int] = []
        self.frames = 0
        self.longest = 0

    def send(self, message: bytes) -> None:
        if message.startswith(b'{"type":"casinoFrame"'):
            self.frames += 1
            self.longest = max(self.longest, len(message))
            if b'"betsClosed"' in message:
                self.closed_at.append(self._house.clock.now())
            return
        each: dict[str, Any] = msgspec.json.decode(message)
        if each["type"] == "done":
            self.answers[each["id"]] = ("done", None)
        elif each["type"] == "refused":
            self.answers[each["id"]] = (each["told"]["code"], each["told"]["rule"])

    def close(self, last: bytes, *, reconnect: bool) -> None:
        raise AssertionError(last, reconnect)


class Crowd:
    """Many people at one table."""

    def __init__(self, table: str, count: int) -> None:
        self.house = WholeHouse(one_table_of_each(pace=UNHURRIED), latency=SLOW, fair=True)
        self.table = table
        self.people: list[tuple[PlayerId, Client, Heard]] = []
        for session in self.house.people(*(f"Player{number}" for number in range(count))):
            heard = Heard(self.house)
            client = self.house.gateway.on_connected(heard, session)
            self.people.append((session.person.player, client, heard))
            self.house.ask(client, {"type": "watch", "table": table})
            self.house.ask(client, {"type": "visitCasino", "table": table})
        self.house.wait(count * 4 * SLOW + SECOND)
        self.total = self.sum()

    def sum(self) -> int:
        """All money there is: wallets, bets and the house."""
        purposes = (Purpose.SITE, Purpose.BET, Purpose.BANKROLL)
        return sum(sum(self.house.store.accounts(each.value).values()) for each in purposes)

    def say(self, index: int, kind: str, **fields: Any) -> str:
        return self.house.ask(self.people[index][1], {"type": kind, "table": self.table, **fields})

    def answer(self, index: int, name: str) -> tuple[str, str | None]:
        return self.people[index][2].answers[name]

    def to_the_last_moment(self, left: int) -> int:
        """Wait until so many milliseconds are left of the bets; the round."""
        number = until(self.house, self.table, "betting")
        state = self.house.casino(TableId(self.table))
        self.house.wait(state.deadline - self.house.clock.now() - left)
        return number


def bet_at_roulette(count: int) -> None:
    crowd = Crowd("roulette-1", count)
    house = crowd.house
    number = until(house, crowd.table, "betting")
    for index in range(count):
        crowd.say(index, "placeChip", round=number, spot=("red", "black", "straight-0")[index % 3], chip=500)
    number = crowd.to_the_last_moment(left=5)
    deadline = house.casino(TableId(crowd.table)).deadline
    in_time = [crowd.say(index, "confirmBets", round=number) for index in range(count)]
    house.wait(5)
    late = [crowd.say(index, "confirmBets", round=number) for index in range(count)]
    until(house, crowd.table, "result")
    house.wait(SECOND)

    assert house.clock.now() > deadline
    assert {crowd.answer(index, name) for index, name in enumerate(in_time)} == {("done", None)}
    assert {crowd.answer(index, name) for index, name in enumerate(late)} == {("betting_closed", "RLT-07")}
    (closed,) = [event for _, event in house.events if isinstance(event, BettingClosed)]
    assert {tuple(heard.closed_at) for _, _, heard in crowd.people} == {tuple(crowd.people[0][2].closed_at)}
    (settled,) = [event for _, event in house.events if isinstance(event, RoundSettled)]
    assert closed.round == settled.round == number
    assert len(settled.payments) == count
    assert house.stakes == {}
    assert crowd.sum() == crowd.total
    assert house.room.fail_stop_report() == []
    # A chip that one lays is no frame for the others: many times fewer frames than chips and confirmations.
    assert max(heard.frames for _, _, heard in crowd.people) < 400
    assert max(heard.longest for _, _, heard in crowd.people) < FRAME
    house.close()


def bet_behind(count: int) -> None:
    crowd = Crowd("blackjack-1", count + 1)
    house = crowd.house
    seated = count
    crowd.say(seated, "takeBox", seat=2)
    house.wait(SECOND)
    number = until(house, crowd.table, "betting")
    crowd.say(seated, "placeBet", round=number, amount=1_000)
    number = crowd.to_the_last_moment(left=5)
    in_time = [crowd.say(index, "betBehind", round=number, seat=2, amount=500) for index in range(count)]
    house.wait(5)
    late = [crowd.say(index, "betBehind", round=number, seat=2, amount=500) for index in range(count)]
    house.wait(count * 3 * SLOW)

    assert {crowd.answer(index, name) for index, name in enumerate(in_time)} == {("done", None)}
    assert {crowd.answer(index, name) for index, name in enumerate(late)} == {("betting_closed", "BJ-64")}
    felt = house.casino(TableId(crowd.table)).felt
    assert isinstance(felt, BoxesFelt)
    until(house, crowd.table, "result")
    house.wait(SECOND)
    (settled,) = [event for _, event in house.events if isinstance(event, RoundSettled)]
    assert len(settled.payments) == count + 1
    assert house.stakes == {}
    assert crowd.sum() == crowd.total
    assert house.room.fail_stop_report() == []
    assert max(heard.longest for _, _, heard in crowd.people) < FRAME
    house.close()


@pytest.mark.rule("RLT-07")
def test_bets_that_wait_behind_others_count_when_they_came_and_later_ones_are_refused() -> None:
    bet_at_roulette(FEW)


@pytest.mark.rule("BJ-64")
@pytest.mark.rule("BJ-66")
def test_bets_behind_one_seat_close_at_one_instant() -> None:
    bet_behind(FEW)


@pytest.mark.soak
def test_five_hundred_at_one_wheel() -> None:
    bet_at_roulette(500)


@pytest.mark.soak
def test_three_hundred_behind_one_seat() -> None:
    bet_behind(300)
