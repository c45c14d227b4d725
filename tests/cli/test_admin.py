"""`fairdeal admin`: accounts from the console."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairdeal.cli.main import main
from fairdeal.kernel import Instant
from fairdeal.server.auth.passwords import Cost, Passwords
from fairdeal.server.auth.tokens import hash_of
from fairdeal.storage.opening import open_store
from fairdeal.storage.people import People, PersonRow, SessionRow, open_people

WORDS = "correct horse battery"


@pytest.fixture
def address(tmp_path: Path) -> str:
    where = f"sqlite:///{tmp_path / 'room.db'}"
    open_store(where).close()
    return where


def run(address: str, *words: str, told: str = "") -> Result:
    return CliRunner().invoke(main, ["admin", *words, "--database", address], input=told)


def maria(address: str) -> PersonRow:
    people = open_people(address)
    row = people.person_named("maria")
    people.close()
    assert row is not None
    return row


def people_at(address: str) -> People:
    return open_people(address)


def test_a_user_is_made_with_a_link_that_sets_the_password(address: str) -> None:
    made = run(address, "create-user", "Maria", "--email", "maria@post.test", "--role", "floor", "--role", "admin")

    row = maria(address)
    secret = made.output.strip().rpartition("#")[2]
    people = people_at(address)
    assert made.exit_code == 0
    assert (row.email, row.roles, row.password) == ("maria@post.test", "admin floor", "")
    assert people.use_reset(hash_of(secret), Instant(row.created_at)) == row.id
    assert [line.what for line in people.log(person=row.id)] == ["created"]
    people.close()


def test_a_user_is_made_with_a_password_that_is_never_printed(address: str) -> None:
    made = run(address, "create-user", "Maria", "--password-stdin", told=f"{WORDS}\n")

    passwords = Passwords(Cost(1, 64))
    assert made.exit_code == 0
    assert WORDS not in made.output
    assert "#" not in made.output
    assert passwords._verify(maria(address).password, WORDS)
    passwords.close()


@pytest.mark.parametrize(
    ("words", "told", "code"),
    [
        (("create-user", "Maria"), "", "name_taken"),
        (("create-user", "x"), "", "bad_name_length"),
        (("create-user", "Bob", "--email", "nothing"), "", "bad_email"),
        (("create-user", "Bob", "--password-stdin"), "short\n", "bad_password_length"),
        (("create-user", "Bob", "--password-stdin"), "password1234\n", "password_common"),
        (("create-user", "Support"), "", "name_reserved"),
        (("create-user", "Mаria", "--role", "admin"), "", "name_misleads"),
        (("role", "Nobody", "add", "floor"), "", "no_such_person"),
        (("reset-password", "Nobody"), "", "no_such_person"),
        (("end-sessions", "Nobody"), "", "no_such_person"),
    ],
)
def test_what_cannot_be_is_refused_with_a_code_and_without_a_traceback(
    address: str, words: tuple[str, ...], told: str, code: str
) -> None:
    run(address, "create-user", "Maria")

    refused = run(address, *words, told=told)

    assert refused.exit_code == 1
    assert code in refused.output
    assert "Traceback" not in refused.output


def test_roles_are_given_and_taken_and_end_the_sessions(address: str) -> None:
    run(address, "create-user", "Maria")
    people = people_at(address)
    person = maria(address).id
    people.add_session(SessionRow("s1", person, b"x", 0, 0, 1 << 50, "Browser", "10.0.0.1"))

    given = run(address, "role", "maria", "add", "support")
    run(address, "role", "maria", "add", "admin")
    taken = run(address, "role", "maria", "remove", "support")

    assert given.output == "Maria: support\n"
    assert taken.output == "Maria: admin\n"
    assert maria(address).roles == "admin"
    assert people.session("s1") is None
    people.close()


def test_a_password_is_reset_and_a_lost_second_factor_dropped(address: str) -> None:
    run(address, "create-user", "Maria", "--password-stdin", told=f"{WORDS}\n")
    people = people_at(address)
    before = maria(address)
    people.change_person(before.id, totp=b"sealed", totp_on=1)
    people.set_codes(before.id, [b"code"])

    done = run(
        address, "reset-password", "Maria", "--drop-second-factor", "--password-stdin", told="a brand new horse\n"
    )

    after = maria(address)
    assert done.exit_code == 0
    assert after.password != before.password
    assert (after.totp, after.totp_on) == (b"", 0)
    assert people.use_code(after.id, b"code") is False
    people.close()


def test_users_are_listed_and_sessions_ended(address: str) -> None:
    run(address, "create-user", "Maria", "--role", "auditor")
    run(address, "create-user", "Bob")

    everybody = run(address, "users").output
    staff = run(address, "users", "--staff").output

    assert "Maria" in everybody
    assert "Bob" in everybody
    assert "Bob" not in staff
    assert run(address, "end-sessions", "Bob").output == "Bob: 0 sessions ended\n"


@pytest.mark.parametrize("command", [("create-user", "Bob"), ("reset-password", "Maria")])
def test_printed_links_start_as_the_servers_do(
    address: str, command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(address, "create-user", "Maria")
    file = tmp_path / "room.toml"
    file.write_text('public_url = "https://file.example/"\nport = 9000\n')
    if command[0] == "reset-password":
        starts = {(): "http://127.0.0.1:8000/reset#", ("--settings", str(file)): "https://file.example/reset#"}
    else:
        starts = {("--settings", str(file)): "https://file.example/reset#"}
    for more, start in starts.items():
        assert start in run(address, *command, *more).output
    monkeypatch.setenv("FAIRDEAL_PUBLIC_URL", "https://env.example")
    assert "https://env.example/reset#" in run(address, "reset-password", "Maria").output
    assert (
        "https://own.example/reset#"
        in run(address, "reset-password", "Maria", "--public-url", "https://own.example").output
    )


def test_players_with_reserved_names_of_an_earlier_build_are_listed_and_stay(address: str) -> None:
    people = people_at(address)
    for number, name in enumerate(("Admin", "Mаria", "Bob", "Club Tallinn")):
        people.add_person(
            PersonRow(f"P-{number}", "player", name, name.casefold(), "", "", "", "", "x", b"", 0, 0, "", 0, 0)
        )
    people.close()
    run(address, "create-user", "Support", "--role", "support")
    listed = run(address, "reserved-names")

    assert [name in listed.output for name in ("Admin", "Mаria", "Bob", "Support")] == [True, True, False, False]
    assert run(address, "end-sessions", "Admin").exit_code == 0


def test_the_houses_own_name_is_listed_too(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    people = people_at(address)
    people.add_person(PersonRow("P-1", "player", "Club", "club", "", "", "", "", "x", b"", 0, 0, "", 0, 0))
    people.close()

    assert run(address, "reserved-names").output == "no player has such a name\n"
    monkeypatch.setenv("FAIRDEAL_OPERATOR_NAME", "Club")
    assert "Club" in run(address, "reserved-names").output
