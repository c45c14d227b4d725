"""`fairdeal`: the root of all commands."""

import click

from fairdeal.cli.play import play
from fairdeal.cli.rules import rules


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="fairdeal")
def main() -> None:
    """An online poker room and live casino whose rulebook is executable."""


main.add_command(play)
main.add_command(rules)
