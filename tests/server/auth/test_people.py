"""Accounts are kept alike on every database."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import event

from fairdeal.kernel import Instant
from fairdeal.storage.opening import open_store
from fairdeal.storage.people import ComplaintRow, LogRow, NameTaken, People, PersonRow, SessionRow, open_people
from tests.contracts.postgres import clean_database

NOW = Instant(1_000)


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def people(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[People]:
    address = "memory:"
    if request.param != "memory":
        address = clean_database() if request.param == "postgres" else f"sqlite:///{tmp_path / 'room.db'}"
        open_store(address).close()
    opened = open_people(address)
    yield opened
    opened.close()


def person(name: str, email: str = "") -> PersonRow:
    return PersonRow(
        f"P-{name}", "player", name, name.lower(), email, email.lower(), "fox", "", "hash", b"", 0, 0, "", NOW, 0
    )


def session(name: str, owner: str = "P-Ann", expires_at: int = 5_000) -> SessionRow:
    return SessionRow(name, owner, name.encode(), NOW, NOW, expires_at, "Browser", "10.0.0.1")


def test_an_account_is_found_by_id_name_and_address(people: People) -> None:
    ann = person("Ann", "Ann@Post.test")
    people.add_person(ann)

    assert people.person("P-Ann") == people.person_named("ann") == people.person_named("ann@post.test") == ann
    assert people.person("P-Bob") is None
    assert people.person_named("") is None


def test_a_name_and_an_address_have_one_owner_but_many_have_none(people: People) -> None:
    people.add_person(person("Ann", "ann@post.test"))
    people.add_person(person("Bob"))
    people.add_person(person("Cid"))

    with pytest.raises(NameTaken):
        people.add_person(PersonRow("P-2", "guest", "ANN", "ann", "", "", "", "", "", b"", 0, 0, "", NOW, 0))
    with pytest.raises(NameTaken):
        people.change_person("P-Bob", email_key="ann@post.test")
    assert [each.name for each in people.people("", 10)] == ["Ann", "Bob", "Cid"]
    assert [each.name for each in people.people("b", 10)] == ["Bob"]


def test_an_account_changes_where_it_is_told_to(people: People) -> None:
    people.add_person(person("Ann"))
    people.change_person("P-Ann", roles="admin floor", totp=b"\x00\xff", closed_at=7)

    changed = people.person("P-Ann")

    assert changed is not None
    assert (changed.roles, changed.totp, changed.closed_at, changed.name) == ("admin floor", b"\x00\xff", 7, "Ann")


def test_a_step_of_the_second_factor_counts_once(people: People) -> None:
    people.add_person(person("Ann"))

    assert [people.use_step("P-Ann", step) for step in (5, 5, 4, 6)] == [True, False, False, True]


def test_sessions_end_alone_together_or_all_but_one(people: People) -> None:
    for name in ("a", "b", "c"):
        people.add_session(session(name))
    people.add_session(session("z", "P-Bob"))

    assert people.end_sessions("P-Bob", only="a") == []
    assert people.end_sessions("P-Ann", only="a") == ["a"]
    assert people.end_sessions("P-Ann", but="c") == ["b"]
    assert people.living(["a", "b", "c", "z"], NOW) == {"c", "z"}
    assert people.end_sessions("P-Ann") == ["c"]
    assert people.session("z") == session("z", "P-Bob")


def test_a_session_that_was_seen_lasts_longer_and_others_expire(people: People) -> None:
    people.add_session(session("a"))
    people.add_session(session("b"))
    people.touch_sessions({"a": Instant(4_000)}, 5_000)

    assert people.living(["a", "b"], Instant(5_000)) == {"a"}
    people.drop_expired(Instant(5_000))
    assert [(each.id, each.seen_at) for each in people.sessions_of("P-Ann")] == [("a", 4_000)]


def test_codes_and_links_are_used_once(people: People) -> None:
    people.set_codes("P-Ann", [b"1", b"2"])
    people.add_reset(b"old", "P-Ann", 2_000)
    people.add_reset(b"new", "P-Ann", 2_000)

    assert [people.use_code("P-Ann", b"1"), people.use_code("P-Ann", b"1")] == [True, False]
    assert people.use_code("P-Bob", b"2") is False
    assert people.use_reset(b"old", NOW) is None
    assert people.use_reset(b"new", NOW) == "P-Ann"
    assert people.use_reset(b"new", NOW) is None


def test_a_link_expires_and_new_codes_replace_old_ones(people: People) -> None:
    people.add_reset(b"link", "P-Ann", 2_000)
    people.set_codes("P-Ann", [b"1"])
    people.set_codes("P-Ann", [b"2"])

    assert people.use_reset(b"link", Instant(2_000)) is None
    assert [people.use_code("P-Ann", b"1"), people.use_code("P-Ann", b"2")] == [False, True]


def test_an_acceptance_keeps_its_first_date(people: People) -> None:
    people.accept("P-Ann", {"aa": "one"}, NOW)
    people.accept("P-Ann", {"aa": "one", "bb": "two"}, Instant(2_000))

    assert people.accepted("P-Ann") == {"aa": NOW, "bb": 2_000}
    assert people.accepted("P-Bob") == {}


def test_a_complaint_is_answered_once(people: People) -> None:
    first = ComplaintRow("01", "P-Ann", "H1", NOW, "that was my pot", "", "", 0)
    people.add_complaint(first)
    people.add_complaint(ComplaintRow("02", "P-Bob", "H1", NOW, "no, mine", "", "", 0))

    answered = people.answer_complaint("01", "it was split", "P-Cid", Instant(9_000))

    assert answered is not None
    assert (answered.answer, answered.staff, answered.answered_at) == ("it was split", "P-Cid", 9_000)
    assert people.answer_complaint("01", "again", "P-Cid", Instant(9_001)) is None
    assert [each.id for each in people.complaints()] == ["02", "01"]
    assert [each.id for each in people.complaints(answered=False)] == ["02"]
    assert [each.id for each in people.complaints(answered=True, person="P-Ann")] == ["01"]


def test_the_log_keeps_who_did_what(people: People) -> None:
    rows = [LogRow("01", NOW, "P-Ann", "roles", "P-Cid", "admin"), LogRow("02", NOW, "P-Bob", "closed", "P-Bob", "")]
    for row in rows:
        people.add_log_entry(row)

    assert people.log() == rows[::-1]
    assert people.log(person="P-Ann") == rows[:1]


def test_who_is_admitted_has_account_acceptances_and_session_or_nothing(people: People) -> None:
    people.admit(person("Ann"), {"aa": "one", "bb": "two"}, session("a"))

    with pytest.raises(NameTaken):
        people.admit(person("Ann"), {}, session("b"))

    assert people.person("P-Ann") == person("Ann")
    assert people.accepted("P-Ann") == {"aa": NOW, "bb": NOW}
    assert people.living(["a", "b"], NOW) == {"a"}


def test_many_write_at_once_and_nobody_is_turned_away(people: People) -> None:
    with ThreadPoolExecutor(8) as threads:
        done = [threads.submit(people.add_person, person(f"N{number}")) for number in range(40)]
        assert [each.result() for each in done] == [None] * 40

    assert len(people.people("", 100)) == 40


def test_a_busy_file_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.storage.sql.sqlite.BUSY_SECONDS", 0.05)
    path = tmp_path / "room.db"
    open_store(f"sqlite:///{path}").close()
    people = open_people(f"sqlite:///{path}")
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    tries: list[object] = []

    def let_go_at_the_third(connection: object, _record: object) -> None:
        tries.append(connection)
        if len(tries) == 3:
            other.execute("COMMIT")

    event.listen(people._altering, "connect", let_go_at_the_third)

    people.add_person(person("Ann"))

    assert len(tries) == 3
    assert people.person("P-Ann") is not None
    people.close()
    other.close()
