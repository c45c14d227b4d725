"""`fairdeal`: the root of all commands, each of which is loaded when it is called."""

from importlib import import_module
from typing import Final, NamedTuple

import click


class Subcommand(NamedTuple):
    """Where a command is, and the first sentence of its help, so that the list of commands can be shown without loading any."""

    module: str
    attribute: str
    summary: str


COMMANDS: Final = {
    "admin": Subcommand("admin", "admin", "Users, staff roles, passwords and announcements."),
    "cashier": Subcommand("cashier", "cashier", "The operator's till: credit, debit, withdrawals."),
    "casino": Subcommand("casino", "casino", "Roulette, blackjack and baccarat by the rules of the live casino."),
    "db": Subcommand("db", "db", "Make, migrate, back up and restore the database."),
    "desk": Subcommand("desk", "desk", "Ask for what staff may do, sign what others asked for, and read the trail."),
    "equity": Subcommand("odds", "equity", "How often each of two to ten hands wins, over every board that can come."),
    "eval": Subcommand(
        "odds",
        "evaluate",
        "The rank of the best five among five to seven cards: 1 is a royal flush, 7462 the worst hand.",
    ),
    "fair": Subcommand("fair", "fair", "Verify published proofs, and keep the keys that sign them and seal decks."),
    "hexapro": Subcommand(
        "hexapro", "hexapro", "HexaPro: the wheel and its odds, and the lobbies of a running server."
    ),
    "icm": Subcommand(
        "odds",
        "icm",
        "What stacks are worth by the Independent Chip Model: fairdeal icm --stacks 5000,3000,2000 --prizes 50,30,20.",
    ),
    "ledger": Subcommand("ledger", "ledger", "Check the books, and read them."),
    "payments": Subcommand("operations.payments", "payments", "A payment provider to try a room out with."),
    "play": Subcommand("play", "play", "Play against practice opponents in the terminal, by the rules of an edition."),
    "replay": Subcommand(
        "replay",
        "replay",
        'Play the hands of PHH files again: .phh with one hand, .phhs with many, "-" for standard input.',
    ),
    "rules": Subcommand("rules", "rules", "List, show, compare, export and check rulebooks."),
    "serve": Subcommand("serve", "serve", "Open a room and serve its pages, API and game socket on one port."),
    "settings": Subcommand(
        "operations.settings",
        "settings",
        "Every setting of a server, with its value and where that comes from.",
    ),
    "simulate": Subcommand(
        "simulate",
        "simulate",
        "Let simulated people play in the real room for hours or days, through crashes, stalls and outages of the network.",
    ),
    "tokens": Subcommand("operations.tokens", "tokens", "Tokens with which your own systems ask the room."),
    "tournament": Subcommand(
        "tournament",
        "tournament",
        "Tournaments: those of a running server, simulations, campaigns, and an operator's files.",
    ),
    "webhooks": Subcommand(
        "operations.webhooks", "webhooks", "Addresses of your own systems that the room tells what happens."
    ),
}


class Root(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click asks so
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click asks so
        """The command of that name, loaded now; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        found = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"fairdeal.cli.{found.module}"), found.attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - the same
        """List the commands in a help page, as click does, but from their summaries."""
        width = formatter.width - 6 - max(map(len, COMMANDS))
        rows = [
            (name, click.Command(name, help=each.summary).get_short_help_str(width)) for name, each in COMMANDS.items()
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


@click.group(cls=Root, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="fairdeal")
def main() -> None:
    """An online poker room and live casino whose rulebook is executable."""
