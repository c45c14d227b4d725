"""What a browser gets by HTTP: the client's files, health, numbers; and what no line or number tells."""

import asyncio
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
import structlog

from fairdeal.cash.table.events import HandVoided
from fairdeal.kernel import HandId, Instant, RuleId
from fairdeal.server.http.headers import security_headers
from fairdeal.server.http.static import DOWNLOADS, Static, read_client, read_downloads
from fairdeal.server.redaction import HIDDEN
from fairdeal.server.telemetry import configure_logging
from fairdeal.server.watch.void_log import VoidLog
from tests.server.live import run, running, settings_in


@pytest.fixture
def client(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + "<p>room" * 200, "utf-8")
    (tmp_path / "assets" / "app-1a2b.js").write_text("let a = 1;" * 100, "utf-8")
    (tmp_path / "favicon.svg").write_text("<svg/>", "utf-8")
    return tmp_path


def get(folder: Path, path: str, method: str = "GET", **asked: str) -> tuple[int, dict[str, str], bytes]:
    return answer(Static(read_client(folder), security_headers(secure=False)), path, method, **asked)


def answer(static: Static, path: str, method: str = "GET", **asked: str) -> tuple[int, dict[str, str], bytes]:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in asked.items()]
    asyncio.run(static({"path": path, "method": method, "headers": headers}, send))
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], found, sent[1]["body"]


def test_pages_of_the_client_are_its_index_and_never_kept_unasked(client: Path) -> None:
    for path in ("/", "/lobby", "/rules/BET-13"):
        status, headers, body = get(client, path)
        assert (status, headers["cache-control"]) == (200, "no-cache")
        assert body.startswith(b"<!doctype html>")
    assert get(client, "/nothing.js")[0] == 404
    assert get(client, "/../settings.py")[0] == 404
    assert get(client, "/", method="POST")[0] == 405


def test_named_by_their_content_files_are_kept_for_a_year(client: Path) -> None:
    _, headers, body = get(client, "/assets/app-1a2b.js", accept_encoding="br, gzip")

    assert "immutable" in headers["cache-control"]
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == b"let a = 1;" * 100


def test_an_unchanged_file_is_not_sent_again(client: Path) -> None:
    tag = get(client, "/")[1]["etag"]

    assert get(client, "/", if_none_match=tag)[0] == 304
    assert get(client, "/", if_none_match='"other"')[0] == 200


@pytest.mark.parametrize("name", ["pfp1_verify.py", "pfp1_verify.html"])
def test_verifiers_are_saved_and_never_shown(name: str) -> None:
    """Shown from here they would be pages of ours, which is what they are there to do without."""
    found = Static(read_downloads(), security_headers(secure=False))
    status, headers, body = answer(found, f"/fair/{name}")

    assert status == 200
    assert headers["content-disposition"] == f'attachment; filename="{name}"'
    assert headers["cache-control"] == "no-cache"
    assert body == (DOWNLOADS / name).read_bytes()


def test_scripts_come_from_here_only(client: Path) -> None:
    policy = get(client, "/")[1]["content-security-policy"]

    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy


async def fetch(port: int, path: str) -> tuple[int, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
    data = await reader.read()
    writer.close()
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


def test_health_readiness_and_numbers(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            assert (await fetch(opened.port, "/healthz"))[0] == 200
            status, body = await fetch(opened.port, "/readyz")
            assert (status, json.loads(body)["status"]) == (200, "ready")
            status, body = await fetch(opened.port, "/metrics")
            assert b"fairdeal_sockets 0.0" in body
            assert (await fetch(opened.port, "/api/schema/openapi.json"))[0] == 200
            opened.house.room.drain.begin()
            assert (await fetch(opened.port, "/readyz"))[0] == 503

    run(story())


def test_the_api_is_a_page_that_reads_without_anything_from_elsewhere(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            status, body = await fetch(opened.port, "/api/schema")
            _, document = await fetch(opened.port, "/api/schema/openapi.json")
            page, described = body.decode(), json.loads(document)
            assert status == 200
            assert not re.search(r"<script|<link|<img|@import|url\(|https?://", page)
            assert all(f"<code>{path}</code>" in page for path in described["paths"])
            assert all(f"id='shape-{name}'" in page for name in described["components"]["schemas"])
            assert set(re.findall(r"href='#(.*?)'", page)) <= set(re.findall(r"id='(.*?)'", page))

    run(story())


def test_what_becomes_void_is_told_in_one_line_for_all_tables(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            diary = VoidLog(opened.house.room, asyncio.get_running_loop())
            for number, table in enumerate(("T1", "T2"), 1):
                event = HandVoided(HandId("h"), number, Instant(0), Instant(0), (), RuleId("TIME-16"))
                diary.on_event(f"cash:{table}", event)
            diary.write()

    run(story())

    assert "void by TIME-16: 2, cash:T1 hand 1, cash:T2 hand 2" in caplog.messages


def test_lines_hold_no_secrets(capsys: pytest.CaptureFixture[str], logging_as_it_was: None) -> None:
    configure_logging("info", as_json=True)

    structlog.get_logger("test").info("seated", player="ann", csrf="abc", hole_cards="AsAh", deck=[1])

    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["player"]) == ("seated", "ann")
    assert (line["csrf"], line["hole_cards"], line["deck"]) == (HIDDEN, HIDDEN, HIDDEN)
