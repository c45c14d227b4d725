"""Who is connected, and when the room holds its clocks."""

from dataclasses import dataclass, field

from fairdeal.kernel import Instant, PlayerId, StreamId, seconds
from fairdeal.runtime.presence import Presence, PresenceSettings
from fairdeal.testing.clock import ManualClock

T1, T2 = StreamId("cash:1"), StreamId("cash:2")


@dataclass
class Heard:
    told: list[str] = field(default_factory=list)
    lost_at: list[Instant] = field(default_factory=list)

    def disconnected(self, player: PlayerId, table: StreamId, at: Instant) -> None:
        self.told.append(f"{player} dropped {table}")
        self.lost_at.append(at)

    def reconnected(self, player: PlayerId, table: StreamId) -> None:
        self.told.append(f"{player} returned {table}")

    def pause(self, tables: set[StreamId]) -> None:
        self.told.append(f"pause {sorted(tables)}")

    def resume(self, tables: set[StreamId]) -> None:
        self.told.append(f"resume {sorted(tables)}")


def room(players: int = 0) -> tuple[ManualClock, Heard, Presence]:
    """Players p0, p1 … connected and seated at the first table."""
    clock, heard = ManualClock(), Heard()
    presence = Presence(clock, heard, PresenceSettings())
    for number in range(players):
        presence.connect(PlayerId(f"p{number}"), "phone")
        presence.seated(PlayerId(f"p{number}"), T1)
    return clock, heard, presence


def test_a_lost_player_is_told_to_every_table_after_the_grace() -> None:
    clock, heard, presence = room(20)
    presence.seated(PlayerId("p0"), T2)
    presence.disconnect(PlayerId("p0"), "phone")
    clock.advance(seconds(1))
    assert heard.told == []

    clock.advance(seconds(1))

    assert heard.told == ["p0 dropped cash:1", "p0 dropped cash:2"]


def test_a_loss_is_told_with_the_instant_it_happened() -> None:
    clock, heard, presence = room(20)
    lost_at = clock.now()
    presence.disconnect(PlayerId("p0"), "phone")
    assert presence.disconnected_since(PlayerId("p0")) == lost_at
    clock.advance(seconds(2))

    assert heard.lost_at == [lost_at]
    assert presence.disconnected_since(PlayerId("p0")) == lost_at


def test_a_reload_is_no_loss_but_tables_that_asked_hear_of_the_return() -> None:
    clock, heard, presence = room(20)
    presence.disconnect(PlayerId("p0"), "phone")
    clock.advance(seconds(1))
    presence.connect(PlayerId("p0"), "phone")
    clock.advance(seconds(60))

    assert heard.told == ["p0 returned cash:1"]
    assert presence.disconnected_since(PlayerId("p0")) is None


def test_a_visitor_without_a_seat_is_forgotten_after_the_grace() -> None:
    clock, heard, presence = room()
    presence.connect(PlayerId("guest"), "phone")
    presence.disconnect(PlayerId("guest"), "phone")
    assert presence.is_connected(PlayerId("guest"))
    clock.advance(seconds(2))

    assert not presence.is_connected(PlayerId("guest"))
    assert presence.disconnected_since(PlayerId("guest")) is None
    assert heard.told == []


def test_a_second_device_keeps_a_player_connected() -> None:
    clock, heard, presence = room(20)
    presence.connect(PlayerId("p0"), "desk")
    presence.disconnect(PlayerId("p0"), "phone")
    clock.advance(seconds(60))

    assert heard.told == []


def test_the_same_device_lost_twice_is_lost_once() -> None:
    clock, heard, presence = room(20)
    presence.disconnect(PlayerId("p0"), "phone")
    presence.disconnect(PlayerId("p0"), "phone")
    clock.advance(seconds(60))

    assert heard.told == ["p0 dropped cash:1"]


def test_a_player_who_comes_back_is_told_to_every_table() -> None:
    clock, heard, presence = room(20)
    presence.disconnect(PlayerId("p0"), "phone")
    clock.advance(seconds(5))
    presence.connect(PlayerId("p0"), "desk")

    assert heard.told == ["p0 dropped cash:1", "p0 returned cash:1"]


def test_a_player_seated_without_a_connection_is_lost_at_once() -> None:
    _, heard, presence = room(20)
    presence.seated(PlayerId("ghost"), T2)

    assert heard.told == ["ghost dropped cash:2"]


def lose(presence: Presence, count: int) -> None:
    for number in range(count):
        presence.disconnect(PlayerId(f"p{number}"), "phone")


def test_clocks_pause_when_more_than_thirty_percent_are_lost_within_ten_seconds() -> None:
    clock, heard, presence = room(20)
    lose(presence, 6)
    clock.advance(seconds(3))
    assert not presence.is_paused()

    presence.disconnect(PlayerId("p6"), "phone")
    assert presence.is_paused()  # at once: a deadline may be near
    clock.advance(seconds(3))

    assert heard.told[-2:] == ["pause ['cash:1']", "p6 dropped cash:1"]


def test_an_outage_inside_the_grace_does_not_count() -> None:
    clock, heard, presence = room(20)
    lost_at = clock.now()
    presence.disconnect(PlayerId("p0"), "phone")
    clock.advance(500)
    for number in range(1, 7):
        presence.disconnect(PlayerId(f"p{number}"), "phone")
    clock.advance(1000)
    assert presence.is_paused()
    presence.connect(PlayerId("p6"), "phone")
    assert not presence.is_paused()
    clock.advance(500)

    assert heard.told[-1] == "p0 dropped cash:1"
    assert heard.lost_at == [lost_at + 1000]


def test_losses_spread_over_time_are_no_outage() -> None:
    clock, _, presence = room(20)
    for number in range(12):
        presence.disconnect(PlayerId(f"p{number}"), "phone")
        clock.advance(seconds(6))

    assert not presence.is_paused()


def test_clocks_run_again_when_enough_players_are_back() -> None:
    clock, heard, presence = room(20)
    lose(presence, 8)
    clock.advance(seconds(3))
    assert presence.is_paused()

    presence.connect(PlayerId("p0"), "phone")
    assert presence.is_paused()
    presence.connect(PlayerId("p1"), "phone")

    assert not presence.is_paused()
    assert heard.told[-1] == "resume ['cash:1']"


def test_an_outage_ends_after_two_minutes_whoever_is_back() -> None:
    clock, heard, presence = room(20)
    lose(presence, 20)
    clock.advance(seconds(60))
    assert presence.is_paused()

    clock.advance(seconds(62))

    assert not presence.is_paused()
    assert heard.told.count("resume ['cash:1']") == 1


def test_a_small_room_is_not_paused_by_one_player() -> None:
    clock, _, presence = room(3)
    lose(presence, 2)
    clock.advance(seconds(5))

    assert not presence.is_paused()
