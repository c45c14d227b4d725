"""`fairdeal admin announce`: say something to everybody in the room."""

import click

from fairdeal.cli.options import database_option, now, opened


@click.command()
@click.argument("text")
@click.option("--lang", default="en", show_default=True, help="The language of the text, such as en, et, sv or ro.")
@database_option
def announce(text: str, lang: str, database: str) -> None:
    """Show TEXT to everybody who is connected to a server of this database, within a second or two."""
    from fairdeal.server.announcements import NotAnnounced
    from fairdeal.server.announcements import announce as write

    with opened(database, writes=True) as store:
        try:
            write(store, {lang: text}, now())
        except NotAnnounced as error:
            raise click.ClickException(f"{error} ({error.code})") from None
    click.echo("announced")
