"""Coming in and going out, as a browser does."""

import asyncio
from base64 import b32decode
from http.cookies import SimpleCookie

import httpx
import pytest

from fairdeal.server.auth.cookies import COOKIE, cookie_name
from fairdeal.server.auth.second_factor.totp import code_at, step_of
from fairdeal.server.settings import ServerSettings
from tests.server.api.house import BASE, WORDS, Browser, World, open_world, story

NEW_WORDS = "a brand new horse"
WRONG_WORDS = "wrong horse battery"


async def drained(world: World) -> None:
    """All letters that are on their way have arrived."""
    for task in tuple(world.house.auth.mail_outbox.sending):
        await task


@story
async def test_a_guest_is_in_with_free_money_after_one_request(world: World) -> None:
    ann = world.browser()

    await ann.guest("Ann")

    here = await ann.get("/session")
    held = {each["id"]: each["balance"] for each in (await ann.get("/wallets"))["wallets"]}
    assert (here["person"]["name"], here["person"]["kind"]) == ("Ann", "guest")
    assert held["site:EUR:test"] == 1_000_00
    assert held["site:RON:test"] == 500_00
    assert held["poker:EUR:test"] > 0


@story
async def test_a_guest_who_registers_keeps_the_money(world: World) -> None:
    ann = world.browser()
    player = await ann.guest("Ann")
    before = await ann.get("/wallets")

    entered = await ann.register("Anna")

    assert entered["person"]["player"] == player
    assert entered["person"]["kind"] == "player"
    assert (await ann.get("/wallets"))["wallets"] == before["wallets"]


@story
async def test_logging_out_ends_the_session_and_its_cookie(world: World) -> None:
    maria = world.browser()
    await maria.register()
    cookie = maria.http.cookies[COOKIE]
    ended: list[str] = []
    world.house.auth.on_revoked.append(ended.append)

    await maria.post("/logout")

    assert len(ended) == 1
    assert COOKIE not in maria.http.cookies
    assert (await maria.get("/session"))["person"] is None
    maria.http.cookies.set(COOKIE, cookie)
    assert (await maria.get("/session"))["person"] is None


@story
async def test_logging_in_gives_a_new_session_and_ends_the_one_before(world: World) -> None:
    """Whoever planted a session in somebody's browser has nothing of it."""
    maria = world.browser()
    await maria.register()
    planted = world.browser()
    await planted.guest("Mallory")
    cookie = planted.http.cookies[COOKIE]

    victim = world.browser()
    victim.http.cookies.set(COOKIE, cookie)
    victim.csrf = planted.csrf
    await victim.post("/login", name="Maria", password=WORDS)

    assert (await victim.get("/session"))["person"]["name"] == "Maria"
    assert (await planted.get("/session"))["person"] is None


@story
async def test_unknown_and_wrong_get_the_same_answer_to_the_byte(world: World) -> None:
    await world.browser().register("Maria")
    eve = world.browser()
    answers = []
    for name in ("Maria", "Nobody", "maria@post.test", "nobody@post.test"):
        body = {"name": name, "password": "wrong horse battery"}
        answer = await eve.http.post("/api/login", json=body)
        answers.append((answer.status_code, answer.content, sorted(answer.headers.items())))

    assert len(set(map(repr, answers))) == 1
    assert answers[0][:2] == (401, b'{"code":"bad_credentials","rule":null,"numbers":{}}')


@story
async def test_forgetting_a_password_tells_nobody_anything_and_a_link_helps(world: World) -> None:
    maria = world.browser()
    await maria.register()
    eve = world.browser()

    assert await eve.post("/password/forgot", email="maria@post.test") == {}
    assert await eve.post("/password/forgot", email="nobody@post.test") == {}
    await drained(world)
    confirm, letter = world.letters.sent
    assert confirm.kind == "confirm_address"
    token = letter.link.partition("#")[2]
    await eve.post("/password/reset", token=token, new=NEW_WORDS)

    assert (await maria.get("/session"))["person"] is None
    assert await maria.refused("/login", name="Maria", password=WORDS) == (401, "bad_credentials")
    assert (await maria.post("/login", name="Maria", password=NEW_WORDS))["step"] == "entered"
    assert await eve.refused("/password/reset", token=token, new="a third new horse") == (400, "link_expired")


@story
async def test_a_changed_password_ends_the_other_devices(world: World) -> None:
    desk, phone = world.browser(), world.browser()
    await desk.register()
    await phone.post("/login", name="Maria", password=WORDS)

    assert await desk.refused("/password", current="wrong", new=NEW_WORDS) == (403, "wrong_password")
    await desk.post("/password", current=WORDS, new=NEW_WORDS)

    assert (await desk.get("/session"))["person"]["name"] == "Maria"
    assert (await phone.get("/session"))["person"] is None


@story
async def test_devices_are_listed_and_ended(world: World) -> None:
    desk, phone, eve = world.browser(), world.browser(), world.browser()
    await desk.register()
    await phone.post("/login", name="Maria", password=WORDS)
    await eve.register("Eve")
    listed = await desk.get("/sessions")
    other = next(each["id"] for each in listed if not each["current"])

    assert [each["current"] for each in listed].count(True) == 1
    assert len(listed) == 2
    assert await eve.refused(f"/sessions/{other}/revoke") == (409, "no_such_session")
    await desk.post(f"/sessions/{other}/revoke")
    assert (await phone.get("/session"))["person"] is None
    await phone.post("/login", name="Maria", password=WORDS)
    await phone.post("/sessions/revoke-others")
    assert (await desk.get("/session"))["person"] is None
    assert (await eve.get("/session"))["person"]["name"] == "Eve"


@story
async def test_the_second_factor_from_enrolment_to_recovery(world: World) -> None:
    maria = world.browser()
    await maria.register()
    assert await maria.refused("/second-factor/enrol", password=WRONG_WORDS) == (403, "wrong_password")
    enrolment = await maria.post("/second-factor/enrol", password=WORDS)
    secret = bytes_of(enrolment["secret"])
    assert enrolment["address"].startswith("otpauth://totp/")
    assert await maria.refused("/second-factor/confirm", code="000000") == (403, "bad_code")
    now = world.house.clock.now()
    codes = (await maria.post("/second-factor/confirm", code=code_at(secret, step_of(now))))["recoveryCodes"]

    phone = world.browser()
    asked = await phone.post("/login", name="Maria", password=WORDS)
    assert (asked["step"], asked["person"], asked["csrf"]) == ("secondFactor", None, None)
    assert COOKIE not in phone.http.cookies
    assert (await phone.refused("/login/second", ticket="nothing", code=codes[0]))[1] == "ticket_expired"
    assert (await phone.post("/login/second", ticket=asked["ticket"], code=codes[0]))["person"]["secondFactor"]

    assert await phone.refused("/second-factor/drop", code=codes[0]) == (403, "bad_code")
    await phone.post("/second-factor/drop", code=codes[1])
    assert (await phone.get("/session"))["person"]["secondFactor"] is False


def bytes_of(text: str) -> bytes:
    return b32decode(text + "=" * (-len(text) % 8))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": "M"}, "bad_name_length"),
        ({"name": "<b>Maria</b>"}, "bad_name"),
        ({"email": "nothing"}, "bad_email"),
        ({"password": "short"}, "bad_password_length"),
        ({"password": "maria@post.test"}, "password_too_easy"),
        ({"born": "2020-01-01"}, "too_young"),
        ({"born": "gestern"}, "bad_birthday"),
        ({"avatar": "dragon"}, "no_such_avatar"),
        ({"accept": False}, "acceptance_needed"),
    ],
)
def test_a_registration_that_cannot_be_is_refused_with_a_code(
    address: str, changes: dict[str, object], code: str
) -> None:
    async def told(maria: Browser) -> None:
        usual = {
            "name": "Maria",
            "email": "maria@post.test",
            "password": WORDS,
            "born": "1990-05-17",
            "avatar": "owl",
            "accept": True,
        }
        assert (await maria.refused("/register", **{**usual, **changes}))[1] == code

    async def play() -> None:
        async with open_world(address) as world:
            await told(world.browser())

    asyncio.run(play())


@pytest.mark.parametrize("public_url", ["", "https://room.test"])
def test_the_cookie_is_safe_and_safer_over_https(address: str, public_url: str) -> None:
    async def play() -> None:
        settings = ServerSettings(database=address, public_url=public_url)
        async with open_world(address, settings=settings) as world:
            answer = await world.browser().http.post("/api/guest", json={"accept": True})
            check_cookie(answer, is_secure=bool(public_url))

    asyncio.run(play())


def check_cookie(answer: httpx.Response, *, is_secure: bool) -> None:
    cookie = SimpleCookie(answer.headers["set-cookie"])[cookie_name(COOKIE, secure=is_secure)]

    assert cookie["httponly"] is True
    assert cookie["samesite"].lower() == "lax"
    assert cookie["path"] == "/"
    assert cookie["domain"] == ""
    assert bool(cookie["secure"]) is is_secure
    assert BASE not in cookie.value
