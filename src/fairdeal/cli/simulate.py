"""`fairdeal simulate`: the whole room under simulated people, crashes and outages, with every promise checked."""

import json
import sys
from collections.abc import Iterator
from math import isnan
from typing import TYPE_CHECKING, Final, TextIO

import click

from fairdeal.kernel import HOUR, Duration

if TYPE_CHECKING:
    from fairdeal.testing.plan import Plan
    from fairdeal.testing.simulator import Report, Violation

# Commands import what they need when they run, so that starting stays fast.

_PLAYERS_MAX: Final = 100_000
_HOURS_MAX: Final = 24.0 * 366
_RULINGS_IN_ROW: Final = 8

SHRINKING_SECONDS: Final = 60.0
"""Seconds spent looking for a smaller failing plan."""


@click.command()
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="What chance comes from.")
@click.option(
    "--players", type=click.IntRange(2, _PLAYERS_MAX), default=60, show_default=True, help="Simulated people."
)
@click.option(
    "--hours", type=click.FloatRange(0.05, _HOURS_MAX), default=2.0, show_default=True, help="Simulated time."
)
@click.option("--crashes", type=click.IntRange(0, 100_000), default=3, show_default=True, help="Deaths of the process.")
@click.option(
    "--stalls", type=click.IntRange(0, 100_000), default=6, show_default=True, help="Times the process stands still."
)
@click.option("--edition", "editions", multiple=True, help="Only this one; again for more.  [default: all with poker]")
@click.option("--json", "as_json", is_flag=True, help="The result as a JSON object.")
@click.option(
    "--proofs",
    type=click.File("w", encoding="utf-8", lazy=False),
    help='Deal by PFP-1, and write one published proof a line; "-" for standard output.',
)
def simulate(
    seed: int,
    players: int,
    hours: float,
    crashes: int,
    stalls: int,
    editions: tuple[str, ...],
    proofs: TextIO | None,
    *,
    as_json: bool,
) -> None:
    """
    Let simulated people play in the real room for hours or days, through crashes, stalls and outages of the network.

    Every promise is checked at every step: no chip is lost, nobody sees a card too early, blinds and clocks are right,
    every ruling cites its clause, a crash costs nobody anything. The same seed gives the same history, bit for bit;
    with --proofs it is another one, because the cards are others.
    The exit code is 1 if a promise was broken; the story that led to it is printed.
    """
    from fairdeal.testing.plan import Plan

    if isnan(hours):
        raise click.BadParameter("this is no number of hours", param_hint="--hours")
    _check(editions)
    length = Duration(round(hours * HOUR))
    plan = Plan(
        seed=seed,
        players=players,
        length=length,
        crashes=crashes,
        stalls=stalls,
        proofs=proofs is not None,
        editions=tuple(editions),
    )
    report = _run(plan, proofs)
    smallest = _shrunk(report) if report.violations else report
    if as_json:
        click.echo(json.dumps(_as_json(report, smallest), indent=2))
    else:
        for line in _lines(report, smallest):
            click.echo(line)
    sys.exit(1 if report.violations else 0)


def _check(editions: tuple[str, ...]) -> None:
    from fairdeal.cli.rules import edition_named

    for name in editions:
        if edition_named(name).poker is None:
            raise click.ClickException(f'"{name}" has no cash games')


def _run(plan: "Plan", proofs: TextIO | None) -> "Report":
    """Run the simulation with a progress bar on a terminal."""
    from fairdeal.testing.simulator import simulate as run

    publish = None if proofs is None else lambda proof: proofs.write(f"{proof}\n")

    with click.progressbar(length=1000, label="simulating", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        return run(plan, lambda part: bar.update(int(part * 1000) - bar.pos), publish)


def _shrunk(report: "Report") -> "Report":
    from fairdeal.testing.shrinking import shrink

    if sys.stderr.isatty():
        click.echo("looking for a smaller plan that fails too …", err=True)
    return shrink(report, SHRINKING_SECONDS)


def _lines(report: "Report", smallest: "Report") -> Iterator[str]:
    speed = report.table_hours / report.seconds if report.seconds else 0.0
    yield f"{report.hands:,} hands and {report.acts:,} acts, {report.voided:,} hands void"
    yield f"{report.crashes:,} crashes, {report.stalls:,} stalls and {report.outages:,} outages survived"
    yield f"{report.table_hours:,.1f} table-hours in {report.seconds:,.1f} s: {speed:,.2f} table-hours a second"
    yield f"{report.commands:,} commands, {report.commits:,} commits, {report.frames:,} frames"
    yield f"{len(report.rulings)} rules ruled:"
    counts = [f"{rule} {count:,}" for rule, count in report.rulings.items()]
    for start in range(0, len(counts), _RULINGS_IN_ROW):
        yield "  " + ", ".join(counts[start : start + _RULINGS_IN_ROW])
    yield f"ledger difference {report.ledger_difference}"
    yield f"history {report.hash}"
    if not report.violations:
        yield "no promise was broken"
        return
    yield from _broken(report.plan, report.violations[0])
    if smallest is not report:
        yield "a smaller plan fails too:"
        yield from _broken(smallest.plan, smallest.violations[0])


def _broken(plan: "Plan", violation: "Violation") -> Iterator[str]:
    yield f"BROKEN: {violation.check}: {violation.what}"
    yield f"at step {violation.step:,} of: {_command(plan)}"
    for line in violation.story:
        yield f"  {line}"


def _command(plan: "Plan") -> str:
    """The command that reproduces the history."""
    editions = "".join(f" --edition {name}" for name in plan.editions)
    size = f"--players {plan.players} --hours {plan.length / HOUR:.10g} --crashes {plan.crashes} --stalls {plan.stalls}"
    return f"fairdeal simulate --seed {plan.seed} {size}{editions}{' --proofs FILE' if plan.proofs else ''}"


def _as_json(report: "Report", smallest: "Report") -> dict[str, object]:
    violations = [
        {
            "check": violation.check,
            "what": violation.what,
            "at": violation.at,
            "step": violation.step,
            "story": violation.story,
            "command": _command(report.plan),
            "smaller": None if smallest is report else _command(smallest.plan),
        }
        for violation in report.violations
    ]
    return {
        "seed": report.plan.seed,
        "players": report.plan.players,
        "hours": report.plan.length / HOUR,
        "violations": violations,
        "ledger_difference": report.ledger_difference,
        "hash": report.hash,
        "hands": report.hands,
        "hands_void": report.voided,
        "acts": report.acts,
        "crashes": report.crashes,
        "stalls": report.stalls,
        "outages": report.outages,
        "commands": report.commands,
        "commits": report.commits,
        "frames": report.frames,
        "rulings": report.rulings,
        "refusals": report.refusals,
        "refused_by": report.refused_by,
        "table_hours": report.table_hours,
        "seconds": report.seconds,
    }
