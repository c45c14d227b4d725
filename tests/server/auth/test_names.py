"""What names, addresses, passwords and birthdays may be."""

import pytest

from fairdeal.kernel import Instant
from fairdeal.server.auth import names
from fairdeal.server.auth.refused import Refused
from tests.server.auth.door import NOW


def code_of(check: object, *given: object) -> str:
    with pytest.raises(Refused) as refused:
        check(*given)  # type: ignore[operator]
    return refused.value.code


@pytest.mark.parametrize(
    ("one", "other"),
    [("Märt", "MÄRT"), ("Märt", "Ma\u0308rt"), ("ann  b", "Ann B"), ("ﬁsh", "fish"), ("STRASSE", "straße")],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert names.key_of(one) == names.key_of(other)


@pytest.mark.parametrize("name", ["Ann", "Märt Õun", "o'Neil", "Jean-Luc", "Ștefan", "Nr. 1.", "李小龙"])
def test_names_of_people_are_names(name: str) -> None:
    assert names.checked_name(f"  {name} ") == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "bad_name_length"),
        ("ab", "bad_name_length"),
        ("a" * 21, "bad_name_length"),
        ("ann@post.test", "bad_name"),
        ("ann\u202eevil", "bad_name"),
        ("ann\u200bb", "bad_name"),
        ("<script>", "bad_name"),
        ("--ann", "bad_name"),
        ("ann/bob", "bad_name"),
    ],
)
def test_names_that_are_none(name: str, code: str) -> None:
    assert code_of(names.checked_name, name) == code


@pytest.mark.parametrize(
    "email", ["", "ann", "ann@", "@post.test", "ann@post", "a b@post.test", "a@b.c\nBcc: x@y.z", "a" * 250 + "@b.cd"]
)
def test_addresses_that_are_none(email: str) -> None:
    assert code_of(names.checked_email, email) == "bad_email"


def test_an_adult_is_one_from_the_birthday_on() -> None:
    day = Instant(NOW - NOW % 86_400_000)  # 2026-11-16

    assert names.checked_birthday("2008-11-16", day, 18) == "2008-11-16"
    assert code_of(names.checked_birthday, "2008-11-17", day, 18) == "too_young"
    assert code_of(names.checked_birthday, "2008-02-30", day, 18) == "bad_birthday"
    assert code_of(names.checked_birthday, "yesterday", day, 18) == "bad_birthday"


def test_an_avatar_is_one_of_the_pictures() -> None:
    assert names.checked_avatar("fox") == "fox"
    assert code_of(names.checked_avatar, "../../etc") == "no_such_avatar"
