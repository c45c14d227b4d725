"""The files an operator starts from: they are well-formed, and say nothing that the program does not know."""

import asyncio
import configparser
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairdeal.cli.main import main
from fairdeal.server.opening import open_server
from fairdeal.server.responsible.real_money import unmet_conditions
from fairdeal.server.serve import STOP_SECONDS
from fairdeal.server.settings import ServerSettings, load_settings
from fairdeal.storage.people import PLAYER, PersonRow
from tests.architecture.source import ROOT

DEPLOY = ROOT / "deploy"
METRIC = re.compile(r"\b(?:fairdeal|process)_[a-z_]+\b")


def unit() -> configparser.ConfigParser:
    found = configparser.ConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(DEPLOY / "fairdeal.service")
    return found


def test_the_unit_of_systemd_waits_for_hands_and_starts_the_server() -> None:
    service = unit()["Service"]

    assert service["ExecStart"].split()[1:] == ["serve", "--settings", "/etc/fairdeal/room.toml"]
    assert int(service["TimeoutStopSec"]) >= ServerSettings().drain_seconds + STOP_SECONDS
    assert service["StateDirectory"] == "fairdeal"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "fairdeal.service").read_text("utf-8").replace("/usr/local/bin/fairdeal", "/bin/true")
    (tmp_path / "fairdeal.service").write_text(re.sub(r"(?m)^(User|Group)=.*\n", "", text), "utf-8")

    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / "fairdeal.service")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert "fairdeal.service" not in done.stderr, done.stderr


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_proxies_pass_sockets_and_addresses_on_and_keep_numbers_to_themselves(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    plain = re.sub(r"#.*", "", text)

    assert plain.count("{") == plain.count("}")
    assert "X-Forwarded-For" in plain
    assert "127.0.0.1:8000" in plain
    assert "/metrics" in plain
    if name == "nginx.conf":
        lines = [line.strip() for line in plain.splitlines() if line.strip()]
        assert all(line.endswith((";", "{", "}")) for line in lines)
        assert "proxy_set_header Upgrade $http_upgrade;" in lines


def test_the_container_keeps_its_state_in_its_volume_and_asks_whether_it_is_ready() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    words = {line.split()[0] for line in text.replace("\\\n", " ").splitlines() if line and not line.startswith("#")}

    assert words <= {"FROM", "RUN", "COPY", "USER", "WORKDIR", "VOLUME", "ENV", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK",
                     "ENTRYPOINT", "CMD"}  # fmt: skip
    given = dict(re.findall(r"(FAIRDEAL_[A-Z]+)=(\S+)", text))
    settings = load_settings(None, given)
    assert settings.database == "sqlite:////var/lib/fairdeal/room.db"
    assert "VOLUME /var/lib/fairdeal" in text
    assert "/readyz" in text


def test_the_settings_of_a_room_for_real_money_meet_its_conditions() -> None:
    settings = load_settings(DEPLOY / "room.toml", {"FAIRDEAL_PAYMENT_SECRET": "0123456789abcdef"})
    boss = PersonRow("1", PLAYER, "Boss", "boss", "", "", "moon", "", "", b"", 1, 0, "admin", 0, 0)

    assert unmet_conditions(settings, [boss]) == []


def test_every_number_that_is_drawn_or_watched_is_told(tmp_path: Path) -> None:
    async def told() -> str:
        opened = await open_server(ServerSettings(database="memory:", data=str(tmp_path), bots=False))
        try:
            return opened.metrics.text().decode()
        finally:
            await opened.close()

    known = set(METRIC.findall(asyncio.run(told())))
    dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text("utf-8"))
    drawn = {
        name for panel in dashboard["panels"] for target in panel["targets"] for name in METRIC.findall(target["expr"])
    }
    rules = (DEPLOY / "prometheus-alerts.yml").read_text("utf-8")
    watched = {name for line in re.findall(r"expr: (.*)", rules) for name in METRIC.findall(line)}

    assert len(drawn) > 8
    assert len(watched) > 8
    assert drawn - known == set()
    assert watched - known == set()
    codes = set(re.findall(r'code="(\w+)"', rules))
    assert codes
    assert all(f'fairdeal_money_total{{code="{code}"}}' in asyncio.run(told()) for code in codes)


def test_settings_are_shown_with_their_source_and_without_secrets(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_text('port = 8123\n[operator]\nname = "Club"\n', "utf-8")
    env = {"FAIRDEAL_PAYMENT_SECRET": "hush hush hush hush", "FAIRDEAL_LOG_JSON": "yes"}

    shown = CliRunner().invoke(main, ["settings", "--settings", str(file)], env=env).output
    rows = json.loads(
        CliRunner().invoke(main, ["settings", "--settings", str(file), "--changed", "--json"], env=env).output
    )

    assert "hush" not in shown
    assert f"port = 8123    [{file}]\n    at which port" in shown
    assert "host = 127.0.0.1    [default]" in shown
    assert {row["name"]: row["source"] for row in rows} == {
        "port": str(file),
        "log_json": "FAIRDEAL_LOG_JSON",
        "payment_secret": "FAIRDEAL_PAYMENT_SECRET",
        "operator.name": str(file),
    }


@pytest.mark.parametrize(
    ("text", "env", "words"),
    [
        ("port = 99999", {}, "port is 99999; expected a whole number from 0 to 65535"),
        ('payment_url = "nowhere"', {}, "payment_url is 'nowhere'; expected an address such as"),
        ("payment_secret = 7", {}, "payment_secret is (not shown); expected a text"),
        ("", {"FAIRDEAL_PROT": "1"}, "there is no setting FAIRDEAL_PROT; did you mean FAIRDEAL_PORT?"),
    ],
)
def test_a_wrong_setting_is_told_with_its_place_and_what_was_expected(
    text: str, env: dict[str, str], words: str, tmp_path: Path
) -> None:
    file = tmp_path / "room.toml"
    file.write_text(text, "utf-8")

    done = CliRunner().invoke(main, ["settings", "--settings", str(file)], env=env)

    assert done.exit_code == 1
    assert words in done.output


def test_a_backup_with_its_keys_restores_a_house_that_goes_on(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    settings = ServerSettings(database=f"sqlite:///{old / 'room.db'}", data=str(old), bots=False)

    async def open_and_close(given: ServerSettings) -> None:
        await (await open_server(given)).close()

    old.mkdir()
    asyncio.run(open_and_close(settings))
    run = CliRunner()
    kept, keys = tmp_path / "room.backup", tmp_path / "safe.key"
    saved = run.invoke(main, ["db", "backup", str(kept), "--keys", str(keys), "--database", settings.database])
    again = run.invoke(
        main, ["db", "backup", str(tmp_path / "2"), "--keys", str(keys), "--database", settings.database]
    )
    database = f"sqlite:///{new / 'room.db'}"
    restored = run.invoke(main, ["db", "restore", str(kept), "--keys", str(keys), "--database", database])

    assert saved.exit_code == 0, saved.output
    assert (keys.stat().st_mode & 0o077, keys.read_text()) == (0, (old / "cards.key").read_text())
    assert (again.exit_code, "key_file_exists" in again.output) == (1, True)
    assert (restored.exit_code, "restored and checked" in restored.output) == (0, True), restored.output
    checked = run.invoke(main, ["ledger", "check", "--database", database])
    assert "everything is as it was written" in checked.output
    asyncio.run(open_and_close(ServerSettings(database=database, data=str(new), bots=False)))
