"""Whatever players do and in whatever order, seats, queue, kept seats and money stay right."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import get_args

import msgspec
import pytest

from fairdeal.cash.floor import evolve as floor_evolve
from fairdeal.cash.floor import machine as floor
from fairdeal.cash.floor.commands import FloorCommand, Join, Recover
from fairdeal.cash.floor.events import FloorEvent, ReservationEnded, SeatFreed, SeatGiven
from fairdeal.cash.floor.state import Floor, Pool
from fairdeal.cash.player.state import CashPlayer
from fairdeal.kernel import Cents, Instant, PlayerId, Rejection, TableId, events_of
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from tests.cash.lobby import RICH, Lobby

GAMES = [
    (U22, "texas", 6),
    (U26, "banzai-texas", 5),
    (U27, "omaha", 6),
    (PW, "texas", 2),
    (PW, "omaha", 9),
]
PLAYERS = [f"p{number}" for number in range(14)]


class Crowd:
    """Players who do this and that."""

    def __init__(self, edition: EditionId, family: str, seats: int, seed: int) -> None:
        self.lobby = Lobby(edition, family, 200, seats=seats, seed=seed)
        self.chance = Random(seed)  # noqa: S311

    def step(self) -> None:
        lobby, chance = self.lobby, self.chance
        player = chance.choice(PLAYERS)
        sitting = lobby.tables_of(player)
        match chance.choices(
            ("join", "confirm", "give up", "leave", "away", "wait", "poor", "down"), (9, 3, 1, 4, 3, 3, 1, 1)
        )[0]:
            case "join":
                lobby.join(player, chance.choice((None, self._amount(), self._amount())))
            case "confirm":
                lobby.confirm(player, self._amount())
            case "give up":
                lobby.leave_queue(player)
            case "leave" if sitting:
                lobby.leave(player, table=chance.choice(sitting))
            case "away" if sitting:
                lobby.away(player, back=chance.random() < 0.5)
            case "wait":
                lobby.wait(chance.choice((1_000, 20_000, 61_000, 1_900_000)))
            case "poor":
                moved = min(lobby.wallet(PlayerId(player)), 90_00)
                lobby.wallets[PlayerId(player)] = Cents(lobby.wallet(PlayerId(player)) - moved)
                lobby.wallets[PlayerId("bank")] = Cents(lobby.wallet(PlayerId("bank")) + moved)
            case "down":
                lobby.now = Instant(lobby.now + 100_000)
                lobby.send(Recover(Instant(lobby.now - 100_000)))
        if chance.random() < 0.7:
            lobby.settle()

    def _amount(self) -> int:
        rules = self.lobby.rules
        return self.chance.randint(rules.buy_in_min.value, rules.buy_in_max.value)


def check_pool(lobby: Lobby, pool: Pool) -> None:
    """What is kept beside the tables follows from them, and the floor knows what the tables know."""
    tables = pool.tables
    assert {table: set(stacks) for table, stacks in lobby.stacks.items()} == {
        table: set(entry.players) for table, entry in tables.items()
    }
    held: Counter[TableId] = Counter(kept.table for kept in pool.reservations.values())
    for table, entry in tables.items():
        assert len(set(entry.players)) == len(entry.players)
        assert len(entry.players) + len(entry.held) <= entry.seats
        assert set(entry.away) <= set(entry.players)
        assert held[table] == len(entry.held)
        assert (entry.empty_since is None) == bool(entry.players)
    assert {player for entry in tables.values() for player in entry.held} == set(pool.reservations)
    assert pool.seated == sum(len(entry.players) for entry in tables.values())
    opened = {table: entry for table, entry in tables.items() if entry.closing is None}
    assert pool.free == {table: entry.free for table, entry in opened.items() if entry.free > 0}
    assert set(pool.short) == {table for table, entry in opened.items() if entry.present < entry.players_min}
    assert set(pool.closing) == set(tables) - set(opened)


def check_requests(pool: Pool) -> None:
    """Everybody waits once; moved players stand in front, the others in the order they came."""
    waiting = [entry.player for entry in pool.queue]
    assert len(set(waiting)) == len(waiting)
    assert not set(waiting) & set(pool.reservations)
    carried = [entry.carried is not None for entry in pool.queue]
    assert carried == sorted(carried, reverse=True)
    since = [entry.since for entry in pool.queue if entry.carried is None]
    assert since == sorted(since)


def check_nobody_waits_in_vain(lobby: Lobby) -> None:
    """Asked without the floor's own questions: no seat for anybody who waits, and too few for another table."""
    pool = lobby.pool
    assert len(pool.queue) < lobby.rules.players_min.value
    for waiting in pool.queue:
        for entry in pool.tables.values():
            there = len(entry.players) - len(entry.away) + len(entry.held)
            takes = entry.closing is None and len(entry.players) + len(entry.held) < entry.seats
            assert waiting.player in entry.players or not takes or there + 1 < entry.players_min


def check_players(lobby: Lobby) -> None:
    for player, state in lobby.players.items():
        assert set(state.tables) == set(lobby.tables_of(player))


def check_money(lobby: Lobby) -> None:
    on_tables = sum(sum(stacks.values()) for stacks in lobby.stacks.values())
    assert sum(lobby.wallets.values()) + on_tables == len(lobby.wallets) * RICH
    assert min(lobby.wallets.values(), default=0) >= 0


@pytest.mark.parametrize(("edition", "family", "seats"), GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_seats_queue_and_kept_seats_stay_right(edition: EditionId, family: str, seats: int, seed: int) -> None:
    crowd = Crowd(edition, family, seats, seed)
    lobby = crowd.lobby
    for _ in range(120):
        crowd.step()
        check_pool(lobby, lobby.pool)
        check_requests(lobby.pool)
        check_players(lobby)
        check_money(lobby)
        if not lobby.machine.unseated_but_seatable(lobby.floor):
            check_nobody_waits_in_vain(lobby)
    lobby.settle()

    assert lobby.machine.unseated_but_seatable(lobby.floor) == ()
    assert len([event for event in lobby.events if isinstance(event, SeatGiven)]) > 10


@pytest.mark.parametrize(("edition", "family", "seats"), GAMES)
def test_replaying_events_and_reading_snapshots_give_the_same_state(
    edition: EditionId, family: str, seats: int
) -> None:
    crowd = Crowd(edition, family, seats, 77)
    lobby = crowd.lobby
    for _ in range(150):
        crowd.step()

    floor_again = Floor(lobby.rules.digest)
    for event in lobby.events:
        stored = msgspec.msgpack.decode(msgspec.msgpack.encode(event), type=type(event))
        assert stored == event
        floor_again = lobby.machine.evolve(floor_again, stored)
    players_again: dict[PlayerId, CashPlayer] = {}
    for player, told in lobby.player_events:
        before = players_again.get(player, CashPlayer(player))
        players_again[player] = lobby.players_machine.evolve(before, told)

    assert floor_again == lobby.floor
    assert list(floor_again.pools[lobby.stake].free) == list(lobby.pool.free)  # the draw runs in this order
    assert players_again == {player: state for player, state in lobby.players.items() if state != CashPlayer(player)}
    snapshot = msgspec.msgpack.decode(msgspec.msgpack.encode(lobby.floor), type=Floor)
    assert snapshot == lobby.floor
    for state in lobby.players.values():
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=CashPlayer) == state


@pytest.mark.parametrize("seed", range(4))
def test_every_kept_seat_is_taken_given_back_or_lapses(seed: int) -> None:
    crowd = Crowd(U26, "texas", 6, seed)
    for _ in range(200):
        crowd.step()
    kinds = Counter(type(event).__name__ for event in crowd.lobby.events)
    taken = sum(isinstance(event, SeatGiven) and event.weights == 0 for event in crowd.lobby.events)

    assert kinds["BuyInAsked"] > 5
    assert kinds["BuyInAsked"] == taken + kinds["ReservationEnded"] + len(crowd.lobby.pool.reservations)
    for _ in PLAYERS:  # a seat that lapses may be offered to the next
        crowd.lobby.wait(60_000)
    assert not crowd.lobby.pool.reservations


def test_what_the_floor_does_by_itself_carries_its_rule() -> None:
    crowd = Crowd(U26, "texas", 6, 5)
    for _ in range(300):
        crowd.step()
    by_wish = (SeatFreed, ReservationEnded)  # a player's own act has no rule

    for event in crowd.lobby.events:
        if hasattr(event, "rule") and not isinstance(event, by_wish):
            assert event.rule, event
    for _, told in crowd.lobby.player_events:
        if hasattr(told, "rule"):
            assert told.rule, told


def test_every_command_can_be_decided_and_every_event_followed() -> None:
    assert set(get_args(FloorCommand)) == set(floor._DECIDE)
    assert set(get_args(FloorEvent)) == set(floor_evolve._EVOLVE)
    assert all(event.durable for event in get_args(FloorEvent))


def test_deciding_changes_nothing() -> None:
    crowd = Crowd(U26, "texas", 6, 9)
    for _ in range(60):
        crowd.step()
    lobby = crowd.lobby
    before = replace(lobby.floor)
    wish = Join(PlayerId("newcomer"), lobby.stake, lobby.rules.buy_in_max.value, guest=lobby.guest("newcomer"), draw=5)
    told = events_of(lobby.machine.decide(lobby.floor, wish, lobby.now))

    assert not isinstance(told, Rejection)
    assert lobby.floor == before
