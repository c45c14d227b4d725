"""All 451 rules are there, and everything they name exists."""

import re
from collections import Counter

import pytest

from fairdeal.rulebook.catalogue import CHAPTERS, RULES, chapter_of, rules_of
from fairdeal.rulebook.clause import LC, PUBLISHED, PW, U22, U26, U27, EditionId
from fairdeal.rulebook.readings import READINGS
from tests.shared import shared

CODES = {"U22": U22, "U26": U26, "U27": U27, "PW": PW, "LC": LC}
GLOSSARY = [rule for rule in RULES.values() if rule.id.startswith("GLO-")]


def test_there_are_451_rules_of_four_classes() -> None:
    assert Counter(rule.kind for rule in RULES.values()) == {"E": 351, "D": 39, "O": 45, "P": 16}
    assert sum(len(chapter.rules) for chapter in CHAPTERS) == len(RULES) == 451


@pytest.mark.parametrize(
    ("edition", "count", "executable"),
    [(U22, 201, 154), (U26, 235, 184), (U27, 236, 184), (PW, 243, 181), (LC, 117, 95)],
)
def test_each_edition_has_its_rules(edition: EditionId, count: int, executable: int) -> None:
    held = rules_of(edition)

    assert len(held) == count
    assert sum(rule.kind == "E" for rule in held) == executable


def test_every_rule_names_its_clause_in_every_edition_it_holds_in() -> None:
    for rule in RULES.values():
        assert rule.sources, rule.id
        assert list(rule.sources) == [edition for edition in PUBLISHED if edition in rule.sources], rule.id
        assert all(source.strip() for source in rule.sources.values()), rule.id


def test_readings_and_rules_know_each_other() -> None:
    known = {reading.id for reading in READINGS}
    cited = {reading for rule in RULES.values() for reading in rule.readings}

    assert len(READINGS) == len(known) == 145
    assert cited == known


def test_every_glossary_entry_names_rules_of_its_edition() -> None:
    assert len(GLOSSARY) == 56
    for entry in GLOSSARY:
        assert entry.restates, entry.id
        assert all(PW in RULES[name].sources and name not in ("GLO-", entry.id) for name in entry.restates), entry.id


def test_two_glossary_entries_lost_against_the_articles() -> None:
    assert {entry.id: entry.overridden_by for entry in GLOSSARY if entry.overridden_by} == {
        "GLO-12": "X-12",
        "GLO-37": "X-13",
    }


def test_a_rule_knows_its_chapter() -> None:
    assert chapter_of("BET-13").key == "02-betting"


def test_the_catalogue_is_the_digest() -> None:
    """Ids, classes, titles and editions as the index of the specification has them."""
    index = shared("rules/00-index.md").read_text("utf-8")
    row = re.compile(r"^\| ([A-Z]+-\d+[a-z]?) \| (.+?) \| ([EDOP]) \| ([^|]+) \| .+ \| \d\d \|$", re.MULTILINE)
    digest = {
        found[1]: (found[2], found[3], [CODES[code] for code in found[4].split()]) for found in row.finditer(index)
    }

    assert {rule.id: (rule.title, rule.kind, list(rule.editions)) for rule in RULES.values()} == digest


def test_every_reading_a_rule_text_mentions_is_recorded() -> None:
    """The digest's rule texts name readings; each of them stands in the catalogue too."""
    folder = shared("rules")
    for chapter in sorted(folder.glob("[01]*.md")):
        text = chapter.read_text("utf-8")
        for found in re.finditer(r"^### (\S+) · .*?\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL):
            assert set(re.findall(r"X-\d+", found[2])) <= set(RULES[found[1]].readings), found[1]
