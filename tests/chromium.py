"""The system's Chromium, driven by Playwright; one for a whole run, because two cannot be driven from one thread."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserType, sync_playwright

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@contextmanager
def launched() -> Iterator[Browser]:
    """Chromium as the system has it; `make test` has made sure that there is one."""
    with sync_playwright() as playwright:
        found = launch(playwright.chromium)
        yield found
        found.close()


def launch(kind: BrowserType, *flags: str) -> Browser:
    """One more Chromium, with flags of its own."""
    program = os.environ.get("FAIRDEAL_CHROMIUM") or next(filter(None, map(shutil.which, _PROGRAMS)), None)
    assert program is not None, "no Chromium: run the tests with `make test`, or set FAIRDEAL_CHROMIUM"
    return kind.launch(executable_path=program, args=[*_FLAGS, *flags])
