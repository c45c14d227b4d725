"""Rulebooks at the desk: what is in force, every value with its clause, and drafts checked before anybody is asked to sign."""

from collections import Counter
from http import HTTPStatus
from typing import Literal

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from fairdeal.office.deeds.rulebook import ReviseRulebook
from fairdeal.office.shelf import Shelf, shelf_stream
from fairdeal.room.office.shelves import revision_of
from fairdeal.rulebook.catalogue import chapter_of, holds_in
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.compare import compare, speech_in
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.loader import published_edition, value_words, words_of
from fairdeal.rulebook.reader import Fault
from fairdeal.rulebook.revision import Cell, cells
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.rulebook.walk import leaves
from fairdeal.rulebook.wording import Language
from fairdeal.server.api.caller import Who
from fairdeal.server.api.desk.shapes import PersonName, person_name
from fairdeal.server.api.shapes import Answer, Asked
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse
from fairdeal.server.office.forms.rulebook import Changes, Title, Version
from fairdeal.server.office.revisions import Draft, Effect, current_edition, drafted, effect_of, faults_of

Lang = Literal["en", "et", "sv", "ro"]
_ROW_OPENS = "["


class RevisionAnswer(Answer, frozen=True):
    """A revision that the desk has put in force."""

    digest: str
    title: str
    version: str
    request: str
    staff: PersonName
    at: int


class RulebookAnswer(Answer, frozen=True):
    """A rulebook of this house as it is in force, and its revisions, the latest last; no clauses: it cannot be revised."""

    id: str
    title: str
    version: str
    digest: str
    parent: str
    parent_title: str
    changed: int  # values that differ from the published edition
    tables: int
    clauses: list[str]
    revisions: list[RevisionAnswer]


class ChoiceAnswer(Answer, frozen=True):
    """A value that can be chosen, and its name."""

    value: str
    name: str


class CellAnswer(Answer, frozen=True):
    """A value: its name, the clause it rests on, how it is written, and what the published edition says."""

    path: str
    section: str
    name: str
    rule: str
    about: str  # the title of the clause
    written: str
    shown: str
    printed: str  # of the published edition
    unit: str
    choices: list[ChoiceAnswer]
    expects: str
    locked: bool
    changed: bool


class SectionAnswer(Answer, frozen=True):
    """A part of a rulebook, by name."""

    key: str
    name: str


class RulebookPage(Answer, frozen=True):
    """A rulebook with all its values, by section."""

    book: RulebookAnswer
    sections: list[SectionAnswer]
    values: list[CellAnswer]


class AskCheck(Asked, frozen=True):
    """A draft: values by their paths."""

    title: Title
    version: Version
    changes: Changes
    language: Lang = "en"


class FaultAnswer(Answer, frozen=True):
    """What is wrong with a draft, at which value."""

    path: str
    name: str
    problem: str


class ChangeAnswer(Answer, frozen=True):
    """A value that would change."""

    path: str
    name: str
    before: str
    after: str
    rules: list[str]


class SampleAnswer(Answer, frozen=True):
    """What a pot pays to the house before and after, in cents."""

    stake: str
    label: str
    players: int
    pot: int
    before: int
    after: int


class CheckAnswer(Answer, frozen=True):
    """Whether a draft can be asked for, and what it would change; without faults its text is that of a rulebook file."""

    faults: list[FaultAnswer]
    changes: list[ChangeAnswer]
    digest: str = ""
    text: str = ""
    stakes: int = 0
    stakes_changed: int = 0
    stakes_closed: list[str] = msgspec.field(default_factory=list)
    tables: int = 0
    tables_changed: int = 0
    samples: list[SampleAnswer] = msgspec.field(default_factory=list)


@get("/desk/rulebooks", may=Access.USE_DESK)
async def read_rulebooks(caller: Who) -> list[RulebookAnswer]:
    """The rulebooks of this house, as they are in force."""
    house = caller.house
    tables = _tables(house)
    return [_book(house, each, tables) for each in house.editions]


@get("/desk/rulebooks/{name:str}", may=Access.USE_DESK)
async def read_rulebook_values(caller: Who, name: FromPath[str], language: FromQuery[Lang] = "en") -> RulebookPage:
    """All values of a rulebook's poker rules, with their clauses and what was published."""
    house = caller.house
    edition = current_edition(house, EditionId(name))
    book = _book(house, edition, _tables(house))
    return await caller.read(lambda: _page(book, edition, language))


@post("/desk/rulebooks/{name:str}/check", may=Access.USE_DESK, status_code=200)
async def check_rulebook(caller: Who, name: FromPath[str], data: JSONBody[AskCheck]) -> CheckAnswer:
    """Check a draft as a rulebook file is checked, make every stake it offers, and tell what would change; nothing is kept."""
    house = caller.house
    draft = Draft(EditionId(name), data.title, data.version, data.changes)
    faults = await caller.read(lambda: faults_of(house, draft))
    if faults:
        return CheckAnswer([_fault(each, data.language) for each in faults], [])
    found, text = await caller.read(lambda: drafted(house, draft))
    return _checked(house, found, text, effect_of(house, found), data.language)


@get("/desk/rulebooks/{name:str}/requests/{asked:str}", may=Access.USE_DESK)
async def read_revision_asked(
    caller: Who, name: FromPath[str], asked: FromPath[str], language: FromQuery[Lang] = "en"
) -> CheckAnswer:
    """What a revision that waits for its second person would change, against what is in force now."""
    house = caller.house
    found = house.room.docket.find(asked)
    if found is None or not isinstance(found.deed, ReviseRulebook) or found.deed.rulebook != name:
        raise Refused("no_such_request", HTTPStatus.NOT_FOUND)
    deed = found.deed
    draft = await caller.read(lambda: revision_of(deed.rulebook, deed.text))
    return _checked(house, draft, deed.text, effect_of(house, draft), language)


def _tables(house: ServerHouse) -> Counter[str]:
    """How many tables are open by each rulebook."""
    found: Counter[str] = Counter()
    for stake, tables in house.room.cash.open_tables().items():
        found[stake.partition("/")[0]] += tables
    return found


def _book(house: ServerHouse, edition: Edition, tables: Counter[str]) -> RulebookAnswer:
    shelf: Shelf = house.room.registry.actor(shelf_stream(edition.id)).state
    parent = published_edition(edition.published)
    printed = {leaf.path: leaf.text for leaf in leaves(parent)}
    clauses: list[str] = [rule for rule in ReviseRulebook.clauses if holds_in(rule, edition.published)]
    return RulebookAnswer(
        edition.id,
        edition.title,
        edition.version,
        content_hash(edition),
        parent.id,
        parent.title,
        sum(printed.get(leaf.path) != leaf.text for leaf in leaves(edition)) if edition is not parent else 0,
        tables[edition.id],
        [] if edition.poker is None else clauses,
        [
            RevisionAnswer(each.digest, each.title, each.version, each.request, person_name(house, each.staff), each.at)
            for each in shelf.revisions
        ],
    )


def _page(book: RulebookAnswer, edition: Edition, language: Language) -> RulebookPage:
    words = value_words()
    printed = {leaf.path: leaf.text for leaf in leaves(published_edition(edition.published))}
    values = [_cell(cell, printed.get(cell.path, ""), language) for cell in cells(edition)]
    keys = dict.fromkeys(each.section for each in values)
    return RulebookPage(book, [SectionAnswer(key, words.cell(f"poker.{key}", language) or key) for key in keys], values)


def _cell(cell: Cell, printed: str, language: Language) -> CellAnswer:
    words, leaf = value_words(), cell.leaf
    rule = leaf.rules[0]
    return CellAnswer(
        cell.path,
        leaf.steps[1],
        _name(cell.path, language),
        rule,
        _title(rule, language),
        cell.written,
        words.value(leaf.text, language),
        words.value(printed, language) if printed else "",
        cell.unit,
        [ChoiceAnswer(each, _choice(each, language)) for each in cell.choices],
        cell.expects,
        cell.locked,
        printed != leaf.text,
    )


def _name(path: str, language: Language) -> str:
    """The name of a value within its section, with its row."""
    words = value_words()
    name = words.cell(path, language) or path
    if _ROW_OPENS not in path:
        return name
    row = path.partition(_ROW_OPENS)[2].partition("]")[0]
    return f"{words.row(row, language)}: {name}"


def _choice(value: str, language: Language) -> str:
    text = {"true": "yes", "false": "no"}.get(value, value.replace("_", " "))
    return value_words().value(text, language)


def _title(rule: str, language: Language) -> str:
    try:
        return words_of(chapter_of(rule).key)[rule][language].title
    except (KeyError, StopIteration):
        return ""  # a reading, which has no words of its own


def _fault(fault: Fault, language: Language) -> FaultAnswer:
    return FaultAnswer(fault.key, _name(fault.key, language) if fault.key else "", fault.problem)


def _checked(house: ServerHouse, found: Edition, text: str, effect: Effect, language: Language) -> CheckAnswer:
    now = house.room.shelves.in_force[found.id]
    differences = compare(now, found, speech_in(value_words(), language)).values
    return CheckAnswer(
        [],
        [
            ChangeAnswer(each.path, _name(each.path, language), each.before, each.after, list(each.rules))
            for each in differences
            if each.change == "effect"
        ],
        content_hash(found),
        text,
        effect.stakes,
        len(effect.changed),
        list(effect.closed),
        effect.tables,
        effect.tables_changed,
        [
            SampleAnswer(each.stake, each.label, each.players, each.pot, each.before, each.after)
            for each in effect.samples
        ],
    )


ROUTES = [read_rulebooks, read_rulebook_values, check_rulebook, read_revision_asked]
