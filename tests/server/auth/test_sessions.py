"""Sessions: who is in, for how long, and how they end."""

from dataclasses import replace

import pytest

from fairdeal.kernel import DAY, HOUR
from fairdeal.server.auth.service import Registration
from tests.server.auth.door import DEVICE, MARIA, WORDS, Door, at_the_door


@at_the_door
async def test_a_token_is_a_session_and_nothing_else_is(door: Door) -> None:
    session, token = await door.maria()
    ident, secret = token.split(".")

    assert door.auth.session(token) == session
    for wrong in ("", ".", ident, f"{ident}.", f"{ident}.x", f".{secret}", f"{secret}.{ident}", token + "x", "x" * 500):
        assert door.auth.session(wrong) is None


@at_the_door
async def test_nothing_at_rest_lets_anybody_in(door: Door) -> None:
    _, token = await door.maria()
    secret = token.split(".")[1]

    row = door.auth.people.sessions_of(door.auth.people.people("", 1)[0].id)[0]
    person = door.auth.people.people("", 1)[0]

    assert secret.encode() not in row.secret
    assert WORDS not in person.password
    assert person.password.startswith("$argon2id$")


@at_the_door
async def test_a_session_survives_a_restart_with_the_same_word(door: Door) -> None:
    session, token = await door.maria()
    door.auth.sessions._open.clear()  # as after a start

    assert door.auth.session(token) == session


@at_the_door
async def test_a_session_ends_when_it_was_not_used_for_long(door: Door) -> None:
    _, token = await door.maria()
    door.clock.advance(29 * DAY)
    assert door.auth.session(token) is not None
    await door.auth.sweep()
    door.clock.advance(29 * DAY)
    assert door.auth.session(token) is not None
    door.clock.advance(30 * DAY)

    assert door.auth.session(token) is None


@at_the_door
async def test_whoever_uses_a_session_is_told_that_it_was_revoked(door: Door) -> None:
    session, token = await door.maria()
    other, _ = await door.log_in()

    await door.auth.sessions.end(session.person.player, only=session.id)

    assert door.revoked == [session.id]
    assert door.auth.session(token) is None
    assert [row.id for row in door.auth.people.sessions_of(session.person.player)] == [other.id]


@at_the_door
async def test_nobody_ends_the_session_of_another(door: Door) -> None:
    session, token = await door.maria()
    entered = await door.auth.register(replace(MARIA, name="Bob", email="bob@post.test"), DEVICE)
    assert entered.session is not None

    assert await door.auth.sessions.end(entered.session.person.player, only=session.id) == []
    assert door.auth.session(token) is not None


@at_the_door
async def test_a_session_that_ended_elsewhere_is_found_by_the_sweep(door: Door) -> None:
    session, token = await door.maria()
    door.auth.people.end_sessions(session.person.player)  # another process, or the command line

    await door.auth.sweep()

    assert door.revoked == [session.id]
    assert door.auth.session(token) is None


@at_the_door
async def test_a_changed_password_ends_every_session_and_gives_a_new_one(door: Door) -> None:
    session, token = await door.maria()
    other, other_token = await door.log_in()

    entered = await door.auth.change_password(session, WORDS, "another horse battery", DEVICE)

    assert entered.session is not None
    assert sorted(door.revoked) == sorted([session.id, other.id])
    assert door.auth.session(token) is door.auth.session(other_token) is None
    assert door.auth.session(entered.token) is not None
    assert entered.session.csrf != session.csrf


@at_the_door
async def test_a_closed_account_has_no_sessions_but_its_owner_can_come_back(door: Door) -> None:
    session, token = await door.maria()

    await door.auth.closed(session.person.player)

    assert door.revoked == [session.id]
    assert door.auth.session(token) is None
    back, _ = await door.log_in()
    assert back.person.player == session.person.player


@at_the_door
async def test_a_guest_who_registers_stays_the_same_player(door: Door) -> None:
    guest = await door.auth.guest("Ann", "fox", DEVICE)
    assert guest.session is not None
    door.clock.advance(HOUR)

    entered = await door.auth.register(
        Registration("Anna", "anna@post.test", WORDS, "1980-01-01", "owl"), DEVICE, guest.session
    )

    assert entered.session is not None
    assert entered.session.person.player == guest.session.person.player
    assert entered.session.person.kind == "player"
    assert door.auth.session(guest.token) is None
    assert door.revoked == [guest.session.id]


@at_the_door
async def test_a_player_cannot_become_another_by_registering(door: Door) -> None:
    session, token = await door.maria()

    entered = await door.auth.register(replace(MARIA, name="Bob", email="bob@post.test"), DEVICE, session)

    assert entered.session is not None
    assert entered.session.person.player != session.person.player
    assert door.auth.session(token) is not None


@at_the_door
async def test_a_sweep_that_cannot_look_at_all_sessions_looks_at_the_others_next(door: Door) -> None:
    session, _ = await door.maria()
    others = [await door.log_in() for _ in range(3)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fairdeal.server.auth.sessions.SWEPT_MAX", 2)
        await door.auth.sweep()
        door.auth.people.end_sessions(session.person.player)
        await door.auth.sweep()
        half = set(door.revoked)
        await door.auth.sweep()

    assert len(half) == 2
    assert set(door.revoked) == {session.id, *(each.id for each, _ in others)}
