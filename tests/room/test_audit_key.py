"""Played decks sealed to an audit key: two people open them together, nobody and no server opens them alone."""

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairdeal.cli.main import main
from fairdeal.fair import PublishedHand
from fairdeal.fair.messages import key_digest
from fairdeal.kernel import HOUR, Duration, HandId
from fairdeal.room.audited import open_deck
from fairdeal.room.proofs import room_keys
from fairdeal.room.records import VOID_RECORD, from_sealed
from fairdeal.runtime.audit_key import AuditError, AuditSeal, new_audit_key, open_box, public_of
from fairdeal.runtime.signing import is_signed
from fairdeal.storage.opening import migrate
from fairdeal.storage.vault import Vault, vault_from_file
from fairdeal.testing.plan import Plan
from fairdeal.testing.simulator import Simulation

CHANCE = random.Random(7)  # noqa: S311
PAIR = new_audit_key(CHANCE.randbytes)
SEAL = AuditSeal(PAIR.public, CHANCE.randbytes)


def test_both_shares_open_what_was_sealed() -> None:
    box = SEAL("hand 1", b"all 52 cards")
    assert b"all 52 cards" not in box
    assert open_box("hand 1", box, PAIR.first, PAIR.second) == b"all 52 cards"
    assert open_box("hand 1", box, PAIR.second, PAIR.first) == b"all 52 cards"
    assert SEAL("hand 1", b"all 52 cards") != box, "the same text is never sealed alike"
    assert public_of(PAIR.first, PAIR.second) == PAIR.public


def test_a_share_alone_or_another_hand_or_a_changed_box_opens_nothing() -> None:
    box = SEAL("hand 1", b"all 52 cards")
    other = new_audit_key(CHANCE.randbytes)
    for label, sealed, first, second in (
        ("hand 1", box, PAIR.first, PAIR.first),
        ("hand 1", box, PAIR.first, other.second),
        ("hand 1", box, PAIR.first, bytes(31)),
        ("hand 2", box, PAIR.first, PAIR.second),
        ("hand 1", box[:-1] + bytes([box[-1] ^ 1]), PAIR.first, PAIR.second),
        ("hand 1", bytes([box[0] ^ 1]) + box[1:], PAIR.first, PAIR.second),
        ("hand 1", box[:40], PAIR.first, PAIR.second),
    ):
        with pytest.raises(AuditError) as refused:
            open_box(label, sealed, first, second)
        assert refused.value.code in ("bad_share", "bad_box")
    with pytest.raises(AuditError):
        AuditSeal(bytes(31))


def test_one_share_says_nothing_about_the_key() -> None:
    """Whatever the key is, a share is what the generator drew."""
    draws = iter((bytes(32), b"\x11" * 32, b"\xff" * 32, b"\x11" * 32))
    firsts = {new_audit_key(lambda _: next(draws)).first for _ in range(2)}
    assert firsts == {b"\x11" * 32}


def test_a_new_room_key_is_signed_by_the_old_one() -> None:
    keys = room_keys(Vault({1: bytes(32), 2: b"\x01" * 32, 5: b"\x02" * 32}))
    first, second, third = keys.publics.values()
    assert keys.public == third
    assert is_signed(first, key_digest(first, second), keys.handovers[2])
    assert is_signed(second, key_digest(second, third), keys.handovers[5])
    assert 1 not in keys.handovers
    assert not is_signed(first, key_digest(first, third), keys.handovers[5])


def test_commands_make_a_key_and_hand_over_to_a_new_one(tmp_path: Path) -> None:
    first, second = tmp_path / "anna.share", tmp_path / "boris.share"
    made = CliRunner().invoke(main, ["fair", "audit-key", str(first), str(second)])
    assert made.exit_code == 0, made.output
    shares = [bytes.fromhex(path.read_text().split()[-1]) for path in (first, second)]
    assert public_of(*shares).hex() == made.output.strip()
    assert first.stat().st_mode & 0o077 == 0
    again = CliRunner().invoke(main, ["fair", "audit-key", str(first), str(second)])
    assert again.exit_code == 1
    assert "cannot be written" in again.output

    vault_from_file(tmp_path / "cards.key")
    rotated = CliRunner().invoke(main, ["fair", "rotate-key", "--yes", "--data", str(tmp_path)])
    assert rotated.exit_code == 0, rotated.output
    keys = room_keys(vault_from_file(tmp_path / "cards.key"))
    assert f"key 2: {keys.public.hex()}" in rotated.output
    assert keys.handovers[2].hex() in rotated.output
    missing = CliRunner().invoke(main, ["fair", "rotate-key", "--yes", "--data", str(tmp_path / "none")])
    assert missing.exit_code == 1
    assert "no_key" in missing.output


def test_a_simulated_rooms_decks_are_opened_by_two_and_fit_their_locks() -> None:
    plan = Plan(seed=3, players=8, length=Duration(HOUR // 4), crashes=0, proofs=True, editions=("unibet-2.7",))
    simulation = Simulation(plan)
    simulation.audit = SEAL
    assert not simulation.run().violations
    store, vault = simulation.store, simulation.vault()
    kept_hands = [store.hand(HandId(name)) for (name,) in store.tables["hands"]]
    hands = [each.hand for each in kept_hands if each is not None and each.public != VOID_RECORD]
    assert len(hands) >= 5
    for hand in hands:
        kept = store.hand(hand)
        assert kept is not None
        sealed = from_sealed(vault.open(hand, kept.sealed))
        assert sealed.key is None, "the room itself has no key of a played deck"
        assert sealed.openings
        deck = open_deck(store, vault, hand, PAIR.first, PAIR.second)
        assert sorted(deck.cards) == list(range(52))
        assert isinstance(deck.proof, PublishedHand)
        assert all(deck.cards[each.k] == each.card for each in (*deck.proof.openings, *sealed.openings))
        assert deck.key not in vault.open(hand, kept.sealed)
    with pytest.raises(AuditError) as none:
        open_deck(store, vault, HandId("01NONE"), PAIR.first, PAIR.second)
    assert none.value.code == "no_such_hand"


def test_unsealing_needs_two_shares_and_keys(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'room.db'}"
    migrate(database)
    first, second = tmp_path / "anna.share", tmp_path / "boris.share"
    assert CliRunner().invoke(main, ["fair", "audit-key", str(first), str(second)]).exit_code == 0
    asked = ["fair", "unseal", "01NONE", "--database", database, "--share", str(first)]
    alone = CliRunner().invoke(main, asked)
    assert alone.exit_code == 2
    assert "two shares are needed" in alone.output
    without_keys = CliRunner().invoke(main, [*asked, "--share", str(second)])
    assert without_keys.exit_code == 1
    assert "no_key" in without_keys.output
    vault_from_file(tmp_path / "cards.key")
    no_hand = CliRunner().invoke(main, [*asked, "--share", str(second)])
    assert no_hand.exit_code == 1
    assert "no_such_hand" in no_hand.output
    (tmp_path / "none").write_text("not a share")
    no_share = CliRunner().invoke(main, [*asked, "--share", str(tmp_path / "none")])
    assert "bad_share" in no_share.output
