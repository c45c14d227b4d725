"""People at a real server: playing, being refused, coming back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from picows import WSHandshakeError

from fairdeal.cash.streams import table_stream
from fairdeal.cash.table.commands import Recover
from fairdeal.kernel import Instant, TableId
from fairdeal.protocol.base import PROTOCOL
from fairdeal.room.wiring import SHARD
from fairdeal.server import gateway as gateways
from fairdeal.server.opening import RunningServer
from tests.server.live import (
    HEADS_UP,
    SIX,
    Guest,
    Message,
    changes_of,
    dial,
    new_guest,
    options_in,
    play_passively,
    run,
    running,
    seat_all,
    settings_in,
    to_act,
)
from tests.server.raw import connect, upgrade


@dataclass
class Duel:
    """Two guests at a table, one of them to act."""

    opened: RunningServer
    table: str
    actor: Guest
    other: Guest
    options: Message

    def act(self, **choice: Any) -> Message:
        """The decision in question, as a message's fields."""
        return {"table": self.table, "hand": self.options["hand"], "turn": self.options["turn"], "choice": choice}


@asynccontextmanager
async def duel(folder: Path) -> AsyncIterator[Duel]:
    async with running(settings_in(folder)) as opened:
        guests = [await new_guest(opened, name) for name in ("Ann", "Bob")]
        table = await seat_all(guests, HEADS_UP, 200)
        actor, options = await to_act(guests)
        (other,) = [guest for guest in guests if guest is not actor]
        yield Duel(opened, table, actor, other, options)


def test_two_players_play_a_hand_to_the_showdown(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guests = [await new_guest(opened, name) for name in ("Ann", "Bob")]
            table = await seat_all(guests, HEADS_UP, 200)
            playing = [asyncio.ensure_future(play_passively(guest, table)) for guest in guests]
            ann = guests[0].wire
            await ann.until(lambda each: bool(changes_of([each], "handEnded")))
            for each in playing:
                each.cancel()
            assert len(changes_of(ann.came, "shown")) >= 1
            assert len(changes_of(ann.came, "board")[2]["board"]) == 5
            awarded = changes_of(ann.came, "awarded")[0]
            assert sum(each["amount"] for each in awarded["winners"]) == awarded["pot"] - awarded["rake"]
            assert len(awarded["best"]) == 5
            ended = changes_of(ann.came, "handEnded")[0]
            assert sum(seat["stack"] for seat in ended["seats"].values()) == 400 - ended["rake"]
            assert {seat["name"] for seat in ended["seats"].values()} == {"Ann", "Bob"}

    run(story())


@pytest.mark.rule("BET-08")
def test_a_raise_that_is_too_small_is_refused_with_its_clause_to_its_sender_only(tmp_path: Path) -> None:
    async def story() -> None:
        async with duel(tmp_path) as at:
            heard, least = len(at.other.wire.came), at.options["raiseMin"]
            refused = await at.actor.wire.ask("act", **at.act(kind="raise", to=least - 1))
            assert refused["type"] == "refused"
            assert (refused["told"]["code"], refused["told"]["rule"]) == ("raise_too_small", "BET-08")
            assert refused["told"]["numbers"]["least"] == least
            await at.other.wire.ask("ping")
            assert [each["type"] for each in at.other.wire.came[heard:]] == ["pong"]

    run(story())


def test_the_same_command_id_is_answered_twice_and_done_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with duel(tmp_path) as at:
            first = await at.actor.wire.ask("act", id="once", **at.act(kind="call"))
            again = await dial(at.opened.port, at.actor.token)
            second = await again.ask("act", id="once", **at.act(kind="call"))
            third = await again.ask("act", id="other", **at.act(kind="call"))
            assert first == second == {"type": "done", "id": "once"}
            assert third["told"]["code"] == "stale_turn"

    run(story())


def test_what_becomes_of_an_act_is_its_answer_and_nobody_elses(tmp_path: Path) -> None:
    async def story() -> None:
        async with duel(tmp_path) as at:
            heard = len(at.actor.wire.came), len(at.other.wire.came)
            await at.actor.wire.ask("act", id="mine", **at.act(kind="call"))
            await at.actor.wire.ask("ping")
            await at.other.wire.ask("ping")
            told = [(each["type"], each.get("done")) for each in at.actor.wire.came[heard[0] :]]
            assert told == [("frame", "mine"), ("pong", None)]
            assert [each.get("done") for each in at.other.wire.came[heard[1] :]] == [None, None]

    run(story())


def test_who_comes_back_gets_exactly_the_frames_that_are_missing(tmp_path: Path) -> None:
    async def story() -> None:
        async with duel(tmp_path) as at:
            seen = last_position(at.other, at.table)
            at.other.wire.break_off()
            await at.actor.wire.ask("act", **at.act(kind="call"))
            back = await dial(at.opened.port, at.other.token)
            await back.ask("hello", positions=[{"table": at.table, "epoch": seen[0], "number": seen[1]}])
            assert [each["type"] for each in back.came[:2]] == ["welcome", "frame"]
            numbers = [each["number"] for each in back.came if each["type"] == "frame"]
            assert numbers[0] == seen[1] + 1
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
            mine = next(found for each in back.came if (found := options_in(each)) is not None)
            choice = {"kind": "check"}
            answer = await back.ask("act", table=at.table, hand=mine["hand"], turn=mine["turn"], choice=choice)
            assert answer["type"] == "done"

    run(story())


def last_position(guest: Guest, table: str) -> tuple[int, int]:
    """How far somebody has followed a table."""
    followed = [
        each
        for each in guest.wire.came
        if (each["type"] == "frame" and each["table"] == table)
        or (each["type"] == "table" and each["table"]["id"] == table)
    ]
    return followed[-1]["epoch"], followed[-1]["number"]


def test_an_unknown_position_gets_the_whole_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guests = [await new_guest(opened, name) for name in ("Ann", "Bob")]
            table = await seat_all(guests, HEADS_UP, 200)
            await to_act(guests)
            back = await dial(opened.port, guests[0].token)
            await back.ask("hello", positions=[{"table": table, "epoch": 0, "number": 10**6}])
            shown = next(each for each in back.came if each["type"] == "table")
            assert len(shown["table"]["own"]["cards"]) == 2

    run(story())


@pytest.mark.rule("CASH-15")
def test_who_only_watches_sees_a_hand_when_it_is_over_and_nobodys_cards(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guests = [await new_guest(opened, name) for name in ("Ann", "Bob")]
            table = await seat_all(guests, HEADS_UP, 200)
            watcher = await dial(opened.port)
            await to_act(guests)
            await watcher.ask("watch", table=table)
            first = await watcher.until(lambda each: each["type"] == "table")
            assert first["table"]["hand"] is None
            assert first["table"]["afterHandsOnly"]
            playing = [asyncio.ensure_future(play_passively(guest, table)) for guest in guests]
            await watcher.until(lambda each: bool(changes_of([each], "handEnded")))
            for each in playing:
                each.cancel()
            frames = [each for each in watcher.came if each["type"] == "frame"]
            assert all(each["own"] == [] for each in frames)
            # A hand comes whole: it begins and ends among what came.
            assert len(changes_of(frames, "handOpened")) == len(changes_of(frames, "handEnded"))

    run(story())


def test_without_a_session_one_may_watch_and_nothing_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            wire = await dial(opened.port)
            welcome = await wire.until(lambda each: each["type"] == "welcome")
            assert welcome["person"] is None
            await wire.ask("watchLobby", on=True)
            lobby = await wire.until(lambda each: each["type"] == "lobby")
            assert any(stake["id"] == SIX for stake in lobby["stakes"])
            refused = await wire.ask("join", stake=SIX, buyIn=400)
            assert refused["told"]["code"] == "sign_in_first"

    run(story())


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "https://127.0.0.1.evil.example"])
def test_pages_of_others_cannot_open_the_socket(tmp_path: Path, origin: str) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            with pytest.raises(WSHandshakeError) as refused:
                await dial(opened.port, origin=origin)
            assert refused.value.response is not None
            assert refused.value.response.status == 403

    run(story())


def test_a_session_that_ends_takes_its_sockets_along(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            ann, bob = [await new_guest(opened, name) for name in ("Ann", "Bob")]
            await opened.house.auth.sessions.end(ann.player, only=ann.session)
            async with asyncio.timeout(1):
                await ann.wire.closed()
            assert ann.wire.came[-1]["type"] == "goodbye"
            assert ann.wire.came[-1]["told"]["code"] == "session_ended"
            assert (await bob.wire.ask("ping"))["type"] == "pong"

    run(story())


def test_what_nobody_can_read_is_answered_with_a_code(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guest = await new_guest(opened, "Ann")
            for data, code, name in (
                (b"hello", "not_a_message", None),
                (b'{"type":"winAll","id":"x1"}', "unknown_message", "x1"),
                (b'{"type":"leave","id":"x2"}', "malformed_message", "x2"),
                (b'{"type":"leave","id":"x 3","table":"T"}', "malformed_message", "x 3"),
                (b'{"type":"leave","id":"x4","table":"T"}', "no_such_table", "x4"),
                (b'{"type":"watch","id":"x5","table":"T"}', "no_such_table", "x5"),
                (b'{"type":"join","id":"x6","stake":"T"}', "no_such_stake", "x6"),
            ):
                place = len(guest.wire.came)
                guest.wire.send(data)
                refused = await guest.wire.until(lambda each: each["type"] == "refused", place)
                assert (refused["told"]["code"], refused["id"]) == (code, name)

    run(story())


def test_who_speaks_too_fast_is_refused_and_at_last_cut_off(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guest = await new_guest(opened, "Ann")
            for _ in range(400):
                guest.wire.say("forget", table="T")
            await guest.wire.closed()
            codes = [each["told"]["code"] for each in guest.wire.came if each["type"] == "refused"]
            assert set(codes) == {"too_fast"}
            assert guest.wire.came[-1]["type"] == "goodbye"

    run(story())


def test_an_act_after_a_standstill_is_answered_by_its_own_frame(tmp_path: Path) -> None:
    """The time the room stood still is given back first, and shown in a frame of its own."""

    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guests = [await new_guest(opened, name) for name in ("Ann", "Bob")]
            table = await seat_all(guests, HEADS_UP, 200)
            guest, options = await to_act(guests)
            clock: Any = opened.house.clock
            clock.stood = Instant(clock.now() - 3_000)
            act = {"table": table, "hand": options["hand"], "turn": options["turn"], "choice": {"kind": "call"}}
            name = guest.wire.say("act", **act)
            assert (await guest.wire.answer(name))["type"] == "done"
            await guest.wire.ask("ping")

            done = [each for each in guest.wire.came if each.get("done") == name]
            assert len(changes_of(done, "acted")) == len(done) == 1
            assert changes_of(guest.wire.came, "clocks")

    run(story())


def test_players_at_a_table_talk_and_others_do_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guests = [await new_guest(opened, name) for name in ("Ann", "Bob")]
            table = await seat_all(guests, HEADS_UP, 200)
            cid = await new_guest(opened, "Cid")
            await cid.wire.ask("watch", table=table)
            assert (await cid.wire.ask("say", table=table, text="me too"))["told"]["code"] == "not_seated"
            await guests[0].wire.ask("say", table=table, text=" nice\u0007 hand ")
            said = await guests[1].wire.until(lambda each: each["type"] == "said")
            assert (said["line"]["name"], said["line"]["text"]) == ("Ann", "nice hand")

    run(story())


def test_a_kept_seat_is_told_with_its_limits_and_its_clause(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guests = [await new_guest(opened, name) for name in ("Ann", "Bob", "Cid", "Dan")]
            for place, guest in enumerate(guests[:3], 1):
                await guest.wire.ask("join", stake=SIX, buyIn=400)
                mine = await guest.wire.until(lambda each: each["type"] == "mine")
                assert mine["mine"]["position"] == place
            await guests[0].wire.until(lambda each: each["type"] == "table")
            await guests[3].wire.ask("join", stake=SIX)
            asked = await guests[3].wire.until(lambda each: each["type"] == "mine" and bool(each["mine"]["offer"]))
            offer = asked["mine"]["offer"]
            assert (offer["min"], offer["max"]) == (200, 400)
            assert offer["why"]["rule"].startswith("BUY-")
            short = await guests[3].wire.ask("takeSeat", stake=SIX, buyIn=100)
            assert short["told"]["code"] == "buy_in_not_allowed"
            await guests[3].wire.ask("takeSeat", stake=SIX, buyIn=200)
            shown = await guests[3].wire.until(lambda each: each["type"] == "table")
            assert shown["table"]["own"] is not None

    run(story())


def test_a_table_that_is_read_again_is_shown_again_as_a_whole(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guests = [await new_guest(opened, name) for name in ("Ann", "Bob", "Cid")]
            table = await seat_all(guests, SIX, 400)
            await to_act(guests)
            registry, clock = opened.house.room.registry, opened.house.clock
            actor = registry.actor(table_stream(TableId(table)))
            registry._fail(actor, AssertionError("for the test"))
            before, last = len(guests[0].wire.came), actor.feed.number
            registry.revive(actor.stream)
            registry.send(actor.stream, Recover(clock.now()))
            shown = await guests[0].wire.until(lambda each: each["type"] == "table", before)
            told = [each["type"] for each in guests[0].wire.came[before:]]
            assert told.index("rolledBack") < told.index("table")
            assert [seat["stack"] for seat in shown["table"]["seats"] if seat] == [400, 400, 400]
            assert shown["number"] > last + 1  # nobody can take it for the step after the last
            await guests[0].wire.ask("sitOut", table=table)
            frame = await guests[0].wire.until(lambda each: each["type"] == "frame", before)
            assert frame["number"] == shown["number"] + 1

    run(story())


def test_a_server_that_stops_lets_the_hand_be_played_to_its_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path, drain_seconds=60)) as opened:
            guests = [await new_guest(opened, name) for name in ("Ann", "Bob")]
            table = await seat_all(guests, HEADS_UP, 200)
            await to_act(guests)
            stopping = asyncio.ensure_future(opened.stop())
            announced = await guests[0].wire.until(lambda each: each["type"] == "announcement")
            assert announced["key"] == "restart"
            playing = [asyncio.ensure_future(play_passively(guest, table)) for guest in guests]
            await stopping
            await guests[0].wire.closed()
            for each in playing:
                each.cancel()
            came = guests[0].wire.came
            assert len(changes_of(came, "handOpened")) == len(changes_of(came, "handEnded")) == 1
            assert came[-1]["type"] == "goodbye"
            await asyncio.gather(*playing, return_exceptions=True)

    run(story())


def test_the_server_says_goodbye_when_it_stops(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guest = await new_guest(opened, "Ann")
        await guest.wire.closed()
        last: Message = guest.wire.came[-1]
        assert (last["type"], last["told"]["code"], last["again"]) == ("goodbye", "server_stopping", True)

    run(story())


@pytest.mark.interpreted
def test_a_page_of_another_version_is_told_to_load_itself_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            wire = await dial(opened.port)
            welcome = await wire.until(lambda each: each["type"] == "welcome")
            assert welcome["protocol"] == PROTOCOL
            assert (await wire.ask("hello"))["type"] == "done"  # a page from before there were versions
            assert (await wire.ask("hello", protocol=PROTOCOL))["type"] == "done"
            monkeypatch.setattr(gateways, "PROTOCOL_OLDEST", 2)
            for version in (1, PROTOCOL + 1):
                wire = await dial(opened.port)
                wire.say("hello", protocol=version)
                last = await wire.until(lambda each: each["type"] == "goodbye")
                assert (last["told"]["code"], last["again"]) == ("reload_page", False)
                await wire.closed()

    run(story())


def test_a_report_that_is_not_kept_is_not_called_done(tmp_path: Path) -> None:
    async def story() -> None:
        async with duel(tmp_path) as at:
            about = {"table": at.table, "text": "they whisper", "player": at.other.player}
            answers = [await at.actor.wire.ask("report", **about) for _ in range(11)]
            assert [each["type"] for each in answers] == ["done"] * 10 + ["refused"]
            assert answers[-1]["told"]["code"] == "too_many_requests"
            assert answers[-1]["told"]["numbers"]["retryAfter"] > 0
            assert len(at.opened.house.people.complaints()) == 10
            assert (await at.actor.wire.ask("report", **{**about, "table": "T"}))["told"]["code"] == "no_such_table"

    run(story())


def test_a_name_that_somebody_else_pointed_at_us_is_no_page_of_ours(tmp_path: Path) -> None:
    """Host and origin are then alike; where the house says its own address, that is no longer enough."""

    async def story() -> None:
        settings = settings_in(tmp_path, public_url="https://room.example/", origins=("https://other.example",))
        async with running(settings) as opened:
            for origin in ("https://room.example", "https://other.example", f"http://127.0.0.1:{opened.port}"):
                assert not (await dial(opened.port, origin=origin)).is_closed
            evil = f"evil.example:{opened.port}"
            with closing(await connect(opened.port)) as raw:
                request = upgrade(opened.port).replace(f"127.0.0.1:{opened.port}".encode(), evil.encode())
                await raw.send(request)
                assert (await raw.read()).startswith(b"HTTP/1.1 403")
            with pytest.raises(WSHandshakeError):
                await dial(opened.port, origin="http://room.example")

    run(story())


def test_losing_the_room_to_another_process_is_logged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guest = await new_guest(opened, "Ann")
            house = opened.house
            house.store.claim(SHARD, "another process", house.clock.now())
            refused = await guest.wire.ask("join", stake=SIX, buyIn=400)
            assert refused["told"]["code"] == "lost_lease"
            said = capsys.readouterr()
            assert "another process has taken this room" in said.out + said.err

    run(story())
