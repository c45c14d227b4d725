"""`fairdeal tournament`: simulated tournaments with every promise checked, and an operator's files explained."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

import click

from fairdeal.cli.tournament_levers import COMMANDS
from fairdeal.rulebook.clause import PUBLISHED, USUAL

if TYPE_CHECKING:
    from fairdeal.rulebook.schema.edition import Edition
    from fairdeal.testing.tournaments.campaign import CampaignReport
    from fairdeal.testing.tournaments.plan import TournamentPlan
    from fairdeal.testing.tournaments.simulation import TournamentReport

# Commands import what they need when they run, so that starting stays fast.

_TYPES: Final = (
    "guaranteed", "sit_and_go", "freezeout", "satellite", "freeroll", "multi_buy_in", "re_buy", "add_on",
    "bounty", "progressive_bounty", "vip_bounty", "phased", "hexapro", "extreme",
)  # fmt: skip
_STAGES: Final = ("before_start", "before_money", "in_the_money", "final_table", "hexapro")
_PARTS: Final = ("FIRST1", "FIRST2", "LAST", "MAIN", "TARGET")
_ON_FAILURE: Final = ("cancel_and_refund", "resume")
_ENTRANTS_MAX: Final = 20_000
_IN_ROW: Final = 8


@click.group()
def tournament() -> None:
    """Tournaments: those of a running server, simulations, campaigns, and an operator's files."""


for _command in COMMANDS:
    tournament.add_command(_command)


@tournament.command()
@click.option(
    "--type", "kind", type=click.Choice(_TYPES), default="freezeout", show_default=True, help="What is played."
)
@click.option("--entrants", type=click.IntRange(1, _ENTRANTS_MAX), default=100, show_default=True, help="Who enter.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="What chance comes from.")
@click.option("--edition", help=f"A published edition, or a file.  [default: {USUAL}; a campaign: all with poker]")
@click.option(
    "--campaign", type=click.IntRange(1, 1_000_000), help="Play so many of all types, with all that goes wrong."
)
@click.option("--seats", type=click.IntRange(2, 10), default=9, show_default=True, help="At a table.")
@click.option("--minute", type=click.IntRange(0, 59), default=0, show_default=True, help="Past the hour, of the start.")
@click.option("--crashes", type=click.IntRange(0, 100), default=0, show_default=True, help="Deaths of the process.")
@click.option("--pauses", type=click.IntRange(0, 100), default=0, show_default=True, help="Of the house.")
@click.option("--unrest", type=click.IntRange(1, 20), default=1, show_default=True, help="How often people are away.")
@click.option("--cancel-after", type=int, metavar="SECONDS", help="The house cancels so long after the start.")
@click.option("--cancel-at", type=click.Choice(_STAGES), help="The house cancels when it has come so far.")
@click.option("--cancel-of", type=click.Choice(_PARTS), help="Which tournament of several; otherwise the last of them.")
@click.option("--in-round", is_flag=True, help="Only while a synchronised hand has cost somebody all chips.")
@click.option("--on-failure", type=click.Choice(_ON_FAILURE), help="What the lobby says of a failure of the server.")
@click.option("--json", "as_json", is_flag=True, help="The result as a JSON object.")
@click.option(
    "--proofs",
    type=click.File("w", encoding="utf-8", lazy=False),
    help='Deal and draw by PFP-1, and write one published proof a line; "-" for standard output.',
)
def simulate(
    *, campaign: int | None, edition: str | None, seed: int, as_json: bool, proofs: TextIO | None, **options: Any
) -> None:
    """
    Let simulated people play a tournament in the real room, from registration to the last prize.

    No chip may be lost, places must be total, prizes must be the pool, tables level, the big blind must come to everybody in
    turn, what players paid in must be theirs until it is won, refunded or a fee, and every account of the tournament must be
    empty afterwards. With --campaign K tournaments of all types are played, with crashes and cancellations; from 40 on every
    type, every clause on cancellation and every ruling must have occurred, from 100 on every type cancelled at every stage.
    The same seed gives the same history; with --proofs it is another one. The exit code is 1 if a promise was broken.
    """
    if campaign is not None and proofs is not None:
        raise click.BadParameter("a campaign publishes no proofs", param_hint="--proofs")
    if campaign is None:
        report = _simulated(_plan(seed, edition, options), proofs)
        told, lines = _as_json(report), _lines(report)
    else:
        total = _campaign(_editions(edition), seed, campaign)
        told, lines = _campaign_as_json(total, seed), _campaign_lines(total)
    click.echo(json.dumps(told, indent=2) if as_json else "\n".join(lines))
    sys.exit(1 if told["violations"] else 0)


# ---- one tournament


def _plan(seed: int, edition: str | None, options: dict[str, Any]) -> "TournamentPlan":
    from fairdeal.cli.rules import edition_named
    from fairdeal.kernel import Duration, TournamentId, seconds
    from fairdeal.rulebook.schema.choices import OnServerFailure
    from fairdeal.testing.tournaments.plan import HEXAPRO, TournamentPlan, kinds_of
    from fairdeal.tournament.cancellation.plan import Stage

    found = edition_named(edition or USUAL)
    kind, at, failure = options["kind"], options.pop("cancel_at"), options.pop("on_failure")
    after, part = options.pop("cancel_after"), options.pop("cancel_of")
    if kind not in kinds_of(found):
        raise click.BadParameter(f'"{found.id}" has no {kind} (unknown_type)', param_hint="--type")
    if kind in HEXAPRO and options["entrants"] % 3:
        raise click.BadParameter(f"{kind} is played by three: a multiple of 3", param_hint="--entrants")
    if failure is not None and (found.poker is None or found.poker.cancellation.on_failure is None):
        raise click.BadParameter(f'"{found.id}" lets no lobby say that', param_hint="--on-failure")
    return TournamentPlan(
        seed=seed,
        edition=found,
        cancel_after=None if after is None else Duration(seconds(after)),
        cancel_at=None if at is None else Stage(at),
        cancel_of=None if part is None else TournamentId(part),
        on_failure=None if failure is None else OnServerFailure(failure),
        **options,
    )


def _simulated(plan: "TournamentPlan", proofs: TextIO | None) -> "TournamentReport":
    """Run the simulation with a progress bar on a terminal."""
    from fairdeal.testing.tournaments.simulation import simulate as run

    publish = None if proofs is None else lambda proof: proofs.write(f"{proof}\n")

    with click.progressbar(length=plan.entrants, label="out", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

        def tell(left: int, entered: int) -> None:
            bar.length = max(1, entered)
            bar.update(max(0, entered - left - bar.pos))

        return run(plan, tell, publish)


def _as_json(report: "TournamentReport") -> dict[str, Any]:
    plan = report.plan
    return {
        "type": plan.kind,
        "edition": plan.edition.id,
        "seed": plan.seed,
        "entrants": report.entrants,
        "hands": report.hands,
        "hands_void": report.voided,
        "acts": report.acts,
        "crashes": report.crashes,
        "pool": report.pool,
        "paid": report.paid,
        "ledger_difference": report.ledger_difference,
        "hash": report.hash,
        "cancellations": report.cancellations,
        "rulings": report.rulings,
        "refusals": report.refusals,
        "seconds": report.seconds,
        "violations": [{"what": what} for what in report.violations],
    }


def _lines(report: "TournamentReport") -> Iterator[str]:
    plan = report.plan
    yield f"{plan.kind}, {plan.edition.id}: {report.entrants:,} entries, {report.hands:,} hands, {report.acts:,} acts"
    yield f"{report.crashes:,} crashes, {report.voided:,} hands void; {report.seconds:,.1f} s"
    yield f"prizes {_money(report.pool)}, paid {_money(report.paid)}"
    yield from _counts("cancelled by", report.cancellations)
    yield from _counts("rulings", report.rulings)
    yield f"ledger difference {report.ledger_difference}"
    yield f"history {report.hash}"
    yield from [f"BROKEN: {what}" for what in report.violations] or ["no promise was broken"]


# ---- campaigns


def _editions(name: str | None) -> tuple["Edition", ...]:
    from fairdeal.cli.rules import edition_named

    found = tuple(edition_named(each) for each in ((name,) if name else PUBLISHED))
    playable = tuple(edition for edition in found if edition.poker is not None)
    if not playable:
        raise click.BadParameter(f'"{name}" has no tournaments (no_poker)', param_hint="--edition")
    return playable


def _campaign(editions: tuple["Edition", ...], seed: int, count: int) -> "CampaignReport":
    from fairdeal.testing.tournaments.campaign import CampaignReport, run_campaign

    report = CampaignReport(editions)
    with click.progressbar(length=count, label="tournaments", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for report in run_campaign(editions, seed, count):
            bar.update(report.tournaments - bar.pos)
    return report


def _campaign_as_json(report: "CampaignReport", seed: int) -> dict[str, Any]:
    return {
        "editions": [edition.id for edition in report.editions],
        "seed": seed,
        "tournaments": report.tournaments,
        "entrants": report.entrants,
        "hands": report.hands,
        "hands_void": report.voided,
        "crashes": report.crashes,
        "pool": report.pool,
        "paid": report.paid,
        "ledger_difference": report.ledger_difference,
        "hash": report.hash,
        "types": dict(sorted(report.types.items())),
        "cancellations": dict(sorted(report.cancellations.items())),
        "rulings": dict(sorted(report.rulings.items())),
        "missing": report.missing(),
        "seconds": report.seconds,
        "violations": report.violations,
    }


def _campaign_lines(report: "CampaignReport") -> Iterator[str]:
    yield f"{report.tournaments:,} tournaments, {report.entrants:,} entries, {report.hands:,} hands"
    yield f"{report.crashes:,} crashes, {report.voided:,} hands void; {report.seconds:,.1f} s"
    yield f"prizes {_money(report.pool)}, paid {_money(report.paid)}"
    yield from _counts("types", report.types)
    yield from _counts("cancelled by", report.cancellations)
    yield from _counts("rulings", report.rulings)
    for what, names in report.missing().items():
        if names:
            yield f"never occurred: {what} {', '.join(names)}"
    yield f"ledger difference {report.ledger_difference}"
    yield f"history {report.hash}"
    for violation in report.violations:
        yield f"BROKEN: {violation['what']}"
        yield f"  {violation['command']}"
    if not report.violations:
        yield "no promise was broken"


def _counts(what: str, counts: dict[str, int]) -> Iterator[str]:
    if not counts:
        return
    yield f"{what}:"
    shown = [f"{name} {count:,}" for name, count in sorted(counts.items())]
    for start in range(0, len(shown), _IN_ROW):
        yield "  " + ", ".join(shown[start : start + _IN_ROW])


def _money(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02}"


# ---- explaining files


@tournament.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--edition", default=USUAL, show_default=True, help="Whose fees and rules a schedule is read by.")
@click.option("--entrants", type=click.IntRange(2, 100_000), help="Expect so many.  [default: some fields]")
@click.option("--stack", type=click.IntRange(1, 10**9), default=5000, show_default=True, help="Chips to begin with.")
@click.option("--json", "as_json", is_flag=True, help="The answer as a JSON object.")
def explain(file: Path, edition: str, entrants: int | None, stack: int, *, as_json: bool) -> None:
    """
    Check an operator's structure or schedule file and tell what it means: levels, expected length, payouts, starts.

    Everything that is wrong is told at once; then the exit code is 1.
    """
    from fairdeal.cli.rules import edition_named
    from fairdeal.cli.tournament_files import explained
    from fairdeal.tournament.structure import BadStructure

    found = edition_named(edition)
    try:
        told, lines = explained(file.read_text("utf-8"), found, entrants, stack)
    except UnicodeDecodeError:
        raise click.ClickException(f"{file} is no text (bad_structure)") from None
    except BadStructure as bad:
        if as_json:
            click.echo(json.dumps({"code": bad.code, "faults": bad.faults}, indent=2))
        for fault in bad.faults:
            click.echo(f"{file}: {fault}", err=True)
        sys.exit(1)
    click.echo(json.dumps(told, indent=2) if as_json else "\n".join(lines))
