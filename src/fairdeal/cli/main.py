"""`fairdeal`: the root of all commands."""

import click

from fairdeal.cli.admin import admin
from fairdeal.cli.cashier import cashier
from fairdeal.cli.casino import casino
from fairdeal.cli.db import db
from fairdeal.cli.hexapro import hexapro
from fairdeal.cli.ledger import ledger
from fairdeal.cli.odds import equity, evaluate, icm
from fairdeal.cli.play import play
from fairdeal.cli.replay import replay
from fairdeal.cli.rules import rules
from fairdeal.cli.serve import serve
from fairdeal.cli.simulate import simulate
from fairdeal.cli.tournament import tournament


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="fairdeal")
def main() -> None:
    """An online poker room and live casino whose rulebook is executable."""


for command in (
    admin,
    cashier,
    casino,
    db,
    equity,
    evaluate,
    hexapro,
    icm,
    ledger,
    play,
    replay,
    rules,
    serve,
    simulate,
    tournament,
):
    main.add_command(command)
