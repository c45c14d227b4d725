"""
Redaction of secrets in log lines, as a second line of defence.

The first is that nothing secret is logged. This one removes the secrets this process was given, by value, and the tokens it makes,
by their form; and no value can start a log line of its own.
"""

import logging
import os
import re
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from fairdeal.server.settings import ServerSettings

HIDDEN: Final = "(hidden)"
_SHORTEST: Final = 4  # shorter ones are parts of words, and hardly secret
_URL: Final = re.compile(r"([a-z][a-z0-9+.-]*://[^\s:/@'\"]*:)[^\s@'\"]+@", re.IGNORECASE)
_NAMED: Final = re.compile(
    r"((?:password|passwd|secret|fairdeal_session|csrf|authorization|cookie)[\"']?\s*[=:]\s*)"
    r"(\"[^\"]*\"|'[^']*'|(?!\(hidden)[^\s\"',;)}\]]+)",
    re.IGNORECASE,
)
_TOKEN: Final = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])")  # 256 bits, as in links and cookies
_ODD: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_INDENT: Final = "\n    "


class Redactor:
    """Removes known secrets from texts."""

    def __init__(self, *secrets: str) -> None:
        self._known: tuple[str, ...] = ()
        self.learn(*secrets)

    def learn(self, *secrets: str) -> None:
        """Redact these values from now on, also URL-encoded; the longest first, as one may contain another."""
        written = {form for secret in secrets for form in (secret, unquote(secret), quote(secret, safe=""))}
        found = {*self._known, *(each for each in written if len(each) >= _SHORTEST)}
        self._known = tuple(sorted(found, key=len, reverse=True))

    def clean(self, text: str) -> str:
        """The text without secrets and control characters."""
        for secret in self._known:
            text = text.replace(secret, HIDDEN)
        text = _URL.sub(rf"\1{HIDDEN}@", text)
        text = _NAMED.sub(_without_value, text)
        text = _TOKEN.sub(HIDDEN, text)
        text = _ODD.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
        return text.rstrip("\n").replace("\n", _INDENT)


def _without_value(found: re.Match[str]) -> str:
    quote_mark = found[2][0] if found[2][0] in "\"'" else ""
    return f"{found[1]}{quote_mark}{HIDDEN}{quote_mark}"


class CleanFormatter(logging.Formatter):
    """Redacts the lines of another formatter; continuation lines are indented."""

    def __init__(self, inner: logging.Formatter, redactor: Redactor) -> None:
        super().__init__()
        self._inner = inner
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        """The redacted line; a record that cannot be formatted becomes a line that says so."""
        try:
            return self._redactor.clean(self._inner.format(record))
        except Exception as error:
            return f"a line of {record.name} could not be written: {type(error).__name__}"


def secrets_of(settings: ServerSettings, keys: str = "FAIRDEAL_KEYS") -> list[str]:
    """All secrets in the settings, the environment and the key file."""
    found = [settings.smtp_password, settings.payment_secret, settings.webhook_secret]
    try:
        found.append(urlsplit(settings.database).password or "")
    except ValueError:
        found.append(settings.database)  # no address at all: nobody knows what of it is secret
    found += _keys_in(os.environ.get(keys, ""))
    file = Path(settings.data) / "cards.key"
    if file.is_file():
        found += _keys_in(file.read_text("ascii", errors="replace"))
    return [each for each in found if each]


def _keys_in(text: str) -> list[str]:
    return [line.partition(":")[2] for line in text.replace(",", "\n").split()]


def log_failures() -> None:
    """Log uncaught exceptions of the program and its threads instead of printing them."""
    log = logging.getLogger("fairdeal")

    def of_program(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        log.critical("the program failed", exc_info=(kind, error, trace))

    def of_thread(failed: threading.ExceptHookArgs) -> None:
        name = "" if failed.thread is None else failed.thread.name
        log.critical("a thread failed: %s", name, exc_info=failed.exc_value)

    sys.excepthook, threading.excepthook = of_program, of_thread
    logging.captureWarnings(capture=True)
