"""docs/operating.md, followed by a script in an empty folder: from nothing to real money that was paid in."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from base64 import b32decode
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx

from fairdeal.kernel import Instant
from fairdeal.server.auth.second_factor.totp import code_at, step_of

PAGE: Final = Path(__file__).parents[2] / "docs" / "operating.md"
TEN_MINUTES: Final = 600.0
PATIENCE: Final = 120.0


def blocks() -> dict[str, str]:
    """The code of the section, by language."""
    section = PAGE.read_text().split("## From nothing to the first payment\n")[1].split("\n## ")[0]
    return dict(re.findall(r"```(\w+)\n(.*?)```", section, re.DOTALL))


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Console:
    """A shell that runs the lines of the page, and somebody with an authenticator before it."""

    def __init__(self, folder: Path, lines: str, environment: dict[str, str]) -> None:
        self._out = folder / "console.txt"
        self._told = 0
        with self._out.open("wb") as file:
            self.process = subprocess.Popen(
                ["sh", "-e", "-c", lines],
                cwd=folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def text(self) -> str:
        return self._out.read_text()

    def wait(self, holds: Callable[[], Any]) -> Any:
        """What holds, as soon as it does; types the code of every second factor that is asked for meanwhile."""
        end = time.monotonic() + PATIENCE
        while not (found := holds()):
            assert time.monotonic() < end, self.text()
            assert self.process.poll() is None, self.text()
            secrets = re.findall(r"otpauth://\S*secret=([A-Z2-7]+)", self.text())
            for text in secrets[self._told :]:
                secret = b32decode(text + "=" * (-len(text) % 8))
                code = code_at(secret, step_of(Instant(time.time_ns() // 1_000_000)))
                assert self.process.stdin is not None
                self.process.stdin.write(f"{code}\n".encode())
                self.process.stdin.flush()
                self._told += 1
            time.sleep(0.05)
        return found

    def end(self) -> None:
        """End everything that the lines have started."""
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(30)
        assert self.process.stdin is not None
        self.process.stdin.close()


def answers(url: str) -> bool:
    try:
        return httpx.get(url).is_success
    except httpx.TransportError:
        return False


def test_the_page_leads_from_nothing_to_a_payment_in_under_ten_minutes(tmp_path: Path) -> None:
    began, port, pay = time.monotonic(), free_port(), free_port()
    code = blocks()
    (tmp_path / "room.toml").write_text(code["toml"])
    usual = {name: value for name, value in os.environ.items() if not name.startswith("FAIRDEAL_")}
    console = Console(
        tmp_path,
        code["sh"],
        {
            **usual,
            "PATH": f"{Path(sys.executable).parent}:{usual['PATH']}",
            "FAIRDEAL_PORT": str(port),
            "FAIRDEAL_PAYMENT_URL": f"http://127.0.0.1:{pay}",
            "SANDBOX_PORT": str(pay),
        },
    )
    try:
        base = f"http://127.0.0.1:{port}"
        console.wait(lambda: answers(f"{base}/readyz"))
        assert "does not open for real money yet" in console.text(), "the first start says what is missing"
        with httpx.Client(base_url=base, headers={"origin": base}) as maria:
            person = {"name": "Maria", "email": "maria@post.test", "password": "correct horse battery", "accept": True}
            limits = {"period": "week", "deposit": 200_00}
            given = maria.post(
                "/api/register", json={**person, "born": "1990-05-17", "limits": limits, "avatar": "owl"}
            )
            assert given.is_success, given.text
            maria.headers["x-csrf-token"] = given.json()["csrf"]
            (link,) = console.wait(lambda: re.findall(r"confirm_address for Maria \S+ (\S+)", console.text()))
            assert maria.post("/api/address/confirm", json={"token": link.partition("#")[2]}).is_success
            asked = maria.post("/api/deposits", json={"id": "d1", "amount": 50_00})
            assert asked.is_success, asked.text
            assert httpx.post(f"{asked.json()['page']}/deposit.paid").status_code < 400

            def paid() -> bool:
                cashier = maria.get("/api/cashier").json()
                return bool((cashier["balance"], cashier["label"]) == (50_00, "real"))

            console.wait(paid)
    finally:
        console.end()

    assert time.monotonic() - began < TEN_MINUTES
