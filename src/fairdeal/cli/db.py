"""`fairdeal db`: the database itself: make it, bring it up to date, back it up, restore it."""

from pathlib import Path

import click

from fairdeal.cli.options import data_folder, database_option, house_vault, now, opened, progress_bar


@click.group()
def db() -> None:
    """Make, migrate, back up and restore the database."""


@db.command()
@database_option
def migrate(database: str) -> None:
    """Make a new database, or bring an old one to this program's schema; all or nothing."""
    from fairdeal.storage.opening import migrate as migrate_database
    from fairdeal.storage.port import StoreError

    if database.startswith("sqlite:///"):
        Path(database.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
    try:
        done = migrate_database(database)
    except StoreError as error:
        raise click.ClickException(f"{error} ({error.code})") from None
    if done.old == done.new:
        click.echo(f"up to date: schema {done.new}")
    else:
        click.echo(f"schema {done.old or 'none'} → {done.new}")


@db.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--keys", type=click.Path(path_type=Path), help="A new file for the house's keys; keep it elsewhere.")
@database_option
def backup(file: Path, keys: Path | None, database: str) -> None:
    """
    Write one consistent moment of the database to a file, while the room plays on.

    The same file restores into SQLite and PostgreSQL. Without the house's keys a restored room can neither go on with its books nor
    open what it sealed: --keys writes them too, into a file that only its owner may read.
    """
    from fairdeal.storage.backup import back_up
    from fairdeal.storage.vault import VaultError, copy_keys

    with opened(database) as store, progress_bar("backing up") as tell:
        manifest = back_up(store, file, now(), tell)
    click.echo(f"{sum(manifest.rows.values())} rows in {file}")
    if keys is not None:
        vault = house_vault(database)
        if vault is None:
            raise click.ClickException("there are no keys here to keep: --data FOLDER (no_key)")
        try:
            copy_keys(vault, keys)
        except VaultError as error:
            raise click.ClickException(f"{error} ({error.code})") from None
        click.echo(f"keys in {keys}; keep them apart from the backup")


@db.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--even-if-damaged", is_flag=True, help="Restore a backup whose check finds faults, and name them.")
@click.option(
    "--keys",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The file with the house's keys; put into the data folder, which must have none.",
)
@database_option
def restore(file: Path, keys: Path | None, database: str, *, even_if_damaged: bool) -> None:
    """Fill an empty database from a backup; the file is read through first, the result is checked before it counts."""
    if keys is not None:
        _put_keys(keys, database)
    from fairdeal.storage.backup import BadBackup
    from fairdeal.storage.backup import restore as restore_store

    try:
        with opened(database, must_exist=False) as store, progress_bar("restoring") as tell:
            findings = restore_store(file, store, tell, even_if_damaged=even_if_damaged)
    except BadBackup as bad:
        for each in bad.findings:
            click.echo(f"{each.where}: {each.what}", err=True)
        raise click.ClickException(f"{bad} ({bad.code})") from None
    for each in findings:
        click.echo(f"{each.where}: {each.what}")
    click.echo("restored and checked")


def _put_keys(keys: Path, database: str) -> None:
    """Put the house's keys into its data folder, where there are none yet."""
    from fairdeal.storage.vault import KEY_FILE, VaultError, copy_keys, vault_from_text

    folder = data_folder(database)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        copy_keys(vault_from_text(keys.read_text("ascii")), folder / KEY_FILE)
    except VaultError as error:
        raise click.ClickException(f"{error} ({error.code})") from None
