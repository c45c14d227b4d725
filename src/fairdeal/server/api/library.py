"""
All rulebooks as API answers, made once: they are large, and change only when a revision is put in force.

Everything here is slow; the routes call it on other threads.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec

from fairdeal.rulebook.catalogue import CHAPTERS, RULES
from fairdeal.rulebook.chapter_titles import CHAPTER_TITLES
from fairdeal.rulebook.clause import PUBLISHED, Rule, RuleClass
from fairdeal.rulebook.compare import compare, speech_in
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.loader import published_edition, value_words, words_of
from fairdeal.rulebook.readings import READINGS
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.rulebook.walk import leaves
from fairdeal.rulebook.wording import LANGUAGE_NAMES, Language
from fairdeal.server.api.shapes import Answer

_PROOFS: Final = Path(__file__).with_name("proofs.json")  # made by tools/rule_pages.py from the marks of the tests
_KINDS: Final[Mapping[RuleClass, str]] = {"E": "executable", "D": "displayed", "O": "operator", "P": "policy"}
_READINGS: Final = {reading.id: reading for reading in READINGS}


class EditionAnswer(Answer, frozen=True):
    """A rulebook; `hosted` says whether this room plays by it."""

    id: str
    title: str
    language: str
    version: str
    date: str | None
    digest: str
    hosted: bool
    wallets: str | None


class ChapterAnswer(Answer, frozen=True):
    """A chapter: rules on one subject."""

    key: str
    titles: dict[str, str]
    rules: list[str]


class ReadingAnswer(Answer, frozen=True):
    """The reading of an unclear rule, in English as it was decided."""

    id: str
    problem: str
    decision: str
    why: str


class ValueAnswer(Answer, frozen=True):
    """A value that editions set under a rule."""

    name: str
    by_edition: dict[str, str]


class RuleAnswer(Answer, frozen=True):
    """A rule of the digest, the clause of every edition that has it, and the names of the tests that prove it."""

    id: str
    kind: str
    chapter: str
    sources: dict[str, str]
    see_also: list[str]
    readings: list[ReadingAnswer]
    values: list[ValueAnswer]
    tests: list[str]


class WordsAnswer(Answer, frozen=True):
    """The words of a rule in one language."""

    title: str
    text: str


class WordedRule(Answer, frozen=True):
    """A rule with its words in every language."""

    rule: RuleAnswer
    words: dict[str, WordsAnswer]


class Catalogue(Answer, frozen=True):
    """All rules of all editions."""

    editions: list[EditionAnswer]
    languages: dict[str, str]
    chapters: list[ChapterAnswer]
    rules: dict[str, RuleAnswer]


class DifferenceAnswer(Answer, frozen=True):
    """A value that differs between two editions; `about` is the name of the path in words."""

    path: str
    about: str
    change: str
    before: str
    after: str
    rules: list[str]


class ComparisonAnswer(Answer, frozen=True):
    """Two editions side by side; `same` counts the values they share."""

    before: str
    after: str
    differences: list[DifferenceAnswer]
    rules_only_before: list[str]
    rules_only_after: list[str]
    same: int


class ValuesAnswer(Answer, frozen=True):
    """In one language: the names of all paths of the editions, and the values that differ between languages."""

    labels: dict[str, str]
    values: dict[str, str]


class TermAnswer(Answer, frozen=True):
    """A term of the trade."""

    key: str
    term: str
    english: str


class Page:
    """An encoded answer with its entity tag, for caching."""

    def __init__(self, content: object) -> None:
        self.body = msgspec.json.encode(content)
        self.etag = f'"{sha256(self.body).hexdigest()[:32]}"'


class Library:
    """The published editions, and the operator's own that a room hosts."""

    def __init__(self, hosted: Sequence[Edition]) -> None:
        self.hosted = tuple(hosted)
        self._lock = Lock()
        self._words: dict[Language, Page] = {}
        self._value_pages: dict[Language, Page] = {}

    @cached_property
    def by_id(self) -> dict[str, Edition]:
        """All editions by their ids; what the house plays by in place of what was published under that name."""
        return {edition.id: edition for edition in (*map(published_edition, PUBLISHED), *self.hosted)}

    @cached_property
    def editions(self) -> list[EditionAnswer]:
        """All editions as answers."""
        hosted = {edition.id for edition in self.hosted}
        return [
            EditionAnswer(
                edition.id,
                edition.title,
                edition.language,
                edition.version,
                edition.date,
                content_hash(edition),
                edition.id in hosted,
                None if edition.poker is None else edition.poker.wallet.scheme.value.value,
            )
            for edition in self.by_id.values()
        ]

    @cached_property
    def rules(self) -> dict[str, RuleAnswer]:
        """Every rule with what the editions set under it."""
        values = self._values()
        proofs = msgspec.json.decode(_PROOFS.read_bytes(), type=dict[str, list[str]])
        return {
            rule.id: _rule(rule, chapter.key, self._sources(rule), values.get(rule.id, {}), proofs.get(rule.id, []))
            for chapter in CHAPTERS
            for rule in chapter.rules
        }

    def _sources(self, rule: Rule) -> dict[str, str]:
        """The clause of a rule in every edition that has it; an operator's own edition inherits those of its base."""
        return {
            edition.id: rule.sources[edition.published]
            for edition in self.by_id.values()
            if edition.published in rule.sources
        }

    def catalogue(self) -> Page:
        """The catalogue of all rules, without their words, encoded."""
        with self._lock:
            return self._catalogue

    @cached_property
    def _catalogue(self) -> Page:
        chapters = [
            ChapterAnswer(chapter.key, _titles(chapter.key), [rule.id for rule in chapter.rules])
            for chapter in CHAPTERS
        ]
        languages = {str(language): name for language, name in LANGUAGE_NAMES.items()}
        return Page(Catalogue(self.editions, languages, chapters, self.rules))

    def words(self, language: Language) -> Page:
        """The words of all rules in a language, encoded."""
        with self._lock:
            if language not in self._words:
                self._words[language] = Page(_words(language))
            return self._words[language]

    def values(self, language: Language) -> Page:
        """The names of all values of the editions in a language, encoded."""
        with self._lock:
            if language not in self._value_pages:
                self._value_pages[language] = Page(self._named_values(language))
            return self._value_pages[language]

    def _named_values(self, language: Language) -> ValuesAnswer:
        words = value_words()
        found = [leaf for edition in self.by_id.values() for leaf in leaves(edition)]
        labels = {leaf.path: words.label(leaf.path, language) or leaf.path for leaf in found}
        values = {text: words.value(text, language) for text in dict.fromkeys(leaf.text for leaf in found)}
        return ValuesAnswer(labels, {text: name for text, name in values.items() if name != text})

    def rule(self, rule: str) -> WordedRule | None:
        """One rule with its words in all languages."""
        with self._lock:
            found = self.rules.get(rule)
        if found is None:
            return None
        words = words_of(found.chapter).get(rule, {})
        return WordedRule(
            found, {str(language): WordsAnswer(each.title, each.text) for language, each in words.items()}
        )

    def comparison(self, before: str, after: str, language: Language = "en") -> ComparisonAnswer | None:
        """The differences between two editions, worded in a language; None if one does not exist."""
        if before not in self.by_id or after not in self.by_id:
            return None
        one, other = self.by_id[before], self.by_id[after]
        words = value_words()
        found = compare(one, other, speech_in(words, language))
        shared = {leaf.steps: leaf.text for leaf in leaves(one)}
        return ComparisonAnswer(
            before,
            after,
            [
                DifferenceAnswer(
                    each.path,
                    words.label(each.path, language) or each.path,
                    each.change,
                    each.before,
                    each.after,
                    list(each.rules),
                )
                for each in found.values
            ],
            list(found.rules_only_before),
            list(found.rules_only_after),
            sum(shared.get(leaf.steps) == leaf.text for leaf in leaves(other)),
        )

    def _values(self) -> dict[str, dict[str, dict[str, str]]]:
        """The values of all editions, by rule and path."""
        found: dict[str, dict[str, dict[str, str]]] = {rule: {} for rule in RULES}
        for edition in self.by_id.values():
            for leaf in leaves(edition):
                found.setdefault(leaf.rules[0], {}).setdefault(leaf.path, {})[edition.id] = leaf.text
        return found


def _titles(chapter: str) -> dict[str, str]:
    return {str(language): title for language, title in CHAPTER_TITLES[chapter].items()}


def _rule(
    rule: Rule, chapter: str, sources: dict[str, str], values: Mapping[str, dict[str, str]], proofs: list[str]
) -> RuleAnswer:
    readings = [_READINGS[name] for name in rule.readings if name in _READINGS]
    return RuleAnswer(
        rule.id,
        _KINDS[rule.kind],
        chapter,
        sources,
        list(rule.restates),
        [ReadingAnswer(each.id, each.problem, each.decision, each.why) for each in readings],
        [ValueAnswer(path, by_edition) for path, by_edition in values.items()],
        proofs,
    )


def _words(language: Language) -> dict[str, WordsAnswer]:
    return {
        rule: WordsAnswer(words[language].title, words[language].text)
        for chapter in CHAPTERS
        for rule, words in words_of(chapter.key).items()
        if language in words
    }
