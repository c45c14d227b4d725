"""A browser for the tests that look at pages: the system's Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium as the system has it; `make test` has made sure that there is one."""
    program = os.environ.get("FAIRDEAL_CHROMIUM") or next(filter(None, map(shutil.which, _PROGRAMS)), None)
    assert program is not None, "no Chromium: run the tests with `make test`, or set FAIRDEAL_CHROMIUM"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=_FLAGS)
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page; an error in its console fails the test."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    found = context.new_page()
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield found
    context.close()
    assert errors == []
