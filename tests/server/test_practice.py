"""A room with practice partners: a newcomer finds company, and sees who is a machine."""

from pathlib import Path

from fairdeal.room.practice import Practice
from tests.server.live import QUICK, changes_of, new_guest, run, running, settings_in


def test_a_guest_is_dealt_in_among_partners_who_are_marked(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path, bots=True), QUICK) as opened:
            practice = opened.practice
            assert isinstance(practice, Practice)
            stake = practice.bots[0].stake
            rules = opened.house.room.house.offered[stake].rules
            guest = await new_guest(opened, "Ann")
            await guest.wire.ask("join", stake=stake, buyIn=rules.buy_in_max.value, post=rules.may_post)
            await guest.wire.until(lambda each: any(change["kind"] == "dealt" for change in each.get("own", ())))
            opened_hand = changes_of(guest.wire.came, "handOpened")[-1]
            shown = next(each["table"] for each in guest.wire.came if each["type"] == "table")
            seats = {at: seat for at, seat in enumerate(shown["seats"]) if seat is not None}
            for each in guest.wire.came:
                seats |= {change["at"]: change["seat"] for change in changes_of([each], "seat")}
            assert len(opened_hand["seats"]) >= 3
            assert {seat["bot"] for at, seat in seats.items() if seat["name"] != "Ann"} == {True}
            assert all(seat["name"] for seat in seats.values())

    run(story())
