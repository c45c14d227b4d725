"""What axe-core finds wrong with a page."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page, expect

_AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


@cache
def _program() -> str:
    return _AXE.read_text("utf-8")


def serious(page: Page) -> list[str]:
    """Violations that axe calls serious or critical and that last; the page's policy must have been put aside for it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_program())
    # A hand goes on while axe looks, and within the guard buttons are drawn faintly.
    return _found(page) and _found(page)


def _found(page: Page) -> list[str]:
    expect(page.locator(".guard")).to_have_count(0)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['impact']} {each['id']}: {node['html'][:120]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:4]
    ]
