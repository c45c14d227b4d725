"""How the client behaves in scripted moments that no real hand can be asked for: the stories of `npm run stories`."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import resize
from tests.browser.storybook import opened_page, tell

EAGER: Final = """
new MutationObserver(() => {
  const call = document.querySelector(".act.call");
  if (!call || document.body.dataset.pressed) return;
  document.body.dataset.pressed = "yes";
  call.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  call.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
}).observe(document, { subtree: true, childList: true });
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page."""
    with opened_page(browser) as found:
        yield found


def rectangles(page: Page) -> list[tuple[int, ...]]:
    """Where the three places of the action row are, left to right."""
    boxes = [box.bounding_box() for box in page.locator(".acts > :is(.act, .armbox, .void)").all()]
    return [tuple(round(box[side]) for side in ("x", "y", "width", "height")) for box in boxes if box is not None]


def test_buttons_stand_in_the_same_places_whatever_they_mean(page: Page, stories: str) -> None:
    sizes = [(1440, 900), (1280, 720), (390, 844), (390, 664)]
    seen: dict[tuple[int, int], dict[str, list[tuple[int, ...]]]] = {size: {} for size in sizes}
    for name in ("act", "pre", "closed", "lost"):
        tell(page, stories, name)
        for size in sizes:
            resize(page, size)
            seen[size][name] = rectangles(page)
    for places in seen.values():
        assert len(places["act"]) == 3
        assert all(each == places["act"] for each in places.values())


def test_a_press_right_after_a_change_is_dropped_and_a_later_one_acts(page: Page, stories: str) -> None:
    page.add_init_script(EAGER)
    page.goto(f"{stories}/?story=act&run=1")
    expect(page.locator("body[data-pressed]")).to_have_count(1)
    expect(page.locator(".guard")).to_have_count(0)
    expect(page.locator(".act.call")).to_have_count(1)
    page.locator(".act.call").click()
    expect(page.locator(".act.call")).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("Helve calls 4.20")


def test_keys_set_step_and_act_and_text_fields_keep_them(page: Page, stories: str) -> None:
    tell(page, stories, "act", "&run=1")
    amount = page.get_by_label("Raise to").and_(page.locator("input"))
    for key, value in (("4", "32.50"), ("ArrowUp", "33.00"), ("Shift+ArrowDown", "30.50")):
        page.keyboard.press(key)
        expect(amount).to_have_value(value)
    page.keyboard.press("5")
    expect(page.locator(".act.raise")).to_contain_text("All-in")
    page.keyboard.press("a")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(amount).to_have_value("8.40")
    expect(page.locator(".line")).to_contain_text("The least raise is to 8.40")
    page.locator(".say-box input").focus()
    page.keyboard.type("fcr")
    expect(page.locator(".act.fold")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("fcr")
    page.locator(".stage").click(position={"x": 5, "y": 5})
    page.keyboard.press("f")
    expect(page.locator(".act.fold")).to_have_count(0)


def test_why_opens_the_clause_beside_the_felt_in_any_language(page: Page, stories: str) -> None:
    tell(page, stories, "closed")
    page.keyboard.press("w")
    expect(page.locator(".pop h3")).to_contain_text("short all-in")
    page.locator(".pop select").select_option("sv")
    expect(page.locator(".pop h3")).to_contain_text("all-in öppnar inte")
    stage, pop = page.locator(".stage").bounding_box(), page.locator(".pop").bounding_box()
    assert stage is not None
    assert pop is not None
    assert pop["x"] >= stage["x"] + stage["width"]
    page.keyboard.press("Escape")
    expect(page.locator(".pop")).to_have_count(0)


def test_a_pre_action_arms_for_its_price_and_never_in_the_raise_slot(page: Page, stories: str) -> None:
    tell(page, stories, "pre")
    call = page.get_by_role("button", name="Call 4.20")
    call.click()
    expect(call).to_have_attribute("aria-pressed", "true")
    expect(call).to_contain_text("if still 4.20")
    page.keyboard.press("Escape")
    expect(call).to_have_attribute("aria-pressed", "false")
    assert page.locator(".acts > .void").evaluate("place => place.tagName") == "DIV"


def test_the_replayer_steps_by_keys_and_its_address_follows(page: Page, stories: str) -> None:
    tell(page, stories, "history")
    expect(page.locator(".bar")).to_contain_text("Step 34 of 34")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".bar")).to_contain_text("Step 2 of 34")
    expect(page).to_have_url(re.compile("/history/h-18204/2$"))


def test_a_lost_connection_pushes_nothing_off_the_bar_above_the_lobby(page: Page, stories: str) -> None:
    tell(page, stories, "lost")
    page.get_by_role("link", name="Lobby").first.click()
    for size in ((1280, 720), (1440, 900), (390, 844)):
        resize(page, size)
        expect(page.locator(".chipb.lost")).to_be_visible()
        box = page.get_by_role("button", name="Menu").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= size[0]
