"""The page that verifies without a server, opened as a file: dropped and pasted records, four languages, a phone."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from fairdeal.fair import end_hand, proof_json, proof_text
from fairdeal.server.http.static import DOWNLOADS
from fairdeal.testing.plan import Dice
from tests.fair.hands import KEY, example_published, random_hand, signed

pytestmark = pytest.mark.browser

PAGE = (DOWNLOADS / "pfp1_verify.html").as_uri()


@pytest.fixture
def verifier(page: Page) -> Page:
    page.goto(PAGE)
    return page


def check(page: Page, text: str) -> None:
    page.locator("#paste").fill(text)
    page.locator("#go").click()


def test_a_pasted_hand_is_told_step_by_step(verifier: Page) -> None:
    verifier.locator("#key").fill(KEY.public.hex())
    check(verifier, proof_text(example_published()))

    expect(verifier.locator(".state")).to_contain_text("Hand 1. Everything fits.")
    expect(verifier.locator(".step")).to_have_count(12)
    expect(verifier.locator(".step.bad")).to_have_count(0)
    expect(verifier.locator(".cards li")).to_have_text(["8♥", "3♥", "9♦", "Q♦", "7♦"])
    expect(verifier.locator(".notes li").last).to_contain_text("The machine that deals knows the cards.")


def test_a_wrong_card_is_shown_at_its_step(verifier: Page) -> None:
    found = proof_json(example_published())
    found["openings"][2]["card"] ^= 4
    check(verifier, json.dumps(found))

    expect(verifier.locator(".state.bad")).to_contain_text("Check failed")
    expect(verifier.locator(".step.bad h3").first).to_contain_text("The cards shown come from the locked deck")
    expect(verifier.locator(".step.bad p").first).to_have_text("Only 4 of 5 fit, or a card is there twice.")


def test_a_file_of_several_hands_is_a_list_and_each_can_be_opened(verifier: Page, tmp_path: Path) -> None:
    dice = Dice(71)
    hands = []
    before = bytes(32)
    for number in (1, 2, 3):
        ended = end_hand(random_hand(dice, number=number, before=before), ())
        hands.append(proof_text(signed(ended)))
        before = ended.after
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join([*hands, hands[0]]), "utf-8")
    verifier.locator("#file").set_input_files(path)

    expect(verifier.locator(".state.bad")).to_have_text("3 of 4 records fit.")
    verifier.locator("button.row").nth(1).click()
    expect(verifier.locator(".state.ok")).to_contain_text("Hand 2.")
    verifier.get_by_role("button", name="All records").click()
    verifier.locator("button.row.bad").click()
    expect(verifier.locator(".step.bad h3")).to_contain_text(["Used once", "Numbered in turn"])


def test_what_is_no_record_is_told(verifier: Page) -> None:
    check(verifier, "hello")
    expect(verifier.locator(".state.bad")).to_contain_text("This is no record that can be checked")
    check(verifier, f"{proof_text(example_published())}\n{{}}")
    expect(verifier.locator(".state.bad")).to_contain_text("This is no record that can be checked: 2: ")
    check(verifier, "")
    expect(verifier.locator(".state.bad")).to_have_text("There is nothing to check yet.")


@pytest.mark.parametrize(
    ("language", "words"),
    [("et", "Kõik klapib."), ("sv", "Allt stämmer."), ("ro", "Totul se potrivește.")],
)
def test_four_languages_on_a_phone(verifier: Page, language: str, words: str) -> None:
    verifier.set_viewport_size({"width": 360, "height": 740})
    verifier.locator("#language").select_option(language)
    check(verifier, proof_text(example_published()))

    expect(verifier.locator(".state.ok")).to_contain_text(words)
    expect(verifier.locator("html")).to_have_attribute("lang", language)
    assert verifier.evaluate("document.documentElement.scrollWidth") <= 360
