"""The values of the specification in records, by the standalone verifier and by the page; neither shares a line with ours."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from fairdeal.fair import (
    DEFAULT,
    DRAW,
    OWN,
    ROUND,
    CasinoSeed,
    Participant,
    chain_back,
    commitment_to,
    deal_hand,
    draw_commitment,
    end_hand,
    lock_hand,
    proof_json,
)
from fairdeal.fair.published_rounds import PublishedRound
from tests.fair.hands import (
    EXAMPLE_ORDER,
    EXAMPLE_SEATS,
    EXAMPLE_TABLE,
    example_decks,
    example_pid,
    example_published,
    example_seed,
    signed,
    standalone,
)
from tests.fair.test_page import node, told_by_page

STANDALONE = standalone()
SEEDS = "35e3860c1d4707651e5bc1dcd61f421ebaa5413c1a432c435ff84468e0a892bc"


def whole_hand() -> dict[str, Any]:
    """The hand of the specification; everything that it prints is written out here."""
    return {
        **proof_json(example_published()),
        "roots": [
            "f28298d89b6208843906f3bd99709222987499dc98cecc895c003276deb1bc48",
            "da5c113a70a0bd1e23ca18e18d51cdcedd2c166fe754b09097be2edd7be46b22",
        ],
        "mix": "45a856f5e06ab9644ccdc5515a619908dc2865e3ebd6294d1dfa8275cd686493",
        "deck": 0,
        "lock": "e61aeac2a377fa8a8dec0caeea9e494412f2f1f7a08bd9c6a2748ec823260cbf",
        "deal": "b7905b0e04c2fbfab250964a5b4d7c647f4b1177248f3f46526dc3168bd899fa",
        "end": "d3462d8f544fe678f8c4f466d48f51324c9b24902b0bdd71355f81eed239d5e8",
        "log": {"before": "00" * 32, "after": "dfffc39d5f495923ed130411a8529e57bac6ccbac081afcf90dc8a800cd6cf0f"},
    }


def with_the_default() -> dict[str, Any]:
    """The same, where seat 5 takes no part."""
    people = [
        Participant(
            seat,
            example_pid(seat),
            None if seat == 5 else commitment_to(EXAMPLE_TABLE, 1, seat, example_pid(seat), example_seed(seat)),
        )
        for seat in EXAMPLE_SEATS
    ]
    locked = lock_hand(EXAMPLE_TABLE, 1, example_decks(), 2, EXAMPLE_ORDER, people)
    dealt = deal_hand(locked, {seat: example_seed(seat) for seat in EXAMPLE_SEATS if seat != 5})
    found = proof_json(signed(end_hand(dealt, dealt.board())))
    (default,) = [each for each in found["seats"] if each["flag"] == DEFAULT]
    default["seed"] = "a42ac904bfc0391cf967a3751e877be0a3224e029b65f5ce0d105d1e0510c02b"
    return found


def drawn(kind: str) -> dict[str, Any]:
    """The same three people at a wheel and in a HexaPro game."""
    number, secret = (7, b"\2" * 32) if kind == ROUND else (0, b"\3" * 32)
    players = tuple(
        CasinoSeed(
            0,
            example_pid(seat),
            OWN,
            commitment_to(EXAMPLE_TABLE, number, 0, example_pid(seat), example_seed(seat)),
            example_seed(seat),
        )
        for seat in EXAMPLE_SEATS
    )
    fixed = chain_back(secret, 7) if kind == ROUND else draw_commitment(EXAMPLE_TABLE, secret)
    seeds, result = bytes.fromhex(SEEDS), 32 if kind == ROUND else 50680
    return proof_json(PublishedRound(kind, EXAMPLE_TABLE, number, fixed, players, seeds, secret, result))


RECORDS: dict[str, Callable[[], dict[str, Any]]] = {
    "hand": whole_hand,
    "default": with_the_default,
    ROUND: lambda: drawn(ROUND),
    DRAW: lambda: drawn(DRAW),
}


@pytest.mark.parametrize("name", RECORDS)
def test_both_come_to_the_values_of_the_specification(name: str) -> None:
    found = RECORDS[name]()
    (told,) = told_by_page([json.dumps(found, separators=(",", ":"))])

    assert [check for check, passed in STANDALONE["verify"](found) if not passed] == []
    assert [check for check, passed in told if not passed] == []


def test_the_commitment_the_cut_and_the_first_word() -> None:
    hand = whole_hand()
    assert hand["seats"][0]["commitment"] == "71ba97a80451730e8516b45e10ca55a5c694e50057f3e15cf9bc98856f021e54"
    assert [each["i"] for each in hand["openings"]] == [46, 25, 32, 37, 43]
    assert [each["card"] for each in hand["openings"]] == [26, 6, 29, 41, 21]
    words = STANDALONE["words"]
    assert next(words(bytes(32))) == 840751173
    source = words(bytes.fromhex(hand["mix"]))
    assert next(source) & 1 == 0
    assert STANDALONE["shuffle"](source, 52)[:11] == [26, 24, 38, 18, 36, 19, 46, 25, 32, 37, 43]
    first = 'PFP1.hex(PFP1.hmac(new Uint8Array(32), Buffer.from("PFP1/stream\\0" + "\\0".repeat(8)))).slice(0, 8)'
    assert int(node(f"console.log({first})"), 16) == 840751173
