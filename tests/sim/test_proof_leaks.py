"""Nothing that the room stores or publishes of its hands opens a card that nobody was shown."""

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator

import pytest

from fairdeal.fair import PublishedHand, make_deck, proof_text, read_proof
from fairdeal.fair.mix import cut_by
from fairdeal.kernel import HOUR, Duration, HandId
from fairdeal.room.proofs import proof_of
from fairdeal.room.records import VOID_RECORD, from_sealed
from fairdeal.testing.plan import Plan
from fairdeal.testing.simulator import Simulation

PIECE = 16
"""As many bytes of a secret, however it is written, are searched for; by chance nothing is so alike."""


def written_as(secret: bytes) -> Iterator[bytes]:
    """The beginnings of a secret as it may be written: raw, in hexadecimal digits and in base64."""
    yield secret[:PIECE]
    yield secret.hex().encode()[:PIECE]
    yield secret.hex().upper().encode()[:PIECE]
    yield b64encode(secret)[:PIECE]
    yield urlsafe_b64encode(secret)[:PIECE]


def stored(simulation: Simulation) -> Iterator[bytes]:
    """Everything that a room has in its database, value by value."""
    for table in simulation.store.tables.values():
        for row in table.values():
            for value in row:
                if isinstance(value, bytes):
                    yield value
                elif isinstance(value, str):
                    yield value.encode()


def secrets_of(simulation: Simulation) -> Iterator[bytes]:
    """Of every hand the key of the played deck, and the salts of cards that nobody at all was shown."""
    store, vault = simulation.store, simulation.vault()
    for (name,) in tuple(store.tables["hands"]):
        kept, proof = store.hand(HandId(name)), proof_of(store, HandId(name))
        if kept is None or kept.public == VOID_RECORD or not isinstance(proof, PublishedHand):
            continue
        key = from_sealed(vault.open(HandId(name), kept.sealed)).key
        assert key is not None
        deck, places = make_deck(proof.table, proof.hand, proof.deck, key), cut_by(proof.mix).places
        opened = {places[each.k] for each in proof.openings}
        yield key
        yield from (salt for place, salt in enumerate(deck.salts) if place not in opened)


def check_that_nothing_leaks(plan: Plan) -> int:
    """Play a plan, and search everything for what opens hidden cards; how many hands there were."""
    published: list[str] = []
    simulation = Simulation(plan, published.append)
    report = simulation.run()
    assert not report.violations
    pieces = {piece for secret in secrets_of(simulation) for piece in written_as(secret)}
    assert len(pieces) >= 5 * 40 * report.hands
    places = [*stored(simulation), *(line.encode() for line in published)]
    found = next((text for text in places if _has_any(text, pieces)), None)
    assert found is None, found
    control = next(piece for proof in map(read_proof, published[:50]) for piece in _control(proof))
    assert any(_has_any(text, {control}) for text in places), "the search finds what is published"
    for line in published:
        assert proof_text(read_proof(line)) == line, "a field more is refused by whoever reads it"
    return report.hands


def _has_any(text: bytes, pieces: set[bytes]) -> bool:
    return any(text[at : at + PIECE] in pieces for at in range(len(text) - PIECE + 1))


def _control(proof: object) -> Iterator[bytes]:
    if isinstance(proof, PublishedHand):
        yield proof.unused_key.hex().encode()[:PIECE]


def test_nothing_that_is_stored_or_published_opens_a_hidden_card() -> None:
    plan = Plan(seed=21, players=24, length=Duration(HOUR // 3), crashes=1, proofs=True, editions=("unibet-2.7",))
    assert check_that_nothing_leaks(plan) >= 20


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_nothing_leaks_in_ten_thousand_hands(part: int) -> None:
    """Four parts of 2,500 hands and more, by all rulebooks, through crashes."""
    hands = 0
    for seed in range(300 + 20 * part, 320 + 20 * part):
        plan = Plan(seed=seed, players=100, length=Duration(4 * HOUR), crashes=6, proofs=True)
        hands += check_that_nothing_leaks(plan)
        if hands >= 2_500:
            return
    raise AssertionError(f"only {hands} hands were played")
