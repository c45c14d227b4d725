"""Acts of the house from the command line: who says so, the errand for the running server, and its answer."""

import json
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairdeal.cli.options import database_option, now, opened, time_text
from fairdeal.cli.persons import accounts, sign_in, staff_option, yes_option

if TYPE_CHECKING:
    from fairdeal.server.levers.acts import HouseAct
    from fairdeal.server.levers.errands import ErrandAnswer
    from fairdeal.server.levers.results import ActAnswer
    from fairdeal.storage.archive import Archive
    from fairdeal.storage.people import PersonRow

Command = TypeVar("Command", bound=Callable[..., Any])

_LOOK_SECONDS = 0.1
_GRACE_MS = 3_000  # for an errand that was begun in time

reason_option = click.option("--reason", required=True, metavar="TEXT", help="Why; kept for ever, with who said so.")
dry_run_option = click.option("--dry-run", is_flag=True, help="Tell what would happen, and do nothing.")
json_option = click.option("--json", "as_json", is_flag=True, help="The answer as a JSON object.")


patience_option = click.option(
    "--patience",
    type=click.IntRange(1, 600),
    default=20,
    show_default=True,
    help="Seconds in which the server must begin; later nothing is done.",
)


def lever(command: Command) -> Command:
    """Add the options of every act of the house."""
    for option in (reason_option, dry_run_option, staff_option, json_option, patience_option, database_option):
        command = option(command)
    return command


def losing_lever(command: Command) -> Command:
    """Add the options of an act by which somebody loses something: it is shown first, and confirmed."""
    return lever(yes_option(command))


class House:
    """A store with a member of staff who signed in, for one command."""

    def __init__(self, store: "Archive", staff: "PersonRow", patience: int) -> None:
        self._store = store
        self._staff = staff
        self._patience = patience

    def do(self, about: str, act: "HouseAct") -> "ActAnswer":
        """Have the running server carry an act out; exits with the code of a refusal."""
        from fairdeal.kernel import seconds
        from fairdeal.server.auth.roles import STAFF_ACCESS, roles_in
        from fairdeal.server.levers.access import access_to
        from fairdeal.server.levers.errands import ANSWERS, NotWritten, write_errand

        if not STAFF_ACCESS[access_to(act)] & roles_in(self._staff.roles):
            raise click.ClickException(f"{self._staff.name} has no role that may do this (not_allowed)")
        seen = self._store.load(ANSWERS).version
        try:
            number, until = write_errand(self._store, self._staff.id, about, act, now(), seconds(self._patience))
        except NotWritten as error:
            raise click.ClickException(f"{error} ({error.code})") from None
        answer = self._wait(number, seen, until + _GRACE_MS)
        if answer is None:
            raise click.ClickException(
                f"no server of this database answered errand {number}. "
                "If none was running, nothing is done, and nothing will be (no_server)"
            )
        if answer.answer is None:
            _refused(answer)
        assert answer.answer is not None
        return answer.answer

    def _wait(self, number: int, seen: int, until: int) -> "ErrandAnswer | None":
        from fairdeal.server.levers.errands import answers_after

        while True:
            for version, answer in answers_after(self._store, seen):
                seen = version
                if answer.number == number:
                    return answer
            if now() >= until:
                return None
            time.sleep(_LOOK_SECONDS)


def _refused(answer: "ErrandAnswer") -> None:
    rule = f" [{answer.rule}]" if answer.rule else ""
    numbers = ", ".join(f"{name} {value}" for name, value in answer.numbers.items())
    click.echo(f"refused: {answer.code}{rule}" + (f" ({numbers})" if numbers else ""), err=True)
    for fault in answer.faults:
        click.echo(f"  {fault}", err=True)
    sys.exit(1)


def carry_out(about: str, act: "HouseAct", rest: Mapping[str, Any]) -> None:
    """
    Sign in, have an act carried out by the running server, and print what it did.

    An act by which somebody loses something is shown first, unless `--yes` says that it need not be.
    """
    import msgspec

    with opened(rest["database"], writes=True) as store, accounts(rest["database"]) as people:
        house = House(store, sign_in(people, rest["staff"], rest["database"]), rest["patience"])
        if rest.get("yes") is False and not act.dry_run:
            show(house.do(about, msgspec.structs.replace(act, dry_run=True)), err=True)
            click.confirm("Do it?", abort=True, err=True)
        answer = house.do(about, act)
    show(answer, as_json=rest["as_json"])


def show(answer: "ActAnswer", *, err: bool = False, as_json: bool = False) -> None:
    """Print what an act did or would do."""
    import msgspec

    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(answer), indent=2))
        return
    told = "done" if answer.done else "this would happen"
    if answer.takes_effect:
        told = f"signed, and takes effect {time_text(answer.takes_effect)} unless somebody stops it"
    click.echo(f"{answer.about}: {told}" + (f" [{answer.rule}]" if answer.rule else ""), err=err)
    if answer.plan is not None:
        for line in answer.plan.lines:
            click.echo(line, err=err)
        return
    for event in answer.events:
        who = f" {event.player}" if event.player else ""
        click.echo(f"  {event.event}{who}" + (f" [{event.rule}]" if event.rule else ""), err=err)
    for moved in answer.money:
        click.echo(f"  {moved.amount // 100:,}.{moved.amount % 100:02} from {moved.source} to {moved.target}", err=err)


# ---- values


def values_in(pairs: tuple[str, ...], file: Path | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values and structures of a file and of `--set KEY=VALUE`; a value is as in a schedule file, or plain text."""
    values = {} if file is None else _toml(file)
    structures = values.pop("structures", {})
    for pair in pairs:
        key, sign, text = pair.partition("=")
        if not sign or not key.strip():
            raise click.BadParameter(f'"{pair}" is not like guarantee=100', param_hint="--set")
        values[key.strip()] = _value(text.strip())
    return plain(values), plain(structures)


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]
    except tomllib.TOMLDecodeError:
        return text


def _toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"), parse_float=Decimal)
    except (ValueError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} is not TOML: {error} (bad_setup)") from None


def plain(value: Any) -> Any:
    """Tables without exact fractions, which JSON has not; times and dates become text."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value if isinstance(value, str | int | float | bool) else str(value)


def password_digest_in(*, stdin: bool, salt: str) -> str | None:
    """What is kept of the password on standard input: the password itself is never written."""
    if not stdin:
        return None
    from fairdeal.tournament.password import PASSWORD_MAX, password_digest

    words = sys.stdin.readline().rstrip("\r\n")
    if not 1 <= len(words) <= PASSWORD_MAX:
        raise click.ClickException(f"a password has 1 to {PASSWORD_MAX} characters (bad_password)")
    return password_digest(words, salt)
