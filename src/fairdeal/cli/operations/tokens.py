"""`fairdeal tokens`: tokens with which the operator's own systems ask the room."""

import click

from fairdeal.cli.options import database_option, now, opened, time_text

_RIGHT = click.Choice(["players", "payments", "withdrawals"])


@click.group()
def tokens() -> None:
    """Tokens with which your own systems ask the room."""


@tokens.command()
@click.argument("name")
@click.option("--right", "rights", type=_RIGHT, multiple=True, required=True, help="What it may read; again for more.")
@database_option
def create(name: str, rights: tuple[str, ...], database: str) -> None:
    """Make a token and print it, once; only a hash of it is kept."""
    from fairdeal.server.integrations.tokens import BadToken, Right, make_token

    with opened(database, writes=True) as store:
        try:
            click.echo(make_token(store, name, {Right(each) for each in rights}, now()))
        except BadToken as bad:
            raise click.ClickException(f"{bad} ({bad.code})") from None


@tokens.command("list")
@database_option
def list_tokens(database: str) -> None:
    """List all tokens, the revoked ones too."""
    from fairdeal.bank.formats import text_table
    from fairdeal.server.integrations.tokens import tokens_in

    with opened(database) as store:
        rows = [
            [row.name, ", ".join(row.rights), time_text(row.at), time_text(row.revoked) if row.revoked else ""]
            for row in tokens_in(store).values()
        ]
    click.echo(text_table(("name", "rights", "made", "revoked"), rows) if rows else "there are no tokens")


@tokens.command()
@click.argument("name")
@database_option
def revoke(name: str, database: str) -> None:
    """Revoke a token; it is refused from the next request on."""
    from fairdeal.server.integrations.tokens import BadToken, revoke_token

    with opened(database, writes=True) as store:
        try:
            revoke_token(store, name, now())
        except BadToken as bad:
            raise click.ClickException(f"{bad} ({bad.code})") from None
    click.echo(f"{name}: revoked")
