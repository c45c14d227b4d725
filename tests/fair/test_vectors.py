"""The values of the specification, and what other implementations of the same primitives say."""

import hashlib
import hmac
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.fair import (
    Bettor,
    commitment_to,
    default_seed,
    end_hand,
    hexapro_number,
    id16,
    lock_round,
    players_seed,
    roulette_pocket,
    seeds_digest,
)
from fairdeal.fair.stream import Hmac, Stream
from tests.fair.hands import (
    EXAMPLE_SEATS,
    EXAMPLE_TABLE,
    example_dealt,
    example_decks,
    example_locked,
    example_pid,
    example_seed,
)


def test_both_roots() -> None:
    first, second = example_decks().roots

    assert first.hex() == "f28298d89b6208843906f3bd99709222987499dc98cecc895c003276deb1bc48"
    assert second.hex() == "da5c113a70a0bd1e23ca18e18d51cdcedd2c166fe754b09097be2edd7be46b22"


def test_the_commitment_of_a_player_and_the_default_of_another() -> None:
    commitment = commitment_to(EXAMPLE_TABLE, 1, 0, example_pid(0), example_seed(0))
    default = default_seed(EXAMPLE_TABLE, 1, 5, example_pid(5), example_decks().roots)

    assert commitment.hex() == "71ba97a80451730e8516b45e10ca55a5c694e50057f3e15cf9bc98856f021e54"
    assert default.hex() == "a42ac904bfc0391cf967a3751e877be0a3224e029b65f5ce0d105d1e0510c02b"


def test_the_cut_and_the_cards_in_dealing_order() -> None:
    dealt = example_dealt()

    assert dealt.mix.hex() == "45a856f5e06ab9644ccdc5515a619908dc2865e3ebd6294d1dfa8275cd686493"
    assert dealt.cut.deck == 0
    assert dealt.cut.places[:11] == (26, 24, 38, 18, 36, 19, 46, 25, 32, 37, 43)
    assert dealt.cards[:11] == (32, 16, 11, 12, 0, 28, 26, 6, 29, 41, 21)


def test_lock_deal_end_and_log() -> None:
    dealt = example_dealt()
    ended = end_hand(dealt, dealt.board())

    assert example_locked().lock.hex() == "e61aeac2a377fa8a8dec0caeea9e494412f2f1f7a08bd9c6a2748ec823260cbf"
    assert dealt.deal.hex() == "b7905b0e04c2fbfab250964a5b4d7c647f4b1177248f3f46526dc3168bd899fa"
    assert ended.end.hex() == "d3462d8f544fe678f8c4f466d48f51324c9b24902b0bdd71355f81eed239d5e8"
    assert ended.after.hex() == "dfffc39d5f495923ed130411a8529e57bac6ccbac081afcf90dc8a800cd6cf0f"


def test_the_first_word_of_a_stream() -> None:
    assert Stream(bytes(32)).u32() == 840751173


def test_the_casino() -> None:
    people = [
        Bettor(0, example_pid(seat), commitment_to(EXAMPLE_TABLE, 7, 0, example_pid(seat), example_seed(seat)))
        for seat in EXAMPLE_SEATS
    ]
    locked = lock_round(EXAMPLE_TABLE, 7, bytes(32), people)
    seeds = seeds_digest(locked.seeds({example_pid(seat): example_seed(seat) for seat in EXAMPLE_SEATS}))

    assert seeds.hex() == "35e3860c1d4707651e5bc1dcd61f421ebaa5413c1a432c435ff84468e0a892bc"
    assert roulette_pocket(b"\2" * 32, EXAMPLE_TABLE, 7, seeds) == 32
    assert hexapro_number(b"\3" * 32, EXAMPLE_TABLE, seeds) == 50680


def test_an_id_of_ours_is_the_first_half_of_its_hash() -> None:
    assert id16("Tallinn 3") == hashlib.sha256(b"Tallinn 3").digest()[:16]


def test_a_text_of_ones_own_adds_to_the_devices_bytes() -> None:
    device = bytes(range(32))
    seed = players_seed(device, "õnne", EXAMPLE_TABLE, 9, 4)

    message = "õnne".encode() + EXAMPLE_TABLE + struct.pack(">QB", 9, 4)
    assert seed == hmac.digest(device, message, "sha256")
    assert seed != players_seed(device, "", EXAMPLE_TABLE, 9, 4)
    assert seed != players_seed(bytes(32), "õnne", EXAMPLE_TABLE, 9, 4)


@given(st.binary(max_size=200), st.binary(max_size=100), st.binary(max_size=100))
def test_the_fast_code_is_the_librarys(key: bytes, prefix: bytes, message: bytes) -> None:
    assert Hmac(key, prefix).digest(message) == hmac.digest(key, prefix + message, "sha256")


@pytest.mark.parametrize("n", [3, 52, 416, 2**31 + 1, 3 * 2**30])
def test_numbers_that_would_come_more_often_are_passed_over(n: int) -> None:
    """With a bound just above half of all words, every second word must be taken again."""
    key = b"\5" * 32
    words = [
        word
        for block in range(40)
        for word in struct.unpack(">8I", hmac.digest(key, b"PFP1/stream\0" + struct.pack(">Q", block), "sha256"))
    ]
    wanted = [word % n for word in words if word < (2**32 // n) * n]
    stream = Stream(key)

    assert [stream.uniform(n) for _ in range(100)] == wanted[:100]
    if n > 2**31:
        assert len(wanted) < len(words)
