"""What a password may be."""

import pytest

from fairdeal.server.auth.password_rules import checked_password
from fairdeal.server.auth.passwords import PASSWORD_MAX, PASSWORD_MIN
from fairdeal.server.auth.refused import Refused

OWN = ("Maria", "maria@post.test", "Club Tallinn")


def code_of(password: str) -> str:
    with pytest.raises(Refused) as refused:
        checked_password(password, *OWN)
    return refused.value.code


@pytest.mark.parametrize(
    "password",
    [
        "1234567890", "0987654321", "qwertyuiop", "QWERTYUIOP", "password1234", "Password1234!", "!!password12", "P@ssw0rd1234",
        "passwordpassword", "abcabcabcabc", "aaaaaaaaaaaa", "abcdefghijkl", "letmein2024!", "1q2w3e4r5t", "monkey123456",
    ],
)  # fmt: skip
def test_what_guessers_try_first_is_refused(password: str) -> None:
    assert code_of(password) == "password_common"


@pytest.mark.parametrize(
    "password",
    ["Maria@Post.Test", "maria12345", "2024 MARIA!", "maria maria 1", "club tallinn", "tallinn2026"],
)
def test_the_own_name_is_refused(password: str) -> None:
    assert code_of(password) == "password_too_easy"


def test_the_length_is_what_the_pages_are_told() -> None:
    assert (PASSWORD_MIN, PASSWORD_MAX) == (10, 200)
    assert code_of("u7!kd-2mz") == "bad_password_length"
    assert code_of("x" * 201) == "bad_password_length"


@pytest.mark.parametrize(
    "password",
    [
        "correct horse",
        "u7!kd-2mzq",
        "kolm koera jooksid",
        "Maria likes ham",
        "4815162342-q",
        "club tie 12",
        "zwölf Boxkämpfer",
    ],
)
def test_no_other_rules_are_made(password: str) -> None:
    assert checked_password(password, *OWN) == password
