"""The rulebooks as data, for everybody."""

from functools import partial

from fairdeal.rulebook.catalogue import RULES
from fairdeal.rulebook.clause import PUBLISHED, PW, U26, U27
from tests.server.api.house import World
from tests.server.api.house import story as common_story

story = partial(common_story, own_app=True)  # the library is the application's


@story
async def test_every_rule_is_told_with_its_clauses_and_words(world: World) -> None:
    page = world.browser()
    book = await page.get("/rulebook")
    words = {language: await page.get(f"/rulebook/words/{language}") for language in ("en", "et", "sv", "ro")}

    assert set(book["rules"]) == set(RULES) == set(words["en"])
    assert [rule for chapter in book["chapters"] for rule in chapter["rules"]] == list(RULES)
    assert {edition["id"] for edition in book["editions"]} == set(PUBLISHED)
    assert {edition["id"] for edition in book["editions"] if edition["hosted"]} == {U27, PW}
    shown = [rule for rule in RULES.values() if rule.kind in ("E", "D")]
    assert all(rule.id in words[language] for rule in shown for language in words)
    assert book["rules"]["BET-13"]["sources"] == {str(key): text for key, text in RULES["BET-13"].sources.items()}


@story
async def test_one_rule_is_told_in_every_language_with_its_values(world: World) -> None:
    page = world.browser()

    found = await page.get("/rulebook/rules/WAL-05")

    assert set(found["words"]) == {"en", "et", "sv", "ro"}
    costs = next(each for each in found["rule"]["values"] if each["name"].endswith("cost_percent_each_way"))
    assert list(costs["byEdition"]) == [PW]
    assert await page.refused_get("/rulebook/rules/BET-99") == (404, "no_such_rule")


@story
async def test_a_rule_names_the_tests_that_prove_it_and_chapters_have_titles_in_every_language(world: World) -> None:
    book = await world.browser().get("/rulebook")

    assert "an undersized all in does not reopen betting" in book["rules"]["BET-13"]["tests"]
    assert all(set(chapter["titles"]) == {"en", "et", "sv", "ro"} for chapter in book["chapters"])


@story
async def test_a_page_that_did_not_change_is_not_sent_again(world: World) -> None:
    page = world.browser()
    first = await page.http.get("/api/rulebook")

    second = await page.http.get("/api/rulebook", headers={"if-none-match": first.headers["etag"]})

    assert (second.status_code, second.content) == (304, b"")
    assert "public" in first.headers["cache-control"]


@story
async def test_values_are_told_in_words_of_every_language(world: World) -> None:
    guest = world.browser()

    told = {language: await guest.get(f"/rulebook/values/{language}") for language in ("en", "et", "sv", "ro")}
    compared = await guest.get("/rulebook/compare", before="unibet-2.7", after="publicwin", language="et")

    assert told["en"]["labels"]["poker.sit_out.removal_seconds"].startswith("Sitting out: ")
    assert told["et"]["values"]["yes"] == "jah"
    assert all(len(each["labels"]) == len(told["en"]["labels"]) > 400 for each in told.values())
    assert [each["about"] for each in compared["differences"] if "_" in each["about"]] == []
    assert await guest.refused_get("/rulebook/values/xx") == (404, "no_such_language")


@story
async def test_two_editions_are_compared(world: World) -> None:
    page = world.browser()

    found = await page.get("/rulebook/compare", before=U26, after=U27)
    same = await page.get("/rulebook/compare", before=U27, after=U27)

    assert any(difference["change"] == "effect" for difference in found["differences"])
    assert found["same"] > 0
    assert same["differences"] == same["rulesOnlyBefore"] == same["rulesOnlyAfter"] == []
    assert await page.refused_get("/rulebook/compare", before=U26, after="x") == (404, "no_such_edition")
    assert await page.refused_get("/rulebook/compare", before=U26) == (400, "malformed")


@story
async def test_terms_and_the_operator_are_told(world: World) -> None:
    page = world.browser()

    terms = {each["english"]: each["term"] for each in await page.get("/rulebook/glossary/et")}
    operator = await page.get("/operator")

    assert terms["big blind"] == "suur pimepanus"
    assert (operator["name"], operator["money"]) == ("A Fairdeal room", ["test"])
    assert [edition["id"] for edition in operator["editions"]] == [U27, PW]
    assert await page.refused_get("/rulebook/glossary/fi") == (404, "no_such_language")
    assert await page.refused_get("/rulebook/words/fi") == (404, "no_such_language")
