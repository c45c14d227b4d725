"""What a command does not need is not loaded, so that it starts at once."""

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from fairdeal.cli.main import COMMANDS, main

HEAVY = {
    "alembic",
    "asyncio",
    "cryptography",
    "litestar",
    "msgspec",
    "numpy",
    "picows",
    "prometheus_client",
    "psycopg",
    "rich",
    "sqlalchemy",
    "structlog",
    "uvicorn",
    "uvloop",
}
NOT_SERVED = {
    "aiohttp",
    "alembic",
    "fairdeal.testing",
    "httpx",
    "mako",
    "numpy",
    "psycopg",
    "psycopg_binary",
    "pygments",
    "requests",
    "rich",
    "segno",
    "smtplib",
    "sqlalchemy.dialects.postgresql",
    "sqlalchemy.orm",
}
COMMAND = """
import atexit, sys
from fairdeal.__main__ import run
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
sys.argv[0] = "fairdeal"
try:
    run()
except SystemExit:
    pass
"""
SERVER = """
import asyncio, sys
from fairdeal.cli.serve import serve
from fairdeal.server.opening import open_server
from fairdeal.server.serve import make_server
from fairdeal.server.settings import load_settings

async def start(folder):
    settings = load_settings(None, database=f"sqlite:///{folder}/room.db", data=folder, port=0)
    opened = await open_server(settings)
    make_server(opened)
    print(*sys.modules, file=sys.stderr)
    await opened.close()

asyncio.run(start(sys.argv[1]))
"""


def loaded(program: str, *arguments: str) -> tuple[str, set[str]]:
    """What a program prints, and the modules that it had loaded in the end."""
    result = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    return result.stdout, set(result.stderr.splitlines()[-1].split())


def test_the_version_is_told_by_what_python_itself_brings() -> None:
    told, modules = loaded(COMMAND, "--version")

    assert told == CliRunner().invoke(main, ["--version"], prog_name="fairdeal").stdout
    assert modules & {"click", "fairdeal.cli", "fairdeal.kernel", *HEAVY} == set()


@pytest.mark.parametrize("arguments", [("--help",), ("db", "migrate", "--help"), ("nothing",)])
def test_help_loads_no_other_command_and_no_library_but_click(arguments: tuple[str, ...]) -> None:
    _, modules = loaded(COMMAND, *arguments)

    assert modules & {"fairdeal.kernel", "fairdeal.rulebook", "fairdeal.server", *HEAVY} == set()
    assert {name for name in modules if name.startswith("fairdeal.cli.")} <= {
        "fairdeal.cli.main",
        "fairdeal.cli.db",
        "fairdeal.cli.options",
    }


def test_a_server_on_sqlite_loads_nothing_that_only_others_need(tmp_path: Path) -> None:
    """A new database, practice partners, the whole API: without PostgreSQL, migrations, mail, and what prints in colour."""
    _, modules = loaded(SERVER, str(tmp_path))

    assert modules & NOT_SERVED == set()
    assert modules >= {"litestar", "sqlalchemy.dialects.sqlite"}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_of_each_what_its_own_help_says(name: str) -> None:
    with click.Context(main) as context:
        command = main.get_command(context, name)

    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(1000) == COMMANDS[name].summary
