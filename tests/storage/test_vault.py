"""Cards nobody showed: readable with the key, for their hand, and not otherwise."""

import logging
import stat
from pathlib import Path

import pytest

from fairdeal.kernel import HandId
from fairdeal.storage.vault import Vault, VaultError, add_key, vault_from_file, vault_from_text

HAND, OTHER = HandId("01K0HAND"), HandId("01K0OTHER")
KEY, KEY_2 = bytes(range(32)), bytes(range(1, 33))
SECRET = b"As Kd"


def code_of(vault: Vault, hand: HandId, sealed: bytes) -> str:
    with pytest.raises(VaultError) as caught:
        vault.open(hand, sealed)
    return caught.value.code


def test_what_was_sealed_is_opened_again() -> None:
    vault = Vault({1: KEY})

    sealed = vault.seal(HAND, SECRET)

    assert vault.open(HAND, sealed) == SECRET
    assert SECRET not in sealed
    assert vault.open(HAND, vault.seal(HAND, b"")) == b""


def test_the_same_secret_is_never_sealed_the_same_way_twice() -> None:
    vault = Vault({1: KEY})

    assert vault.seal(HAND, SECRET) != vault.seal(HAND, SECRET)


def test_a_sealed_text_of_today_is_opened_for_ever() -> None:
    sealed = bytes.fromhex("00000001000102030405060708090a0b0671f650a171190083e95759e0990afb3bf7696373")

    assert Vault({1: KEY}, chance=lambda count: bytes(range(count))).seal(HAND, SECRET) == sealed
    assert Vault({1: KEY}).open(HAND, sealed) == SECRET


def test_a_sealed_text_opens_only_as_part_of_its_hand() -> None:
    vault = Vault({1: KEY})

    assert code_of(vault, OTHER, vault.seal(HAND, SECRET)) == "ciphertext_invalid"


def test_every_changed_byte_is_noticed() -> None:
    vault = Vault({1: KEY, 0: KEY_2})
    sealed = vault.seal(HAND, SECRET)

    for place in range(len(sealed)):
        changed = bytearray(sealed)
        changed[place] ^= 1
        assert code_of(vault, HAND, bytes(changed)) in {"ciphertext_invalid", "unknown_key"}
    for length in range(len(sealed)):
        assert code_of(vault, HAND, sealed[:length]) == "ciphertext_invalid"


def test_the_newest_key_seals_and_old_ones_open() -> None:
    before = Vault({1: KEY}).seal(HAND, SECRET)
    vault = Vault({1: KEY, 2: KEY_2})

    assert vault.open(HAND, before) == SECRET
    assert vault.seal(HAND, SECRET)[:4] == (2).to_bytes(4, "big")
    assert code_of(Vault({1: KEY}), HAND, vault.seal(HAND, SECRET)) == "unknown_key"


def test_a_file_of_keys_is_made_when_there_is_none_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "keys"

    sealed = vault_from_file(path).seal(HAND, SECRET)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert vault_from_file(path).open(HAND, sealed) == SECRET


def test_a_key_can_be_added_and_the_old_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    sealed = vault_from_file(path).seal(HAND, SECRET)

    assert add_key(path) == 2
    vault = vault_from_file(path)

    assert repr(vault) == "Vault(keys [1, 2])"
    assert vault.open(HAND, sealed) == SECRET
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_keys_in_a_text_as_the_environment_holds_them() -> None:
    vault = vault_from_text(f"1:{KEY.hex()},2:{KEY_2.hex()}")

    assert vault.open(HAND, Vault({1: KEY}).seal(HAND, SECRET)) == SECRET


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_key"),
        ("nonsense", "bad_key"),
        ("1:zz", "bad_key"),
        ("1:00ff", "bad_key"),
        (f"-1:{KEY.hex()}", "bad_key"),
    ],
)
def test_keys_that_are_none_are_refused(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "keys"
    path.touch(mode=0o600)
    path.write_text(text, "ascii")

    with pytest.raises(VaultError) as from_text:
        vault_from_text(text)
    with pytest.raises(VaultError) as from_file:
        vault_from_file(path)
    assert (from_text.value.code, from_file.value.code) == (code, code)


def test_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    vault_from_file(path)
    path.chmod(0o640)

    with pytest.raises(VaultError, match="chmod 600") as caught:
        vault_from_file(path)

    assert caught.value.code == "key_file_readable"


def test_a_file_that_cannot_be_made_or_read_is_refused(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.touch(mode=0o600)
    binary.write_bytes(b"\xff\xfe")
    for path, code in ((tmp_path / "no" / "keys", "key_file_unwritable"), (binary, "undecodable")):
        with pytest.raises(VaultError) as caught:
            vault_from_file(path)
        assert caught.value.code == code


def test_keys_and_secrets_are_neither_logged_nor_shown(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    vault = Vault({1: KEY})
    sealed = vault.seal(HAND, SECRET)
    with pytest.raises(VaultError) as caught:
        vault.open(OTHER, sealed)

    shown = f"{vault!r} {vault} {caught.value} {caplog.text}"
    assert KEY.hex() not in shown
    assert "As Kd" not in shown
    assert caplog.records == []
