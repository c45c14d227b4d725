"""`fairdeal serve`: open the room."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from fairdeal.server.settings import ServerSettings


@click.command()
@click.option("--settings", "file", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="A TOML file.")
@click.option("--host", help="Where to listen.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="At which port.  [default: 8000]")
@click.option(
    "--database", metavar="URL", help="sqlite:///FILE or postgresql://…  [default: sqlite:///var/fairdeal.db]"
)
@click.option(
    "--rulebook", "rulebooks", multiple=True, help="An edition or a file; again for more.  [default: the demo's]"
)
@click.option("--money", multiple=True, type=click.Choice(["test", "play", "real"]), help="What for.  [default: test]")
@click.option("--public-url", help="How browsers reach the room, such as https://room.example.")
@click.option("--bots/--no-bots", default=None, help="Practice partners where money is worth nothing.  [default: bots]")
@click.option("--log-json/--log-text", default=None, help="How lines are written.  [default: text]")
@click.option(
    "--log-level", type=click.Choice(["debug", "info", "warning", "error"]), help="From which on.  [default: info]"
)
def serve(
    file: Path | None,
    host: str | None,
    port: int | None,
    database: str | None,
    rulebooks: tuple[str, ...],
    money: tuple[str, ...],
    public_url: str | None,
    bots: bool | None,  # noqa: FBT001 - click passes options by name
    log_json: bool | None,  # noqa: FBT001
    log_level: str | None,
) -> None:
    """
    Open a room and serve its pages, API and game socket on one port.

    Every option can also stand in a settings file, or in the environment as FAIRDEAL_PORT and so on; the command line wins.
    """
    from fairdeal.server.settings import BadSettings, load_settings

    try:
        settings = load_settings(
            file,
            host=host,
            port=port,
            database=database,
            rulebooks=rulebooks or None,
            money=money or None,
            public_url=public_url,
            bots=bots,
            log_json=log_json,
            log_level=log_level,
        )
        _make_folder(settings.database)
        _run(settings)
    except BadSettings as error:
        raise click.ClickException(f"{error} ({error.code})") from None


def _make_folder(database: str) -> None:
    """The folder of a new database file is made; a wrong address is told later, by the store."""
    if database.startswith("sqlite:///"):
        Path(database.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)


def _run(settings: "ServerSettings") -> None:
    from fairdeal.server.redaction import Redactor, secrets_of
    from fairdeal.server.serve import main
    from fairdeal.storage.port import StoreError
    from fairdeal.storage.vault import VaultError

    try:
        with suppress(KeyboardInterrupt):
            main(settings)
    except (StoreError, VaultError) as error:
        said = Redactor(*secrets_of(settings)).clean(f"{error} ({error.code})")
        raise click.ClickException(said) from None
