"""`fairdeal hexapro close|open|void`: the levers of the house for HexaPro lobbies."""

from typing import Any

import click

from fairdeal.cli.levers import Command, carry_out, lever, losing_lever
from fairdeal.cli.options import cents_of_text
from fairdeal.rulebook.clause import USUAL

# Commands import what they need when they run, so that starting stays fast.

_PRODUCTS = click.Choice(["hexapro", "extreme"])
_MONEY = click.Choice(["real", "play", "test"])


def _lobby(command: Command) -> Command:
    """Add the options that name a lobby."""
    for option in (
        click.option("--buy-in", required=True, metavar="AMOUNT", help="Which lobby: its buy-in, such as 10 or 0.20."),
        click.option("--product", type=_PRODUCTS, default="hexapro", show_default=True),
        click.option("--edition", default=USUAL, show_default=True, help="The rulebook it is played by."),
        click.option("--money", type=_MONEY, default="real", show_default=True),
    ):
        command = option(command)
    return command


def _stream(rest: dict[str, Any]) -> str:
    """The stream of the lobby that the options name."""
    from fairdeal.hexapro.rules import Product, lobby_stream
    from fairdeal.kernel import Cents, MoneyKind

    buy_in = Cents(cents_of_text(rest["buy_in"]))
    return str(lobby_stream(rest["edition"], Product(rest["product"]), buy_in, MoneyKind(rest["money"])))


@click.command()
@_lobby
@losing_lever
def close(**rest: Any) -> None:
    """Close a lobby: full games are played, other registrations are refunded."""
    from fairdeal.server.levers.acts import CloseLobby

    carry_out(_stream(rest), CloseLobby(reason=rest["reason"], dry_run=rest["dry_run"]), rest)


@click.command("open")
@_lobby
@lever
def open_lobby(**rest: Any) -> None:
    """Take registrations of a lobby again."""
    from fairdeal.server.levers.acts import OpenLobby

    carry_out(_stream(rest), OpenLobby(reason=rest["reason"], dry_run=rest["dry_run"]), rest)


@click.command()
@click.argument("game", type=click.IntRange(1))
@_lobby
@losing_lever
def void(game: int, **rest: Any) -> None:
    """Give up the full GAME with that number, which was not drawn, and refund its players."""
    from fairdeal.server.levers.acts import VoidGame

    carry_out(_stream(rest), VoidGame(reason=rest["reason"], dry_run=rest["dry_run"], game=game), rest)


COMMANDS = (close, open_lobby, void)
