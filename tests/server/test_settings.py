"""Settings: file, environment, command line; and what is said about wrong ones."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner

from fairdeal.cli.serve import serve
from fairdeal.kernel import MoneyKind
from fairdeal.rulebook.clause import LC, PW, U27
from fairdeal.server.opening import money_kinds
from fairdeal.server.rulebooks import hosted
from fairdeal.server.settings import (
    NOT_SETTINGS,
    OPERATOR,
    SETTINGS,
    BadSettings,
    ServerSettings,
    load_settings,
    settings_table,
)
from tests.architecture.source import ROOT
from tests.server.live import PATIENCE


def test_the_later_wins(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_text('port = 1\nhost = "a"\nrulebooks = ["x", "y"]\nbots = false\n[operator]\nname = "Club"\n', "utf-8")

    found = load_settings(file, {"FAIRDEAL_HOST": "b", "FAIRDEAL_ORIGINS": "http://x, http://y"}, port=3, database=None)

    assert (found.port, found.host, found.rulebooks, found.bots) == (3, "b", ("x", "y"), False)
    assert found.origins == ("http://x", "http://y")
    assert found.operator.name == "Club"
    assert found.database == "sqlite:///var/fairdeal.db"


WRONG = [
    ("prot = 1", "there is no setting prot; did you mean port?"),
    ('port = "1"', "port is '1'; expected a whole number from 0 to 65535"),
    ("port = 99999", "port is 99999; expected a whole number from 0 to 65535"),
    ("port = ", "cannot be read as settings"),
    ("[operator]\nnam = 1", "there is no setting operator.nam; did you mean name?"),
    ("[operator]\nname = 1", "operator.name is 1; expected a text"),
    ("[operator]\nport = 1", "there is no setting operator.port; it belongs before [operator]"),
    ('name = "Club"\n[operator]\nname = "Club"', "there is no setting name; it belongs into the table [operator]"),
    ('operator = "Club"', "operator is 'Club'; expected a table"),
    ('log_level = "loud"', "log_level is 'loud'; expected one of debug, info, warning, error"),
    ("drain_seconds = -5", "drain_seconds is -5; expected a whole number from 0 to 3600"),
    ('public_url = "club"', "public_url is 'club'; expected an address such as https://room.example"),
    ('money = ["gold"]', "money is ['gold']; expected a list, each one of test, play, real"),
    ("money = []", "money is []; expected a list"),
    ('bots = "yes"', "bots is 'yes'; expected true or false"),
    ("smtp_password = 12345", "smtp_password is (not shown); expected a text"),
]


@pytest.mark.parametrize(("text", "told"), WRONG)
def test_a_wrong_file_is_told_with_file_name_value_and_what_was_expected(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "room.toml"
    file.write_text(text, "utf-8")

    with pytest.raises(BadSettings) as refused:
        load_settings(file, {})

    assert str(file) in str(refused.value)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("FAIRDEAL_PORT", "eighty", "FAIRDEAL_PORT is 'eighty'; expected a whole number from 0 to 65535"),
        ("FAIRDEAL_BOTS", "maybe", "FAIRDEAL_BOTS is 'maybe'; expected true or false"),
        ("FAIRDEAL_DRAIN_SECONDS", "-5", "FAIRDEAL_DRAIN_SECONDS is -5; expected a whole number from 0 to 3600"),
        ("FAIRDEAL_PROT", "1", "there is no setting FAIRDEAL_PROT; did you mean FAIRDEAL_PORT?"),
        ("FAIRDEAL_OPERATOR_LANGUAGE", "xx", "FAIRDEAL_OPERATOR_LANGUAGE is 'xx'; expected one of en, et, sv, ro"),
    ],
)
def test_a_wrong_environment_is_told_with_name_value_and_what_was_expected(
    variable: str, value: str, told: str
) -> None:
    with pytest.raises(BadSettings) as refused:
        load_settings(None, {variable: value})

    assert str(refused.value) == f"environment: {told}"


def test_what_is_given_is_held_against_the_same_table() -> None:
    with pytest.raises(BadSettings, match="command line: drain_seconds is -5; expected a whole number"):
        load_settings(None, {}, drain_seconds=-5)


def test_every_setting_says_what_it_is_for() -> None:
    assert [each.name for each in (*SETTINGS.values(), *OPERATOR.values()) if not each.description] == []


def test_help_shows_every_setting_with_what_it_usually_is() -> None:
    told = " ".join(CliRunner().invoke(serve, ["--help"]).output.split())

    options = {option.name for option in serve.get_params(Context(serve))}
    for each in (*SETTINGS.values(), *OPERATOR.values()):
        assert each.variable in told or (each.name in options and not each.is_operators)
        assert each.description.replace("`", "") in told


def test_an_option_of_every_kind_reaches_the_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    seen: list[ServerSettings] = []
    monkeypatch.setattr("fairdeal.server.serve.main", seen.append)

    options = "--port 81 --no-bots --rulebook a --rulebook b --drain-seconds 3 --log-text --trusted-proxy 10.0.0.1"
    assert CliRunner().invoke(serve, options.split()).exit_code == 0

    (found,) = seen
    assert (found.port, found.bots, found.rulebooks, found.drain_seconds) == (81, False, ("a", "b"), 3)
    assert (found.log_json, found.trusted_proxies, found.money) == (False, ("10.0.0.1",), ("test",))


def test_the_page_for_operators_has_the_table_of_settings() -> None:
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")

    assert settings_table() in page, "put the outcome of fairdeal.server.settings.settings_table() into the page"


def test_play_money_where_the_rulebook_has_none_is_refused_with_the_reason() -> None:
    with pytest.raises(BadSettings, match=r"money is play, and unibet-2.7 has no table for it.*play_money is off"):
        hosted((U27,), (MoneyKind.PLAY,))
    assert [edition.id for edition in hosted((PW,), (MoneyKind.PLAY,))] == [PW]
    assert [edition.id for edition in hosted((), (MoneyKind.PLAY,))] == [PW, LC]
    assert [edition.id for edition in hosted((U27,), (MoneyKind.PLAY, MoneyKind.TEST))] == [U27]


def test_https_makes_cookies_secure() -> None:
    assert load_settings(None, {}, public_url="https://room.example").is_secure
    assert not load_settings(None, {}, public_url="http://localhost:8000").is_secure


def test_without_a_name_the_rulebooks_of_the_demo_are_hosted() -> None:
    assert len(hosted(())) == 3

    with pytest.raises(BadSettings, match="nowhere"):
        hosted(("nowhere",))


def test_money_has_a_kind() -> None:
    with pytest.raises(BadSettings, match="gold"):
        money_kinds(("gold",))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--port", "0", "--rulebook", "nowhere"], "bad_settings"),
        (["--port", "0", "--database", "mysql://x"], "bad_store_address"),
        (["--port", "99999"], "99999"),
    ],
)
def test_a_server_that_cannot_be_opened_says_why_in_one_line(arguments: list[str], told: str, tmp_path: Path) -> None:
    program = str(Path(sys.executable).with_name("fairdeal"))

    ended = subprocess.run(
        [program, "serve", *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False
    )

    assert ended.returncode in (1, 2)
    said = [line for line in ended.stderr.splitlines() if line.startswith("Error: ")]
    assert len(said) == 1
    assert told in said[0]
    assert "Traceback" not in ended.stderr


def test_a_port_that_is_taken_is_told_before_the_room_is_taken_from_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logging_as_it_was: None
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "room.db"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        result = CliRunner().invoke(serve, ["--port", port, "--database", f"sqlite:///{file}"])

    assert result.exit_code == 1
    assert f"port {port}" in result.output
    assert "--port" in result.output
    assert not file.exists()


def test_every_variable_that_anything_of_ours_reads_is_known() -> None:
    """Or a server would refuse to start because of it."""
    read = set()
    for folder in ("src", "tests", "tools", "bench"):
        for path in (ROOT / folder).rglob("*.py"):
            read |= set(re.findall(r"environ(?:\.get)?[(\[]\s*\"(FAIRDEAL_\w+)\"", path.read_text("utf-8")))

    assert "FAIRDEAL_CHROMIUM" in read
    assert read <= NOT_SETTINGS | {each.variable for each in SETTINGS.values()}
