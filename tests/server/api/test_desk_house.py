"""The house at the desk: rulebooks revised, announcements, money that agrees with the ledger, the system."""

from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.kernel import PlayerId
from fairdeal.office.roles import Role
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.loader import published_edition
from fairdeal.server.office.in_force import RulebookFollower
from fairdeal.server.rulebooks import with_revisions
from tests.server.api.desk import asked, member, signed
from tests.server.api.house import World, story

CAP = "poker.rake.holdem[texas 0.25/0.50].cap"
CLOCK = "poker.connection.decision_seconds"
DRAFT: dict[str, Any] = {"title": "House 2.7 b", "version": "2.7 b", "changes": {CAP: "1.50", CLOCK: "12"}}
DEED = {"kind": "revise_rulebook", "rulebook": U27, **DRAFT}


@story
async def test_a_rulebook_shows_every_value_with_its_clause(world: World) -> None:
    floor = await member(world, "Rita", Role.FLOOR)
    (book,) = [each for each in await floor.get("/desk/rulebooks") if each["id"] == U27]
    page = await floor.get(f"/desk/rulebooks/{U27}?language=et")
    values = {each["path"]: each for each in page["values"]}

    assert (book["clauses"], book["changed"], book["revisions"]) == (["CASH-22", "MTT-51b"], 0, [])
    assert (values[CAP]["rule"], values[CAP]["written"], values[CAP]["locked"]) == ("RAKE-07", "2.00", False)
    assert values["poker.wallet.currency"]["locked"]
    assert {each["section"] for each in page["values"]} == {each["key"] for each in page["sections"]}
    assert await floor.refused_get("/desk/rulebooks/none") == (404, "no_such_rulebook")


@story
async def test_a_draft_is_checked_as_a_rulebook_file_is(world: World) -> None:
    floor = await member(world, "Rita", Role.FLOOR)
    path = f"/desk/rulebooks/{U27}/check"

    good = await floor.post(path, **DRAFT)
    assert good["faults"] == []
    assert {each["path"]: (each["before"], each["after"]) for each in good["changes"]} == {
        CAP: ("2.00", "1.50"),
        CLOCK: ("10 s", "12 s"),
    }
    assert 'extends = "unibet-2.7"' in good["text"]
    sample = next(each for each in good["samples"] if (each["players"], each["pot"]) == (6, 60_00))
    assert (sample["before"], sample["after"]) == (2_00, 1_50)

    wrong = {**DRAFT, "changes": {CAP: "-1", "poker.wallet.currency": "RON", "poker.nothing": "1"}}
    bad = await floor.post(path, **wrong)
    assert {each["path"] for each in bad["faults"]} == {CAP, "poker.wallet.currency", "poker.nothing"}
    unsupported = await floor.post(path, **{**DRAFT, "changes": {"poker.blinds.dead_blinds": "true"}})
    assert len(unsupported["faults"]) == 1
    assert await floor.refused("/desk/dry-run", deed={**DEED, **wrong}, clause="CASH-22") == (400, "bad_rulebook")


@story
@pytest.mark.rule("CASH-22")
@pytest.mark.rule("MTT-51b")
async def test_a_revision_is_signed_by_a_second_person_and_survives_a_restart(world: World) -> None:
    house = world.house
    RulebookFollower(house)
    floor, frank = await member(world, "Rita", Role.FLOOR), await member(world, "Frank", Role.FINANCE)
    ann = world.browser()
    player = PlayerId(await ann.guest("Ann"))
    before = {each.id: content_hash(each) for each in house.editions}

    request = await asked(floor, DEED, "CASH-22")
    assert content_hash(house.room.shelves.in_force[U27]) == before[U27]
    waiting = await frank.get(f"/desk/rulebooks/{U27}/requests/{request['id']}?language=sv")
    assert {each["path"] for each in waiting["changes"]} == {CAP, CLOCK}
    assert await floor.refused(f"/desk/requests/{request['id']}/sign", figures=request["figures"]) == (
        409,
        "not_allowed",
    )
    await signed(frank, request)

    revised = house.room.shelves.in_force[U27]
    stake = next(row for row in house.room.cash.house.offered.values() if row.rules.stake_key == "texas/0.25-0.50")
    assert (revised.title, revised.version, revised.extends) == ("House 2.7 b", "2.7 b", U27)
    assert (stake.rules.digest, stake.rules.hand.rake.cap) == (content_hash(revised), 1_50)
    assert house.room.tournaments.house.editions[U27] is revised
    assert house.auth.check_acceptance(player, content_hash(revised)) is not None
    (wanted,) = (await ann.get("/session"))["toAccept"]
    assert (wanted["title"], wanted["digest"]) == ("House 2.7 b", content_hash(revised))
    (told,) = house.room.announcements.view()[2]
    assert "House 2.7 b" in told.texts["ro"]

    again = with_revisions(house.store, [each for each in house.editions if each.id != U27] + [published_edition(U27)])
    assert [content_hash(each) for each in again.in_force if each.id == U27] == [content_hash(revised)]
    assert [content_hash(each) for each in again.earlier] == [before[U27]]
    (book,) = [each for each in await floor.get("/desk/rulebooks") if each["id"] == U27]
    assert (book["changed"], [each["version"] for each in book["revisions"]]) == (2, ["2.7 b"])
    assert await floor.refused("/desk/dry-run", deed={**DEED, "changes": {}}, clause="CASH-22") == (
        409,
        "already_in_force",
    )


@story
async def test_a_rulebook_without_such_a_clause_is_not_revised(world: World) -> None:
    floor = await member(world, "Rita", Role.FLOOR)
    (book,) = [each for each in await floor.get("/desk/rulebooks") if each["id"] == "publicwin"]
    deed = {**DEED, "rulebook": "publicwin", "changes": {CLOCK: "12"}}

    figures = (await floor.post("/desk/dry-run", deed=deed, clause="CASH-22"))["figures"]
    refused = await floor.refused("/desk/requests", deed=deed, clause="CASH-22", reason="why not", figures=figures)

    assert (book["clauses"], refused) == ([], (409, "clause_of_other_rulebook"))


@story
async def test_an_announcement_is_planned_shown_and_ended(world: World) -> None:
    house, now = world.house, world.house.clock.now()
    rita = await member(world, "Rita", Role.FLOOR)
    await asked(rita, {"kind": "announce", "texts": {"en": "We close at ten", "et": "Sulgeme kell kümme"}})
    later = {"kind": "announce", "texts": {"en": "Later"}, "since": now + 3_600_000, "until": now + 7_200_000}
    await asked(rita, later)

    rows = {each["number"]: each for each in await rita.get("/desk/announcements")}
    assert [rows[number]["state"] for number in (1, 2)] == ["shown", "planned"]
    assert rows[1]["texts"]["et"] == "Sulgeme kell kümme"
    assert rows[1]["until"] - rows[1]["since"] == 24 * 3_600_000

    await asked(rita, {"kind": "end_announcement", "number": 1})
    rows = {each["number"]: each["state"] for each in await rita.get("/desk/announcements")}
    assert rows == {1: "ended", 2: "planned"}
    gone = {"kind": "end_announcement", "number": 1}
    assert await rita.refused("/desk/dry-run", deed=gone) == (409, "no_such_announcement")
    empty = {"kind": "announce", "texts": {"en": " "}}
    assert await rita.refused("/desk/dry-run", deed=empty) == (409, "text_missing")
    assert house.room.docket.open == ()


@story
async def test_money_agrees_with_the_ledger(world: World) -> None:
    frank, rita = await member(world, "Frank", Role.FINANCE), await member(world, "Rita", Role.FLOOR)
    await world.browser().guest("Ann")
    page = await frank.get("/desk/money?money=test&currency=EUR")
    balances = {
        account: balance
        for purpose in Purpose
        for account, balance in world.house.store.accounts(purpose).items()
        if account.endswith(":EUR:test")
    }
    by_purpose = {each["purpose"]: each["credit"] - each["debit"] for each in page["trial"]}

    assert page["debit"] == page["credit"] > 0
    for purpose, total in by_purpose.items():
        assert total == sum(held for account, held in balances.items() if account.startswith(f"{purpose}:"))
    assert sum(balances.values()) == 0
    csv = await frank.get("/desk/money/trial-balance.csv")
    assert csv.splitlines()[0] == "currency,money,purpose,accounts,balance"
    assert await frank.refused_get("/desk/money/other.csv") == (400, "malformed")
    assert await rita.refused_get("/desk/money") == (403, "not_allowed")


@story
async def test_the_system_says_how_it_is(world: World) -> None:
    rita, ada = await member(world, "Rita", Role.FLOOR), await member(world, "Ada", Role.ADMIN)
    system = await rita.get("/desk/system")

    assert (system["stopped"], system["databaseAnswers"]) == ([], True)
    assert {each["table"] for each in system["sizes"]} >= {"streams", "transfers", "hands"}
    assert await rita.refused("/desk/system/bring-back", stream="cash:T1") == (403, "not_allowed")
    assert await ada.refused("/desk/system/bring-back", stream="cash:T1") == (409, "still_stopped")
