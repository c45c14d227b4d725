"""
Pictures of every story, and axe on every page: `npm run stories`, then `python web/tools/shots.py [--axe] [--only act lobby]`.

Pictures go to web/shots. Fails on console errors (a breach of the content security policy is one) and, with --axe, on any violation
that axe calls serious or critical.
"""

import argparse
import sys

from playwright.sync_api import ConsoleMessage, Error, Page
from stories import SIZES, STORIES, WEB, browser, tell

AXE = WEB / "node_modules/axe-core/axe.min.js"
SHOTS = WEB / "shots"


def main() -> int:
    """Take the pictures; print the faults."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="*", default=STORIES)
    parser.add_argument("--sizes", nargs="*", default=list(SIZES))
    parser.add_argument("--query", default="", help="&theme=light&deck=2&language=ro&units=bb")
    parser.add_argument("--axe", action="store_true")
    parser.add_argument("--no-pictures", action="store_true")
    given = parser.parse_args()
    SHOTS.mkdir(exist_ok=True)
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            faults.append(f"console: {message.text}")

    def broke(error: Error) -> None:
        faults.append(f"page: {error}")

    with browser() as (launched, at):
        for size in given.sizes:
            width, height = SIZES[size]
            # axe is put into the page by hand, which the policy forbids.
            context = launched.new_context(
                viewport={"width": width, "height": height}, timezone_id="UTC", bypass_csp=given.axe
            )
            page = context.new_page()
            page.on("console", heard)
            page.on("pageerror", broke)
            for story in given.only:
                tell(page, at, story, given.query)
                name = f"{story}-{size}{given.query.replace('&', '-').replace('=', '-')}"
                if not given.no_pictures:
                    page.screenshot(path=SHOTS / f"{name}.png")
                if given.axe:
                    faults += [f"{name}: {told}" for told in serious(page)]
            context.close()
    told = "\n".join(dict.fromkeys(faults)) or f"{len(given.only) * len(given.sizes)} pages, no faults"
    print(told)  # noqa: T201
    return 1 if faults else 0


def serious(page: Page) -> list[str]:
    """What axe calls serious or critical."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['impact']} {each['id']}: {node['html'][:120]} {' '.join(str(node.get('failureSummary', '')).split())[:200]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:4]
    ]


if __name__ == "__main__":
    sys.exit(main())
