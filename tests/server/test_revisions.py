"""A revision of the rulebook at a table that plays: the open hand keeps its rules, the next one has the new, after a restart too."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from fairdeal.bank.house import StaffId
from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import table_stream
from fairdeal.kernel import PlayerId, RuleId, TableId
from fairdeal.office.docket.commands import Ask, SetRoles, Sign
from fairdeal.office.roles import Role
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.export import content_hash
from fairdeal.server.office.forms.rulebook import ReviseForm
from fairdeal.server.office.in_force import let_back
from fairdeal.server.office.service import Office
from fairdeal.server.opening import RunningServer
from tests.server.live import new_guest, play_passively, run, running, seat_all, settings_in, to_act

STAKE = StakeId(f"{U27}/test/texas/0.02-0.04/6")
CAP = "poker.rake.holdem[texas 0.02/0.04].percent"
FORM = ReviseForm(rulebook=U27, title="House 2.7 b", version="2.7 b", changes={CAP: "1"})
RITA, FRANK = StaffId("rita"), StaffId("frank")


async def put_in_force(opened: RunningServer, form: ReviseForm = FORM) -> str:
    """One asks, another signs; the hash of the revision in force."""
    house = opened.house
    desk = Office(house, PlayerId(RITA))
    for staff, role in ((RITA, Role.FLOOR), (FRANK, Role.FINANCE)):
        await desk.send(SetRoles(staff, (role,), "test"))
    deed, edition = desk.prepared(form, "CASH-22", None)
    seen = desk.dry_run(deed, edition, "CASH-22").digest
    await desk.send(Ask("q1", RITA, deed, edition, RuleId("CASH-22"), "dear beside its neighbours", seen))
    await desk.send(Sign("q1", FRANK, seen))
    return content_hash(house.room.shelves.in_force[U27])


def table_of(opened: RunningServer, table: str) -> Any:
    actor = opened.house.room.registry.find(table_stream(TableId(table)))
    assert actor is not None
    return actor.state


@pytest.mark.rule("CASH-22")
@pytest.mark.rule("MTT-51b")
@pytest.mark.rule("CASH-21")
def test_the_next_hand_is_played_by_the_revision_and_only_by_who_accepted_it(tmp_path: Path) -> None:
    async def story() -> None:
        address = f"sqlite:///{tmp_path / 'room.db'}"
        async with running(settings_in(tmp_path, database=address, bots=False)) as opened:
            ann, bob, cid = [await new_guest(opened, name) for name in ("Ann", "Bob", "Cid")]
            table = await seat_all([ann, bob, cid], STAKE, 2_00)
            await to_act([ann, bob, cid])
            before = table_of(opened, table).open.edition

            digest = await put_in_force(opened)
            refused = await cid.wire.ask("comeBack", table=table)
            while any(chair and chair.sits_out_next is None for chair in table_of(opened, table).chairs):
                await ann.wire.until(lambda _: True, len(ann.wire.came))
            state = table_of(opened, table)
            assert refused["told"]["code"] == "acceptance_needed"
            assert (state.open.edition, before != digest) == (before, True), "never in the middle of a hand"
            assert {chair.sits_out_next.rule for chair in state.chairs if chair} == {"CASH-21"}
            for guest in (ann, bob):
                opened.house.auth.acceptance.accept(guest.player, [digest], opened.house.clock.now())
                let_back(opened.house, guest.player)

            playing = [asyncio.ensure_future(play_passively(each, table)) for each in (ann, bob, cid)]
            while (found := table_of(opened, table).open) is None or found.edition == before:
                await ann.wire.until(lambda _: True, len(ann.wire.came))
            rules = opened.house.room.cash.house.rules[STAKE][digest]
            assert (found.edition, rules.hand.rake.rate, len(found.dealt.seats)) == (digest, 10_000, 2)
            for each in playing:
                each.cancel()
        async with running(settings_in(tmp_path, database=address, bots=False)) as opened:
            assert content_hash(opened.house.room.shelves.in_force[U27]) == digest
            assert opened.house.room.fail_stop_report() == []
            assert table_of(opened, table).edition == digest

    run(story())
