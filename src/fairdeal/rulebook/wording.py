"""
The words of rules in four languages, and the terms of the trade they must use.

Machines contain no words: they name a rule and numbers. Clients, pages and the command line find the words here.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, get_args

Language = Literal["en", "et", "sv", "ro"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
LANGUAGE_NAMES: Final[Mapping[Language, str]] = {"en": "English", "et": "Eesti", "sv": "Svenska", "ro": "Română"}


@dataclass(frozen=True, slots=True)
class Words:
    """A rule as a player reads it."""

    title: str
    text: str


ChapterWords = Mapping[str, Mapping[Language, Words]]


@dataclass(frozen=True, slots=True)
class Term:
    """
    One term of the trade.

    Where the English words contain it, each translation must contain one of its patterns; a star stands for any
    ending. `free` terms have everyday meanings in English too and are not demanded. `avoid` holds what must not be
    written instead.
    """

    key: str
    names: Mapping[Language, str]
    patterns: Mapping[Language, tuple[str, ...]]
    avoid: Mapping[Language, tuple[str, ...]]
    free: bool


def read_words(text: str) -> ChapterWords:
    """The words of one chapter from its TOML text."""
    return {
        rule: {language: Words(**words) for language, words in by_language.items()}
        for rule, by_language in tomllib.loads(text).items()
    }


def read_terms(text: str) -> tuple[Term, ...]:
    """The term table from its TOML text."""
    return tuple(
        Term(
            key,
            {language: raw[language] for language in LANGUAGES},
            {language: tuple(raw.get("match", {}).get(language, [raw[language]])) for language in LANGUAGES},
            {language: tuple(words) for language, words in raw.get("avoid", {}).items()},
            raw.get("free", False),
        )
        for key, raw in tomllib.loads(text).items()
    )


def misworded(words: Mapping[Language, Words], terms: tuple[Term, ...]) -> Iterator[str]:
    """The faults of a rule's translations by the term table: terms that are missing or must be avoided."""
    english = _whole(words["en"])
    for language in LANGUAGES[1:]:
        if language not in words:
            continue
        translated = _whole(words[language])
        for term in terms:
            if not term.free and _has(english, term.patterns["en"]) and not _has(translated, term.patterns[language]):
                yield f'{language}: "{term.names["en"]}" is "{term.names[language]}"'
            if _has(translated, term.avoid.get(language, ())):
                yield f'{language}: "{term.names["en"]}" is "{term.names[language]}", nothing else'


def _whole(words: Words) -> str:
    return f"{words.title}. {words.text}"


def _has(text: str, patterns: tuple[str, ...]) -> bool:
    return any(_pattern(pattern).search(text) for pattern in patterns)


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    start = "" if pattern.startswith("*") else r"(?<!\w)"
    end = "" if pattern.endswith("*") else r"(?!\w)"
    return re.compile(start + r"\w*".join(map(re.escape, pattern.strip("*").split("*"))) + end, re.IGNORECASE)
