"""The second factor against the vectors of RFC 6238, appendix B (the last six of their eight digits)."""

import pytest

from fairdeal.kernel import Instant
from fairdeal.server.auth.second_factor.totp import (
    code_at,
    matching_step,
    new_recovery_codes,
    provisioning_uri,
    recovery_hash,
    secret_text,
    step_of,
)

SECRET = b"12345678901234567890"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "287082"),
        (1_111_111_109, "081804"),
        (1_111_111_111, "050471"),
        (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
        (20_000_000_000, "353130"),
    ],
)
def test_the_digits_are_those_of_the_standard(seconds: int, code: str) -> None:
    now = Instant(seconds * 1000)

    assert code_at(SECRET, step_of(now)) == code
    assert matching_step(SECRET, code, now) == seconds // 30


def test_a_clock_may_be_one_step_off_and_not_two() -> None:
    code, step = "081804", 1_111_111_109 // 30

    for off, found in ((-2, None), (-1, step), (0, step), (1, step), (2, None)):
        assert matching_step(SECRET, code, Instant((step + off) * 30_000)) == found


@pytest.mark.parametrize("code", ["", "08180", "0818044", "abcdef", "٠٨١٨٠٤"])
def test_what_is_no_code_matches_nothing(code: str) -> None:
    assert matching_step(SECRET, code, Instant(1_111_111_109_000)) is None


def test_the_address_to_scan_names_house_person_and_secret() -> None:
    assert provisioning_uri(SECRET, house="Club Nord", name="Märt") == (
        "otpauth://totp/Club%20Nord:M%C3%A4rt?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Club+Nord&digits=6&period=30"
    )
    assert secret_text(SECRET) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


def test_recovery_codes_are_many_and_forgive_how_they_are_typed() -> None:
    codes = new_recovery_codes()

    assert len(set(codes)) == 10
    assert recovery_hash("P1", codes[0].lower().replace("-", " ")) == recovery_hash("P1", codes[0])
    assert recovery_hash("P2", codes[0]) != recovery_hash("P1", codes[0])
