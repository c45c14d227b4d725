"""Several programs change accounts of one database at once, as a server and the console do: every change is sealed."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.opening import open_store
from fairdeal.storage.people import PLAYER, PersonRow, open_people
from fairdeal.storage.verify.check import check
from tests.contracts.postgres import empty_database

KEYED = ChainHasher({1: b"k" * 32})
CHANGES = 25


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without tables."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'room.db'}"
    else:
        with empty_database() as found:
            yield found


def change_often(address: str, name: str) -> None:
    """One program: an account that is made and changed again and again."""
    people = open_people(address, KEYED)
    people.add_person(PersonRow(name, PLAYER, name, name, "", "", "fox", "1990-05-17", "argon2", b"", 0, 0, "", 0, 0))
    for number in range(CHANGES):
        people.change_person(name, avatar=f"avatar{number}")
    people.close()


def test_changes_of_several_programs_are_sealed_one_after_the_other(address: str) -> None:
    store = open_store(address, KEYED)
    people = open_people(address, KEYED)
    people.seal_once()
    names = ("ann", "bob", "eve")

    with ThreadPoolExecutor(len(names)) as pool:
        list(pool.map(lambda name: change_often(address, name), names))

    found = [people.person(name) for name in names]
    assert [each and each.avatar for each in found] == [f"avatar{CHANGES - 1}"] * 3
    assert check(store) == []
    people.close()
    store.close()
