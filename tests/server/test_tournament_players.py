"""What players of tournaments are told over real sockets without asking: where they sit, what the director did, what was drawn."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from fairdeal.kernel import HOUR, Cents, Instant
from fairdeal.protocol.base import PROTOCOL
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.ports import Answer
from fairdeal.server.limits import TOURNAMENTS_PAUSE_MS
from fairdeal.server.opening import RunningServer
from fairdeal.testing.tournaments.plan import MAIN, TournamentPlan, bill
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.password import password_digest
from fairdeal.tournament.setup import MultiBuyIn, TournamentSetup
from tests.server.live import Guest, Message, dial, new_guest, run, running, settings_in, tournament_options


def setup_of(opened: RunningServer, kind: str = "sit_and_go", entrants: int = 2, seats: int = 2) -> TournamentSetup:
    """A tournament of that kind; one with a start begins at a full hour that is not the next one."""
    plan = TournamentPlan(kind=kind, entrants=entrants, seats=seats, seed=4, edition=published_edition(U27))
    (billed,) = bill(plan, Instant(opened.house.room.clock.now() + HOUR), ())
    return billed.setup


async def announce(opened: RunningServer, setup: TournamentSetup) -> None:
    answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    opened.house.room.tournaments.announce(setup, MAIN, answered.set_result)
    assert await answered is None


async def tell(opened: RunningServer, command: Any) -> None:
    """Send a command of the house to the director."""
    answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    opened.house.room.tournaments.send(MAIN, command, answered.set_result)
    assert await answered is None


async def guests_of(opened: RunningServer, count: int) -> list[Guest]:
    return [await new_guest(opened, f"Guest {name}") for name in "ABCDEFG"[:count]]


async def enter(guests: list[Guest], **fields: Any) -> None:
    for guest in guests:
        assert (await guest.wire.ask("register", tournament=MAIN, **fields))["type"] == "done"


def is_notice(code: str) -> Callable[[Message], bool]:
    return lambda each: each["type"] == "tournamentNotice" and each["notice"]["told"]["code"] == code


async def notice(guest: Guest, code: str) -> Message:
    """The first notice with that code."""
    found: Message = (await guest.wire.until(is_notice(code)))["notice"]
    return found


async def own(guest: Guest, holds: Callable[[Message], bool]) -> Message:
    """The guest's own part of the tournament, once something holds of it."""

    def fits(each: Message) -> bool:
        return each["type"] == "ownTournaments" and any(map(holds, each["play"]["tournaments"]))

    (found,) = (await guest.wire.until(fits))["play"]["tournaments"]
    return dict(found)


async def fold_always(guest: Guest) -> None:
    """Fold, or check, whenever asked, at whatever table."""
    place, wire = 0, guest.wire
    while True:
        message = await wire.until(lambda each: tournament_options(each) is not None, place)
        place = wire.came.index(message) + 1
        options = tournament_options(message)
        assert options is not None
        table = message["table"]["id"] if message["type"] == "tournamentTable" else message["table"]
        kind = "check" if options["toCall"] == 0 else "fold"
        wire.say("act", table=table, hand=options["hand"], turn=options["turn"], choice={"kind": kind})


@pytest.mark.rule("MTT-28a")
def test_who_is_seated_is_told_and_follows_the_table_without_asking(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            setup = setup_of(opened)
            await announce(opened, setup)
            guests = await guests_of(opened, 2)
            await enter(guests[:1])
            waiting = await own(guests[0], lambda each: each["state"] == "waiting")
            assert (waiting["name"], waiting["mayUnregister"], waiting["table"]) == (setup.name, True, None)
            await enter(guests[1:])

            for guest in guests:
                seated = await own(guest, lambda each: each["state"] == "seated")
                told = await notice(guest, "seated")
                shown = await guest.wire.until(lambda each: each["type"] == "tournamentTable")
                assert told["table"] == seated["table"] == shown["table"]["id"] == f"{MAIN}/0"
                assert (told["told"]["rule"], told["told"]["numbers"]["chips"]) == ("MTT-61", setup.stack)
                assert (shown["table"]["name"], shown["table"]["size"]) == (setup.name, 2)
                assert shown["table"]["numbers"]["level"] == 1
                assert shown["table"]["entry"]["rank"] == 1

    run(story())


def test_who_asks_for_another_table_of_their_tournament_that_is_not_open_is_led_to_where_they_sit(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            await announce(opened, setup_of(opened))
            ann, bob = await guests_of(opened, 2)
            await enter([ann, bob])
            await notice(ann, "seated")
            # Also at an instant at which nobody deals there yet: one is brought as soon as somebody does.
            assert (await ann.wire.ask("watch", table=f"{MAIN}/0"))["type"] == "done"
            await ann.wire.until(lambda each: each["type"] == "tournamentTable" and each["table"]["id"] == f"{MAIN}/0")
            assert (await ann.wire.ask("watch", table=f"{MAIN}/7"))["type"] == "done"
            gone = await ann.wire.until(lambda each: each["type"] == "tableGone")
            assert (gone["table"], gone["instead"]) == (f"{MAIN}/7", f"{MAIN}/0")
            stranger = await new_guest(opened, "Stranger")
            for guest, table in ((stranger, f"{MAIN}/7"), (ann, "NONE/0"), (ann, f"{MAIN}/x/"), (ann, "/"), (ann, "T")):
                assert (await guest.wire.ask("watch", table=table))["told"]["code"] == "no_such_table"

    run(story())


def test_who_comes_back_finds_their_tournament_table_in_the_welcome(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            await announce(opened, setup_of(opened))
            guests = await guests_of(opened, 2)
            await enter(guests)
            await notice(guests[0], "seated")
            guests[0].wire.break_off()

            again = await dial(opened.port, guests[0].token)
            welcome = await again.until(lambda each: each["type"] == "welcome")
            (mine,) = welcome["ownPlay"]["tournaments"]
            again.say("hello", protocol=welcome["protocol"])
            shown = await again.until(lambda each: each["type"] == "tournamentTable")

            assert (mine["state"], mine["table"], shown["table"]["id"]) == ("seated", f"{MAIN}/0", f"{MAIN}/0")
            assert shown["table"]["own"] is not None

    run(story())


@pytest.mark.rule("MTT-42a")
def test_who_is_moved_is_told_why_and_follows_the_new_table_instead_of_the_old(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            await announce(opened, setup_of(opened, entrants=4, seats=3))
            guests = await guests_of(opened, 4)
            await enter(guests)
            tables = [(await notice(guest, "seated"))["table"] for guest in guests]
            stranger = await dial(opened.port)
            for table in set(tables):
                assert (await stranger.ask("watch", table=table))["type"] == "done"
            playing = [asyncio.ensure_future(fold_always(guest)) for guest in guests]
            await tell(opened, ms.Disqualify(guests[0].player, "ruth", "collusion"))
            assert (await notice(guests[0], "disqualified"))["told"]["rule"] == "MTT-45"
            out = await own(guests[0], lambda each: each["state"] == "out")
            assert (out["disqualified"], out["table"]) == (True, None)
            # Three are left and fit at one table: everybody of the other one goes there.
            movers = [asyncio.ensure_future(guest.wire.until(is_notice("moved"))) for guest in guests[1:]]
            done, rest = await asyncio.wait(movers, return_when=asyncio.FIRST_COMPLETED)
            for each in (*playing, *rest):
                each.cancel()
            guest = guests[1 + movers.index(done.pop())]
            told = await notice(guest, "moved")
            numbers = told["told"]["numbers"]
            assert (told["told"]["rule"], told["left"]) == ("MTT-42a", tables[guests.index(guest)])
            assert told["table"] == f"{MAIN}/{numbers['to']}" != told["left"]
            assert {"seat", "from_players", "to_players", "big_blind_in"} <= numbers.keys()
            shown = await guest.wire.until(
                lambda each: each["type"] == "tournamentTable" and each["table"]["id"] == told["table"]
            )
            moved = await own(guest, lambda each: each["table"] == told["table"])
            assert moved["state"] == "seated"
            later = guest.wire.came[guest.wire.came.index(shown) :]
            assert all(each["table"] != told["left"] for each in later if each["type"] == "tournamentFrame")
            # Whoever comes back by the address of the table that is gone, or knows no better, is told where they sit.
            closed = await stranger.until(lambda each: each["type"] == "tableGone" and each["table"] == told["left"])
            assert closed["instead"] is None
            again = await dial(opened.port, guest.token)
            again.say("hello", positions=[{"table": told["left"], "epoch": 1, "number": 1}], protocol=PROTOCOL)
            gone = await again.until(lambda each: each["type"] == "tableGone")
            assert (gone["table"], gone["instead"]) == (told["left"], told["table"])
            for player in guests[1:]:
                assert (await notice(player, "final_table"))["told"]["numbers"] == {"remaining": 3}

    run(story())


@pytest.mark.rule("MTT-26b")
@pytest.mark.rule("MTT-34b")
def test_a_delay_is_told_and_who_was_registered_may_leave_with_their_money(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            setup = replace(setup_of(opened, "freezeout"), unregister_before=None)
            await announce(opened, setup)
            ann, bob = await guests_of(opened, 2)
            await enter([ann, bob])
            assert (await ann.wire.ask("unregister", tournament=MAIN))["told"]["code"] == "unregistration_not_offered"
            assert setup.starts_at is not None
            later = Instant(setup.starts_at + HOUR)
            await tell(opened, ms.DelayStart(later, "ruth", "the hall is late"))

            told = (await notice(ann, "start_delayed"))["told"]
            mine = await own(ann, lambda each: each["changed"])

            assert told["numbers"] == {"starts_at": later, "unregister_until": later}
            assert (mine["startsAt"], mine["mayUnregister"], mine["unregisterUntil"]) == (later, True, later)
            assert (await ann.wire.ask("unregisterAll"))["type"] == "done"
            await ann.wire.until(lambda each: each["type"] == "ownTournaments" and not each["play"]["tournaments"])
            state = opened.house.room.tournaments.find(MAIN)
            assert state is not None
            assert set(state.entrants) == {bob.player}

    run(story())


@pytest.mark.rule("CANC-53a")
def test_a_cancellation_is_told_part_by_part_and_stays_on_the_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            setup = setup_of(opened, entrants=3, seats=3)
            await announce(opened, setup)
            guests = await guests_of(opened, 3)
            await enter(guests)
            await notice(guests[0], "seated")
            await tell(opened, ms.Cancel("ruth", "power cut", ms.Cause.SERVER_FAILURE))

            told = await notice(guests[0], "cancelled")
            payout = told["payout"]
            assert payout["amount"] == sum(part["amount"] for part in payout["parts"]) == setup.price.total
            assert {part["what"] for part in payout["parts"]} >= {"fee"}
            assert all(part["rule"].startswith("CANC-") for part in payout["parts"])
            mine = await own(guests[0], lambda each: each["status"] == "cancelled")
            assert (mine["refunded"], mine["rule"]) == (setup.price.total, told["told"]["rule"])

            watcher = await dial(opened.port)
            await watcher.ask("watchTournament", tournament=MAIN, on=True)
            page = await watcher.until(lambda each: each["type"] == "tournament")
            cancelled = page["numbers"]["cancelled"]
            assert (cancelled["cause"], cancelled["total"]) == ("server_failure", 3 * setup.price.total)
            assert (page["entry"], cancelled["settledBy"]) == (None, told["told"]["rule"])
            await watcher.ask("watchList", tournament=MAIN, list="payouts", on=True)
            rows = (await watcher.until(lambda each: each["type"] == "payouts"))["rows"]
            assert sorted(row["name"] for row in rows) == ["Guest A", "Guest B", "Guest C"]

    run(story())


def test_players_and_tables_are_lists_that_can_be_searched(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            await announce(opened, setup_of(opened, entrants=4, seats=2))
            guests = await guests_of(opened, 4)
            await enter(guests[:2])
            watcher = await dial(opened.port)
            await watcher.ask("watchTournament", tournament=MAIN, on=True)
            await watcher.ask("watchList", tournament=MAIN, list="players", on=True)
            before = await watcher.until(lambda each: each["type"] == "standings")
            assert [row["name"] for row in before["rows"]] == ["Guest A", "Guest B"]
            await enter(guests[2:])
            full = await watcher.until(
                lambda each: each["type"] == "standings" and all(row["rank"] == 1 for row in each["rows"])
            )
            await watcher.ask("watchList", tournament=MAIN, list="players", on=True, search="t b", page=7)
            found = await watcher.until(lambda each: each["type"] == "standings" and each["search"] == "t b")
            await watcher.ask("watchList", tournament=MAIN, list="tables", on=True)
            tables = await watcher.until(lambda each: each["type"] == "tournamentTables")

            assert (full["found"], found["found"], found["page"], found["pages"]) == (4, 1, 0, 1)
            assert [row["player"] for row in found["rows"]] == [guests[1].player]
            assert [(row["id"], row["players"]) for row in tables["rows"]] == [(f"{MAIN}/0", 2), (f"{MAIN}/1", 2)]

    run(story())


def test_numbers_come_at_most_every_two_seconds_and_only_when_they_changed(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            await announce(opened, setup_of(opened, entrants=6, seats=6))
            watcher = await dial(opened.port)
            await watcher.ask("watchTournaments", on=True)
            await watcher.ask("watchTournament", tournament=MAIN, on=True)
            guests = await guests_of(opened, 5)
            await enter(guests)
            last = await watcher.until(
                lambda each: each["type"] == "tournamentNumbers" and each["numbers"]["entries"] == 5
            )
            await watcher.until(lambda each: each["type"] == "tournamentRows" and bool(each["numbers"]))
            # Nothing changes any more: the next round is seen only by what another follower is sent.
            other = await dial(opened.port)
            await other.ask("watchTournament", tournament=MAIN, on=True)
            await guests[0].wire.ask("unregister", tournament=MAIN)
            after = await watcher.until(
                lambda each: each["type"] == "tournamentNumbers" and each["numbers"]["entries"] == 4
            )
            times = [each["at"] for each in watcher.came if each["type"] == "tournamentNumbers"]
            assert (times[-2:], times[0] <= last["at"]) == ([last["at"], after["at"]], True)
            assert all(later - earlier >= TOURNAMENTS_PAUSE_MS for earlier, later in pairwise(times))
            assert [each["terms"]["id"] for each in watcher.came if each["type"] == "tournament"] == [MAIN]

    run(story())


@pytest.mark.rule("MTT-65")
def test_prices_and_prizes_can_be_asked_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            base = setup_of(opened, "freezeout")
            choice = MultiBuyIn(base.price.label, Cents(4 * base.price.label))
            await announce(opened, replace(base, multi_buy_in=choice))
            watcher = await dial(opened.port)
            await watcher.ask("askPrice", tournament=MAIN, amount=2 * base.price.label)
            price = await watcher.until(lambda each: each["type"] == "priceIf")
            refused = await watcher.ask("askPrice", tournament=MAIN, amount=5 * base.price.label)
            await watcher.ask("askPrizes", tournament=MAIN, entries=50)
            prizes = await watcher.until(lambda each: each["type"] == "prizesIf")

            assert (price["chips"], price["price"]["fee"]) == (2 * base.stack, 2 * base.price.fee)
            assert refused["told"]["code"] == "wrong_buy_in"
            paid = sum((band["last"] - band["first"] + 1) * band["money"] for band in prizes["prizes"])
            assert prizes["pool"] == paid == 50 * base.price.pool
            assert prizes["length"] > 0

    run(story())


@pytest.mark.rule("MTT-38b")
def test_a_password_is_asked_for_and_its_digest_never_leaves_the_house(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            digest = password_digest("open sesame", "salt")
            await announce(opened, replace(setup_of(opened), password=digest))
            (ann,) = await guests_of(opened, 1)
            await ann.wire.ask("watchTournaments", on=True)
            await ann.wire.ask("watchTournament", tournament=MAIN, on=True)

            wrong = [
                (await ann.wire.ask("register", tournament=MAIN))["told"]["code"],
                (await ann.wire.ask("register", tournament=MAIN, password="sesame"))["told"]["code"],  # noqa: S106 - the word of a tournament
            ]
            right = await ann.wire.ask("register", tournament=MAIN, password="open sesame")  # noqa: S106 - the word of a tournament
            page = await ann.wire.until(lambda each: each["type"] == "tournament")

            assert (wrong, right["type"], page["terms"]["password"]) == (["wrong_password"] * 2, "done", True)
            said = b"".join(ann.wire.raw).decode()
            assert digest not in said
            assert digest.partition("$")[2] not in said
            assert "sesame" not in said

    run(story())


@pytest.mark.rule("HEXA-01")
@pytest.mark.rule("HEXA-04")
def test_the_draw_of_ones_own_hexapro_game_is_shown_before_its_first_hand(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            house = opened.house.room.tournaments.house
            lobby = next(stream for stream in house.lobbies if stream.startswith(f"hexapro:{U27}/hexapro/1.00/test"))
            rules = house.lobbies[lobby].rules
            guests = await guests_of(opened, 3)
            for guest in guests:
                guest.wire.say("hello", protocol=3)
                asked = {"lobby": lobby, "games": 1, "cost": rules.buy_in.value}
                assert (await guest.wire.ask("registerHexaPro", **asked))["type"] == "done"
            shown = [await guest.wire.until(lambda each: each["type"] == "hexaproDrawn") for guest in guests]
            again = await dial(opened.port, guests[0].token)
            again.say("hello", protocol=3)
            repeated = await again.until(lambda each: each["type"] == "hexaproDrawn")

            drawn = shown[0]["drawn"]
            assert [each["drawn"] for each in (*shown, repeated)] == [drawn] * 4
            slot = drawn["odds"][drawn["slot"]]
            assert slot["firstDraw"] <= drawn["draw"]["draw"] <= slot["lastDraw"]
            assert sum(each["chances"] for each in drawn["odds"]) == drawn["chances"] == 100_000
            assert drawn["dealsAt"] == drawn["draw"]["at"] + house.settings.lobby.draw_shown
            for guest in guests:
                first = await guest.wire.until(lambda each: '"handOpened"' in str(each).replace("'", '"'))
                assert guest.wire.came.index(first) > guest.wire.came.index(shown[guests.index(guest)])
            assert opened.house.room.clock.now() >= drawn["dealsAt"]
            # Whoever comes back later still sees what is played for.
            late = await dial(opened.port, guests[1].token)
            late.say("hello", protocol=3)
            assert (await late.until(lambda each: each["type"] == "hexaproDrawn"))["drawn"] == {
                **drawn,
                "dealsAt": None,
            }
            state = opened.house.room.tournaments.find(drawn["tournament"])
            assert state is not None
            assert state.clock.level_ends == state.clock.deals_from + state.setup.blinds.level_time
            play = opened.house.room.tournaments.whereabouts
            assert play.lobbies(guests[0].player) == (lobby,)

    run(story())
