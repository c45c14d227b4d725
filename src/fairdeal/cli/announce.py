"""`fairdeal admin announce`: make and withdraw announcements."""

from typing import TYPE_CHECKING, Any

import click

from fairdeal.cli.options import database_option, now, opened, time_text

if TYPE_CHECKING:
    from fairdeal.kernel import Instant
    from fairdeal.storage.archive import Archive

_MINUTE_MS = 60_000


class _Until(click.ParamType["Instant"]):
    """An instant such as "2026-11-16 22:00" (UTC), or a time from now such as 45m, 2h or 3d."""

    name = "when"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "Instant":
        """Parse an instant or a time from now."""
        from datetime import UTC, datetime

        from fairdeal.kernel import Instant

        if isinstance(value, int):
            return Instant(value)
        minutes = {"m": 1, "h": 60, "d": 24 * 60}.get(value[-1:])
        if minutes and value[:-1].isascii() and value[:-1].isdigit():
            return Instant(now() + int(value[:-1]) * minutes * _MINUTE_MS)
        try:
            moment = datetime.strptime(value, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
        except ValueError:
            self.fail(
                f'{value!r} is neither a time such as "2026-11-16 22:00" (UTC) nor one from now such as 45m or 2h',
                param,
                ctx,
            )
        return Instant(int(moment.timestamp()) * 1000)


@click.command()
@click.argument("text", required=False)
@click.option("--lang", default="en", show_default=True, help="The language of the text, such as en, et, sv or ro.")
@click.option("--until", type=_Until(), help='When it ends: "2026-11-16 22:00" (UTC), 45m, 2h, 3d.  [default: 24h]')
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
