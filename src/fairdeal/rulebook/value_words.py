"""
The names of the values of editions, in four languages.

Editions are data: their values stand under paths (`poker.rake.holdem[texas 0.05/0.10].cap`). Pages that show or compare them say it in
words, from the labels and choices of `words/values.toml`.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from fairdeal.rulebook.wording import Language

_ROW: Final = re.compile(r"\[([^\]]*)\]")
_COUNTED: Final = re.compile(r"(\d+) (BB|days|values)")
_NUMBER: Final = re.compile(r"\d+\.\d+( %| s)?")
_WORDED: Final = re.compile(r"(.*) \((“.*”|[a-z ]+)\)", re.DOTALL)
_HEXA: Final = re.compile(r"^poker\.hexapro(_extreme)?\.")

Translations = Mapping[str, Mapping[Language, str]]


@dataclass(frozen=True, slots=True)
class ValueWords:
    """Labels by path, where rows stand as `[]` and `*` for any one step, and words by choice."""

    labels: Translations
    values: Translations

    def label(self, path: str, language: Language) -> str | None:
        """The label of a path, with its section before it and its row behind; None if there is none."""
        found = self._own(path)
        if found is None:
            return None
        section = next((each for each in _above(path) if self._is_section(each)), None)
        words = found[language]
        if section is not None:
            words = f"{self.labels[section][language]}: {words}"
        row = _ROW.search(path)
        return words if row is None else f"{words} ({self.row(row[1], language)})"

    def cell(self, path: str, language: Language) -> str | None:
        """The label of a path without section and row, for one cell among others of its row; None if there is none."""
        found = self._own(path)
        return None if found is None else found[language]

    def value(self, text: str, language: Language) -> str:
        """A value in words of that language; words that a document prints stay as they are."""
        worded = _WORDED.fullmatch(text)
        if worded is not None:
            return f"{self.value(worded[1], language)} ({worded[2]})"
        return ", ".join(self._piece(piece, language) for piece in text.split(", "))

    def row(self, name: str, language: Language) -> str:
        """The name of a row: a choice, or one with its stake."""
        known = self.values.get(name)
        if known is not None:
            return known[language]
        first, _, rest = name.partition(" ")
        return f"{self._piece(first, language)} {rest}".strip()

    def _piece(self, piece: str, language: Language) -> str:
        known = self.values.get(piece)
        if known is not None:
            return known[language]
        counted = _COUNTED.fullmatch(piece)
        if counted is not None:
            return f"{counted[1]} {self.values[counted[2]][language]}"
        return piece.replace(".", ",") if language != "en" and _NUMBER.fullmatch(piece) else piece

    def found(self, path: str) -> str | None:
        """The entry of the table of labels that applies to a path, or None."""
        return next((name for name in _names(path) if name in self.labels), None)

    def _own(self, path: str) -> Mapping[Language, str] | None:
        name = self.found(path)
        return None if name is None else self.labels[name]

    def _is_section(self, path: str) -> bool:
        found = self.labels.get(path)
        return found is not None and found["en"][0].isupper()


def read_value_words(text: str) -> ValueWords:
    """The words from their TOML text."""
    raw = tomllib.loads(text)
    return ValueWords(raw["labels"], raw["values"])


def _names(path: str) -> Iterator[str]:
    """A path as the table of labels may have it: itself, as one of its kind, or without its section's own name."""
    plain = _ROW.sub("[]", path).removesuffix("[]")  # a whole row goes by the name of its table
    yield plain
    yield _HEXA.sub("poker.hexa.", plain)
    steps = plain.split(".")
    if len(steps) > 2:
        yield ".".join((steps[0], "*", *steps[2:]))
        last = "[]" if steps[2].endswith("[]") else ""
        yield ".".join((*steps[:2], f"*{last}", *steps[3:]))


def _above(path: str) -> Iterator[str]:
    """The sections around a path, the nearest first."""
    steps = _ROW.sub("", path).split(".")
    for depth in range(len(steps) - 1, 1, -1):  # that it is poker or a casino needs no word
        yield ".".join(steps[:depth])
