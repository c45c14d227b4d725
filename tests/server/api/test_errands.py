"""Errands of the command line: the running server carries each out once or not at all, whatever crashes when."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fairdeal.cli.persons import make_token
from fairdeal.kernel import MINUTE, Duration, Instant, PlayerId, TournamentId, seconds
from fairdeal.server.auth.roles import Role
from fairdeal.server.levers import acts
from fairdeal.server.levers.carrying import carry_out
from fairdeal.server.levers.errands import ANSWERS, ErrandAnswer, answers_after, errand_key, write_errand
from fairdeal.server.levers.runner import ErrandRunner
from fairdeal.storage.opening import open_store
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.password import answer_to, opens
from tests.server.api.house import World, editions, open_world
from tests.server.api.test_levers import running
from tests.server.api.test_staff import staff
from tests.server.api.tournament_nights import TournamentNight, setup_of, small_hexapro, tournament_room

BOOK = editions()[0]
MAIN = TournamentId("MAIN")
WHY = "asked for by the gaming office"
LONG = seconds(600)


class Office:
    """A server with a member of staff, and the command line of the same database."""

    def __init__(self, world: World, address: str) -> None:
        self.world = world
        self.address = address
        self.runner = ErrandRunner(world.house)
        world.house.is_ready = True

    async def hire(self, *roles: Role, name: str = "Frida") -> PlayerId:
        browser = await staff(self.world, name, *roles)
        return PlayerId((await browser.get("/session"))["person"]["player"])

    def leave(self, who: PlayerId, act: acts.HouseAct, about: str = MAIN, lasts: Duration = LONG) -> int:
        """Write an errand as the command line does; its number."""
        store = open_store(self.address)
        number, _ = write_errand(store, who, about, act, self.world.house.clock.now(), lasts)
        store.close()
        return number

    def answers(self) -> dict[int, ErrandAnswer]:
        found = answers_after(self.world.house.store, 0)
        assert len({answer.number for _, answer in found}) == len(found), "nothing is answered twice"
        return {answer.number: answer for _, answer in found}

    async def do(self, who: PlayerId, act: acts.HouseAct, about: str = MAIN, lasts: Duration = LONG) -> ErrandAnswer:
        number = self.leave(who, act, about, lasts)
        await self.runner.look()
        return self.answers()[number]


@asynccontextmanager
async def office(address: str, *, first: bool = True) -> AsyncIterator[tuple[Office, TournamentNight]]:
    async with open_world(address, room=tournament_room(), books=(BOOK,)) as world:
        night = TournamentNight(world.house.room)
        if first:
            await night.announce(MAIN, setup_of(world.house.room, BOOK, "freezeout", 9, name="Sunday Main"))
        yield Office(world, address), night


def later(night: TournamentNight, by: int = MINUTE) -> int:
    starts_at = night.state(MAIN).starts_at
    assert starts_at is not None
    return starts_at + by


def test_an_errand_is_carried_out_and_answered_once(address: str) -> None:
    async def story() -> None:
        async with office(address) as (there, night):
            frida = await there.hire(Role.FLOOR)
            to = later(night)

            answer = await there.do(frida, acts.DelayTournament(reason=WHY, to=to))

            assert answer.answer is not None
            assert (answer.answer.done, answer.answer.rule, night.state(MAIN).starts_at) == (True, "MTT-26b", to)
            before = there.world.house.store.load(ANSWERS).version
            await there.runner.look()
            assert there.world.house.store.load(ANSWERS).version == before
            refused = await there.do(frida, acts.DelayTournament(reason=WHY, to=5))
            assert (refused.code, refused.rule) == ("not_in_the_future", "MTT-26b")

    asyncio.run(story())


def test_the_roles_are_those_of_the_moment(address: str) -> None:
    async def story() -> None:
        async with office(address) as (there, night):
            sigrid = await there.hire(Role.SUPPORT)

            answer = await there.do(sigrid, acts.DelayTournament(reason=WHY, to=later(night)))
            unknown = await there.do(PlayerId("nobody"), acts.CancelTournament(reason=WHY))

            assert (answer.code, unknown.code) == ("not_allowed", "not_allowed")
            assert night.state(MAIN).status is Status.ANNOUNCED

    asyncio.run(story())


def test_faults_are_told_in_words(address: str) -> None:
    async def story() -> None:
        async with office(address) as (there, _):
            frida = await there.hire(Role.FLOOR)

            answer = await there.do(frida, acts.ChangeTournament(reason=WHY, values={"seats": 70}))

            assert (answer.code, answer.faults) == ("bad_setup", ["a table has 2 to 10 seats"])

    asyncio.run(story())


# ---- crashes


def test_a_crash_before_the_answer_does_not_carry_it_out_again(address: str) -> None:
    """The server died between the act and the answer; meanwhile the start was delayed once more."""

    async def story() -> None:
        async with office(address) as (there, night):
            frida = await there.hire(Role.FLOOR)
            first, second = later(night), later(night, 2 * MINUTE)
            act = acts.DelayTournament(reason=WHY, to=first)
            number = there.leave(frida, act)
            await carry_out(there.world.house, frida, MAIN, act, errand_key(number))
            await carry_out(there.world.house, frida, MAIN, acts.DelayTournament(reason=WHY, to=second))
        async with office(address, first=False) as (there, night):
            await there.runner.look()

            answer = there.answers()[number].answer
            assert answer is not None
            assert answer.done
            assert night.state(MAIN).starts_at == second

    asyncio.run(story())


def test_what_the_state_would_now_refuse_was_done_by_the_errand_itself(address: str) -> None:
    async def story() -> None:
        async with office(address) as (there, _):
            frida = await there.hire(Role.FLOOR)
            lobby = str(small_hexapro(BOOK).stream)
            number = there.leave(frida, acts.CloseLobby(reason=WHY), lobby)
            await carry_out(there.world.house, frida, lobby, acts.CloseLobby(reason=WHY), errand_key(number))
        async with office(address, first=False) as (there, _):
            await there.runner.look()

            answer = there.answers()[number]
            assert answer.answer is not None, answer.code

    asyncio.run(story())


@pytest.mark.parametrize("begun", [False, True])
def test_an_errand_whose_time_is_over_is_never_begun(address: str, *, begun: bool) -> None:
    async def story() -> None:
        async with office(address) as (there, night):
            frida = await there.hire(Role.FLOOR)
            before, to = night.state(MAIN).starts_at, later(night)
            act = acts.DelayTournament(reason=WHY, to=to)
            number = there.leave(frida, act, lasts=Duration(0))
            if begun:  # in time, and its server died before it could answer
                await carry_out(there.world.house, frida, MAIN, act, errand_key(number))
        async with office(address, first=False) as (there, night):
            await there.runner.look()

            answer = there.answers()[number]
            assert (answer.answer is not None, answer.code) == (begun, None if begun else "expired")
            assert night.state(MAIN).starts_at == (to if begun else before)

    asyncio.run(story())


def test_a_room_that_is_not_ready_leaves_errands_alone(address: str) -> None:
    async def story() -> None:
        async with office(address) as (there, night):
            frida = await there.hire(Role.FLOOR)
            there.world.house.is_ready = False
            number = there.leave(frida, acts.DelayTournament(reason=WHY, to=later(night)))

            await there.runner.look()
            assert number not in there.answers()
            there.world.house.is_ready = True
            await there.runner.look()

            assert there.answers()[number].answer is not None

    asyncio.run(story())


# ---- from the terminal


class Terminal:
    """A terminal on the machine of a server that carries out errands."""

    def __init__(self, there: Office, token: str) -> None:
        self._environment = {**os.environ, "FAIRDEAL_DATABASE": there.address, "FAIRDEAL_STAFF_TOKEN": token}

    async def run(self, *words: str, told: str = "") -> tuple[int, str, str]:
        """Exit code, output and complaints of `fairdeal …`."""
        process = await asyncio.create_subprocess_exec(
            str(Path(sys.executable).with_name("fairdeal")),
            *words,
            env=self._environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await asyncio.wait_for(process.communicate(told.encode()), 60)
        assert process.returncode is not None
        return process.returncode, out.decode(), err.decode()

    async def done(self, *words: str, told: str = "") -> Any:
        """The JSON answer of a command that succeeds."""
        code, out, err = await self.run(*words, "--json", told=told)
        assert code == 0, err
        return msgspec.json.decode(out)

    async def refused(self, *words: str) -> str:
        """The last line of the complaint of a command that fails."""
        code, _, err = await self.run(*words)
        assert code == 1, err
        return err.strip().splitlines()[-1]


@asynccontextmanager
async def terminal(there: Office, *roles: Role, name: str = "Frida") -> AsyncIterator[Terminal]:
    who = await there.hire(*roles, name=name)
    row = there.world.house.people.person(who)
    assert row is not None
    working = asyncio.ensure_future(there.runner.run())
    try:
        yield Terminal(there, make_token(there.world.house.people, row, 1))
    finally:
        working.cancel()
        with suppress(asyncio.CancelledError):
            await working


REASON = ("--reason", WHY)


@pytest.mark.rule("MTT-38b")
def test_the_terminal_makes_a_freeroll_for_the_invited_and_writes_no_password(address: str) -> None:
    async def story() -> None:
        async with office(address) as (there, night), terminal(there, Role.FLOOR) as fairdeal:
            made = await fairdeal.done(
                *("tournament", "create", "--template", "multi-table/1000-100", "--starts", "2h", "--password-stdin"),
                *("--set", "buy_in=0", "--set", "name=Friends of the house", "--set", "added=12.50", *REASON),
                told="open sesame\n",
            )

            state = night.state(TournamentId(made["about"]))
            assert (state.setup.name, state.setup.freeroll, state.setup.added) == ("Friends of the house", True, 12_50)
            assert opens(state.setup.password, answer_to(state.setup.password, "open sesame"))
            stored = [data for _, _, data in there.world.house.store.entries("errand:house")]  # type: ignore[arg-type]
            assert stored
            assert not any(b"sesame" in data for data in stored)
            listed = await fairdeal.done("tournament", "list")
            assert {row["tournament"] for row in listed} == {MAIN, made["about"]}

    asyncio.run(story())


def test_the_terminal_changes_delays_and_cancels_with_a_dry_run_first(address: str) -> None:
    async def story() -> None:
        async with office(address) as (there, night), terminal(there, Role.FLOOR) as fairdeal:
            ann = await there.world.browser().guest("Ann")
            await night.register(MAIN, ann)

            changed = await fairdeal.done("tournament", "change", MAIN, "--set", "guarantee=300", *REASON)
            assert (changed["rule"], night.state(MAIN).setup.guarantee) == ("MTT-39b", 300_00)
            delayed = await fairdeal.done("tournament", "delay", MAIN, "3h", *REASON)
            assert (delayed["rule"], delayed["done"]) == ("MTT-26b", True)
            tried = await fairdeal.done("tournament", "cancel", MAIN, "--dry-run", *REASON)
            assert (tried["done"], night.state(MAIN).status) == (False, Status.ANNOUNCED)
            code, _, err = await fairdeal.run("tournament", "cancel", MAIN, *REASON, told="n\n")
            assert (code, "Do it?" in err, night.state(MAIN).status) == (1, True, Status.ANNOUNCED)
            assert "Ann" in err
            assert "(CANC-52)" in err
            code, out, _ = await fairdeal.run("tournament", "cancel", MAIN, "--yes", *REASON)

            assert (code, night.state(MAIN).status) == (0, Status.CANCELLED)
            assert "cancelled before the start (CANC-52)" in out
            assert tried["plan"]["lines"][0] in out
            assert await fairdeal.refused("tournament", "cancel", "NONE", "--yes", *REASON) == (
                "refused: no_such_tournament"
            )

    asyncio.run(story())


@pytest.mark.rule("MTT-45")
def test_the_terminal_pauses_and_resumes_and_disqualifies(address: str) -> None:
    async def story() -> None:
        async with office(address) as (there, night), terminal(there, Role.ADMIN) as fairdeal:
            await running(there.world, night)
            found = next(row for row in await fairdeal.done("tournament", "list") if row["status"] == "running")
            name = found["tournament"]

            assert await fairdeal.refused("tournament", "resume", name, *REASON) == "refused: not_paused [MTT-45]"
            await fairdeal.done("tournament", "pause", name, *REASON)
            assert night.state(name).clock.halt is not None
            assert (await fairdeal.run("tournament", "list"))[1].count("paused") == 1
            await fairdeal.done("tournament", "resume", name, "--wait", "0", *REASON)
            assert night.state(name).clock.halt is None
            out = await fairdeal.done("tournament", "disqualify", name, "Ann", "--yes", *REASON)

            assert out["events"][0]["event"] == "disqualified"
            assert any(each.disqualified for each in night.state(name).entrants.values())

    asyncio.run(story())


def test_the_terminal_closes_and_opens_a_lobby(address: str) -> None:
    async def story() -> None:
        async with office(address) as (there, night), terminal(there, Role.FLOOR) as fairdeal:
            await night.register_hexapro(small_hexapro(BOOK), await there.world.browser().guest("Ann"))
            lobby = ("--buy-in", "2", "--money", "test", *REASON)

            code, out, _ = await fairdeal.run("hexapro", "close", "--yes", *lobby)
            assert code == 0
            assert "lobby_closed [CANC-52]" in out
            assert "  2.00 from" in out
            assert await fairdeal.refused("hexapro", "void", "1", "--yes", *lobby) == "refused: stale_game"
            assert (await fairdeal.done("hexapro", "open", *lobby))["rule"] == "MTT-45"
            assert await fairdeal.refused("hexapro", "open", *lobby) == "refused: lobby_already_open"
            unknown = ("--buy-in", "2.01", "--money", "test", *REASON)
            assert await fairdeal.refused("hexapro", "open", *unknown) == "refused: no_such_lobby"

    asyncio.run(story())


def test_the_terminal_publishes_a_schedule_whose_passwords_stay_at_home(address: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with office(address) as (there, _), terminal(there, Role.FLOOR) as fairdeal:
            file = tmp_path / "week.toml"
            row = '[[tournaments]]\nkey = "club"\nstructure = "turbo"\ngame = "texas"\nseats = 6\nstack = 3000\n'
            file.write_text(row + 'buy_in = 0\nadded = 10\nstarts = ["20:00"]\npassword = "sesame"\n')

            await fairdeal.done("tournament", "publish", str(file), *REASON)

            registry = there.world.house.room.registry
            (series,) = registry.actor("programme:unibet-2.7/test").state.schedule.series  # type: ignore[arg-type]
            assert opens(series.setup.password, answer_to(series.setup.password, "sesame"))
            stored = [data for _, _, data in there.world.house.store.entries("errand:house")]  # type: ignore[arg-type]
            assert not any(b'"sesame"' in data for data in stored)
            file.write_text(row + "starts = 7\n")
            code, _, err = await fairdeal.run("tournament", "publish", str(file), *REASON)
            assert (code, "buy_in must be an amount of money" in err) == (1, True)

    asyncio.run(story())


def test_the_terminal_of_somebody_without_the_role_writes_nothing(address: str) -> None:
    async def story() -> None:
        async with office(address) as (there, _), terminal(there, Role.SUPPORT) as fairdeal:
            told = await fairdeal.refused("tournament", "pause", MAIN, *REASON)

            assert told == "Error: Frida has no role that may do this (not_allowed)"
            assert there.world.house.store.load("errand:house").version == 0  # type: ignore[arg-type]

    asyncio.run(story())


def test_without_a_server_nothing_is_done_and_nothing_will_be(address: str) -> None:
    async def story() -> None:
        async with office(address) as (there, night), terminal(there, Role.FLOOR) as fairdeal:
            there.world.house.is_ready = False
            told = await fairdeal.refused("tournament", "delay", MAIN, "3h", "--patience", "1", *REASON)
            there.world.house.is_ready = True
            before = night.state(MAIN).starts_at
            await asyncio.gather(there.runner.look(), there.runner.look())

            assert told.endswith("nothing is done, and nothing will be (no_server)")
            assert [answer.code for answer in there.answers().values()] == ["expired"]
            assert night.state(MAIN).starts_at == before

    asyncio.run(story())


def test_instants_are_read_as_written(address: str) -> None:
    async def story() -> None:
        async with office(address) as (there, night), terminal(there, Role.FLOOR) as fairdeal:
            told = await fairdeal.done("tournament", "delay", MAIN, "2031-01-02 20:00", *REASON)

            assert told["done"]
            assert night.state(MAIN).starts_at == Instant(1_925_150_400_000)
            code, _, err = await fairdeal.run("tournament", "delay", MAIN, "soon", *REASON)
            assert (code, "neither a time such as" in err) == (2, True)

    asyncio.run(story())
