"""How the client behaves in a browser, story by story: `npm run stories`, then `python web/tools/behave.py`."""

import argparse
import sys
from collections.abc import Callable

from playwright.sync_api import Browser, Page
from stories import STORIES, browser, tell

EAGER = """
new MutationObserver(() => {
  const call = document.querySelector(".act.call");
  if (!call || window.pressed) return;
  window.pressed = true;
  call.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  call.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
}).observe(document, { subtree: true, childList: true });
"""


def rectangles(page: Page) -> list[dict[str, float]]:
    """Where the three places of the action row are, left to right."""
    boxes = page.locator(".acts > :is(.act, .armbox, .void)").all()
    return [{key: round(value) for key, value in (box.bounding_box() or {}).items()} for box in boxes]


def controls_keep_their_rectangles(page: Page, at: str) -> None:
    """Fold, Call and Raise stand in the same places whatever they mean."""
    for width, height in ((1440, 900), (1280, 720), (1920, 1080), (390, 844), (390, 664)):
        page.set_viewport_size({"width": width, "height": height})
        seen = []
        for name in ("act", "pre", "closed", "lost"):
            tell(page, at, name)
            seen.append(rectangles(page))
        assert all(each == seen[0] for each in seen), (width, height, seen)
        assert len(seen[0]) == 3, seen
    page.set_viewport_size({"width": 1440, "height": 900})


def a_press_right_after_a_change_is_dropped(page: Page, at: str) -> None:
    """Within 300 ms of its change a button does nothing; afterwards it acts."""
    page.add_init_script(EAGER)
    page.goto(f"{at}/?story=act&run=1")
    page.wait_for_function("window.pressed")
    page.wait_for_timeout(200)
    assert page.locator(".act.call").count() == 1, "acted inside the guard"
    page.wait_for_timeout(500)
    page.locator(".act.call").click()
    page.wait_for_timeout(200)
    assert page.locator(".act.call").count() == 0, "did not act after the guard"
    assert "Helve calls 4.20" in page.inner_text(".log")


def keys_act_and_text_fields_keep_them(page: Page, at: str) -> None:
    """Presets set, arrows step, nothing commits but F, C and R; in a text field letters are letters."""
    tell(page, at, "act", "&run=1")
    amount = page.get_by_label("Raise to").and_(page.locator("input"))
    page.keyboard.press("4")
    assert amount.input_value() == "32.50", amount.input_value()
    page.keyboard.press("ArrowUp")
    assert amount.input_value() == "33.00"
    page.keyboard.press("Shift+ArrowDown")
    assert amount.input_value() == "30.50"
    page.keyboard.press("5")
    assert page.inner_text(".act.raise").startswith("All-in")
    page.keyboard.press("a")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    assert amount.input_value() == "8.40"
    assert "The least raise is to 8.40" in page.inner_text(".line")
    page.locator(".say-box input").focus()
    page.keyboard.type("fcr")
    assert page.locator(".act.fold").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    assert "fcr" in page.inner_text(".log")
    page.locator(".stage").click(position={"x": 5, "y": 5})
    page.keyboard.press("f")
    page.wait_for_timeout(200)
    assert page.locator(".act.fold").count() == 0


def why_shows_the_clause_in_four_languages(page: Page, at: str) -> None:
    """W opens the clause beside the felt; its language can be chosen there."""
    tell(page, at, "closed")
    page.keyboard.press("w")
    page.wait_for_selector(".pop h3")
    assert "short all-in" in page.inner_text(".pop h3")
    page.locator(".pop select").select_option("sv")
    assert "all-in öppnar inte" in page.inner_text(".pop h3")
    stage, pop = page.locator(".stage").bounding_box(), page.locator(".pop").bounding_box()
    assert stage
    assert pop
    assert pop["x"] >= stage["x"] + stage["width"], "the popover lies over the felt"
    page.keyboard.press("Escape")
    assert page.locator(".pop").count() == 0


def languages_switch_live(page: Page, at: str) -> None:
    """Every word changes at once, the log and the title included."""
    tell(page, at, "act")
    page.get_by_role("button", name="Menu").first.click()
    page.locator(".top .menu select").first.select_option("ro")
    page.wait_for_function("document.documentElement.lang === 'ro'")
    assert "Plătește" in page.inner_text(".acts")
    assert "plusează la 1,50" in page.inner_text(".log")
    assert page.title() == "● Rândul dvs. · Tallinn 3"


def the_reader_is_told(page: Page, at: str) -> None:
    """Sentences reach the live regions."""
    tell(page, at, "act", "&run=1")
    page.keyboard.press("i")
    assert "You have ace of spades, queen of spades." in page.inner_text("section.table + p, .line + p")
    page.keyboard.press("c")
    page.wait_for_timeout(300)
    assert "Helve calls 4.20." in page.inner_text(".line + p")


def a_pre_action_arms_and_disarms(page: Page, at: str) -> None:
    """A click arms for this price, Escape disarms; the raise slot offers nothing."""
    tell(page, at, "pre")
    call = page.get_by_role("button", name="Call 4.20")
    call.click()
    assert call.get_attribute("aria-pressed") == "true"
    assert "if still 4.20" in call.inner_text()
    page.keyboard.press("Escape")
    assert call.get_attribute("aria-pressed") == "false"
    assert page.locator(".acts > .void").evaluate("e => e.tagName") == "DIV"


def the_replayer_steps(page: Page, at: str) -> None:
    """Arrows walk through the hand and the address follows, so that a moment can be linked to."""
    tell(page, at, "history")
    assert "Step 34 of 34" in page.inner_text(".bar")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert "Step 2 of 34" in page.inner_text(".bar")
    assert page.url.endswith("/history/h-18204/2")


def nothing_scrolls_sideways_on_a_phone(page: Page, at: str) -> None:
    """No page is wider than the phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    for name in STORIES[STORIES.index("lobby") :]:
        tell(page, at, name)
        wide = page.evaluate("document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth")
        assert wide <= 0, (name, wide)
    page.set_viewport_size({"width": 1440, "height": 900})


CHECKS: tuple[Callable[[Page, str], None], ...] = (
    controls_keep_their_rectangles,
    a_press_right_after_a_change_is_dropped,
    keys_act_and_text_fields_keep_them,
    why_shows_the_clause_in_four_languages,
    languages_switch_live,
    the_reader_is_told,
    a_pre_action_arms_and_disarms,
    the_replayer_steps,
    nothing_scrolls_sideways_on_a_phone,
)


def run(launched: Browser, at: str, check: Callable[[Page, str], None]) -> str | None:
    """What went wrong, if anything."""
    page = launched.new_context(viewport={"width": 1440, "height": 900}, timezone_id="UTC").new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    try:
        check(page, at)
    except AssertionError as error:
        faults.append(f"{error}")
    finally:
        page.context.close()
    return "; ".join(faults) or None


def main() -> int:
    """Run the checks; say which failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="*", default=[check.__name__ for check in CHECKS])
    wanted = parser.parse_args().only
    failed = 0
    with browser() as (launched, at):
        for check in CHECKS:
            if check.__name__ not in wanted:
                continue
            fault = run(launched, at, check)
            failed += fault is not None
            print(f"{'FAILED' if fault else 'ok':7} {check.__name__.replace('_', ' ')}{': ' + fault if fault else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
