"""What axe-core finds wrong with a page."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

_AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


@cache
def _program() -> str:
    return _AXE.read_text("utf-8")


def serious(page: Page) -> list[str]:
    """Violations that axe calls serious or critical; the page's policy must have been put aside for it."""
    page.evaluate(_program())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['impact']} {each['id']}: {node['html'][:120]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:4]
    ]
