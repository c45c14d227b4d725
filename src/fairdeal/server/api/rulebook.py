"""The rulebooks: editions, chapters, rules with their words, comparisons, terms, and who the operator is."""

import asyncio
from http import HTTPStatus
from typing import Any

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery

from fairdeal.rulebook.loader import terms
from fairdeal.rulebook.wording import LANGUAGE_NAMES, Language
from fairdeal.server.api.caller import AnyRequest, Who
from fairdeal.server.api.library import (
    Catalogue,
    ComparisonAnswer,
    EditionAnswer,
    Page,
    ValuesAnswer,
    WordedRule,
    WordsAnswer,
)
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access


def _page_of(kind: Any) -> dict[int, ResponseSpec]:
    return {200: ResponseSpec(kind, generate_examples=False, description="The page")}


class TermAnswer(Answer, frozen=True):
    """A term of the trade."""

    key: str
    term: str
    english: str


class OperatorAnswer(Answer, frozen=True):
    """The operator of the room."""

    name: str
    licence: str
    contact: str
    address: str
    language: str
    money: list[str]
    editions: list[EditionAnswer]


@get("/rulebook", may=Access.ANYBODY, responses=_page_of(Catalogue))
async def read_rulebook(caller: Who, request: AnyRequest) -> Response[bytes]:
    """All rules with their sources, values and readings; words come from another route, by language."""
    return _page(request, await asyncio.to_thread(caller.library.catalogue))


@get("/rulebook/words/{language:str}", may=Access.ANYBODY, responses=_page_of(dict[str, WordsAnswer]))
async def read_words(caller: Who, request: AnyRequest, language: FromPath[str]) -> Response[bytes]:
    """The words of all rules in a language."""
    return _page(request, await asyncio.to_thread(caller.library.words, _language(language)))


@get("/rulebook/values/{language:str}", may=Access.ANYBODY, responses=_page_of(ValuesAnswer))
async def read_values(caller: Who, request: AnyRequest, language: FromPath[str]) -> Response[bytes]:
    """The names of the values of all editions in a language."""
    return _page(request, await asyncio.to_thread(caller.library.values, _language(language)))


@get("/rulebook/rules/{rule:str}", may=Access.ANYBODY)
async def read_rule(caller: Who, rule: FromPath[str]) -> WordedRule:
    """One rule with its words in all languages."""
    found = await asyncio.to_thread(caller.library.rule, rule)
    if found is None:
        raise Refused("no_such_rule", HTTPStatus.NOT_FOUND)
    return found


@get("/rulebook/compare", may=Access.ANYBODY)
async def compare_editions(
    caller: Who, before: FromQuery[str], after: FromQuery[str], language: FromQuery[str] = "en"
) -> ComparisonAnswer:
    """The differences between two rulebooks, worded in a language."""
    found = await asyncio.to_thread(caller.library.comparison, before, after, _language(language))
    if found is None:
        raise Refused("no_such_edition", HTTPStatus.NOT_FOUND)
    return found


@get("/rulebook/glossary/{language:str}", may=Access.ANYBODY)
async def read_glossary(language: FromPath[str]) -> list[TermAnswer]:
    """The terms of the trade in a language."""
    chosen = _language(language)
    return [TermAnswer(term.key, term.names[chosen], term.names["en"]) for term in await asyncio.to_thread(terms)]


@get("/operator", may=Access.ANYBODY)
async def read_operator(caller: Who) -> OperatorAnswer:
    """The operator of this room, and its rulebooks."""
    who = caller.house.settings.operator
    editions = await asyncio.to_thread(lambda: caller.library.editions)
    hosted = [edition for edition in editions if edition.hosted]
    money = [kind.value for kind in caller.house.room.settings.money]
    return OperatorAnswer(who.name, who.licence, who.contact, who.address, who.language, money, hosted)


def _page(request: AnyRequest, page: Page) -> Response[bytes]:
    """A cached page, or 304 if the browser has it."""
    headers = {"cache-control": "public, max-age=300", "etag": page.etag}
    if request.headers.get("if-none-match") == page.etag:
        return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(page.body, media_type="application/json", headers=headers)


def _language(text: str) -> Language:
    for language in LANGUAGE_NAMES:
        if language == text:
            return language
    raise Refused("no_such_language", HTTPStatus.NOT_FOUND)


ROUTES = [read_rulebook, read_words, read_values, read_rule, compare_editions, read_glossary, read_operator]
