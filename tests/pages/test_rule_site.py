"""The generated pages: complete, linked, readable in four languages and on a phone."""

import re
import threading
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from fairdeal.rulebook.catalogue import rules_of
from fairdeal.rulebook.clause import PUBLISHED, EditionId
from fairdeal.rulebook.wording import LANGUAGES
from tools import rule_site


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built."""
    target = tmp_path_factory.mktemp("site")
    rule_site.build(target)
    return target


class Links(HTMLParser):
    """Ids and links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name in ("href", "src") and value:
                self.links.append(value)


def read(path: Path) -> Links:
    links = Links()
    links.feed(path.read_text("utf-8"))
    return links


def test_every_link_leads_somewhere(folder: Path) -> None:
    pages = {path.resolve(): read(path) for path in folder.rglob("*.html")}
    for path, page in pages.items():
        for link in page.links:
            if link.startswith("data:"):
                continue
            target, _, anchor = link.partition("#")
            found = (path.parent / target).resolve() if target else path
            assert found.exists(), f"{path.name} -> {link}"
            if anchor and found in pages:
                assert anchor in pages[found].ids, f"{path.name} -> {link}"


def test_no_page_uses_an_id_twice(folder: Path) -> None:
    for path in folder.rglob("*.html"):
        ids = read(path).ids
        assert len(set(ids)) == len(ids), path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", PUBLISHED)
def test_an_edition_page_has_every_clause(folder: Path, language: str, edition: EditionId) -> None:
    page = read(folder / language / f"{edition}.html")

    assert {rule.id for rule in rules_of(edition)} <= set(page.ids)


def test_nothing_is_loaded_from_elsewhere(folder: Path) -> None:
    for path in folder.rglob("*.*"):
        if path.suffix in (".html", ".css", ".js"):
            assert not re.search(r"https?://(?!localhost)", path.read_text("utf-8")), path


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """The site on a plain web server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves without writing a line for each request."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_the_front_page_answers(address: str) -> None:
    with urlopen(address) as answer:  # noqa: S310
        assert answer.status == 200
        assert "Unibet Poker 2.7" in answer.read().decode()


@pytest.mark.browser
def test_a_reader_finds_a_rule_and_changes_the_language(address: str, page: Page) -> None:
    page.goto(f"{address}/")
    page.get_by_role("link", name="Unibet Poker 2.7").first.click()
    page.wait_for_url("**/unibet-2.7.html")
    page.wait_for_load_state()
    page.keyboard.press("/")
    page.keyboard.type("BET-13")

    expect(page.locator("section.rule:visible h3")).to_have_text(re.compile("^BET-13 "))
    expect(page.locator(".find output")).to_have_text("1 found")
    expect(page.locator(".chapters li:visible")).to_have_count(1)

    page.keyboard.press("Escape")
    expect(page.locator("section.rule:visible")).to_have_count(236)

    page.get_by_role("link", name="ET", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "et")
    expect(page.locator("#BET-13")).to_contain_text("all-in")


@pytest.mark.browser
def test_a_search_without_a_hit_says_what_to_try(address: str, page: Page) -> None:
    page.goto(f"{address}/sv/publicwin.html")
    page.get_by_role("searchbox").fill("zzzz")

    expect(page.locator(".nothing")).to_be_visible()
    expect(page.locator(".nothing")).to_contain_text("BET-13")


@pytest.mark.browser
@pytest.mark.parametrize("name", ["index", "unibet-2.7", "publicwin", "live-casino", "glossary", "changes", "coverage"])
def test_nothing_sticks_out_on_a_phone(address: str, page: Page, name: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for language in ("et", "ro"):
        page.goto(f"{address}/{language}/{name}.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, f"{language}/{name}"
