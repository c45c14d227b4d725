"""`fairdeal admin`: accounts from the operator's console: users, roles, passwords, announcements."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairdeal.cli.announce import announce
from fairdeal.cli.options import database_option, now, opened
from fairdeal.cli.persons import TOKEN_VARIABLE, accounts, find_person, make_token, note

if TYPE_CHECKING:
    from fairdeal.server.auth.settings import AuthSettings
    from fairdeal.storage.archive import Archive
    from fairdeal.storage.people import People, PersonRow

_ROLE = click.Choice(["admin", "floor", "support", "finance", "security", "auditor", "dealer", "pit"])
_CONSOLE = "console"
_SHOWN_MAX = 1_000


Command = TypeVar("Command", bound=Callable[..., Any])


def _link_options(command: Command) -> Command:
    """Add `--public-url` and `--settings`, which determine the address of printed links."""
    file = click.Path(path_type=Path, dir_okay=False, exists=True)
    command = click.option("--settings", "file", type=file, help="The server's TOML file, for its public_url.")(command)
    told = "The start of the link.  [env: FAIRDEAL_PUBLIC_URL; default: the server's public_url, or its host and port]"
    return click.option("--public-url", help=told)(command)


@click.group()
def admin() -> None:
    """Users, staff roles, passwords and announcements."""


admin.add_command(announce)


@admin.command("create-user")
@click.argument("name")
@click.option("--email", default="", help="Where links are sent; without one the console is the only help.")
@click.option("--role", "roles", type=_ROLE, multiple=True, help="A role of the staff; again for more.")
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input.")
@_link_options
@database_option
def create_user(
    name: str,
    email: str,
    roles: tuple[str, ...],
    public_url: str | None,
    file: Path | None,
    database: str,
    *,
    password_stdin: bool,
) -> None:
    """
    Make an account.

    Without a password a link is printed with which its owner sets one; it holds for an hour. Only accounts with a role may have
    a name that reads as one of the house, such as Support.
    """
    from fairdeal.server.auth import names
    from fairdeal.server.auth.person import AVATARS
    from fairdeal.server.auth.roles import Role, roles_text
    from fairdeal.server.auth.tokens import new_id
    from fairdeal.storage.people import PLAYER, NameTaken, PersonRow

    at, chosen = now(), _settings(file, public_url)
    with opened(database, writes=bool(roles)) as store, accounts(database) as people:
        given = names.checked_name(name, chosen.house, is_staff=bool(roles))
        address = names.checked_email(email) if email else ""
        hashed = _password(given, address) if password_stdin else ""
        held = roles_text(Role(role) for role in roles)
        _check_apart(held)
        row = PersonRow(
            new_id(at),
            PLAYER,
            given,
            names.key_of(given),
            address,
            names.key_of(address),
            AVATARS[0],
            "",
            hashed,
            b"",
            0,
            0,
            held,
            at,
            0,
        )
        try:
            people.add_person(row)
        except NameTaken as taken:
            raise click.ClickException(f"{taken} ({taken.code})") from None
        if held:
            _record_roles(store, people, row.id, held)
        _note(people, row.id, "created", held)
        click.echo(f"{given}: {row.id}" + (f", {held}" if held else ""))
        if not hashed:
            _print_link(people, row, chosen)


@admin.command("second-factor")
@click.argument("name")
@click.option(
    "--code-stdin", is_flag=True, help="Read the first code from standard input, after the address is printed."
)
@database_option
def second_factor(name: str, database: str, *, code_stdin: bool) -> None:
    """
    Switch the second factor of an account on, from this console.

    Prints the address for an authenticator, asks for its first code, and prints the recovery codes, once.
    """
    from fairdeal.cli.options import house_vault
    from fairdeal.cli.persons import ConsoleClock
    from fairdeal.server.auth.refused import Refused
    from fairdeal.server.auth.second_factor.switching import SecondFactor, VaultSealer

    vault = house_vault(database)
    if vault is None:
        raise click.ClickException(
            "a second factor needs the house's keys: start the server once, or --data FOLDER (no_key)"
        )
    with _accounts(database) as people:
        row = find_person(people, name)
        factor = SecondFactor(people, ConsoleClock(), _settings(None, None).house, VaultSealer(vault))
        try:
            _, address = factor.enrol(row)
            click.echo(address)
            code = sys.stdin.readline().strip() if code_stdin else click.prompt("Code", err=True)
            codes = factor.confirm(find_person(people, name), code)
        except Refused as refused:
            raise click.ClickException(f"the second factor stays as it was ({refused.code})") from None
        _note(people, row.id, "second_factor_on")
        click.echo("recovery codes, each good once:")
        click.echo("\n".join(codes))


@admin.command()
@click.argument("name")
@click.argument("change", type=click.Choice(["add", "remove"]))
@click.argument("role", type=_ROLE)
@database_option
def role(name: str, change: str, role: str, database: str) -> None:
    """Give a role of the staff, or take it; their sessions end, so that they come in anew with what they may now."""
    from fairdeal.server.auth.roles import Role, roles_in, roles_text

    with opened(database, writes=True) as store, accounts(database) as people:
        row = find_person(people, name)
        held = roles_in(row.roles)
        held = held | {Role(role)} if change == "add" else held - {Role(role)}
        _record_roles(store, people, row.id, roles_text(held))
        people.change_person(row.id, roles=roles_text(held))
        people.end_sessions(row.id)  # whoever is in comes in anew, with what they may now
        _note(people, row.id, "roles", roles_text(held))
    click.echo(f"{row.name}: {roles_text(held) or 'no role'}")


@admin.command("reset-password")
@click.argument("name")
@click.option("--password-stdin", is_flag=True, help="Read the new password from standard input.")
@click.option("--drop-second-factor", is_flag=True, help="For somebody who lost it and the recovery codes.")
@_link_options
@database_option
def reset_password(
    name: str,
    public_url: str | None,
    file: Path | None,
    database: str,
    *,
    password_stdin: bool,
    drop_second_factor: bool,
) -> None:
    """Print a link that sets a new password, or set one; all sessions end."""
    chosen = _settings(file, public_url)
    with _accounts(database) as people:
        row = find_person(people, name)
        if drop_second_factor:
            people.change_person(row.id, totp=b"", totp_on=0, totp_step=0)
            people.set_codes(row.id, [])
            _note(people, row.id, "second_factor_off")
        if password_stdin:
            people.change_person(row.id, password=_password(row.name, row.email))
            click.echo(f"{row.name}: the password is set")
        else:
            _print_link(people, row, chosen)
        people.end_sessions(row.id)
        _note(people, row.id, "password_reset")


@admin.command("end-sessions")
@click.argument("name")
@database_option
def end_sessions(name: str, database: str) -> None:
    """Log somebody out everywhere; a running room closes their sockets within a second."""
    with _accounts(database) as people:
        row = find_person(people, name)
        ended = people.end_sessions(row.id)
        _note(people, row.id, "sessions_ended")
    click.echo(f"{row.name}: {len(ended)} sessions ended")


@admin.command("staff-token")
@click.argument("name")
@click.option("--days", type=click.IntRange(1, 366), default=30, show_default=True, help="How long it holds.")
@database_option
def staff_token(name: str, days: int, database: str) -> None:
    """
    Print a token with which scripts act at the till as a member of staff, instead of a password.

    Scripts have it in the environment, as FAIRDEAL_STAFF_TOKEN. It ends with their sessions: `fairdeal admin end-sessions NAME`.
    """
    with _accounts(database) as people:
        row = find_person(people, name)
        if not row.roles:
            raise click.ClickException(f"{row.name} has no role (not_staff)")
        token = make_token(people, row, days)
        _note(people, row.id, "staff_token", f"{days} days")
    click.echo(f"for {days} days, as {TOKEN_VARIABLE}:", err=True)
    click.echo(token)


@admin.command()
@click.option("--staff", is_flag=True, help="Only those with a role.")
@database_option
def users(database: str, *, staff: bool) -> None:
    """List accounts."""
    from fairdeal.bank.formats import text_table

    with _accounts(database) as people:
        rows = [row for row in people.people("", _SHOWN_MAX) if row.roles or not staff]
    columns = ("name", "kind", "roles", "email", "id")
    click.echo(text_table(columns, [(row.name, row.kind, row.roles, row.email, row.id) for row in rows]))


@admin.command("reserved-names")
@click.option("--settings", "file", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="A TOML file.")
@database_option
def reserved_names(file: Path | None, database: str) -> None:
    """List players whose name reads as one of the house, or as somebody else's; they were there before such names were refused."""
    from fairdeal.bank.formats import text_table
    from fairdeal.server.auth.reserved import is_readable, is_reserved

    house = (_settings(file, None).house,)
    with _accounts(database) as people:
        found = [row for row in _everybody(people) if not row.roles]
    doubtful = [row for row in found if is_reserved(row.name, house) or not is_readable(row.name)]
    if not doubtful:
        click.echo("no player has such a name")
        return
    click.echo(text_table(("name", "kind", "id"), [(row.name, row.kind, row.id) for row in doubtful]))


def _everybody(people: "People") -> Iterator["PersonRow"]:
    """All accounts, in the order of their names."""
    after = ""
    while page := people.everybody(after, _SHOWN_MAX):
        yield from page
        after = page[-1].name_key


def _settings(file: Path | None, public_url: str | None) -> "AuthSettings":
    """The account settings that follow from the server settings."""
    from fairdeal.server.auth.settings import auth_settings
    from fairdeal.server.settings import BadSettings, load_settings

    try:
        return auth_settings(load_settings(file, public_url=public_url))
    except BadSettings as error:
        raise click.ClickException(f"{error} ({error.code})") from None


@contextmanager
def _accounts(database: str) -> Iterator["People"]:
    """Open the accounts at that address; errors become one line and exit code 1."""
    with opened(database), accounts(database) as people:
        yield people


def _password(name: str, email: str) -> str:
    """The hash of the password on standard input."""
    from fairdeal.server.auth.password_rules import checked_password
    from fairdeal.server.auth.passwords import Cost, Passwords

    words = checked_password(sys.stdin.readline().rstrip("\r\n"), name, email)
    passwords = Passwords(Cost())
    try:
        return passwords.hash_now(words)
    finally:
        passwords.close()


def _print_link(people: "People", row: "PersonRow", chosen: "AuthSettings") -> None:
    from fairdeal.server.auth.links import make_reset_link

    link = make_reset_link(people, row.id, now(), chosen)
    click.echo(f"within an hour, {row.name} sets a password at: {link}")


def _check_apart(roles: str) -> None:
    """Exit if nobody may hold these roles together."""
    from fairdeal.office.roles import roles_apart
    from fairdeal.server.auth.roles import roles_in

    refusal = roles_apart(roles_in(roles))
    if refusal is not None:
        raise click.ClickException(f"nobody holds these roles together: {roles} ({refusal.code})")


def _record_roles(store: "Archive", people: "People", person: str, roles: str) -> None:
    """Write roles into the docket, where the desk looks for them; staff of an earlier build come into it first."""
    from fairdeal.room.office.record import record_roles

    _check_apart(roles)
    earlier = {row.id: row.roles for row in people.staff() if row.id != person}
    refusal = record_roles(store, person, roles, _CONSOLE, earlier, now())
    if refusal is not None:
        raise click.ClickException(f"the roles were not written ({refusal.code})")


def _note(people: "People", person: str, what: str, about: str = "") -> None:
    note(people, person, what, _CONSOLE, about)
