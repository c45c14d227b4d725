"""What the values of editions are called: every path and every choice has words in four languages."""

from collections.abc import Iterator

import pytest

from fairdeal.rulebook.clause import PUBLISHED
from fairdeal.rulebook.compare import compare, speech_in
from fairdeal.rulebook.loader import published_edition, value_words
from fairdeal.rulebook.schema.edition import PARTS
from fairdeal.rulebook.shape import Many, Part, Scalar, Table, fields_of
from fairdeal.rulebook.walk import leaves
from fairdeal.rulebook.wording import LANGUAGES, Language


def schema_paths(section: type, steps: str) -> Iterator[str]:
    """Every path a value, a row or a section of any edition can have, with its parents."""
    yield steps
    for field in fields_of(section):
        here = f"{steps}.{field.name}"
        if isinstance(field.shape, Part):
            yield from schema_paths(field.shape.section, here)
            continue
        yield here
        if isinstance(field.shape, Table):
            row = field.shape.row
            cells = [cell.name for cell in fields_of(row) if cell.name not in row.KEY]
            yield from (f"{here}[some].{cell}" for cell in cells or ["offered"])


def schema_choices(section: type) -> Iterator[str]:
    """Every choice of every enum, as it is shown."""
    for field in fields_of(section):
        shape = field.shape
        if isinstance(shape, Part):
            yield from schema_choices(shape.section)
        elif isinstance(shape, Table):
            yield from schema_choices(shape.row)
        else:
            kind = (shape.item if isinstance(shape, Many) else shape).kind
            assert isinstance(shape, Scalar | Many)
            if kind.expects.startswith("one of "):
                yield from (each.strip('"').replace("_", " ") for each in kind.expects[7:].split(", "))


def test_every_path_of_the_schema_has_a_label_in_every_language() -> None:
    words = value_words()
    paths = [path for name, part in PARTS.items() for path in schema_paths(part, name)]

    assert len(paths) > 350
    for path in paths:
        for language in LANGUAGES:
            label = words.label(path, language)
            assert label, (path, language)
            assert "_" not in label, (path, label)


def test_every_choice_has_words_in_every_language() -> None:
    words = value_words()
    choices = {choice for part in PARTS.values() for choice in schema_choices(part)}

    assert choices - words.values.keys() == set()
    for spoken in (*words.labels.values(), *words.values.values()):
        assert set(spoken) == set(LANGUAGES)


def test_no_label_is_for_a_path_that_does_not_exist() -> None:
    """A label nobody can see is a mistyped one."""
    words = value_words()
    used = set()
    for name, part in PARTS.items():
        for path in schema_paths(part, name):
            used |= {each for each in (words.found(path),) if each is not None}

    assert words.labels.keys() - used - {"poker.ratholing.tiers[].offered"} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_value_of_a_published_edition_is_told_by_its_key(language: Language) -> None:
    words = value_words()
    for edition in map(published_edition, PUBLISHED):
        for leaf in leaves(edition):
            label, text = words.label(leaf.path, language), words.value(leaf.text, language)
            assert label is not None
            assert leaf.steps[-1] not in label or "_" not in leaf.steps[-1]
            assert "_" not in text


def test_a_value_is_told_with_its_section_and_row() -> None:
    words = value_words()

    assert (
        words.label("poker.rake.holdem[texas 0.05/0.10].cap", "en") == "Rake: never more than (Texas hold’em 0.05/0.10)"
    )
    assert words.label("casino.roulette.limits.bet_min", "sv") == "Roulettbord: minsta insats"
    assert words.label("poker.hexapro_extreme.seats", "en") == "HexaPro Extreme: seats"
    assert words.value("50 BB", "et") == "50 suurt pimepanust"
    assert words.value("0.50, 1.00", "ro") == "0,50, 1,00"
    assert words.value("2 (“two”)", "ro") == "2 (“two”)"
    assert words.value("wait or post", "en") == "waits for the big blind or posts it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_editions_are_compared_in_words(language: Language) -> None:
    words = value_words()
    editions = [published_edition(edition) for edition in PUBLISHED]
    for before in editions:
        for after in editions:
            for each in compare(before, after, speech_in(words, language)).values:
                assert words.label(each.path, language), each.path
                assert "_" not in each.before + each.after, each
