"""Every rule has words a player understands, in the languages it needs, in the terms of the trade."""

import re
import unicodedata

import pytest

from fairdeal.rulebook.catalogue import CHAPTERS, RULES
from fairdeal.rulebook.clause import Chapter
from fairdeal.rulebook.loader import terms, words_of
from fairdeal.rulebook.wording import LANGUAGES, Language, Words, misworded, read_terms

chapters = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.key)

NAMES = re.compile(r"unibet|publicwin|sea ?bet|\bU2[267]\b|\bPW\b|[A-Z]{2,4}-\d\d", re.IGNORECASE)
TITLE_MAX = 70
TEXT_WORDS = range(6, 111)


@chapters
def test_every_rule_has_its_words(chapter: Chapter) -> None:
    """In all four languages: players are bound by what they cannot see executed, too."""
    found = {rule: set(words) for rule, words in words_of(chapter.key).items()}

    assert found == {rule.id: set(LANGUAGES) for rule in chapter.rules}


@chapters
def test_no_text_equals_another_languages(chapter: Chapter) -> None:
    for rule, by_language in words_of(chapter.key).items():
        texts = [words.text for words in by_language.values()]
        assert len(set(texts)) == len(texts), rule


@chapters
def test_no_text_is_used_twice(chapter: Chapter) -> None:
    for language in LANGUAGES:
        texts = [words[language].text for words in words_of(chapter.key).values() if language in words]
        assert len(set(texts)) == len(texts), language


@chapters
def test_words_are_short_and_clean(chapter: Chapter) -> None:
    for rule, by_language in words_of(chapter.key).items():
        for language, words in by_language.items():
            where = f"{rule} {language}"
            assert 0 < len(words.title) <= TITLE_MAX, where
            assert not words.title.endswith(".") or language == "ro", where  # "dvs." is an abbreviation
            assert len(words.text.split()) in TEXT_WORDS, where
            assert words.text.endswith((".", "?")), where
            for text in (words.title, words.text):
                assert text == unicodedata.normalize("NFC", " ".join(text.split())), where


@chapters
def test_words_name_no_edition_operator_or_rule(chapter: Chapter) -> None:
    """The same words serve every edition, an operator's own too."""
    for rule, by_language in words_of(chapter.key).items():
        for words in by_language.values():
            assert not NAMES.search(f"{words.title} {words.text}"), rule


@chapters
def test_translations_use_the_terms_of_the_trade(chapter: Chapter) -> None:
    for rule, words in words_of(chapter.key).items():
        assert not list(misworded(words, terms())), rule


@pytest.mark.parametrize(("language", "alphabet"), [("et", "õäöüšž"), ("sv", "åäö"), ("ro", "ăâîșț")])
def test_each_language_is_written_with_its_own_letters(language: Language, alphabet: str) -> None:
    """A text in the wrong language, or with Turkish cedillas for Romanian commas, gives itself away by its letters."""
    text = "".join(
        words[language].text.lower()
        for chapter in CHAPTERS
        for words in words_of(chapter.key).values()
        if language in words
    )

    letters = {letter for letter in text if letter.isalpha() and letter > "z"}
    assert set(alphabet) <= letters | set("šž")
    assert letters <= set(alphabet + "é")


def test_every_term_has_a_name_in_every_language() -> None:
    for term in terms():
        assert all(term.names[language].strip() for language in LANGUAGES), term.key
        assert all(term.patterns[language] for language in LANGUAGES), term.key


TERMS = read_terms("""
[big-blind]
en = "big blind"
et = "suur pimepanus"
sv = "stor mörk"
ro = "blind mare"
match.et = ["suur* pimepanus*"]
match.sv = ["stor* mörk*"]
match.ro = ["blind* mar*"]
avoid.sv = ["big blind"]
""")


def words(**texts: str) -> dict[Language, Words]:
    return {language: Words("t", texts[language]) for language in LANGUAGES if language in texts}


def test_an_inflected_term_is_recognised() -> None:
    fine = words(
        en="Pay the big blind.", et="Maksa suure pimepanuse.", sv="Lägg stora mörken.", ro="Puneți blindul mare."
    )

    assert list(misworded(fine, TERMS)) == []


def test_a_missing_term_is_reported() -> None:
    assert list(misworded(words(en="Pay the big blind.", et="Maksa ära."), TERMS)) == [
        'et: "big blind" is "suur pimepanus"'
    ]


def test_a_word_to_avoid_is_reported_even_beside_the_right_one() -> None:
    doubled = words(en="Pay the big blind.", sv="Lägg stora mörken (big blind).")

    assert list(misworded(doubled, TERMS)) == ['sv: "big blind" is "stor mörk", nothing else']


def test_all_rules_are_worded() -> None:
    assert {rule for chapter in CHAPTERS for rule in words_of(chapter.key)} == set(RULES)
