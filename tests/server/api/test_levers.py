"""The levers of the house over the API: every act, who may, what it answers, and that it happens once."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.hexapro.lobby.commands import StartGame
from fairdeal.kernel import HOUR, MINUTE, Cents, Instant, MoneyKind, PlayerId, TournamentId
from fairdeal.room.tournament.offer import standard_schedule
from fairdeal.server.api.tournaments.levers import SCHEDULE_BYTES_MAX
from fairdeal.server.auth.roles import STAFF_ACCESS, Access, Role
from fairdeal.tournament.director.commands import Unregister
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.password import answer_to, opens
from fairdeal.tournament.programme.state import programme_stream
from tests.server.api.house import Browser, World, editions, open_world
from tests.server.api.test_staff import staff
from tests.server.api.tournament_nights import TournamentNight, setup_of, small_hexapro, tournament_room

BOOK = editions()[0]
MAIN = TournamentId("MAIN")
RUNNING = TournamentId("RUNNING")
WHY = "asked for by the gaming office"
Told = Callable[[World, TournamentNight, Browser], Coroutine[Any, Any, None]]


def at_night(address: str, told: Told, role: Role = Role.FLOOR) -> None:
    """A room with a tournament in an hour, another for two that runs, and a member of staff."""

    async def play() -> None:
        async with open_world(address, room=tournament_room(), books=(BOOK,)) as world:
            night = TournamentNight(world.house.room)
            setup = setup_of(world.house.room, BOOK, "freezeout", 9, name="Sunday Main")
            await night.announce(MAIN, replace(setup, unregister_before=None))
            await told(world, night, await staff(world, "Frida", role))

    asyncio.run(play())


async def running(world: World, night: TournamentNight) -> list[str]:
    """A sit & go for two has begun; its players, of whom nobody acts."""
    night.rest()
    started = asyncio.Event()

    def look(*_: Any) -> None:
        if (state := world.house.room.tournaments.find(RUNNING)) is not None and state.status is Status.RUNNING:
            started.set()

    world.house.room.registry.watches.append(look)
    players = [await world.browser().guest(name) for name in ("Ann", "Bob")]
    await night.announce(RUNNING, setup_of(world.house.room, BOOK, "sit_and_go", 2))
    await night.register(RUNNING, *players)
    await asyncio.wait_for(started.wait(), 20)
    return players


def lobby() -> str:
    return str(small_hexapro(BOOK).stream)


# ---- who may

ACTS: dict[str, tuple[Access, dict[str, Any]]] = {
    "/staff/tournaments": (Access.RUN_TOURNAMENTS, {"edition": "nothing"}),
    "/staff/schedule": (Access.RUN_TOURNAMENTS, {"edition": "nothing", "schedule": {}}),
    "/staff/tournaments/NONE/change": (Access.RUN_TOURNAMENTS, {"values": {"name": "x"}}),
    "/staff/tournaments/NONE/delay": (Access.RUN_TOURNAMENTS, {"to": 1}),
    "/staff/tournaments/NONE/pause": (Access.RUN_TOURNAMENTS, {}),
    "/staff/tournaments/NONE/resume": (Access.RUN_TOURNAMENTS, {}),
    "/staff/tournaments/NONE/disqualify": (Access.DISQUALIFY, {"player": "x"}),
    "/staff/tournaments/NONE/cancel": (Access.RUN_TOURNAMENTS, {}),
    "/staff/hexapro/close?lobby=hexapro:none": (Access.RUN_TOURNAMENTS, {}),
    "/staff/hexapro/open?lobby=hexapro:none": (Access.RUN_TOURNAMENTS, {}),
    "/staff/hexapro/void?lobby=hexapro:none": (Access.RUN_TOURNAMENTS, {"game": 1}),
}
UNKNOWN = {"unknown_rulebook", "no_such_tournament", "no_such_lobby"}


@pytest.mark.parametrize("role", [*Role, None])
def test_every_lever_is_for_its_roles_only(address: str, role: Role | None) -> None:
    async def told(world: World, _night: TournamentNight, _frida: Browser) -> None:
        browser = await staff(world, "Sigrid", *(() if role is None else (role,)))
        for path, (access, body) in ACTS.items():
            status, code = await browser.refused(path, reason=WHY, **body)
            if role is not None and role in STAFF_ACCESS[access]:
                assert (status, code in UNKNOWN) == (404, True), (path, code)
            else:
                assert (status, code) == (403, "not_allowed"), path
        for path in ("/staff/tournaments", "/staff/hexapro", f"/staff/tournaments/{MAIN}/cancellation"):
            assert (await browser.http.get(f"/api{path}")).status_code == (
                200 if role in STAFF_ACCESS[Access.READ_ROOM] else 403
            )

    at_night(address, told)


def test_no_lever_moves_without_a_reason_or_for_somebody_who_is_not_logged_in(address: str) -> None:
    async def told(world: World, _night: TournamentNight, frida: Browser) -> None:
        for path, (_, body) in ACTS.items():
            assert await frida.refused(path, reason=" ", **body) == (400, "reason_missing"), path
            assert await frida.refused(path, **body) == (400, "malformed"), path
            assert (await world.browser().refused(path, reason=WHY, **body))[0] == 401, path

    at_night(address, told)


# ---- tournaments


@pytest.mark.rule("MTT-45")
def test_a_running_tournament_is_paused_and_goes_on_and_the_log_knows_who_and_why(address: str) -> None:
    async def told(world: World, night: TournamentNight, frida: Browser) -> None:
        await running(world, night)
        admin = await staff(world, "Boss", Role.ADMIN)

        tried = await frida.post(f"/staff/tournaments/{RUNNING}/pause", reason=WHY, dryRun=True)
        assert (tried["done"], tried["rule"]) == (False, "MTT-45")
        assert night.state(RUNNING).clock.halt is None
        paused = await frida.post(f"/staff/tournaments/{RUNNING}/pause", reason=WHY)
        assert (paused["done"], paused["events"]) == (True, [{"event": "halted", "rule": "MTT-45", "player": None}])

        halt = night.state(RUNNING).clock.halt
        frida_id = (await frida.get("/session"))["person"]["player"]
        assert halt is not None
        assert (halt.staff, halt.reason) == (frida_id, WHY)
        (row,) = [row for row in await frida.get("/staff/tournaments") if row["tournament"] == RUNNING]
        assert row["pausedAt"] == halt.at
        assert await frida.refused(f"/staff/tournaments/{RUNNING}/pause", reason=WHY) == (409, "already_paused")
        await admin.post(f"/staff/tournaments/{RUNNING}/resume", reason="the stream is back", waitSeconds=1)
        assert night.state(RUNNING).clock.halt is None
        lines = [(line["what"], line["actor"], line["about"]) for line in await admin.get("/staff/log")]
        assert ("tournament_pause", frida_id, f"{RUNNING}: {WHY}") in lines
        assert [what for what, _, _ in lines if what.startswith("tournament_")] == [
            "tournament_resume",
            "tournament_pause",
        ]

    at_night(address, told)


@pytest.mark.rule("MTT-26b")
def test_a_start_is_delayed(address: str) -> None:
    async def told(_world: World, night: TournamentNight, frida: Browser) -> None:
        starts_at = night.state(MAIN).starts_at
        assert starts_at is not None
        later = starts_at + 15 * MINUTE

        told = await frida.post(f"/staff/tournaments/{MAIN}/delay", reason=WHY, to=later)

        assert told["rule"] == "MTT-26b"
        assert night.state(MAIN).starts_at == later
        assert await frida.refused(f"/staff/tournaments/{MAIN}/delay", reason=WHY, to=5) == (409, "not_in_the_future")

    at_night(address, told)


@pytest.mark.rule("MTT-39b")
def test_a_setup_is_changed_by_the_keys_of_a_schedule_and_a_registrant_may_leave(address: str) -> None:
    async def told(world: World, night: TournamentNight, frida: Browser) -> None:
        ann = await world.browser().guest("Ann")
        await night.register(MAIN, ann)
        path = f"/staff/tournaments/{MAIN}/change"

        told = await frida.post(path, reason=WHY, values={"guarantee": 250.5, "name": "Sunday Special"})

        setup = night.state(MAIN).setup
        assert (told["rule"], setup.guarantee, setup.name) == ("MTT-39b", Cents(250_50), "Sunday Special")
        await night.tell(MAIN, Unregister(PlayerId(ann)))
        assert night.state(MAIN).entries == 0
        assert await frida.refused(path, reason=WHY, values={"colour": "red"}) == (400, "bad_setup")
        assert await frida.refused(path, reason=WHY, values={"guarantee": "much"}) == (400, "bad_setup")
        assert await frida.refused(path, reason=WHY, values={"starts": ["20:00"]}) == (400, "bad_setup")

    at_night(address, told)


def test_a_registered_field_keeps_what_it_paid_for(address: str) -> None:
    async def told(world: World, night: TournamentNight, frida: Browser) -> None:
        await night.register(MAIN, await world.browser().guest("Ann"))

        path = f"/staff/tournaments/{MAIN}/change"
        assert await frida.refused(path, reason=WHY, values={"stack": 7}) == (409, "parameter_not_adjustable")

    at_night(address, told)


@pytest.mark.rule("MTT-45")
def test_a_player_is_disqualified_by_security(address: str) -> None:
    async def told(world: World, night: TournamentNight, security: Browser) -> None:
        ann, _ = await running(world, night)
        path = f"/staff/tournaments/{RUNNING}/disqualify"

        assert await security.refused(path, reason=WHY, player="nobody") == (409, "not_playing")
        tried = await security.post(path, reason=WHY, player=ann, dryRun=True)
        assert tried["events"][0] == {"event": "disqualified", "rule": "MTT-45", "player": ann}
        assert not night.state(RUNNING).entrants[PlayerId(ann)].disqualified
        await security.post(path, reason=WHY, player=ann)

        assert night.state(RUNNING).entrants[PlayerId(ann)].disqualified
        (line, *_) = await security.get("/staff/log", player=ann)
        assert line["what"] == "tournament_disqualify"

    at_night(address, told, Role.SECURITY)


@pytest.mark.rule("CANC-52")
def test_a_dry_run_of_a_cancellation_is_the_plan_that_is_then_paid(address: str) -> None:
    async def told(world: World, night: TournamentNight, frida: Browser) -> None:
        players = [await world.browser().guest(name) for name in ("Ann", "Bob", "Cid")]
        await night.register(MAIN, *players)
        price = night.state(MAIN).setup.price
        path = f"/staff/tournaments/{MAIN}/cancel"

        tried = await frida.post(path, reason=WHY, dryRun=True)
        assert night.state(MAIN).status is Status.ANNOUNCED
        assert await frida.get(f"/staff/tournaments/{MAIN}/cancellation") == tried["plan"]
        done = await frida.post(path, reason=WHY)

        assert (tried["done"], done["done"]) == (False, True)
        assert done["plan"] == tried["plan"]
        assert done["plan"]["total"] == 3 * price.total
        (first, *_) = done["plan"]["payouts"]
        assert [(part["what"], part["amount"], part["rule"]) for part in first["parts"]] == [
            ("entry", price.pool, "CANC-52"),
            ("fee", price.fee, "CANC-52"),
        ]
        assert "entry" in "\n".join(done["plan"]["lines"])
        assert sum(each["amount"] for each in tried["money"]) == 3 * price.total
        assert night.state(MAIN).status is Status.CANCELLED
        assert await frida.refused(path, reason=WHY) == (409, "tournament_over")

    at_night(address, told)


# ---- creating


def programme(world: World) -> Any:
    return world.house.room.registry.actor(programme_stream(BOOK.id, "test")).state


@pytest.mark.rule("MTT-38b")
def test_a_freeroll_with_a_password_is_made_from_a_template_and_only_a_digest_is_kept(address: str) -> None:
    async def told(world: World, night: TournamentNight, frida: Browser) -> None:
        (template, *_) = [each for each in templates() if each.startswith("multi-table/")]
        starts_at = world.house.clock.now() + HOUR
        body = {
            "edition": BOOK.id,
            "template": template,
            "startsAt": starts_at,
            "password": "open sesame",
            "values": {"buy_in": 0, "name": "Friends", "added": 50, "entries_max": 40},
            "reason": WHY,
            "id": "friends-1",
        }

        made = await frida.post("/staff/tournaments", **body)
        again = await frida.post("/staff/tournaments", **body)

        assert made["about"] == again["about"]
        state = night.state(TournamentId(made["about"]))
        setup = state.setup
        assert (setup.name, setup.freeroll, setup.added, state.starts_at) == ("Friends", True, 50_00, starts_at)
        assert "sesame" not in repr(state)
        assert opens(setup.password, answer_to(setup.password, "open sesame"))
        assert [each.tournament for each in programme(world).listed].count(made["about"]) == 1
        assert await frida.refused("/staff/tournaments", **{**body, "startsAt": starts_at + 1}) == (409, "key_reused")

    at_night(address, told)


def templates() -> list[str]:
    return [series.key for series in standard_schedule(BOOK, MoneyKind.TEST).series]


def test_a_tournament_is_made_from_values_alone_with_a_structure_of_its_own(address: str) -> None:
    async def told(world: World, night: TournamentNight, frida: Browser) -> None:
        body = {
            "edition": BOOK.id,
            "startsAt": world.house.clock.now() + HOUR,
            "structures": {
                "short": {
                    "level_seconds": 60,
                    "levels": [[10, 20, 0], [20, 40, 0], [40, 80, 0]],
                    "payouts": [{"entries_min": 2, "percents": [100]}],
                }
            },
            "values": {"name": "Short", "structure": "short", "game": "texas", "seats": 6, "stack": 900, "buy_in": 2.5},
            "reason": WHY,
        }

        made = await frida.post("/staff/tournaments", **body)

        setup = night.state(TournamentId(made["about"])).setup
        assert (setup.name, setup.stack, setup.price.total, len(setup.blinds.levels)) == ("Short", 900, 2_50, 3)

    at_night(address, told)


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"template": "nothing"}, (404, "no_such_template")),
        ({"edition": "nothing"}, (404, "unknown_rulebook")),
        ({"money": "real"}, (400, "wrong_money_kind")),
        ({"startsAt": 5}, (409, "not_in_the_future")),
        ({"startsAt": None}, (409, "start_missing")),
        ({"values": {"seats": 40}}, (400, "bad_setup")),
        ({"template": None}, (400, "bad_setup")),
        ({"template": None, "startsAt": None}, (400, "template_missing")),
        ({"passwordDigest": "secret"}, (400, "bad_setup")),
        ({"structures": {"odd": {"levels": 1}}}, (400, "bad_setup")),
    ],
)
def test_what_cannot_be_made(address: str, change: dict[str, Any], wanted: tuple[int, str]) -> None:
    async def told(world: World, _night: TournamentNight, frida: Browser) -> None:
        (template, *_) = [each for each in templates() if each.startswith("multi-table/")]
        body = {"edition": BOOK.id, "template": template, "startsAt": world.house.clock.now() + HOUR}

        assert await frida.refused("/staff/tournaments", reason=WHY, **{**body, **change}) == wanted
        assert len(programme(world).listed) == 1

    at_night(address, told)


def test_a_sit_and_go_is_made_from_a_template_and_has_no_start(address: str) -> None:
    async def told(_world: World, night: TournamentNight, frida: Browser) -> None:
        (template, *_) = [each for each in templates() if each.startswith("sit-and-go/")]
        body = {"edition": BOOK.id, "template": template, "reason": WHY}

        made = await frida.post("/staff/tournaments", **body)

        assert night.state(TournamentId(made["about"])).setup.sit_and_go
        assert await frida.refused("/staff/tournaments", **body, startsAt=2**50) == (409, "no_start_time")

    at_night(address, told)


@pytest.mark.rule("MTT-39b")
def test_a_schedule_is_published_and_its_faults_are_counted(address: str) -> None:
    async def told(world: World, _night: TournamentNight, frida: Browser) -> None:
        row = {
            "key": "nightly",
            "name": "Nightly",
            "structure": "turbo",
            "game": "texas",
            "seats": 6,
            "stack": 3000,
            "buy_in": 10,
            "starts": ["20:00"],
        }
        body = {"edition": BOOK.id, "reason": WHY, "schedule": {"tournaments": [row]}}

        told = await frida.post("/staff/schedule", **body, dryRun=True)
        assert (told["done"], told["rule"], programme(world).schedule.series) == (False, "MTT-39b", ())
        await frida.post("/staff/schedule", **body)

        assert [series.key for series in programme(world).schedule.series] == ["nightly"]
        bad = {"tournaments": [{**row, "colour": 1}, {**row, "key": "b", "stack": "x"}]}
        answer = await frida.http.post(
            "/api/staff/schedule",
            json={**body, "schedule": bad},
            headers={"x-csrf-token": frida.csrf, "origin": "http://room.test"},
        )
        assert (answer.status_code, answer.json()["numbers"]) == (400, {"faults": 2})

    at_night(address, told)


def test_a_satellite_of_a_schedule_is_no_template_because_only_the_schedule_knows_its_target(address: str) -> None:
    async def told(world: World, _night: TournamentNight, frida: Browser) -> None:
        common = {"structure": "turbo", "game": "texas", "seats": 6, "stack": 3000}
        rows = [
            {"key": "main", "buy_in": 100, "starts": ["20:00"], **common},
            {"key": "feeder", "buy_in": 10, "starts": ["18:00"], "satellite": {"to": "main"}, **common},
        ]
        await frida.post("/staff/schedule", edition=BOOK.id, reason=WHY, schedule={"tournaments": rows})
        body = {"edition": BOOK.id, "reason": WHY, "startsAt": world.house.clock.now() + HOUR}

        assert await frida.refused("/staff/tournaments", template="feeder", **body) == (409, "template_linked")
        assert (await frida.post("/staff/tournaments", template="main", **body))["done"]

    at_night(address, told)


def test_a_schedule_may_be_as_large_as_we_say_and_no_larger(address: str) -> None:
    async def told(_world: World, _night: TournamentNight, frida: Browser) -> None:
        def body(size: int) -> dict[str, Any]:
            return {"edition": BOOK.id, "reason": WHY, "dryRun": True, "schedule": {"comment": "x" * size}}

        assert await frida.refused("/staff/schedule", **body(SCHEDULE_BYTES_MAX - 500)) == (400, "bad_setup")
        assert (await frida.refused("/staff/schedule", **body(SCHEDULE_BYTES_MAX)))[0] == 413

    at_night(address, told)


# ---- HexaPro


@pytest.mark.rule("CANC-52")
def test_a_lobby_is_closed_with_its_refunds_and_opened_again(address: str) -> None:
    async def told(world: World, night: TournamentNight, frida: Browser) -> None:
        ann = await world.browser().guest("Ann")
        await night.register_hexapro(small_hexapro(BOOK), ann)
        close, opened = f"/staff/hexapro/close?lobby={lobby()}", f"/staff/hexapro/open?lobby={lobby()}"

        tried = await frida.post(close, reason=WHY, dryRun=True)
        assert [(each["event"], each["rule"]) for each in tried["events"]] == [("lobby_closed", "CANC-52")]
        assert sum(each["amount"] for each in tried["money"]) == 200
        await frida.post(close, reason=WHY)

        (row,) = [row for row in await frida.get("/staff/hexapro") if row["lobby"] == lobby()]
        assert (row["closed"], row["waiting"]) == (True, [])
        assert await frida.refused(close, reason=WHY) == (409, "lobby_already_closed")
        assert (await frida.post(opened, reason=WHY))["rule"] == "MTT-45"
        assert await frida.refused(opened, reason=WHY) == (409, "lobby_already_open")

    at_night(address, told)


@pytest.mark.rule("CANC-52")
def test_a_full_game_that_was_not_drawn_is_void_and_refunded(address: str) -> None:
    async def told(world: World, night: TournamentNight, frida: Browser) -> None:
        players = [await world.browser().guest(name) for name in ("Ann", "Bob", "Cid")]
        registry = world.house.room.registry
        rules = small_hexapro(BOOK)
        await night.register_hexapro(rules, players[0])
        void = f"/staff/hexapro/void?lobby={lobby()}"
        assert await frida.refused(void, reason=WHY, game=1) == (409, "game_not_full")
        registry.suspend_timers((StartGame,))  # nothing is drawn, as while a room restarts
        await night.register_hexapro(rules, *players[1:])
        (row,) = [row for row in await frida.get("/staff/hexapro") if row["lobby"] == lobby()]
        assert row["full"] == [1]

        told = await frida.post(void, reason=WHY, game=1)

        assert (told["done"], told["rule"]) == (True, "CANC-52")
        assert await frida.refused(void, reason=WHY, game=1) == (409, "stale_game")

    at_night(address, told)


def test_an_act_with_an_id_is_carried_out_once(address: str) -> None:
    async def told(_world: World, night: TournamentNight, frida: Browser) -> None:
        starts_at = night.state(MAIN).starts_at
        assert starts_at is not None
        path, later = f"/staff/tournaments/{MAIN}/delay", Instant(starts_at + MINUTE)

        await frida.post(path, reason=WHY, to=later, id="once")
        await frida.post(path, reason=WHY, to=later + MINUTE)
        await frida.post(path, reason=WHY, to=later, id="once")

        assert night.state(MAIN).starts_at == later + MINUTE

    at_night(address, told)
