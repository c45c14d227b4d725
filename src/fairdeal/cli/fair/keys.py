"""`fairdeal fair audit-key`, `unseal` and `rotate-key`: who can open played decks, and which key signs proofs."""

import os
from pathlib import Path
from typing import Final

import click

from fairdeal.cli.options import data_folder, database_option, house_vault, opened

_SHARE: Final = "fairdeal audit share "


@click.command("audit-key")
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
def audit_key(first: Path, second: Path) -> None:
    """
    Make an audit key: two shares, one in the file FIRST and one in SECOND, for two people; print the public key.

    Run it on a machine that is not the server, give each person one file, and set the public key as audit_key of the server. Neither
    file opens anything without the other, and the server has neither.
    """
    from fairdeal.runtime.audit_key import new_audit_key

    made = new_audit_key()
    for path, share in ((first, made.first), (second, made.second)):
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise click.ClickException(f"{path} cannot be written: {error.strerror}") from error
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(f"{_SHARE}{share.hex()}\n")
    click.echo(made.public.hex())


@click.command()
@click.argument("hand")
@click.option("--share", "shares", multiple=True, type=click.Path(exists=True, path_type=Path), help="A share; twice.")
@database_option
def unseal(hand: str, shares: tuple[Path, ...], database: str) -> None:
    """
    Open the played deck of a hand, with both people's shares of the audit key; print its cards in the order they came off it.

    The deck is held against the hand's lock, and refused if it is another.
    """
    from fairdeal.cards import NAMES
    from fairdeal.kernel import HandId
    from fairdeal.room.audited import open_deck
    from fairdeal.runtime.audit_key import AuditError
    from fairdeal.storage.vault import VaultError

    if len(shares) != 2:
        raise click.UsageError("two shares are needed: --share FIRST --share SECOND")
    vault = house_vault(database)
    if vault is None:
        raise click.ClickException(
            f"there are no keys in {data_folder(database)}; name the folder with --data (no_key)"
        )
    try:
        with opened(database) as store:
            found = open_deck(store, vault, HandId(hand), *map(_share, shares))
    except (AuditError, VaultError) as error:
        raise click.ClickException(f"{error} ({error.code})") from error
    click.echo(f"hand {hand}: the deck that was locked, in the order it was dealt")
    for start in range(0, len(found.cards), 13):
        click.echo("  " + " ".join(NAMES[card] for card in found.cards[start : start + 13]))


def _share(path: Path) -> bytes:
    text = path.read_text("ascii", errors="replace").strip()
    try:
        return bytes.fromhex(text.removeprefix(_SHARE))
    except ValueError:
        raise click.ClickException(f"{path} holds no share of an audit key (bad_share)") from None


@click.command("rotate-key")
@database_option
@click.confirmation_option(prompt="Make a new key, which signs from the next start on?")
def rotate_key(database: str) -> None:
    """
    Make a new key that signs proofs, and have the old one sign it; both stay published.

    It is the key of the house's file of keys, so cards are sealed with a new one too. Old keys must stay in the file: they open what
    they sealed. The server takes it at its next start; whoever pinned the old key can follow the printed signature.
    """
    from fairdeal.room.proofs import room_keys
    from fairdeal.storage.vault import KEY_FILE, KEYS_VARIABLE, VaultError, add_key, find_vault

    if os.environ.get(KEYS_VARIABLE):
        raise click.ClickException(f"keys are given by {KEYS_VARIABLE}; add one there (keys_in_environment)")
    folder = data_folder(database)
    try:
        if find_vault(folder, None) is None:
            raise click.ClickException(f"there are no keys in {folder}; name the folder with --data (no_key)")
        number = add_key(folder / KEY_FILE)
        vault = find_vault(folder, None)
    except VaultError as error:
        raise click.ClickException(f"{error} ({error.code})") from error
    assert vault is not None
    keys = room_keys(vault)
    click.echo(f"key {number}: {keys.public.hex()}")
    click.echo(f"signed by the key before it: {keys.handovers[number].hex()}")


COMMANDS: Final = (audit_key, unseal, rotate_key)
