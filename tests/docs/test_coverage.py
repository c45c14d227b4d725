"""What is said to be implemented is proven: chapters that are done stay done."""

import pytest

from fairdeal.rulebook.catalogue import RULES, chapter_of
from fairdeal.rulebook.clause import Rule
from tools.rule_coverage import Coverage, Level, Mark
from tools.rule_pages import read_marks

DONE_CHAPTERS = (
    "01-cash",
    "02-betting",
    "03-timing",
    "04-buy-in",
    "05-money",
    "06-tournaments",
    "07-hexapro",
    "08-cancellation",
    "10-hands",
    "11-roulette",
    "12-blackjack",
    "13-baccarat",
    "14-chat-glossary",
)


def is_done(rule: Rule) -> bool:
    return chapter_of(rule.id).key in DONE_CHAPTERS


DONE = [
    rule
    for rule in RULES.values()
    if rule.kind == "E" and (is_done(rule) or (rule.restates and all(is_done(RULES[name]) for name in rule.restates)))
]


@pytest.fixture(scope="module")
def coverage() -> Coverage:
    return Coverage(read_marks())


@pytest.mark.parametrize("rule", DONE, ids=lambda rule: rule.id)
def test_every_executable_rule_of_a_finished_chapter_has_a_behaviour_test_in_every_edition(
    coverage: Coverage, rule: Rule
) -> None:
    assert {
        edition: coverage.level(rule, edition)
        for edition in rule.sources
        if coverage.level(rule, edition) < Level.BEHAVIOUR
    } == {}


def test_levels_are_told_from_marks() -> None:
    rule = RULES["BET-13"]
    edition = rule.editions[0]

    def level(*marks: Mark) -> Level:
        return Coverage(marks).level(rule, edition)

    proven = Mark("BET-13", None, "behaviour", "t")
    assert level() is Level.NONE
    assert level(Mark("BET-13", None, "data", "t")) is Level.DATA
    assert level(Mark("BET-13", rule.editions[1], "behaviour", "t")) is Level.NONE
    assert level(proven) is Level.BEHAVIOUR
    assert level(proven, Mark("BET-13", edition, "page", "p")) is Level.PAGE
    assert Coverage([proven]).level(RULES["GLO-02"], RULES["GLO-02"].editions[0]) is Level.DATA
