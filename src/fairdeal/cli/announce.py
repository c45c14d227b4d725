"""`fairdeal admin announce`: make and withdraw announcements."""

from typing import TYPE_CHECKING

import click

from fairdeal.cli.options import When, database_option, now, opened, time_text

if TYPE_CHECKING:
    from fairdeal.kernel import Instant
    from fairdeal.storage.archive import Archive


@click.command()
@click.argument("text", required=False)
@click.option("--lang", default="en", show_default=True, help="The language of the text, such as en, et, sv or ro.")
@click.option("--until", type=When(), help='When it ends: "2026-11-16 22:00" (UTC), 45m, 2h, 3d.  [default: 24h]')
@click.option("--withdraw", type=int, metavar="NUMBER", help="Call this one off.")
@database_option
def announce(text: str | None, lang: str, until: "Instant | None", withdraw: int | None, database: str) -> None:
    """
    Show TEXT to everybody who is or comes to a server of this database, within a second or two, until it ends.

    Without TEXT: what holds now, with the numbers by which it is called off.
    """
    from fairdeal.server.announcements import NotAnnounced
    from fairdeal.server.announcements import announce as write
    from fairdeal.server.announcements import withdraw as call_off

    with opened(database, writes=text is not None or withdraw is not None) as store:
        try:
            if withdraw is not None:
                call_off(store, withdraw, now())
                click.echo(f"announcement {withdraw} is called off")
            elif text is not None:
                number = write(store, {lang: text}, now(), until)
                click.echo(f"announced as number {number}")
            else:
                _list(store)
        except NotAnnounced as error:
            raise click.ClickException(f"{error} ({error.code})") from None


def _list(store: "Archive") -> None:
    from fairdeal.server.announcements import announced, current_notices

    found = current_notices(announced(store), now())
    for number, notice in found.items():
        click.echo(f"{number}: until {time_text(notice.ends_at)}: {'; '.join(notice.texts.values())}")
    if not found:
        click.echo("nothing is announced")
