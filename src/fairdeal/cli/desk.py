"""`fairdeal desk`: what waits for a second signature, asking, signing, denying, withdrawing, and the trail."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from fairdeal.cli.levers import House, carry_out, dry_run_option, json_option, patience_option, reason_option, show
from fairdeal.cli.options import database_option, opened, time_text
from fairdeal.cli.persons import accounts, find_person, sign_in, staff_option, yes_option

if TYPE_CHECKING:
    from fairdeal.server.levers.acts import DeskAct
    from fairdeal.storage.people import People

_PEOPLE = ("player", "staff")
_WHOLE = ("amount", "until", "deadline", "game", "workingDays")
_YES_NO = ("on", "lifted", "forfeit")


@click.group()
def desk() -> None:
    """Ask for what staff may do, sign what others asked for, and read the trail."""


@desk.command()
@database_option
def inbox(database: str) -> None:
    """List what waits, by what runs out first."""
    from fairdeal.bank.formats import text_table
    from fairdeal.room.office.record import read_docket

    with opened(database) as store, accounts(database) as people:
        docket = read_docket(store)
        rows = [
            [
                request.id,
                request.deed.kind,
                ", ".join(_name(people, each) for each in request.deed.players()) or getattr(request.deed, "place", ""),
                request.clause or "",
                request.stage.value,
                _name(people, request.staff),
                time_text(request.until),
            ]
            for request in sorted(docket.open, key=lambda each: each.until)
        ]
        rows += [
            [duty.request, duty.kind, _name(people, duty.player), "", "overdue" if duty.overdue else "due", "", at]
            for duty in docket.duties
            if (at := time_text(duty.deadline))
        ]
    columns = ("request", "deed", "about", "clause", "stage", "asked by", "until")
    click.echo(text_table(columns, rows) if rows else "nothing waits")


@desk.command()
@json_option
def deeds(*, as_json: bool) -> None:
    """List what can be asked for, with its clauses, who may ask, and who signs."""
    from fairdeal.bank.formats import text_table
    from fairdeal.office.deeds.catalogue import DEEDS

    if as_json:
        table = {
            kind: {"clauses": deed.clauses, "asks": sorted(deed.asks), "signs": sorted(deed.signs)}
            for kind, deed in DEEDS.items()
        }
        click.echo(json.dumps(table, indent=2))
        return
    rows = [
        [kind, ", ".join(deed.clauses), ", ".join(sorted(deed.asks)), ", ".join(sorted(deed.signs)) or "nobody"]
        for kind, deed in DEEDS.items()
    ]
    click.echo(text_table(("deed", "clauses", "asked by", "signed by"), rows))


@desk.command()
@click.argument("kind")
@click.argument("pairs", nargs=-1, metavar="[KEY=VALUE]...")
@click.option("--clause", help="The clause it rests on: `fairdeal desk deeds`.")
@click.option("--edition", help="The rulebook of the clause.  [default: of the table, or the first that has it]")
@click.option("--at-once", is_flag=True, help="Do it now; it is undone in 24 hours unless a second person signs.")
@reason_option
@dry_run_option
@staff_option
@yes_option
@json_option
@patience_option
@database_option
def ask(kind: str, pairs: tuple[str, ...], clause: str | None, edition: str | None, **rest: Any) -> None:
    """
    Ask for a deed, such as: credit player=Maria wallet.currency=EUR wallet.money=real amount=12.50.

    What would happen is shown first, decided by the running server; then it waits for the second person, who sees the same.
    """
    import msgspec

    from fairdeal.server.levers.acts import AskDeed

    with opened(rest["database"], writes=True) as store, accounts(rest["database"]) as people:
        form = {"kind": kind, **_form(pairs, people)}
        house = House(store, sign_in(people, rest["staff"], rest["database"]), rest["patience"])
        act = AskDeed(
            reason=rest["reason"], dry_run=True, deed=form, clause=clause, edition=edition, at_once=rest["at_once"]
        )
        seen = house.do("", act)
        if rest["dry_run"]:
            show(seen, as_json=rest["as_json"])
            return
        if not rest["yes"]:
            show(seen, err=True)
            click.confirm("Ask for it?", abort=True, err=True)
        answer = house.do("", msgspec.structs.replace(act, dry_run=False, figures=seen.figures))
    if rest["as_json"]:
        show(answer, as_json=True)
    else:
        click.echo(f"{answer.about}: {'done' if answer.done else 'waits for a second person'}")


def _decides(command: Any) -> Any:
    """Add the options of a decision about a request."""
    for option in (
        click.argument("request"),
        staff_option,
        yes_option,
        json_option,
        patience_option,
        dry_run_option,
        database_option,
    ):
        command = option(command)
    return command


@desk.command()
@_decides
def sign(request: str, **rest: Any) -> None:
    """Sign somebody else's request; it is carried out exactly as shown, or not at all."""
    from fairdeal.server.levers.acts import SignRequest

    _with_figures(request, SignRequest(reason="signed"), "Sign it?", rest)


@desk.command()
@_decides
def renew(request: str, **rest: Any) -> None:
    """Confirm the new figures of an own request, after the old ones no longer held."""
    from fairdeal.server.levers.acts import RenewRequest

    _with_figures(request, RenewRequest(reason="confirmed"), "Confirm these?", rest)


@desk.command()
@reason_option
@_decides
def deny(request: str, reason: str, **rest: Any) -> None:
    """Deny somebody else's request; what was done at once is undone."""
    from fairdeal.server.levers.acts import DenyRequest

    carry_out(request, DenyRequest(reason=reason, dry_run=rest["dry_run"]), rest)


@desk.command()
@_decides
def withdraw(request: str, **rest: Any) -> None:
    """Take an own request back; what was done at once is undone."""
    from fairdeal.server.levers.acts import WithdrawRequest

    carry_out(request, WithdrawRequest(reason="withdrawn", dry_run=rest["dry_run"]), rest)


@desk.command()
@click.option("--last", type=click.IntRange(1, 10_000), default=50, show_default=True, help="How many lines.")
@database_option
def trail(last: int, database: str) -> None:
    """Print who asked, signed, looked and changed roles, the latest last."""
    from fairdeal.office.docket.state import STREAM
    from fairdeal.room.office.codecs import CODED
    from fairdeal.room.office.words import line_of

    with opened(database) as store, accounts(database) as people:
        after = max(0, store.load(STREAM).version - last)
        for version, at, data in store.entries(STREAM, after):
            line = line_of(CODED.decode_event(data))
            who = _name(people, line.staff) if line.staff else "the house"
            about = ", ".join(_name(people, each) for each in line.about)
            parts = (str(version), time_text(at), who, line.what, line.kind or "", about, line.clause or "", line.words)
            click.echo("  ".join(part for part in parts if part))


def _with_figures(request: str, act: "DeskAct", question: str, rest: Mapping[str, Any]) -> None:
    """Show what a request would do now, and decide about exactly that; the second factor is asked for, also with a token."""
    import msgspec

    with opened(rest["database"], writes=True) as store, accounts(rest["database"]) as people:
        house = House(store, sign_in(people, rest["staff"], rest["database"], signs=True), rest["patience"])
        seen = house.do(request, msgspec.structs.replace(act, dry_run=True))
        if rest["dry_run"]:
            show(seen, as_json=rest["as_json"])
            return
        if not rest["yes"]:
            show(seen, err=True)
            click.confirm(question, abort=True, err=True)
        answer = house.do(request, msgspec.structs.replace(act, figures=seen.figures))
    show(answer, as_json=rest["as_json"])


def _form(pairs: tuple[str, ...], people: "People") -> dict[str, Any]:
    """The fields of a form; people by name, amounts in the currency, dotted names for what is inside."""
    found: dict[str, Any] = {}
    for pair in pairs:
        key, sign, text = pair.partition("=")
        if not sign or not key.strip():
            raise click.BadParameter(f'"{pair}" is not like amount=12.50', param_hint="KEY=VALUE")
        *path, name = key.strip().split(".")
        place = found
        for step in path:
            place = place.setdefault(step, {})
        place[name] = _value(name, text.strip(), people)
    return found


def _value(name: str, text: str, people: "People") -> Any:
    from decimal import Decimal, InvalidOperation

    if name in _PEOPLE:
        return find_person(people, text, guests=True).id
    if name in _YES_NO:
        return text.lower() in ("yes", "true", "1")
    if name == "roles":
        return text.split(",") if text else []
    if name == "game" and not text.isdigit():
        return text
    if name not in _WHOLE:
        return text
    try:
        number = Decimal(text) * (100 if name == "amount" else 1)
    except InvalidOperation:
        number = Decimal("0.5")
    if number != int(number):
        raise click.BadParameter(f'"{text}" is no {name}', param_hint=name)
    return int(number)


def _name(people: "People", person: str) -> str:
    row = people.person(person)
    return person if row is None else row.name
