"""A room with practice partners: a newcomer finds company, and sees who is a machine."""

from pathlib import Path
from typing import Any

import pytest

from fairdeal.rulebook.clause import PW, U27, EditionId
from tests.server.live import QUICK, Guest, changes_of, new_guest, run, running, settings_in


async def rows_of(guest: Guest, edition: EditionId) -> list[dict[str, Any]]:
    """The stakes of a rulebook, as the lobby shows them."""
    await guest.wire.ask("watchLobby", on=True)
    shown = await guest.wire.until(lambda each: each["type"] == "lobby")
    return [row for row in shown["stakes"] if row["edition"] == edition]


async def play_now(guest: Guest, row: dict[str, Any]) -> None:
    """Ask for a seat as the page does, and wait for cards."""
    answer = await guest.wire.ask("join", stake=row["id"], buyIn=row["buyInMax"], post=row["mayPost"])
    assert answer["type"] == "done", answer
    await guest.wire.until(lambda each: any(change["kind"] == "dealt" for change in each.get("own", ())))


def test_a_guest_is_dealt_in_among_partners_who_are_marked(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path, bots=True), QUICK) as opened:
            guest = await new_guest(opened, "Ann")
            await play_now(guest, (await rows_of(guest, U27))[1])
            opened_hand = changes_of(guest.wire.came, "handOpened")[-1]
            shown = next(each["table"] for each in guest.wire.came if each["type"] == "table")
            seats = {at: seat for at, seat in enumerate(shown["seats"]) if seat is not None}
            for each in guest.wire.came:
                seats |= {change["at"]: change["seat"] for change in changes_of([each], "seat")}
            assert len(opened_hand["seats"]) >= 3
            assert {seat["bot"] for at, seat in seats.items() if seat["name"] != "Ann"} == {True}
            assert all(seat["name"] for seat in seats.values())

    run(story())


@pytest.mark.parametrize("edition", [U27, PW])
def test_partners_come_in_every_game_of_every_rulebook(tmp_path: Path, edition: EditionId) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path, bots=True), QUICK) as opened:
            first = await new_guest(opened, "Ann")
            rows = await rows_of(first, edition)
            assert all(row["partners"] for row in rows)
            games = {(row["family"], row["seats"]): row for row in reversed(rows)}  # the smallest stake of each
            for number, row in enumerate(games.values()):
                await play_now(await new_guest(opened, f"Guest {number}"), row)
            assert opened.house.room.fail_stop_report() == []

    run(story())
