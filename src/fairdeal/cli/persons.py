"""Accounts by name, and staff who sign in before they touch money."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairdeal.cli.options import house_vault, now, time_text

if TYPE_CHECKING:
    from fairdeal.storage.people import People, PersonRow

Command = TypeVar("Command", bound=Callable[..., Any])

TOKEN_VARIABLE = "FAIRDEAL_STAFF_TOKEN"  # noqa: S105 - the name of a variable
_TOKEN = "staff token "  # noqa: S105 - what is hashed before the secret, so that no browser comes in with such a token
_DAY_MS = 24 * 60 * 60 * 1000


def staff_option(command: Command) -> Command:
    """Add `--staff NAME`: who acts; asks for the password unless a token is in the environment."""
    return click.option(
        "--staff",
        metavar="NAME",
        help=f"Who does this; asks for the password and the second factor.  [or a token: env {TOKEN_VARIABLE}]",
    )(command)


yes_option = click.option("--yes", is_flag=True, help="Do it without asking; for scripts.")


@contextmanager
def accounts(database: str) -> Iterator["People"]:
    """The accounts of an open store; refusals become one line and exit code 1."""
    from fairdeal.server.auth.refused import Refused
    from fairdeal.storage.chain import PLAIN, ChainHasher
    from fairdeal.storage.people import open_people

    vault = house_vault(database)
    people = open_people(database, PLAIN if vault is None else ChainHasher(vault.derive("chain")))
    try:
        yield people
    except Refused as refused:
        numbers = ", ".join(f"{name} {number}" for name, number in refused.numbers.items())
        raise click.ClickException(f"refused: {refused.code}" + (f" ({numbers})" if numbers else "")) from None
    finally:
        people.close()


def find_person(people: "People", text: str, *, guests: bool = False) -> "PersonRow":
    """The account with that name, e-mail address or id; exits if there is none."""
    from fairdeal.server.auth.names import key_of
    from fairdeal.storage.people import PLAYER

    row = people.person_named(key_of(text)) or people.person(text)
    if row is None or not (guests or row.kind == PLAYER):
        raise click.ClickException(f"there is no account {text!r} (no_such_person)")
    return row


def confirm(row: "PersonRow", what: str, *, yes: bool) -> None:
    """Show the account and the action, and ask for confirmation unless `yes`."""
    closed = f", closed {time_text(row.closed_at)}" if row.closed_at else ""
    click.echo(f"{row.name} ({row.id}, since {time_text(row.created_at)[:10]}{closed}): {what}", err=True)
    if not yes:
        click.confirm("Do it?", abort=True, err=True)


def sign_in(people: "People", name: str | None, database: str, *, signs: bool = False) -> "PersonRow":
    """
    The acting member of staff: by the token in the environment, or by name, password and second factor.

    Who signs as the second person is asked for the second factor in any case, and may be an auditor.
    """
    token = os.environ.get(TOKEN_VARIABLE)
    row = _by_token(people, token) if token else _by_password(people, name, database)
    if token and signs and row.totp_on and not _has_second_factor(people, row, database):
        raise click.ClickException("that is not right (bad_credentials)")
    if name is not None and find_person(people, name).id != row.id:
        raise click.ClickException(f"the token is not of {name} (bad_credentials)")
    held = set(row.roles.split())
    if not (held if signs else held - {"auditor"}) or row.closed_at:
        raise click.ClickException(f"{row.name} has no role that may do this (not_staff)")
    return row


def _by_token(people: "People", text: str) -> "PersonRow":
    from fairdeal.server.auth.tokens import hash_of, is_same, parse_token

    token = parse_token(text)
    session = None if token is None else people.session(token.session)
    if token is None or session is None or session.expires_at <= now():
        raise click.ClickException(f"the token in {TOKEN_VARIABLE} does not hold (any more) (bad_credentials)")
    row = people.person(session.person)
    if row is None or not is_same(session.secret, hash_of(_TOKEN + token.secret)):
        raise click.ClickException(f"the token in {TOKEN_VARIABLE} does not hold (any more) (bad_credentials)")
    return row


def _by_password(people: "People", name: str | None, database: str) -> "PersonRow":
    import asyncio

    from fairdeal.server.auth.passwords import PASSWORD_MAX, Cost, Passwords

    if name is None:
        raise click.UsageError(f"who does this? --staff NAME, or a token in {TOKEN_VARIABLE}")
    row = find_person(people, name)
    words = click.prompt(f"Password of {row.name}", hide_input=True, err=True)
    passwords = Passwords(Cost())
    try:
        is_right = asyncio.run(passwords.verify(row.password, words[:PASSWORD_MAX]))
    finally:
        passwords.close()
    if not is_right or (row.totp_on and not _has_second_factor(people, row, database)):
        raise click.ClickException("that is not right (bad_credentials)")
    return row


def _has_second_factor(people: "People", row: "PersonRow", database: str) -> bool:
    from fairdeal.server.auth.second_factor.switching import SecondFactor, VaultSealer

    vault = house_vault(database)
    if vault is None:
        raise click.ClickException(
            "the second factor cannot be checked without the house's keys: --data FOLDER (no_key)"
        )
    factor = SecondFactor(people, ConsoleClock(), "", VaultSealer(vault))
    return factor.verify(row, click.prompt("Code", err=True))


class ConsoleClock:
    """A clock for the account service."""

    def now(self) -> Any:
        """The current instant."""
        return now()

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"the command line has no clock that can {name}")


def make_token(people: "People", row: "PersonRow", days: int) -> str:
    """Create a token for scripts of that member of staff; it is one of their sessions and ends like one."""
    from fairdeal.server.auth.tokens import hash_of, new_token
    from fairdeal.storage.people import SessionRow

    at = now()
    token = new_token(at)
    secret = hash_of(_TOKEN + token.secret)
    people.add_session(
        SessionRow(token.session, row.id, secret, at, at, at + days * _DAY_MS, "command line", "console")
    )
    return str(token)


def note(people: "People", person: str, what: str, actor: str, about: str = "") -> None:
    """Append to the account log."""
    from fairdeal.server.auth.tokens import new_id
    from fairdeal.storage.people import LogRow

    at = now()
    people.add_log_entry(LogRow(new_id(at), at, person, what, actor, about))
