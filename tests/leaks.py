"""
Secrets that tests of failures use, and a look at everything such a test has logged.

Addresses of databases carry a password wherever one is accepted, so that whatever prints an address is found out.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import pytest

DATABASE_PASSWORD: Final = "Wr5-never.to.be.seen"  # noqa: S105 - it opens nothing
MAIL_PASSWORD: Final = "Zq8-letters.are.private"  # noqa: S105
KEY: Final = "5e" * 32
SECRETS: Final = (DATABASE_PASSWORD, MAIL_PASSWORD, KEY)
_LOGS: Final = ("*.log", "*errors*", "*.err", "*.out")


def with_password(address: str) -> str:
    """The address of a server that asks for none, with a password in it."""
    parts = urlsplit(address)
    user, _, host = parts.netloc.rpartition("@")
    name = user.partition(":")[0] or "postgres"
    return urlunsplit(parts._replace(netloc=f"{name}:{DATABASE_PASSWORD}@{host}"))


def assert_no_secret(text: str, where: str, secrets: Iterable[str] = SECRETS) -> None:
    """Nothing secret is in a text; where it is, only its surroundings are shown."""
    for secret in secrets:
        place = text.find(secret)
        assert place < 0, f"a secret is in {where}, after {text[max(0, place - 300) : place]!r}"


def assert_no_secret_in_logs(folder: Path, secrets: Iterable[str] = SECRETS) -> None:
    """Nothing secret is in any log that was written in a folder."""
    for pattern in _LOGS:
        for file in folder.rglob(pattern):
            if file.is_file():
                assert_no_secret(file.read_text("utf-8", "replace"), file.name, secrets)


@contextmanager
def watched(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, folder: Path, secrets: Iterable[str] = SECRETS
) -> Iterator[None]:
    """Nothing secret is printed, logged or written to a log while the block runs, by this process or those it starts."""
    yield
    printed = capfd.readouterr()
    sys.stdout.write(printed.out)  # for whoever wants to read it when the test has failed
    sys.stderr.write(printed.err)
    assert_no_secret(printed.out, "standard output", secrets)
    assert_no_secret(printed.err, "standard error", secrets)
    assert_no_secret(caplog.text, "the log", secrets)
    assert_no_secret_in_logs(folder, secrets)
