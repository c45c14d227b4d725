"""`fairdeal tournament create|publish|change|delay|pause|resume|disqualify|cancel|list`: the levers of the house."""

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairdeal.cli.levers import carry_out, json_option, lever, losing_lever, password_digest_in, plain, values_in
from fairdeal.cli.options import When, database_option, opened, time_text
from fairdeal.rulebook.clause import USUAL

if TYPE_CHECKING:
    from fairdeal.storage.archive import Archive
    from fairdeal.tournament.director.state import Tournament

# Commands import what they need when they run, so that starting stays fast.

_MONEY = click.Choice(["real", "play", "test"])
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_edition = click.option("--edition", default=USUAL, show_default=True, help="The rulebook it is played by.")
_money = click.option("--money", type=_MONEY, help="The kind of money.  [default: what the server plays for]")
_set = click.option(
    "--set", "pairs", multiple=True, metavar="KEY=VALUE", help="A value as in a schedule; again for more."
)
_password = click.option(
    "--password-stdin", is_flag=True, help="Only for the invited: read the password from standard input."
)


@click.command()
@click.argument("file", type=_FILE, required=False)
@click.option("--template", metavar="KEY", help="A series of the schedule in force, or of the standard one.")
@click.option("--starts", type=When(), help='"2026-11-16 22:00" (UTC), or from now: 45m, 2h, 3d. A sit & go has none.')
@_set
@_password
@_edition
@_money
@lever
def create(file: Path | None, template: str | None, pairs: tuple[str, ...], **rest: Any) -> None:
    """
    Announce one tournament: a template with other values, or a FILE with all of them.

    FILE has the keys of a tournament in a schedule, and [structures.NAME] if it brings its own. What is played again and again belongs
    into a schedule: `publish`.
    """
    from fairdeal.server.levers.acts import CreateTournament

    if file is None and template is None:
        raise click.UsageError("which tournament? a FILE, or --template KEY")
    values, structures = values_in(pairs, file)
    act = CreateTournament(
        reason=rest["reason"],
        dry_run=rest["dry_run"],
        edition=rest["edition"],
        money=rest["money"],
        template=template,
        values=values,
        structures=structures,
        starts_at=rest["starts"],
        password_digest=password_digest_in(stdin=rest["password_stdin"], salt=secrets.token_hex(8)),
    )
    carry_out("", act, rest)


@click.command()
@click.argument("file", type=_FILE)
@_edition
@_money
@lever
def publish(file: Path, edition: str, money: str | None, **rest: Any) -> None:
    """
    Announce tournaments by the schedule in FILE from now on; those already announced stay.

    A server that was started with a schedule file of its own publishes that again when it starts, and when the file changes.
    """
    from fairdeal.server.levers.acts import PublishSchedule

    act = PublishSchedule(
        reason=rest["reason"], dry_run=rest["dry_run"], edition=edition, money=money, schedule=_schedule(file, edition)
    )
    carry_out("", act, rest)


def _schedule(file: Path, edition: str) -> dict[str, Any]:
    """The tables of a schedule file, checked by the edition; passwords become digests, so that none is written down."""
    import tomllib
    from decimal import Decimal

    from fairdeal.cli.rules import edition_named
    from fairdeal.kernel import MoneyKind
    from fairdeal.room.tournament.offer import read_schedule
    from fairdeal.tournament.password import password_digest
    from fairdeal.tournament.structure import BadStructure

    try:
        read_schedule(file, edition_named(edition), MoneyKind.TEST)
    except BadStructure as bad:
        for fault in bad.faults:
            click.echo(f"{file}: {fault}", err=True)
        raise click.ClickException(f"{file} has {len(bad.faults)} faults ({bad.code})") from None
    raw = tomllib.loads(file.read_text("utf-8"), parse_float=Decimal)
    for row in raw.get("tournaments", []):
        if "password" in row:
            row["password_digest"] = password_digest(row.pop("password"), str(row["key"]).strip())
    schedule: dict[str, Any] = plain(raw)
    return schedule


@click.command()
@click.argument("tournament")
@click.argument("file", type=_FILE, required=False)
@_set
@_password
@click.option("--no-password", is_flag=True, help="Everybody may enter.")
@lever
def change(tournament: str, file: Path | None, pairs: tuple[str, ...], *, no_password: bool, **rest: Any) -> None:
    """
    Change parameters of a TOURNAMENT, as far as nobody has paid for the old ones.

    Before the start, whoever has entered may leave for it, until the start.
    """
    from fairdeal.server.levers.acts import ChangeTournament

    values, structures = values_in(pairs, file)
    digest = password_digest_in(stdin=rest["password_stdin"], salt=secrets.token_hex(8))
    if not values and digest is None and not no_password:
        raise click.UsageError("what shall change? --set KEY=VALUE, a FILE, or a password")
    act = ChangeTournament(
        reason=rest["reason"],
        dry_run=rest["dry_run"],
        values=values,
        structures=structures,
        password="" if no_password else None,
        password_digest=digest,
    )
    carry_out(tournament, act, rest)


@click.command()
@click.argument("tournament")
@click.argument("when", type=When())
@lever
def delay(tournament: str, when: int, **rest: Any) -> None:
    """Start a TOURNAMENT later: WHEN is "2026-11-16 22:00" (UTC), or from now: 45m, 2h."""
    from fairdeal.server.levers.acts import DelayTournament

    carry_out(tournament, DelayTournament(reason=rest["reason"], dry_run=rest["dry_run"], to=when), rest)


@click.command()
@click.argument("tournament")
@lever
def pause(tournament: str, **rest: Any) -> None:
    """Pause a TOURNAMENT: clocks stand, hands are finished, nothing more is dealt."""
    from fairdeal.server.levers.acts import PauseTournament

    carry_out(tournament, PauseTournament(reason=rest["reason"], dry_run=rest["dry_run"]), rest)


@click.command()
@click.argument("tournament")
@click.option(
    "--wait", type=click.IntRange(0, 3600), default=30, show_default=True, help="Seconds for players to come back."
)
@lever
def resume(tournament: str, wait: int, **rest: Any) -> None:
    """Let a paused TOURNAMENT go on: every clock runs on from where it stood."""
    from fairdeal.server.levers.acts import ResumeTournament

    carry_out(tournament, ResumeTournament(reason=rest["reason"], dry_run=rest["dry_run"], wait_seconds=wait), rest)


@click.command()
@click.argument("tournament")
@click.argument("player")
@click.option("--keep-prizes", is_flag=True, help="A prize already in reach is not lost.")
@losing_lever
def disqualify(tournament: str, player: str, *, keep_prizes: bool, **rest: Any) -> None:
    """Take a PLAYER (name, e-mail address or id) out of a TOURNAMENT; before the start the entry is returned."""
    from fairdeal.cli.persons import accounts, find_person
    from fairdeal.server.levers.acts import DisqualifyPlayer

    with opened(rest["database"]), accounts(rest["database"]) as people:
        found = find_person(people, player, guests=True).id
    act = DisqualifyPlayer(reason=rest["reason"], dry_run=rest["dry_run"], player=found, forfeit=not keep_prizes)
    carry_out(tournament, act, rest)


@click.command()
@click.argument("tournament")
@click.option("--tickets", type=click.Choice(["returned", "lost"]), help="Tickets otherwise than the policy says.")
@losing_lever
def cancel(tournament: str, tickets: Any, **rest: Any) -> None:
    """
    Cancel a TOURNAMENT and settle it by its edition's policy.

    The plan is shown first, each player's amount part by part with its clause. With --dry-run that is all.
    """
    from fairdeal.server.levers.acts import CancelTournament

    carry_out(tournament, CancelTournament(reason=rest["reason"], dry_run=rest["dry_run"], tickets=tickets), rest)


# ---- looking


@click.command("list")
@json_option
@database_option
def list_tournaments(database: str, *, as_json: bool) -> None:
    """List tournaments that are not over, with the ids by which the other commands name them."""
    from fairdeal.bank.formats import text_table

    with opened(database) as store:
        rows = [_row(state) for state in _unfinished(store)]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    columns = ("tournament", "name", "status", "starts", "entries", "left")
    shown = [
        (
            row["tournament"],
            row["name"],
            "paused" if row["pausedAt"] else row["status"],
            time_text(row["startsAt"]) if row["startsAt"] else "when full",
            str(row["entries"]),
            str(row["remaining"]),
        )
        for row in rows
    ]
    click.echo(text_table(columns, shown) if shown else "no tournament is announced or running")


def _unfinished(store: "Archive") -> "Iterator[Tournament]":
    from fairdeal.room.tournament.codecs import DIRECTOR, PROGRAMME
    from fairdeal.tournament.director.evolve import evolve
    from fairdeal.tournament.orders import director_stream
    from fairdeal.tournament.programme.evolve import evolve as follow
    from fairdeal.tournament.programme.state import PROGRAMMES, Programme

    for stream in store.streams(PROGRAMMES):
        loaded = store.load(stream)
        programme = Programme() if loaded.snapshot is None else PROGRAMME.decode_state(loaded.snapshot)
        for data in loaded.events:
            programme = follow(programme, PROGRAMME.decode_event(data))
        for listed in programme.listed:
            found = store.load(director_stream(listed.tournament))
            state = None if found.snapshot is None else DIRECTOR.decode_state(found.snapshot)
            for data in found.events:
                state = evolve(state, DIRECTOR.decode_event(data))
            if state is not None and not state.over:
                yield state


def _row(state: "Tournament") -> dict[str, Any]:
    halt = state.clock.halt
    return {
        "tournament": state.id,
        "name": state.setup.name,
        "money": state.setup.money.value,
        "status": state.status.value,
        "startsAt": state.starts_at,
        "entries": state.entries,
        "remaining": state.remaining,
        "pausedAt": None if halt is None else halt.at,
    }


COMMANDS = (create, publish, change, delay, pause, resume, disqualify, cancel, list_tournaments)
