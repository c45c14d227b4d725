"""
Loads published editions, operators' editions and words; the only part of the rulebook that opens files.

Nothing is read before it is asked for.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from fairdeal.rulebook.clause import PUBLISHED, EditionId
from fairdeal.rulebook.reader import read_edition
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.rulebook.value_words import ValueWords, read_value_words
from fairdeal.rulebook.wording import ChapterWords, Term, read_terms, read_words
from fairdeal.zones import database_zone

_HERE = files("fairdeal.rulebook")


class UnknownEdition(LookupError):
    """Raised for a name that is neither a published edition nor a rulebook file."""

    def __init__(self, name: str) -> None:
        super().__init__(f'no edition "{name}"; published are {", ".join(PUBLISHED)}')


@cache
def published_edition(edition: EditionId) -> Edition:
    """A published edition; read from its file once, on the first call."""
    if edition not in PUBLISHED:
        raise UnknownEdition(edition)
    name = f"{edition}.toml"
    return read_edition((_HERE / "editions" / name).read_text("utf-8"), name, zones=database_zone)


def load_edition(path: Path) -> Edition:
    """An operator's edition, or a complete one, from a file; raises `BadEdition` if it is refused."""
    return read_edition(path.read_text("utf-8"), path.name, Published(), zones=database_zone)


def find_edition(name: str) -> Edition:
    """A published edition by name, or an operator's by the path of its file; raises `UnknownEdition`."""
    if name in PUBLISHED:
        return published_edition(EditionId(name))
    if name.endswith(".toml"):
        return load_edition(Path(name))
    raise UnknownEdition(name)


@cache
def words_of(chapter: str) -> ChapterWords:
    """The words of a chapter's rules, in every language."""
    return read_words((_HERE / "words" / f"{chapter}.toml").read_text("utf-8"))


@cache
def terms() -> tuple[Term, ...]:
    """The terms of the trade, in every language."""
    return read_terms((_HERE / "words" / "terms.toml").read_text("utf-8"))


@cache
def value_words() -> ValueWords:
    """The names of the values of editions, in every language."""
    return read_value_words((_HERE / "words" / "values.toml").read_text("utf-8"))


class Published(Mapping[EditionId, Edition]):
    """All published editions by name, each loaded when looked at."""

    def __getitem__(self, edition: EditionId) -> Edition:
        try:
            return published_edition(edition)
        except UnknownEdition as unknown:
            raise KeyError(edition) from unknown

    def __iter__(self) -> Iterator[EditionId]:
        return iter(PUBLISHED)

    def __len__(self) -> int:
        return len(PUBLISHED)
