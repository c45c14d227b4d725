"""kill -9 during a hand: players come back by themselves, are told of the rollback, and play goes on."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal.cash.offer import StakeId
from tests.contracts.postgres import empty_database
from tests.server.live import HEADS_UP, SIX, Guest, Wire, changes_of, dial, options_in, play_passively, run, to_act
from tests.server.processes import Process, start


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'room.db'}"
    else:
        with empty_database() as found:
            yield found


async def mid_hand(server: Process, stake: StakeId, buy_in: int) -> tuple[str, list[tuple[int, int]]]:
    """Everybody sits and has cards; the table, and how far each has followed it."""
    wires = [await dial(server.port, token) for token in server.tokens]
    for wire in wires:
        wire.say("join", stake=stake, buyIn=buy_in)
    shown = [await wire.until(lambda each: each["type"] == "table") for wire in wires]
    for wire in wires:
        await wire.until(lambda each: any(change["kind"] == "dealt" for change in each.get("own", ())))
    table = str(shown[0]["table"]["id"])
    return table, [position(wire, table) for wire in wires]


def position(wire: Wire, table: str) -> tuple[int, int]:
    last = [each for each in wire.came if each["type"] == "table" or each.get("table") == table][-1]
    return last["epoch"], last["number"]


async def come_back(server: Process, token: str, table: str, seen: tuple[int, int]) -> Wire:
    wire = await dial(server.port, token)
    await wire.ask("hello", positions=[{"table": table, "epoch": seen[0], "number": seen[1]}])
    return wire


@pytest.mark.rule("TIME-16")
def test_a_killed_hand_is_rolled_back_with_its_clause_and_play_goes_on(address: str, tmp_path: Path) -> None:
    async def story() -> None:
        first = await start(address, tmp_path, 3)
        table, seen = await mid_hand(first, SIX, 400)
        await first.kill()
        second = await start(address, tmp_path, 0)
        try:
            wires = [
                await come_back(second, token, table, each) for token, each in zip(first.tokens, seen, strict=True)
            ]
            for wire in wires:
                told = next(each for each in wire.came if each["type"] == "rolledBack")
                assert (told["told"]["code"], told["told"]["rule"]) == ("hand_rolled_back", "TIME-16")
                shown = next(each for each in wire.came if each["type"] == "table")
                assert [seat["stack"] for seat in shown["table"]["seats"] if seat] == [400, 400, 400]
                assert shown["epoch"] > seen[0][0]
            guests = [Guest(None, "", "", wire) for wire in wires]  # type: ignore[arg-type]
            playing = [asyncio.ensure_future(play_passively(guest, table)) for guest in guests]
            await wires[0].until(lambda each: bool(changes_of([each], "handEnded")))
            for each in playing:
                each.cancel()
        finally:
            await second.kill()

    run(story())


@pytest.mark.rule("TIME-17")
def test_where_the_rulebook_cashes_everybody_out_the_table_is_gone_and_the_clause_told(tmp_path: Path) -> None:
    async def story() -> None:
        address = f"sqlite:///{tmp_path / 'room.db'}"
        first = await start(address, tmp_path, 2)
        table, seen = await mid_hand(first, HEADS_UP, 200)
        await first.kill()
        second = await start(address, tmp_path, 0)
        try:
            wire = await come_back(second, first.tokens[0], table, seen[0])
            told = next(each for each in wire.came if each["type"] == "rolledBack")
            assert told["told"]["rule"] == "TIME-17"
            welcome = next(each for each in wire.came if each["type"] == "welcome")
            assert welcome["seated"] == []
            assert options_in(wire.came[-1]) is None
        finally:
            await second.kill()

    run(story())


HASTY = """
[edition]
id = "hasty"
title = "Five seconds to decide"
extends = "publicwin"
[poker.connection]
decision_seconds = 5
"""


@pytest.mark.rule("TIME-12")
def test_a_server_that_stood_still_longer_than_a_turn_decides_for_nobody_who_acted(tmp_path: Path) -> None:
    """The act is on the wire when the process is stopped; it counts when the process goes on (X-143)."""

    async def story() -> None:
        rulebook = tmp_path / "hasty.toml"
        rulebook.write_text(HASTY)
        server = await start(f"sqlite:///{tmp_path / 'room.db'}", tmp_path, 2, str(rulebook))
        try:
            wires = [await dial(server.port, token) for token in server.tokens]
            for wire in wires:
                wire.say("join", stake="hasty/test/texas/0.01-0.02/2", buyIn=200)
            guests = [Guest(None, "", "", wire) for wire in wires]  # type: ignore[arg-type]
            guest, options = await to_act(guests)
            shown = await guest.wire.until(lambda each: each["type"] == "table")
            server.stop()
            act = {"table": shown["table"]["id"], "hand": options["hand"], "turn": options["turn"]}
            name = guest.wire.say("act", **act, choice={"kind": "call"})
            await server.go_on_after(6)

            assert (await guest.wire.answer(name))["type"] == "done"
            acts = changes_of(guest.wire.came, "acted")
            assert [each.get("rule") for each in acts] == [None]
            clocks = changes_of(guest.wire.came, "clocks")
            assert [(each["stand"], each["rule"]) for each in clocks] == [(True, "X-143"), (False, "X-143")]
        finally:
            await server.kill()

    run(story())
