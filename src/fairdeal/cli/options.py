"""Options and formats that several commands share: database, amounts, days, refusals, progress."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from fairdeal.kernel import Instant, Rejection
    from fairdeal.storage.archive import Archive
    from fairdeal.storage.port import Progress
    from fairdeal.storage.vault import Vault

Command = TypeVar("Command", bound=Callable[..., Any])

DATABASE_DEFAULT = "sqlite:///var/fairdeal.db"
_FILE = "sqlite:///"


_DATA = "fairdeal.data"
_TIMES = frozenset({"resets", "until", "due", "ends"})
_COUNTS = frozenset({"too_many_moves", "bad_extension", "bad_self_exclusion"})


def database_option(command: Command) -> Command:
    """Add `--database URL`, and `--data FOLDER` for the keys."""
    command = click.option(
        "--data",
        metavar="FOLDER",
        expose_value=False,
        callback=_keep_data,
        help="Where the house's keys are.  [env: FAIRDEAL_DATA; default: the folder of an SQLite file, or else var]",
    )(command)
    return click.option(
        "--database",
        metavar="URL",
        default=lambda: os.environ.get("FAIRDEAL_DATABASE", DATABASE_DEFAULT),
        help=f"sqlite:///FILE or postgresql://…  [env: FAIRDEAL_DATABASE; default: {DATABASE_DEFAULT}]",
    )(command)


def _keep_data(context: click.Context, _option: click.Parameter, value: str | None) -> None:
    context.meta[_DATA] = value


def data_folder(address: str) -> Path:
    """The data folder with the keys for that database."""
    context = click.get_current_context(silent=True)
    given = (context.meta.get(_DATA) if context is not None else None) or os.environ.get("FAIRDEAL_DATA")
    if given:
        return Path(given)
    return Path(address.removeprefix(_FILE)).parent if address.startswith(_FILE) else Path("var")


def house_vault(address: str) -> "Vault | None":
    """The vault with the keys for that database, if there are any."""
    from fairdeal.storage.vault import KEYS_VARIABLE, VaultError, find_vault

    try:
        return find_vault(data_folder(address), os.environ.get(KEYS_VARIABLE))
    except VaultError as error:
        raise click.ClickException(f"{error} ({error.code})") from None


@contextmanager
def opened(address: str, *, must_exist: bool = True, writes: bool = False) -> Iterator["Archive"]:
    """
    Open the store at that address; errors become one line and exit code 1.

    With `writes` the installation's keys are used; without keys, a store written with keys can only be read.
    """
    from fairdeal.storage.anchors import close_chains
    from fairdeal.storage.chain import PLAIN, ChainHasher
    from fairdeal.storage.opening import open_store
    from fairdeal.storage.port import StoreError

    if must_exist and address.startswith(_FILE) and not Path(address.removeprefix(_FILE)).exists():
        raise click.ClickException(f"there is no database at {address}; `fairdeal db migrate` makes one")
    try:
        vault = house_vault(address)
        store = open_store(address, PLAIN if vault is None else ChainHasher(vault.derive("chain")))
    except StoreError as error:
        raise click.ClickException(f"{error} ({error.code})") from None
    try:
        if writes:
            close_chains(store, now())
        yield store
    except StoreError as error:
        raise click.ClickException(f"{error} ({error.code})") from None
    finally:
        store.close()


def now() -> "Instant":
    """The current instant (the command line is outside the pure core)."""
    import time

    from fairdeal.kernel import Instant

    return Instant(time.time_ns() // 1_000_000)


class Amount(click.ParamType[int]):
    """A sum of money such as 12.50, as ledger units."""

    name = "amount"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Units of a decimal text; up to four decimals."""
        if isinstance(value, int):
            return value
        try:
            units = Decimal(value) * 10_000
        except InvalidOperation:
            self.fail(f"{value!r} is no amount such as 12.50", param, ctx)
        if not units.is_finite() or units != units.to_integral_value():
            self.fail(f"{value!r} has more than four decimals", param, ctx)
        return int(units)


def cents_of_text(amount: str) -> int:
    """The cents of an amount such as 10 or 0.20."""
    match = re.fullmatch(r"(\d{1,9})(?:\.(\d{1,2}))?", amount, re.ASCII)
    if match is None:
        raise click.BadParameter(f'"{amount}" is not an amount such as 10 or 0.20', param_hint="--buy-in")
    return int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))


class Day(click.ParamType["Instant"]):
    """A day such as 2026-11-15, as the instant at which it begins in UTC."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "Instant":
        """The first instant of the day."""
        from fairdeal.kernel import UTC, instant_of, parse_date

        if isinstance(value, int):
            return value  # type: ignore[return-value]
        date = parse_date(value)
        if date is None:
            self.fail(f"{value!r} is no day such as 2026-11-15", param, ctx)
        return instant_of(UTC, date)


class When(click.ParamType["Instant"]):
    """An instant such as "2026-11-16 22:00" (UTC), or a time from now such as 45m, 2h or 3d."""

    name = "when"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "Instant":
        """Parse an instant or a time from now."""
        from datetime import UTC, datetime

        from fairdeal.kernel import MINUTE, Instant

        if isinstance(value, int):
            return Instant(value)
        minutes = {"m": 1, "h": 60, "d": 24 * 60}.get(value[-1:])
        if minutes and value[:-1].isascii() and value[:-1].isdigit():
            return Instant(now() + int(value[:-1]) * minutes * MINUTE)
        try:
            moment = datetime.strptime(value, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
        except ValueError:
            self.fail(
                f'{value!r} is neither a time such as "2026-11-16 22:00" (UTC) nor one from now such as 45m or 2h',
                param,
                ctx,
            )
        return Instant(int(moment.timestamp()) * 1000)


def refuse(rejection: "Rejection", currency: str) -> None:
    """Print a refusal with amounts and dates, and exit with code 1."""
    rule = f" [{rejection.rule}]" if rejection.rule else ""
    numbers = ", ".join(f"{name} {_number(rejection.code, name, value, currency)}" for name, value in rejection.numbers)
    click.echo(f"refused: {rejection.code}{rule}" + (f" ({numbers})" if numbers else ""), err=True)
    sys.exit(1)


def _number(code: str, name: str, value: Any, currency: str) -> str:
    """A number of a refusal, formatted as money, date or count."""
    from fairdeal.bank.formats import amount_text

    if not isinstance(value, int) or code in _COUNTS:
        return str(value) if name not in _TIMES else time_text(value)
    return time_text(value) if name in _TIMES else f"{amount_text(value)} {currency}"


def time_text(instant: int) -> str:
    """An instant as text: 2026-12-01 00:00 UTC."""
    from fairdeal.kernel import Instant, iso_text

    day, _, rest = iso_text(Instant(instant)).partition("T")
    return f"{day} {rest[:5]} UTC"


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[["Progress"], None]]:
    """A progress bar; yields the callback that updates it."""
    with click.progressbar(length=0, label=label, file=sys.stderr) as bar:

        def tell(progress: "Progress") -> None:
            bar.length = progress.total
            bar.update(progress.done - bar.pos)

        yield tell
