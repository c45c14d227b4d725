"""`fairdeal webhooks`: addresses of the operator's own systems that the room tells what happens."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairdeal.cli.options import database_option, now, opened

if TYPE_CHECKING:
    from fairdeal.server.settings import ServerSettings

_settings = click.option(
    "--settings", "file", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="The server's TOML file."
)


@click.group()
def webhooks() -> None:
    """Addresses of your own systems that the room tells what happens."""


@webhooks.command()
@_settings
def test(file: Path | None) -> None:
    """Send a signed message of the kind `test` to every address, and print what it answers."""
    import msgspec

    from fairdeal.server.http.signed import post_signed
    from fairdeal.server.integrations.webhooks import Message

    settings, failed = _loaded(file), False
    for url in settings.webhook_urls:
        body = msgspec.json.encode(Message(f"test:{now()}", "test", now(), "", {}))
        try:
            answer = post_signed(url, body, settings.webhook_secret, now())
        except OSError as error:
            click.echo(f"{url}: no answer, {error}")
            failed = True
        else:
            click.echo(f"{url}: {answer.status}")
            failed = failed or not answer.is_success
    if failed:
        raise click.ClickException("not every address answered with 2xx (webhook_unanswered)")


@webhooks.command("list")
@_settings
@database_option
def list_webhooks(file: Path | None, database: str) -> None:
    """List every address with how many of its positions are written: 0 where it was never told anything."""
    from fairdeal.kernel import StreamId
    from fairdeal.server.integrations.webhooks import position_name

    urls = _loaded(file).webhook_urls
    with opened(database) as store:
        for url in urls:
            click.echo(f"{url}: {store.load(StreamId(f'consumer:{position_name(url)}')).version}")
    if not urls:
        click.echo("there are no addresses; webhook_urls names them")


def _loaded(file: Path | None) -> "ServerSettings":
    from fairdeal.server.integrations.webhooks import check_webhooks
    from fairdeal.server.settings import BadSettings, load_settings

    try:
        settings = load_settings(file)
        check_webhooks(settings)
    except BadSettings as error:
        raise click.ClickException(f"{error} ({error.code})") from None
    return settings
