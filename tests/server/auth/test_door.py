"""Coming in: passwords, locks, second factors, links. What is unknown is answered like what is wrong."""

import asyncio
from dataclasses import replace
from typing import Literal

import pytest
from argon2 import PasswordHasher

from fairdeal.kernel import HOUR, MINUTE
from fairdeal.server.auth.mail.port import Mail
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.second_factor.totp import code_at, step_of
from tests.server.auth.door import DEVICE, MARIA, WORDS, Door, at_the_door


class Counted(PasswordHasher):
    """Argon2, counting how often it works."""

    def __init__(self, like: PasswordHasher) -> None:
        super().__init__(like.time_cost, like.memory_cost, like.parallelism)
        self.verified = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
        self.verified += 1
        return super().verify(hash, password)


async def refusal(asked: object) -> str:
    with pytest.raises(Refused) as refused:
        await asked  # type: ignore[misc]
    return refused.value.code


async def enrolled(door: Door) -> tuple[bytes, list[str]]:
    """Maria has a second factor: its secret and the recovery codes."""
    session, _ = await door.maria()
    auth = door.auth
    auth.second_factor.enrol(await auth.row(session.person.player))
    row = await auth.row(session.person.player)
    assert auth.second_factor._sealer is not None
    secret = auth.second_factor._sealer.open(f"totp:{row.id}", row.totp)
    assert secret not in row.totp
    codes = auth.second_factor.confirm(row, code_at(secret, step_of(door.clock.now())))
    door.clock.advance(MINUTE)
    return secret, codes


@at_the_door
async def test_a_name_or_an_address_and_the_password_let_in(door: Door) -> None:
    session, _ = await door.maria()

    for name in ("Maria", " MARIA ", "maria@POST.test"):
        entered, _ = await door.log_in(name=name)
        assert entered.person.player == session.person.player


@at_the_door
async def test_a_reserved_name_of_an_earlier_build_still_logs_in(door: Door) -> None:
    session, _ = await door.maria()
    door.auth.people.change_person(session.person.player, name="Admin", name_key="admin")

    entered, _ = await door.log_in(name="ADMIN")

    assert entered.person.name == "Admin"
    assert (
        await refusal(door.auth.register(replace(MARIA, name="Admin2", email="x@post.test"), DEVICE)) == "name_reserved"
    )


@at_the_door
async def test_unknown_and_wrong_are_answered_alike_and_cost_the_same_work(door: Door) -> None:
    await door.maria()
    await door.auth.guest("Ann", "fox", DEVICE)  # has no password
    worked = Counted(door.auth.passwords._hasher)
    door.auth.passwords._hasher = worked

    codes = [await refusal(door.auth.log_in(name, "wrong horse", DEVICE)) for name in ("Maria", "Nobody", "Ann")]

    assert codes == ["bad_credentials"] * 3
    assert worked.verified == 3


@at_the_door
async def test_locks_are_the_same_for_names_nobody_has(door: Door) -> None:
    await door.maria()

    said = {
        name: [await refusal(door.auth.log_in(name, "wrong horse", DEVICE)) for _ in range(7)]
        for name in ("Maria", "Nobody")
    }

    assert said["Maria"] == said["Nobody"] == ["bad_credentials"] * 5 + ["login_locked"] * 2
    assert await refusal(door.auth.log_in("Maria", WORDS, DEVICE)) == "login_locked"
    door.clock.advance(MINUTE)
    await door.log_in()


@at_the_door
async def test_a_locked_account_is_locked_by_its_other_name_too_and_that_is_not_told(door: Door) -> None:
    await door.maria()
    for _ in range(5):
        await refusal(door.auth.log_in("Maria", "wrong horse", DEVICE))

    assert await refusal(door.auth.log_in("maria@post.test", WORDS, DEVICE)) == "bad_credentials"


@at_the_door
async def test_taken_names_are_told_and_taken_addresses_are_not(door: Door) -> None:
    await door.maria()

    assert await refusal(door.auth.register(replace(MARIA, email="x@post.test"), DEVICE)) == "name_taken"
    second = await door.auth.register(replace(MARIA, name="Bob"), DEVICE)
    await door.auth.forgot("maria@post.test")
    await drained(door)

    assert second.session is not None
    assert [(letter.kind, letter.name) for letter in door.letters.sent] == [
        ("confirm_address", "Maria"),
        ("address_in_use", "Maria"),
        ("password_reset", "Maria"),
    ]


@at_the_door
async def test_nobody_is_flooded_by_registrations_in_their_name_and_links_still_come(door: Door) -> None:
    await door.maria()
    for number in range(9):
        await door.auth.register(replace(MARIA, name=f"Bob {number}"), DEVICE)
    await door.auth.forgot("maria@post.test")
    await drained(door)

    kinds = [letter.kind for letter in door.letters.sent]
    assert kinds == ["confirm_address", *["address_in_use"] * 4, "password_reset"]


async def drained(door: Door) -> None:
    """All letters that are on their way have arrived."""
    for task in tuple(door.auth.mail_outbox.sending):
        await task


@at_the_door
async def test_a_link_sets_a_new_password_once_and_ends_sessions_and_locks(door: Door) -> None:
    session, _ = await door.maria()
    for _ in range(6):
        await refusal(door.auth.log_in("Maria", "wrong horse", DEVICE))
    await door.auth.forgot("maria@post.test")
    await drained(door)
    assert door.letters.sent[-1].link.startswith("https://room.test/reset#")

    await door.auth.reset(door.letters.secret(), "a brand new horse")

    assert door.revoked == [session.id]
    await door.log_in("a brand new horse")
    assert await refusal(door.auth.reset(door.letters.secret(), "a third new horse")) == "link_expired"


@at_the_door
async def test_a_link_is_for_an_hour_and_the_last_one_counts(door: Door) -> None:
    await door.maria()
    for _ in range(2):
        await door.auth.forgot("maria@post.test")
        await drained(door)
    first, second = (letter.link.partition("#")[2] for letter in door.letters.sent[1:])

    assert await refusal(door.auth.reset(first, "a brand new horse")) == "link_expired"
    door.clock.advance(HOUR)
    assert await refusal(door.auth.reset(second, "a brand new horse")) == "link_expired"


@at_the_door
async def test_nobody_hears_whether_an_address_is_known_and_nobody_is_flooded(door: Door) -> None:
    await door.maria()
    for _ in range(9):
        await door.auth.forgot("maria@post.test")
        await door.auth.forgot("nobody@post.test")
        await drained(door)

    assert {letter.to for letter in door.letters.sent} == {"maria@post.test"}
    assert [letter.kind for letter in door.letters.sent].count("password_reset") == 5


@at_the_door
async def test_the_second_factor_is_asked_for_after_the_password(door: Door) -> None:
    secret, _ = await enrolled(door)

    first = await door.auth.log_in("Maria", WORDS, DEVICE)
    entered = await door.auth.second_step(first.ticket, code_at(secret, step_of(door.clock.now())), DEVICE)

    assert first.session is None
    assert first.token == ""
    assert entered.session is not None
    assert entered.session.person.second_factor
    assert await refusal(door.auth.second_step(first.ticket, "000000", DEVICE)) == "ticket_expired"


@at_the_door
async def test_digits_count_once(door: Door) -> None:
    secret, _ = await enrolled(door)
    code = code_at(secret, step_of(door.clock.now()))
    ticket = (await door.auth.log_in("Maria", WORDS, DEVICE)).ticket
    await door.auth.second_step(ticket, code, DEVICE)
    again = (await door.auth.log_in("Maria", WORDS, DEVICE)).ticket

    assert await refusal(door.auth.second_step(again, code, DEVICE)) == "bad_code"


@at_the_door
async def test_a_recovery_code_counts_once(door: Door) -> None:
    _, codes = await enrolled(door)

    for code, is_right in ((codes[3].lower(), True), (codes[3], False), (codes[4], True)):
        ticket = (await door.auth.log_in("Maria", WORDS, DEVICE)).ticket
        if is_right:
            assert (await door.auth.second_step(ticket, code, DEVICE)).session is not None
        else:
            assert await refusal(door.auth.second_step(ticket, code, DEVICE)) == "bad_code"


@at_the_door
async def test_guessing_digits_is_locked_and_a_ticket_expires(door: Door) -> None:
    await enrolled(door)
    ticket = (await door.auth.log_in("Maria", WORDS, DEVICE)).ticket

    codes = [await refusal(door.auth.second_step(ticket, "000000", DEVICE)) for _ in range(6)]
    door.clock.advance(5 * MINUTE)

    assert codes == ["bad_code"] * 5 + ["too_many_requests"]
    assert await refusal(door.auth.second_step(ticket, "000000", DEVICE)) == "ticket_expired"


@at_the_door
async def test_the_password_does_not_forgive_wrong_digits(door: Door) -> None:
    await enrolled(door)
    for _ in range(5):
        ticket = (await door.auth.log_in("Maria", WORDS, DEVICE)).ticket
        assert await refusal(door.auth.second_step(ticket, "000000", DEVICE)) == "bad_code"

    ticket = (await door.auth.log_in("Maria", WORDS, DEVICE)).ticket
    assert await refusal(door.auth.second_step(ticket, "000000", DEVICE)) == "too_many_requests"
    door.clock.advance(MINUTE)
    assert await refusal(door.auth.second_step(ticket, "000000", DEVICE)) == "bad_code"


@at_the_door
async def test_a_guest_whose_name_is_taken_gets_a_number(door: Door) -> None:
    one = await door.auth.guest("Ann", "fox", DEVICE)
    other = await door.auth.guest("ANN", "fox", DEVICE)
    nameless = await door.auth.guest("", "fox", DEVICE)

    assert one.session is not None
    assert other.session is not None
    assert nameless.session is not None
    assert one.session.person.name == "Ann"
    assert other.session.person.name.startswith("ANN ")
    assert nameless.session.person.name.startswith("Guest ")


@at_the_door
async def test_an_old_hash_is_made_anew_at_the_next_login(door: Door) -> None:
    session, _ = await door.maria()
    weaker = door.auth.passwords._hasher.__class__(time_cost=1, memory_cost=32, parallelism=1).hash(WORDS)
    door.auth.people.change_person(session.person.player, password=weaker)

    await door.log_in()

    assert (await door.auth.row(session.person.player)).password != weaker
    await door.log_in()


@at_the_door
async def test_of_many_guesses_at_once_only_the_free_ones_are_answered(door: Door) -> None:
    await door.maria()
    throttle = [f"wrong horse {number}" for number in range(20)]

    told = await asyncio.gather(
        *(door.auth.log_in("Maria", guess, DEVICE) for guess in throttle), return_exceptions=True
    )

    codes = sorted(each.code for each in told if isinstance(each, Refused))
    assert codes == ["bad_credentials"] * 5 + ["login_locked"] * 15


@at_the_door
async def test_a_ticket_is_void_once_the_password_has_changed(door: Door) -> None:
    secret, _ = await enrolled(door)
    ticket = (await door.auth.log_in("Maria", WORDS, DEVICE)).ticket
    row = door.auth.people.person_named("maria")
    assert row is not None

    await door.auth.set_password(row, "a brand new horse", by=row.id)

    code = code_at(secret, step_of(door.clock.now()))
    assert await refusal(door.auth.second_step(ticket, code, DEVICE)) == "ticket_expired"


@at_the_door
async def test_a_letter_that_cannot_be_sent_hurts_nobody(door: Door) -> None:
    await door.maria()

    class Broken:
        async def send(self, letter: Mail) -> None:
            raise ConnectionError(letter.link)

    door.auth.mail_outbox.sender = Broken()
    await door.auth.forgot("maria@post.test")
    await asyncio.wait(door.auth.mail_outbox.sending)

    assert not door.auth.mail_outbox.sending
