"""What several commands share: where the money is, how amounts and days are written, how refusals are told."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from fairdeal.kernel import Instant, Rejection
    from fairdeal.storage.archive import Archive
    from fairdeal.storage.port import Progress

Command = TypeVar("Command", bound=Callable[..., Any])

DATABASE_DEFAULT = "sqlite:///var/fairdeal.db"


def database_option(command: Command) -> Command:
    """`--database URL`, everywhere the same."""
    return click.option(
        "--database",
        metavar="URL",
        default=lambda: os.environ.get("FAIRDEAL_DATABASE", DATABASE_DEFAULT),
        help=f"sqlite:///FILE or postgresql://…  [env: FAIRDEAL_DATABASE; default: {DATABASE_DEFAULT}]",
    )(command)


@contextmanager
def opened(address: str, *, must_exist: bool = True) -> Iterator["Archive"]:
    """The store at that address; errors become one line and exit code 1."""
    from fairdeal.storage.opening import open_store
    from fairdeal.storage.port import StoreError

    if must_exist and address.startswith("sqlite:///") and not os.path.exists(address.removeprefix("sqlite:///")):  # noqa: PTH110
        raise click.ClickException(f"there is no database at {address}; `fairdeal db migrate` makes one")
    try:
        store = open_store(address)
    except StoreError as error:
        raise click.ClickException(f"{error} ({error.code})") from None
    try:
        yield store
    except StoreError as error:
        raise click.ClickException(f"{error} ({error.code})") from None
    finally:
        store.close()


def now() -> "Instant":
    """The present; the command line is outside the core."""
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


def refuse(rejection: "Rejection") -> None:
    """Say why a command was refused, and end with code 1."""
    numbers = ", ".join(f"{name} {number}" for name, number in rejection.numbers)
    rule = f" [{rejection.rule}]" if rejection.rule else ""
    click.echo(f"refused: {rejection.code}{rule}" + (f" ({numbers})" if numbers else ""), err=True)
    sys.exit(1)


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[["Progress"], None]]:
    """Shows how far a long task has come; the function it gives is told."""
    with click.progressbar(length=0, label=label, file=sys.stderr) as bar:

        def tell(progress: "Progress") -> None:
            bar.length = progress.total
            bar.update(progress.done - bar.pos)

        yield tell
