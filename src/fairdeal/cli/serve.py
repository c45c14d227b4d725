"""`fairdeal serve`: open the room."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from fairdeal.server.settings import ServerSettings, Setting

# Singular where an option is given again for more; a switch that is no `--no-`.
_NAMES = {
    "rulebooks": "--rulebook",
    "origins": "--origin",
    "trusted_proxies": "--trusted-proxy",
    "webhook_urls": "--webhook-url",
    "log_json": "--log-json/--log-text",
}
_NO_OPTION = frozenset({"smtp_password", "payment_secret", "webhook_secret"})
"""Settings without a command-line option, because process lists are public."""


class Serve(click.Command):
    """A command whose options are the server settings, made only when needed."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """`--settings`, and an option for every setting."""
        from fairdeal.server.settings import SETTINGS

        if len(self.params) == 1:
            self.params += [_option(each) for each in SETTINGS.values() if each.name not in _NO_OPTION]
        return super().get_params(ctx)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Mention the settings without an option."""
        from fairdeal.server.settings import OPERATOR, SETTINGS

        rest = [*(SETTINGS[name] for name in sorted(_NO_OPTION)), *OPERATOR.values()]
        with formatter.section("Only in the file or the environment"):
            formatter.write_dl([(each.variable, _help(each)) for each in rest])
        super().format_epilog(ctx, formatter)


def _option(setting: "Setting") -> click.Option:
    flag = _NAMES.get(setting.name, f"--{setting.name.replace('_', '-')}")
    usual = setting.default
    if isinstance(usual, bool) and "/" not in flag:
        flag = f"{flag}/--no-{flag.removeprefix('--')}"
    kind: Any = None if isinstance(usual, bool) else click.INT if isinstance(usual, int) else click.STRING
    is_many = isinstance(usual, tuple)
    return click.Option(
        [flag, setting.name], type=kind, multiple=is_many, default=() if is_many else None, help=_help(setting)
    )


def _help(setting: "Setting") -> str:
    """The help text of a setting: description, allowed values, default."""
    usual = ", ".join(setting.default) if isinstance(setting.default, tuple) else str(setting.default)
    usual = usual.lower() if isinstance(setting.default, bool) else usual
    may = "" if setting.expected in ("a text", "true or false", "a list, each a text") else f"{setting.expected}; "
    return f"{setting.description.replace('`', '')}  [{may}default: {usual or 'none'}]"


@click.command(cls=Serve)
@click.option("--settings", "file", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="A TOML file.")
def serve(file: Path | None, **given: Any) -> None:
    """
    Open a room and serve its pages, API and game socket on one port.

    Every option can also stand in a settings file under its name (drain_seconds = 5), or in the environment (FAIRDEAL_DRAIN_SECONDS=5);
    the command line wins over the environment, the environment over the file.
    """
    from fairdeal.server.settings import BadSettings, load_settings

    try:
        settings = load_settings(file, **{name: None if value == () else value for name, value in given.items()})
        _make_folder(settings.database)
        _run(settings)
    except BadSettings as error:
        raise click.ClickException(f"{error} ({error.code})") from None


def _make_folder(database: str) -> None:
    """Create the folder of a new database file; a wrong address is reported later by the store."""
    if database.startswith("sqlite:///"):
        Path(database.removeprefix("sqlite:///")).parent.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def _kept_for_good() -> Iterator[None]:
    """Let the garbage collector look at nothing that is made here: neither meanwhile, again and again, nor ever after."""
    import gc

    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def _run(settings: "ServerSettings") -> None:
    with _kept_for_good():
        from fairdeal.server.redaction import Redactor, secrets_of
        from fairdeal.server.serve import main
        from fairdeal.storage.port import StoreError
        from fairdeal.storage.vault import VaultError

    try:
        with suppress(KeyboardInterrupt):
            main(settings)
    except (StoreError, VaultError) as error:
        message = Redactor(*secrets_of(settings)).clean(f"{error} ({error.code})")
        raise click.ClickException(message) from None
