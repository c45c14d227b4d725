"""What a session alone may not do, and what staff may do before they have a second factor."""

import asyncio

from fairdeal.bank.house import StaffId
from fairdeal.kernel import PlayerId
from fairdeal.office.docket.commands import SetRoles
from fairdeal.server.api.routes import HANDLERS
from fairdeal.server.auth.roles import STAFF_ACCESS, Access, Proof, Role
from fairdeal.server.auth.second_factor.totp import code_at, step_of
from fairdeal.server.house import answered
from fairdeal.server.settings import ServerSettings
from tests.server.api.house import WORDS, Browser, World, open_world, story
from tests.server.api.test_staff import staff

NEW_WORDS = "a brand new horse"
WRONG_WORDS = "wrong horse battery"
MONEY = {"id": "w1", "amount": 1000}


def forget_proof(world: World) -> None:
    """As if everybody had come in long ago: a process that starts knows nothing of what was shown."""
    for session in world.house.auth.sessions._open.values():
        session.proved_at = 0


@story
async def test_a_session_alone_does_not_withdraw(world: World) -> None:
    maria = world.browser()
    await maria.register()
    forget_proof(world)

    assert await maria.refused("/withdrawals", **MONEY) == (403, "reauthentication_needed")
    assert await maria.refused("/proof", password=WRONG_WORDS) == (403, "wrong_password")
    assert await maria.refused("/withdrawals", **MONEY) == (403, "reauthentication_needed")
    await maria.post("/proof", password=WORDS)
    assert (await maria.post("/withdrawals", **MONEY))["pending"][0]["amount"] == 1000


@story
async def test_whoever_has_a_second_factor_shows_that_one(world: World) -> None:
    maria = world.browser()
    await maria.register()
    secret = await maria.enrol(world.house.clock.now())
    forget_proof(world)

    for path, body in (
        ("/withdrawals", MONEY),
        ("/password", {"current": WORDS, "new": NEW_WORDS}),
        ("/account/close", {"password": WORDS}),
    ):
        assert await maria.refused(path, **body) == (403, "reauthentication_needed")
    assert await maria.refused("/proof", password=WORDS) == (403, "bad_code")
    await maria.post("/proof", code=code_at(secret, step_of(world.house.clock.now())))
    await maria.post("/password", current=WORDS, new=NEW_WORDS)
    assert (await maria.post("/withdrawals", **MONEY))["pending"]


@story
async def test_a_proof_holds_for_its_own_session_and_for_some_minutes(world: World) -> None:
    desk, phone = world.browser(), world.browser()
    await desk.register()
    await phone.post("/login", name="Maria", password=WORDS)
    forget_proof(world)
    await desk.post("/proof", password=WORDS)

    assert await phone.refused("/withdrawals", **MONEY) == (403, "reauthentication_needed")
    lasts = world.house.auth.settings.proof_lasts
    for session in world.house.auth.sessions._open.values():
        session.proved_at = max(0, session.proved_at - lasts)
    assert await desk.refused("/withdrawals", **MONEY) == (403, "reauthentication_needed")


@story
async def test_without_a_second_factor_the_password_in_the_form_is_enough_and_guests_have_nothing_to_show(
    world: World,
) -> None:
    maria, ann = world.browser(), world.browser()
    await maria.register()
    await ann.guest("Ann")
    forget_proof(world)

    await maria.post("/password", current=WORDS, new=NEW_WORDS)
    assert (await ann.post("/withdrawals", **MONEY))["pending"]
    await ann.post("/account/close")


@story
async def test_staff_actions_ask_again_and_reading_does_not(world: World) -> None:
    boss = await staff(world, "Boss", Role.ADMIN)
    player = (await world.browser().register("Mart"))["person"]["player"]
    forget_proof(world)

    assert (await boss.get("/staff/people", name="Mart"))[0]["name"] == "Mart"
    assert await boss.refused(f"/staff/people/{player}/roles", roles=["floor"]) == (403, "reauthentication_needed")
    assert await boss.refused("/staff/complaints/nothing/answer", answer="x") == (403, "reauthentication_needed")


def test_whatever_staff_or_money_changes_asks_again() -> None:
    """A new route that pays out or belongs to the staff cannot forget it."""
    for handler in HANDLERS:
        (path,) = handler.paths
        is_change = "POST" in handler.http_methods
        is_change = is_change and path not in (
            "/desk/dry-run",
            "/desk/rulebooks/{name:str}/check",
            "/desk/offers/{name:str}/check",
        )  # which change nothing
        if is_change and (handler.opt["may"] in STAFF_ACCESS or path == "/withdrawals"):
            assert handler.opt.get("proof") is Proof.AGAIN, path
    factor = {next(iter(each.paths)) for each in HANDLERS if each.opt.get("proof") is Proof.FACTOR}
    assert factor == {"/password", "/account/close"}


async def unenrolled(world: World) -> Browser:
    """Somebody of the staff of an earlier build, who has no second factor."""
    browser = world.browser()
    player = PlayerId((await browser.register("Sigrid"))["person"]["player"])
    world.house.people.change_person(player, roles="support")
    await world.house.auth.refresh(player)
    return browser


@story
async def test_staff_without_a_second_factor_may_do_nothing_but_enrol(world: World) -> None:
    sigrid = await unenrolled(world)

    for path in ("/staff/people", "/staff/complaints", "/wallets", "/hands", "/cashier"):
        assert await sigrid.refused_get(path) == (403, "second_factor_needed")
    assert await sigrid.refused("/withdrawals", **MONEY) == (403, "second_factor_needed")
    await sigrid.get("/session")
    await sigrid.get("/profile")
    await sigrid.enrol(world.house.clock.now())
    given = SetRoles(StaffId((await sigrid.get("/session"))["person"]["player"]), (Role.SUPPORT,), "test")
    await answered(lambda reply: world.house.room.office(given, reply))
    assert (await sigrid.get("/staff/people", name="Sig"))[0]["name"] == "Sigrid"
    await sigrid.get("/wallets")


def test_only_what_enrolling_needs_is_open_before_it() -> None:
    for_all = {
        next(iter(each.paths))
        for each in HANDLERS
        if each.opt.get("enrolling") and each.opt["may"] is not Access.ANYBODY
    }
    assert for_all == {
        "/acceptance",
        "/address/letter",
        "/logout",
        "/password",
        "/profile",
        "/proof",
        "/second-factor/confirm",
        "/second-factor/drop",
        "/second-factor/enrol",
        "/sessions",
        "/sessions/{session:str}/revoke",
        "/sessions/revoke-others",
    }


@story
async def test_a_known_device_is_remembered_by_a_cookie_that_outlives_the_session(world: World) -> None:
    maria, eve = world.browser(), world.browser()
    await maria.register()
    assert "fairdeal_device" in maria.http.cookies
    await maria.post("/logout")
    for _ in range(9):
        await eve.refused("/login", name="Maria", password=WRONG_WORDS)

    assert await eve.refused("/login", name="Maria", password=WORDS) == (429, "login_locked")
    assert (await maria.post("/login", name="Maria", password=WORDS))["step"] == "entered"


@story
async def test_a_browser_that_is_in_since_the_earlier_build_becomes_known(world: World) -> None:
    maria = world.browser()
    await maria.register()
    maria.http.cookies.delete("fairdeal_device")

    await maria.get("/session")
    first = maria.http.cookies["fairdeal_device"]
    await maria.get("/session")

    assert maria.http.cookies["fairdeal_device"] == first


def test_over_https_a_cookie_of_the_earlier_build_no_longer_counts_and_logging_in_once_helps(address: str) -> None:
    async def play() -> None:
        async with open_world(address) as world:
            maria = world.browser()
            await maria.register()
            token = maria.http.cookies["fairdeal_session"]
        settings = ServerSettings(database=address, public_url="https://room.test")
        async with open_world(address, settings=settings) as world:
            maria = world.browser()
            plain = {"cookie": f"fairdeal_session={token}"}
            assert (await maria.http.get("/api/session", headers=plain)).json()["person"] is None
            answer = await maria.http.post("/api/login", json={"name": "Maria", "password": WORDS}, headers=plain)
            own = next(each for each in answer.headers.get_list("set-cookie") if "__Host-fairdeal_session" in each)
            secure = {"cookie": f"{plain['cookie']}; a[]=1; {own.partition(';')[0]}"}
            assert (await maria.http.get("/api/session", headers=secure)).json()["person"]["name"] == "Maria"

    asyncio.run(play())


@story
async def test_over_http_a_malformed_sibling_does_not_log_out(world: World) -> None:
    maria = world.browser()
    await maria.register()
    token = maria.http.cookies["fairdeal_session"]
    maria.http.cookies.clear()

    answer = await maria.http.get("/api/session", headers={"cookie": f'a[]="x; fairdeal_session={token}; {{}}'})

    assert answer.json()["person"]["name"] == "Maria"


@story
async def test_the_page_is_told_the_numbers_that_the_server_goes_by(world: World) -> None:
    eve = world.browser()
    asking = (await eve.get("/session"))["asking"]
    usual = {"email": "eve@post.test", "born": "1990-05-17", "accept": True}

    short, long = "u7!kd-2mzq"[: asking["passwordMin"] - 1], "xy" * 200
    lengths = {"nameMin": 3, "nameMax": 20, "passwordMin": 10, "passwordMax": 200, "ageMin": 18}
    assert asking == {**lengths, "limits": False, "currency": "EUR", "realityMinutes": 0}
    for password in (short, long[: asking["passwordMax"] + 1]):
        assert (await eve.refused("/register", name="Eve", password=password, **usual))[1] == "bad_password_length"
    for name in ("Eve"[: asking["nameMin"] - 1], "Eve" * 7):
        assert (await eve.refused("/register", name=name, password=WORDS, **usual))[1] == "bad_name_length"


@story
async def test_an_address_is_confirmed_by_the_letter_that_registering_sends(world: World) -> None:
    maria, anybody = world.browser(), world.browser()
    await maria.register()
    await asyncio.gather(*world.house.auth.mail_outbox.sending)
    (letter,) = world.letters.sent
    token = letter.link.partition("/confirm#")[2]

    assert (letter.kind, letter.to) == ("confirm_address", "maria@post.test")
    assert (await maria.get("/profile"))["emailConfirmed"] is False
    for forged in ("", "x", token[:-3], token[::-1], "ä"):
        assert await anybody.refused("/address/confirm", token=forged) == (400, "link_expired")
    await anybody.post("/address/confirm", token=token)
    await anybody.post("/address/confirm", token=token)
    assert (await maria.get("/profile"))["emailConfirmed"] is True
    confirmed = [line.what for line in world.house.people.log(person=None)].count("address_confirmed")
    assert confirmed == 1


@story
async def test_the_letter_is_sent_again_on_asking_and_not_for_an_address_that_is_anothers(world: World) -> None:
    maria, eve = world.browser(), world.browser()
    await maria.register()
    await eve.register("Eve", email="maria@post.test")
    await maria.post("/address/letter")
    await eve.post("/address/letter")
    await asyncio.gather(*world.house.auth.mail_outbox.sending)

    sent = [(letter.kind, letter.name) for letter in world.letters.sent]
    assert sorted(sent) == [("address_in_use", "Maria"), ("confirm_address", "Maria"), ("confirm_address", "Maria")]
    assert (await eve.get("/profile"))["emailConfirmed"] is False


def test_a_link_that_is_a_week_old_or_for_another_address_confirms_nothing(address: str) -> None:
    async def play() -> None:
        async with open_world(address) as world:
            maria = world.browser()
            player = (await maria.register())["person"]["player"]
            auth, now = world.house.auth, world.house.clock.now()
            row = await auth.row(PlayerId(player))
            old = auth.addresses.link(row, type(now)(now - auth.settings.confirm_lasts))
            fresh = auth.addresses.link(row, now)
            assert old is not None
            assert fresh is not None
            assert (await maria.refused("/address/confirm", token=old.partition("#")[2]))[1] == "link_expired"
            world.house.people.change_person(player, email="m@new.test", email_key="m@new.test")
            assert (await maria.refused("/address/confirm", token=fresh.partition("#")[2]))[1] == "link_expired"

    asyncio.run(play())
