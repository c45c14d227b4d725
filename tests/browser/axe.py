"""What axe-core finds wrong with a page."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect

_AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


@cache
def _program() -> str:
    return _AXE.read_text("utf-8")


# Within the guard, some tenths of a second after their meaning changed, buttons are drawn faintly. A hand goes on while axe looks.
_LOOK: Final = """
async () => {
  let guarded = document.querySelector(".guard") !== null;
  const watch = new MutationObserver(() => { guarded ||= document.querySelector(".guard") !== null; });
  watch.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  watch.disconnect();
  return { violations, guarded };
}
"""


def serious(page: Page) -> list[str]:
    """Violations that axe calls serious or critical; the page's policy must have been put aside for it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_program())
    found = _look(page)
    while found["guarded"] and _serious_in(found):
        found = _look(page)
    return _serious_in(found)


def _look(page: Page) -> Any:
    expect(page.locator(".guard")).to_have_count(0)
    return page.evaluate(_LOOK)


def _serious_in(found: Any) -> list[str]:
    return [
        f"{each['impact']} {each['id']}: {node['html'][:120]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:4]
    ]
