"""Ed25519 three times: by the library, in the standalone verifier and in the page, on the vectors of RFC 8032 and on forgeries."""

import json
from typing import Final

import pytest

from fairdeal.runtime.signing import RoomKey, is_signed
from fairdeal.testing.plan import Dice
from tests.fair.hands import standalone
from tests.fair.test_page import node

SIGNED = standalone()["signed"]
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
# RFC 8032, 7.1: secret key, public key, message, signature.
VECTORS: Final = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
RUN: Final = """
const rows = JSON.parse(require("fs").readFileSync(0, "utf8"));
const bytes = (text) => PFP1.unhex(text, text.length / 2);
console.log(JSON.stringify(rows.map((row) => PFP1.signed(...row.map(bytes)))));
"""


def judged(rows: list[tuple[bytes, bytes, bytes]]) -> list[tuple[bool, bool, bool]]:
    """What the library, the standalone verifier and the page say of keys, messages and signatures."""
    page = json.loads(node(RUN, json.dumps([[part.hex() for part in row] for row in rows])))
    return [(is_signed(*row), SIGNED(*row), told) for row, told in zip(rows, page, strict=True)]


@pytest.mark.parametrize(("secret", "public", "message", "signature"), VECTORS)
def test_the_vectors_of_the_standard(secret: str, public: str, message: str, signature: str) -> None:
    key = RoomKey(bytes.fromhex(secret))

    assert key.public.hex() == public
    assert key.sign(bytes.fromhex(message)).hex() == signature


def test_all_three_accept_the_same() -> None:
    rows = [tuple(map(bytes.fromhex, row[1:])) for row in VECTORS]
    dice = Dice(81)
    for _ in range(5):
        key = RoomKey(dice.randbytes(32))
        message = dice.randbytes(32)
        rows.append((key.public, message, key.sign(message)))

    assert judged(rows) == [(True, True, True)] * 8  # type: ignore[arg-type]


def test_all_three_refuse_the_same() -> None:
    key = RoomKey(bytes(range(32)))
    message = b"\5" * 32
    signature = key.sign(message)
    half, s = signature[:32], int.from_bytes(signature[32:], "little")
    off_the_curve = next(
        bytes([low]) + bytes(31) for low in range(2, 50) if not standalone()["point"](bytes([low]) + bytes(31))
    )
    rows = [
        (key.public, message + b"\0", signature),
        (key.public, message, bytes([signature[0] ^ 1]) + signature[1:]),
        (key.public, message, signature[:63] + bytes([signature[63] ^ 1])),
        (key.public, message, half + (s + ORDER).to_bytes(32, "little")),  # the same point by another number
        (RoomKey(bytes(32)).public, message, signature),
        (off_the_curve, message, signature),
        (b"\xff" * 32, message, signature),
        (key.public, message, bytes(64)),
    ]

    assert judged(rows) == [(False, False, False)] * 8
