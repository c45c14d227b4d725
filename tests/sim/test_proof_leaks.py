"""Nothing that the room stores, publishes, sends or logs of its hands opens a card that nobody was shown."""

import logging
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from fairdeal.fair import PublishedHand, make_deck, proof_text, read_proof
from fairdeal.fair.mix import cut_by
from fairdeal.kernel import HOUR, Duration, HandId, PlayerId, StreamId
from fairdeal.room.proofs import proof_of
from fairdeal.room.records import VOID_RECORD, from_sealed
from fairdeal.runtime.broadcast import Frame
from fairdeal.testing.plan import Plan
from fairdeal.testing.simulator import Simulation

PIECE = 16
"""As many bytes of a secret, however it is written, are searched for; by chance nothing is so alike."""
CONTROL = "0123456789abcdef"


def written_as(secret: bytes) -> Iterator[bytes]:
    """The beginnings of a secret as it may be written: raw, in hexadecimal digits, and in base64 wherever it begins within a text."""
    yield secret[:PIECE]
    yield secret.hex().encode()[:PIECE]
    yield secret.hex().upper().encode()[:PIECE]
    for before in range(3):  # letters of base64 that hold nothing but the secret
        for encode in (b64encode, urlsafe_b64encode):
            yield encode(bytes(before) + secret)[(0, 2, 3)[before] :][:PIECE]


def stored(simulation: Simulation) -> Iterator[bytes]:
    """Everything that a room has in its database, value by value."""
    for table in simulation.store.tables.values():
        for row in table.values():
            for value in row:
                if isinstance(value, bytes):
                    yield value
                elif isinstance(value, str):
                    yield value.encode()


class Overheard:
    """Everything that was sent to players and followers of tables, by whom it was for, and everything that was logged."""

    def __init__(self, simulation: Simulation) -> None:
        self.sent: set[tuple[PlayerId | None, bytes]] = set()
        self.logged: list[bytes] = []
        self._pass_on = simulation.story.sent
        simulation.story.sent = self._hear  # type: ignore[method-assign]

    def _hear(self, stream: StreamId, frame: Frame) -> None:
        self.sent.update((None, each) for each in _leaves(frame.public))
        for player, changes in frame.private.items():
            self.sent.update((player, each) for each in _leaves(changes))
        self._pass_on(stream, frame)

    def log(self, record: logging.LogRecord) -> bool:
        """Keep a line of the log."""
        self.logged.append(logging.Formatter().format(record).encode())
        return True


def _leaves(value: Any) -> Iterator[bytes]:
    """All texts and bytes within a value that are long enough to hold a secret."""
    if isinstance(value, bytes | str):
        if len(value) >= PIECE:
            yield value if isinstance(value, bytes) else value.encode()
    elif isinstance(value, Mapping):
        for each in value.items():
            yield from _leaves(each)
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from _leaves(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _leaves(getattr(value, field.name))


def secrets_of(simulation: Simulation) -> Iterator[tuple[bytes, bool]]:
    """Of every hand the key of the played deck, and the salts of cards not shown to everybody, and whether it is a hole card's."""
    store, vault = simulation.store, simulation.vault()
    for (name,) in tuple(store.tables["hands"]):
        kept, proof = store.hand(HandId(name)), proof_of(store, HandId(name))
        if kept is None or kept.public == VOID_RECORD or not isinstance(proof, PublishedHand):
            continue
        key = from_sealed(vault.open(HandId(name), kept.sealed)).key
        assert key is not None
        deck, places = make_deck(proof.table, proof.hand, proof.deck, key), cut_by(proof.mix).places
        opened = {places[each.k] for each in proof.openings}
        hole = {places[k] for k in range(len(proof.order) * proof.hole)}
        yield key, False
        yield from ((salt, place in hole) for place, salt in enumerate(deck.salts) if place not in opened)


def check_that_nothing_leaks(plan: Plan) -> int:
    """Play a plan, and search everything for what opens hidden cards; how many hands there were."""
    published: list[str] = []
    simulation = Simulation(plan, published.append)
    overheard = Overheard(simulation)
    with logging_to(overheard):
        report = simulation.run()
    assert not report.violations
    secrets = list(secrets_of(simulation))
    pieces = {piece for secret, _ in secrets for piece in written_as(secret)}
    assert len(pieces) >= 5 * 40 * report.hands
    places = [*stored(simulation), *(line.encode() for line in published), *overheard.logged]
    found = next((text for text in places if _has_any(text, pieces)), None)
    assert found is None, found
    check_frames(overheard, secrets)
    control = next(piece for proof in map(read_proof, published[:50]) for piece in _control(proof))
    assert any(_has_any(text, {control}) for text in places), "the search finds what is published"
    for line in published:
        assert proof_text(read_proof(line)) == line, "a field more is refused by whoever reads it"
    return report.hands


@contextmanager
def logging_to(overheard: Overheard) -> Iterator[None]:
    """Hear everything that is logged, down to the smallest."""
    root, handler = logging.getLogger(), logging.NullHandler()
    level = root.level
    handler.handle = overheard.log  # type: ignore[method-assign]
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        logging.getLogger(__name__).debug("what is logged is heard: %s", CONTROL)
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    assert any(CONTROL.encode() in line for line in overheard.logged)


def check_frames(overheard: Overheard, secrets: Iterable[tuple[bytes, bool]]) -> None:
    """Frames hold no secret but the salts of hole cards, each for its owner alone."""
    pieces = {piece: is_hole for secret, is_hole in secrets for piece in written_as(secret)}
    owners: dict[bytes, set[PlayerId | None]] = {}
    for player, text in overheard.sent:
        for at in range(len(text) - PIECE + 1):
            piece = text[at : at + PIECE]
            if piece in pieces:
                assert pieces[piece], "a key, or the salt of a card that nobody was shown"
                owners.setdefault(piece, set()).add(player)
    assert owners, "owners are sent the openings of their own cards"
    assert all(len(each) == 1 and None not in each for each in owners.values())


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
