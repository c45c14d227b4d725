"""What is said to be implemented is proven: chapters that are done stay done."""

import pytest

from fairdeal.rulebook.catalogue import RULES, chapter_of
from fairdeal.rulebook.clause import Rule
from tools.rule_coverage import Coverage, Level, Mark
from tools.rule_pages import read_marks
from tools.rule_visibility import SEEN_BY_PLAYERS, UNSEEN, is_on_page, visibility_lines, visible_rules

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


def test_a_rule_about_showing_is_kept_by_a_page_that_shows_it() -> None:
    shown, played = RULES["MTT-47d"], RULES["MTT-30"]
    marks = [Mark("MTT-47d", None, "page", "p"), Mark("MTT-30", None, "page", "p")]

    assert Coverage(marks).level(shown, shown.editions[0]) is Level.PAGE
    assert Coverage(marks).level(played, played.editions[0]) < Level.BEHAVIOUR


def test_what_cannot_be_seen_is_of_counted_rules_and_no_browser_test_has_seen_it(coverage: Coverage) -> None:
    for name, why in UNSEEN.items():
        assert name.partition("-")[0] in SEEN_BY_PLAYERS, name
        assert why.strip().endswith("."), name
        assert not is_on_page(RULES[name], coverage), f"{name} is seen, so it is not hidden"
    executable = [name for name in UNSEEN if RULES[name].kind == "E"]
    assert executable == ["MTT-28a", "MTT-41c", "HEXA-11", "HEXT-10", "BJ-40"], "whatever happens to a player is seen"


def test_the_page_counts_what_players_see_and_names_what_is_missing() -> None:
    lines = list(visibility_lines(Coverage([Mark("CANC-52", None, "page", "p")])))

    can = sum(rule.id.startswith("CANC-") for rule in visible_rules())
    assert f"| CANC | {can} | 1 | 3 |" in lines
    (missing,) = [line for line in lines if line.startswith("Can be seen")]
    assert "CANC-53a" in missing
    assert "CANC-52," not in missing
    assert any(line.startswith("| MTT-25 ·") for line in lines)
