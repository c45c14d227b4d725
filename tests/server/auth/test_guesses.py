"""Wrong passwords slow whoever guesses, and never keep an owner out."""

import pytest

from fairdeal.kernel import HOUR, MINUTE, Instant
from fairdeal.server.auth.devices import LASTS, STRANGER, Devices, KnownDevice
from fairdeal.server.auth.login_throttle import LoginAttempt, LoginThrottle, ThrottleRules, network_of
from fairdeal.server.auth.second_factor.switching import VaultSealer
from fairdeal.server.auth.second_factor.totp import code_at, step_of
from fairdeal.server.auth.sessions import Device
from fairdeal.storage.vault import Vault
from tests.server.auth.door import DEVICE, NOW, OTHER_DEVICE, WORDS, Door, at_the_door
from tests.server.auth.test_door import enrolled, refusal

WRONG = "wrong horse"
EVE = LoginAttempt("maria", "P-1", "6.6.6.6")


@at_the_door
async def test_five_wrong_passwords_elsewhere_do_not_keep_the_owner_out(door: Door) -> None:
    await door.maria()
    for _ in range(9):
        await refusal(door.auth.log_in("Maria", WRONG, DEVICE))

    assert await refusal(door.auth.log_in("Maria", WORDS, DEVICE)) == "login_locked"
    await door.log_in()


@at_the_door
async def test_guesses_from_everywhere_lock_strangers_out_and_never_a_known_device(door: Door) -> None:
    session, _ = await door.maria()
    known = Device("Browser 1", "10.0.0.9", door.auth.devices.make_token(session.person.player, door.clock.now()))
    for number in range(20):
        await refusal(door.auth.log_in("Maria", WRONG, Device("bot", f"10.1.0.{number}")))

    assert await refusal(door.auth.log_in("Maria", WORDS, OTHER_DEVICE)) == "login_locked"
    assert await refusal(door.auth.log_in("Maria", WRONG, known)) == "bad_credentials"
    assert (await door.auth.log_in("Maria", WORDS, known)).session is not None


@at_the_door
async def test_a_known_device_that_guesses_is_locked_alone(door: Door) -> None:
    session, _ = await door.maria()
    known = DEVICE._replace(token=door.auth.devices.make_token(session.person.player, door.clock.now()))

    codes = [await refusal(door.auth.log_in("Maria", WRONG, known)) for _ in range(6)]

    assert codes == ["bad_credentials"] * 5 + ["login_locked"]
    await door.log_in()


@at_the_door
async def test_a_second_factor_opens_a_locked_door_and_nothing_else_does(door: Door) -> None:
    secret, codes = await enrolled(door)
    for _ in range(5):
        await refusal(door.auth.log_in("Maria", WRONG, DEVICE))
    code = code_at(secret, step_of(door.clock.now()))

    assert await refusal(door.auth.log_in("Maria", WORDS, DEVICE)) == "login_locked"
    assert await refusal(door.auth.log_in("Maria", WORDS, DEVICE, "000000")) == "login_locked"
    assert await refusal(door.auth.log_in("Maria", WRONG, DEVICE, code)) == "login_locked"
    assert (await door.auth.log_in("Maria", WORDS, DEVICE, code)).session is not None
    assert (await door.auth.log_in("Maria", WORDS, DEVICE, codes[0])).session is not None
    assert await refusal(door.auth.log_in("Nobody", WORDS, DEVICE, codes[1])) == "bad_credentials"


@at_the_door
async def test_digits_at_a_locked_door_cannot_be_guessed_either(door: Door) -> None:
    secret, _ = await enrolled(door)
    for _ in range(5):
        await refusal(door.auth.log_in("Maria", WRONG, DEVICE))
    for number in range(5):
        await refusal(door.auth.log_in("Maria", WORDS, DEVICE, f"00000{number}"))

    code = code_at(secret, step_of(door.clock.now()))
    assert await refusal(door.auth.log_in("Maria", WORDS, DEVICE, code)) == "login_locked"


@at_the_door
async def test_a_new_password_by_mail_makes_the_device_known(door: Door) -> None:
    await door.maria()
    for number in range(25):
        await refusal(door.auth.log_in("Maria", WRONG, Device("bot", f"10.1.0.{number}")))
    await door.auth.send_reset("maria@post.test")

    word = await door.auth.reset(door.letters.secret(), "a brand new horse")

    for _ in range(30):  # the attack goes on
        await refusal(door.auth.log_in("Maria", WRONG, OTHER_DEVICE))
    own = await door.auth.log_in("Maria", "a brand new horse", OTHER_DEVICE._replace(token=word))
    assert own.session is not None


@at_the_door
async def test_a_password_that_is_refused_costs_no_link(door: Door) -> None:
    await door.maria()
    await door.auth.send_reset("maria@post.test")

    assert await refusal(door.auth.reset(door.letters.secret(), "maria12345")) == "password_too_easy"
    assert await refusal(door.auth.reset(door.letters.secret(), "password1234")) == "password_common"
    await door.auth.reset(door.letters.secret(), "a brand new horse")


def test_an_address_that_tries_many_names_is_slowed() -> None:
    throttle = LoginThrottle(ThrottleRules())
    for number in range(60):
        throttle.record_failure(LoginAttempt(f"name{number}", "", "6.6.6.6"), NOW)

    assert throttle.wait(LoginAttempt("another", "", "6.6.6.6"), NOW) == MINUTE
    assert throttle.wait(LoginAttempt("another", "", "6.6.6.7"), NOW) is None


def test_the_wait_doubles_to_a_quarter_of_an_hour_and_is_forgotten_after_one() -> None:
    throttle, now, waits = LoginThrottle(ThrottleRules()), NOW, []
    for _ in range(10):
        throttle.record_failure(EVE, now)
        wait = throttle.wait(EVE, now) or 0
        waits.append(wait // MINUTE)
        now = Instant(now + wait)

    assert waits == [0, 0, 0, 0, 1, 2, 4, 8, 15, 15]
    throttle.record_failure(EVE, Instant(now + HOUR + 1))
    assert throttle.wait(EVE, Instant(now + HOUR + 1)) is None


def test_the_right_password_forgives_what_was_mistyped_here_and_not_what_others_do() -> None:
    throttle = LoginThrottle(ThrottleRules())
    for _ in range(4):
        throttle.record_failure(EVE, NOW)
    throttle.record_success(EVE)
    throttle.record_failure(EVE, NOW)
    assert throttle.wait(EVE, NOW) is None
    for number in range(15):
        throttle.record_failure(LoginAttempt("maria", "P-1", f"7.0.0.{number}"), NOW)
    assert throttle.wait(LoginAttempt("maria", "P-1", "8.8.8.8"), NOW) is not None


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2::7", "2001:0db8:0001:0002"),
        ("2001:db8:1:2:ffff::1", "2001:0db8:0001:0002"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_one_line_is_one_address(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_devices_word_is_its_owners_for_a_year_and_cannot_be_made_up() -> None:
    devices = Devices(VaultSealer(Vault({1: bytes(32)})))
    word = devices.make_token("P-1", NOW)

    first = devices.read(word, "P-1", NOW)
    assert first != STRANGER
    assert devices.read(word, "P-1", Instant(NOW + LASTS - 1)) == first
    assert devices.read(devices.make_token("P-1", NOW), "P-1", NOW) not in (first, STRANGER)
    assert "=" not in word  # a cookie would quote it
    for forged in ("", "x", "ä", word[:-4], word[4:], "A" * 500, word.swapcase()):
        assert devices.read(forged, "P-1", NOW) is STRANGER
    assert devices.read(word, "P-2", NOW) is STRANGER
    assert devices.read(word, "P-1", Instant(NOW + LASTS)) is STRANGER
    assert Devices(VaultSealer(Vault({1: bytes(31) + b"x"}))).read(word, "P-1", NOW) is STRANGER
    assert Devices(None).read(word, "P-1", NOW) is STRANGER
    assert Devices(None).make_token("P-1", NOW) == ""
    assert KnownDevice() == STRANGER
