"""
The rulebook as web pages to put on any server: `python -m tools.rule_site` writes build/site.

The text is the Markdown of tools.rule_pages in every language; this only sets it.
"""

import re
import shutil
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt

from fairdeal.rulebook.catalogue import CHAPTERS, rules_of
from fairdeal.rulebook.clause import PUBLISHED
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.rulebook.wording import LANGUAGE_NAMES, LANGUAGES, Language
from tools.page_words import say
from tools.rule_coverage import Coverage
from tools.rule_pages import HERE, changes_page, coverage_page, edition_page, glossary_page, read_marks, readings_page

SITE: Final = HERE / "build" / "site"
ASSETS: Final = Path(__file__).parent / "site_assets"
TOKENS: Final = HERE / "web" / "src" / "assets" / "tokens.css"  # the client's, so that both look alike
_MARK: Final = (
    '<svg viewBox="0 0 64 64" aria-hidden="true"><path fill="currentColor" fill-rule="evenodd" d="M32 3C37 14 60 25 60 41.5 60 49.5 54 '
    "55 46.5 55 41.5 55 37.5 52.8 34.6 48.6 35.4 54.5 37.8 58.8 42.5 62H21.5C26.2 58.8 28.6 54.5 29.4 48.6 26.5 52.8 22.5 55 17.5 55 "
    '10 55 4 49.5 4 41.5 4 25 27 14 32 3ZM19 29.5V34H45V29.5ZM19 38V42.5H45V38Z"/></svg>'
)
_GLASS: Final = (
    '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round">'
    '<circle cx="10.8" cy="10.8" r="6"/><path d="M15.5 15.5L20 20"/></svg>'
)


def build(target: Path = SITE) -> None:
    """Write the whole site into a folder, which is emptied first."""
    shutil.rmtree(target, ignore_errors=True)
    coverage = Coverage(read_marks())
    for language in LANGUAGES:
        folder = target / language
        folder.mkdir(parents=True)
        _write(folder / "index.html", _front(language))
        for edition in map(published_edition, PUBLISHED):
            text = edition_page(edition, language, coverage)
            _write(
                folder / f"{edition.id}.html",
                _page(text, edition.title, language, edition.id, _sidebar(edition, language)),
            )
        _write(
            folder / "glossary.html", _page(glossary_page(language), say("glossary", language), language, "glossary")
        )
        for name, title, text in (
            ("readings", say("readings", language), readings_page()),
            ("changes", say("changes", language), changes_page()),
            ("coverage", say("coverage", language), coverage_page(coverage)),
        ):
            _write(folder / f"{name}.html", _page(text, title, language, name))
    shutil.copytree(ASSETS, target / "assets")
    shutil.copy(TOKENS, target / "assets")
    _write(target / "index.html", _front("en").replace('="../', '="'))


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")


def _front(language: Language) -> str:
    cards = [
        f'<a class="card" href="../{language}/{edition.id}.html"><b>{escape(edition.title)}</b>'
        f"{len(rules_of(edition.id))} {say('rules', language)}<span>{say('open', language)}</span></a>"
        for edition in map(published_edition, PUBLISHED)
    ]
    body = f'<h1>{say("rulebook", language)}</h1><p class="lead">{say("lead", language)}</p><div class="cards">{"".join(cards)}</div>'
    return _frame(body, say("rulebook", language), language, "index", plain=True)


def _page(markdown: str, title: str, language: Language, name: str, sidebar: str = "") -> str:
    html = _set(markdown)
    body = (
        f'{sidebar}<main id="main">{html}<p class="nothing" hidden>{say("nothing", language)}</p></main>'
        if sidebar
        else html
    )
    return _frame(body, title, language, name, plain=not sidebar)


def _frame(body: str, title: str, language: Language, name: str, *, plain: bool) -> str:
    tabs = [(str(edition.id), edition.title) for edition in map(published_edition, PUBLISHED)]
    tabs += [(each, say(each, language)) for each in ("glossary", "readings", "changes", "coverage")]
    current = ' aria-current="page"'
    links = "".join(
        f'<a href="../{language}/{key}.html"{current if key == name else ""}>{escape(label)}</a>' for key, label in tabs
    )
    langs = "".join(
        f'<a href="../{each}/{name}.html" hreflang="{each}" lang="{each}" title="{LANGUAGE_NAMES[each]}"'
        f"{current if each == language else ''}>{each.upper()}</a>"
        for each in LANGUAGES
    )
    inner = (
        f'<div class="page plain"><main id="main">{body}</main></div>' if plain else f'<div class="page">{body}</div>'
    )
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)} · Fairdeal</title>\n"
        '<link rel="icon" href="data:,">\n'
        '<link rel="stylesheet" href="../assets/tokens.css">\n<link rel="stylesheet" href="../assets/site.css">\n'
        '<script src="../assets/site.js" defer></script>\n</head>\n<body>\n'
        f'<a class="skip" href="#main">{say("rulebook", language)}</a>\n'
        f'<header class="top"><a class="brand" href="../{language}/index.html">{_MARK}Fairdeal</a>'
        f'<nav class="tabs" aria-label="{say("rulebook", language)}">{links}</nav>'
        f'<nav class="langs" aria-label="Language">{langs}</nav></header>\n{inner}\n</body>\n</html>\n'
    )


def _sidebar(edition: Edition, language: Language) -> str:
    items = []
    for chapter in CHAPTERS:
        count = sum(edition.published in rule.sources for rule in chapter.rules)
        if count:
            title = say(chapter.key, language)
            items.append(f'<li><a href="#{_slug(title)}">{escape(title)}<small>{count}</small></a></li>')
    search = say("search", language)
    return (
        f'<aside><label class="find">{_GLASS}<input type="search" placeholder="{search}" aria-label="{search}">'
        f'<output data-found="{say("found", language)}">/</output></label>'
        f'<nav aria-label="{say("chapters", language)}"><ul class="chapters">{"".join(items)}</ul></nav></aside>'
    )


def _set(markdown: str) -> str:
    """Markdown as HTML: rules and chapters become sections, links lead to pages, wide tables scroll by themselves."""
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown)
    html = re.sub(r'href="([\w.-]+)\.md(#[^"]*)?"', r'href="\1.html\2"', html)
    html = html.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    return "".join(_sections(html))


def _sections(html: str) -> Iterator[str]:
    head, *chapters = re.split(r"(?=<h2>)", html)
    yield from _rules(head)
    for chapter in chapters:
        title = re.match(r"<h2>(.*?)</h2>", chapter)
        assert title is not None, chapter[:80]
        yield f'<section class="chapter" id="{_slug(title[1])}">'
        yield from _rules(chapter)
        yield "</section>"


def _rules(html: str) -> Iterator[str]:
    head, *rules = re.split(r"(?=<h3>)", html)
    yield head
    for rule in rules:
        yield '<section class="rule">'
        yield re.sub(r"<h3>(\S+) · ", r'<h3 id="\1"><a class="clause" href="#\1">\1</a> ', rule, count=1)
        yield "</section>"


def _slug(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-")


if __name__ == "__main__":
    build()
    print(f"site in {SITE.relative_to(HERE)}")
