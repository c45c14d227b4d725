"""A server whose database and mail are gone says what is wrong, again and again, and never a secret."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.faults.servers import RealServer
from tests.leaks import KEY, MAIL_PASSWORD, SECRETS, assert_no_secret

PATIENCE = 90.0
PASSWORD = "correct horse battery"  # noqa: S105 - it opens nothing


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


@contextmanager
def serving(address: str, folder: Path, log: Path) -> Iterator[str]:
    """`fairdeal serve` at the most talkative, until the block ends; its address."""
    port = free_port()
    settings = {
        "FAIRDEAL_PORT": str(port),
        "FAIRDEAL_DATABASE": address,
        "FAIRDEAL_DATA": str(folder),
        "FAIRDEAL_KEYS": f"1:{KEY}",
        "FAIRDEAL_SMTP_HOST": "127.0.0.1",
        "FAIRDEAL_SMTP_PORT": str(free_port()),  # where nobody listens
        "FAIRDEAL_SMTP_USER": "room",
        "FAIRDEAL_SMTP_PASSWORD": MAIL_PASSWORD,
        "FAIRDEAL_SMTP_SENDER": "room@club.example",
        "FAIRDEAL_LOG_LEVEL": "debug",
        "FAIRDEAL_DRAIN_SECONDS": "0",
    }
    with log.open("wb") as file:
        command = [str(Path(sys.executable).with_name("fairdeal")), "serve"]
        process = subprocess.Popen(command, env={**os.environ, **settings}, stdout=file, stderr=file)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def until(log: Path, words: str) -> None:
    """Wait until a log says something."""
    deadline = time.monotonic() + PATIENCE
    while words not in log.read_text("utf-8", "replace"):
        assert time.monotonic() < deadline, log.read_text("utf-8", "replace")[-3000:]
        time.sleep(0.05)  # another program writes it, and nobody tells when


def test_an_outage_of_database_and_mail_tells_no_secret(server: RealServer, tmp_path: Path) -> None:
    log = tmp_path / "serve.log"
    secrets = [*SECRETS, PASSWORD]
    with serving(server.address, tmp_path, log) as address:
        until(log, "at=http")
        with httpx.Client(base_url=address, headers={"origin": address}, timeout=PATIENCE) as browser:
            asked = {
                "name": "Maria",
                "email": "maria@post.test",
                "password": PASSWORD,
                "born": "1990-05-17",
                "accept": True,
            }
            entered = browser.post("/api/register", json=asked).json()
            secrets += [entered["csrf"], *browser.cookies.values()]
            browser.headers["x-csrf-token"] = entered["csrf"]
            browser.post("/api/password/forgot", json={"email": "maria@post.test"})
            until(log, "an e-mail was not sent")
            server.kill()
            for path in ("/api/statement", "/api/hands", "/api/session"):
                answer = browser.get(path)
                assert answer.status_code == 200 or answer.json()["code"], path
            browser.post("/api/login", json={"name": "Maria", "password": PASSWORD})
            browser.post("/api/refill", json={})
            until(log, "the database does not answer")
            server.restart()

    said = log.read_text("utf-8", "replace")
    assert_no_secret(said, "the log", [each for secret in secrets for each in (secret, json.dumps(secret)[1:-1])])
