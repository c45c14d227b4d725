"""Settings: file, environment, command line; and what is said about wrong ones."""

import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairdeal.cli.serve import serve
from fairdeal.server.opening import money_kinds
from fairdeal.server.rulebooks import hosted
from fairdeal.server.settings import BadSettings, load_settings


def test_the_later_wins(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_text('port = 1\nhost = "a"\nrulebooks = ["x", "y"]\nbots = false\n[operator]\nname = "Club"\n', "utf-8")

    found = load_settings(file, {"FAIRDEAL_HOST": "b", "FAIRDEAL_ORIGINS": "http://x, http://y"}, port=3, database=None)

    assert (found.port, found.host, found.rulebooks, found.bots) == (3, "b", ("x", "y"), False)
    assert found.origins == ("http://x", "http://y")
    assert found.operator.name == "Club"
    assert found.database == "sqlite:///var/fairdeal.db"


@pytest.mark.parametrize(
    ("text", "word"),
    [("prot = 1", "prot"), ('port = "1"', "port"), ("port = ", "cannot be read"), ("[operator]\nnam = 1", "nam")],
)
def test_a_wrong_file_is_told_by_name(tmp_path: Path, text: str, word: str) -> None:
    file = tmp_path / "room.toml"
    file.write_text(text, "utf-8")

    with pytest.raises(BadSettings, match=word):
        load_settings(file, {})


@pytest.mark.parametrize("environment", [{"FAIRDEAL_PORT": "eighty"}, {"FAIRDEAL_BOTS": "maybe"}])
def test_a_wrong_environment_is_told_by_name(environment: dict[str, str]) -> None:
    with pytest.raises(BadSettings, match=next(iter(environment))):
        load_settings(None, environment)


def test_https_makes_cookies_secure() -> None:
    assert load_settings(None, {}, public_url="https://room.example").is_secure
    assert not load_settings(None, {}, public_url="http://localhost:8000").is_secure


def test_without_a_name_the_rulebooks_of_the_demo_are_hosted() -> None:
    assert len(hosted(())) == 2

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
def test_a_server_that_cannot_be_opened_says_why_in_one_line(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logging_as_it_was: None
) -> None:
    monkeypatch.chdir(tmp_path)

    ended = CliRunner().invoke(serve, arguments)

    assert ended.exit_code != 0
    assert told in ended.output
    assert "Traceback" not in ended.output
    assert ended.exception is None or isinstance(ended.exception, SystemExit)


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
