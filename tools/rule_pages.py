"""
Writes docs/rulebook/: one page an edition, clause by clause; glossary, readings, changes, coverage, and the marks behind it;
and, for the server's own rule pages, which tests prove a rule.

`python -m tools.rule_pages` writes, `--check` says whether anything is out of date.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final

from fairdeal.rulebook.catalogue import CHAPTERS, RULES, rules_of
from fairdeal.rulebook.clause import PUBLISHED, PW, U22, U26, U27, EditionId, Rule
from fairdeal.rulebook.compare import Comparison, compare
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.loader import published_edition, terms, words_of
from fairdeal.rulebook.readings import READINGS
from fairdeal.rulebook.ruled import Origin
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.rulebook.walk import Leaf, Steps, leaves, path_of
from fairdeal.rulebook.wording import LANGUAGE_NAMES, LANGUAGES, Language
from tools.page_words import say
from tools.rule_coverage import Coverage, Level, Mark
from tools.rule_visibility import visibility_lines

HERE: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = HERE / "docs" / "rulebook"
MARKS: Final = "marks.json"
PROOFS: Final = HERE / "src" / "fairdeal" / "server" / "api" / "proofs.json"
COMPARED: Final = ((U22, U26), (U26, U27), (U27, PW))
_ON_READINGS: Final = (
    "How the five documents were read where they contradict themselves, are misprinted, silent or unclear. An "
    "edition's own printed number wins unless the document itself disproves it; for garbled sentences the clearest "
    "sister edition wins; gaps get a documented, configurable default; in doubt money is never created and the player"
    " is never charged more than printed."
)
_ON_CHANGES: Final = (
    "A table belongs to one edition and keeps it for the whole hand (CASH-22). Any two rulebooks can be compared with"
    " `fairdeal rules diff A B`."
)
_ON_COVERAGE: Final = (
    "Made from the marks of the tests. *Behaviour* means that a test drives a machine or the engine and asserts an "
    "event, a rejection or an amount; *data only* means that an edition holds the rule's values and nothing executes "
    "them yet; *none* means not implemented. *With page* means that a test also looks at it in a browser; for a rule of "
    "class D, which only wants something shown, that is the behaviour. Glossary rules share the tests of the rules they "
    "restate."
)
_MADE: Final = "<!-- Made by `python -m tools.rule_pages`; do not edit. -->"


def edition_page(edition: Edition, language: Language = "en", coverage: Coverage | None = None) -> str:
    """One edition, clause by clause."""
    values: dict[str, list[Leaf]] = {}
    for leaf in leaves(edition):
        for cited in leaf.rules:
            values.setdefault(cited, []).append(leaf)
    lines = [_MADE, f"# {edition.title}", "", *_edition_facts(edition, language)]
    for chapter in CHAPTERS:
        held = [rule for rule in chapter.rules if edition.published in rule.sources]
        if held:
            lines += ["", f"## {say(chapter.key, language)}"]
        for rule in held:
            status = _status(rule, edition.published, coverage, language) if coverage is not None else ""
            lines += _rule(rule, edition, language, values.get(rule.id, []), status)
    return "\n".join(lines) + "\n"


def _edition_facts(edition: Edition, language: Language) -> Iterator[str]:
    facts = [f"`{edition.id}`", f"{len(rules_of(edition.published))} {say('rules', language)}"]
    facts += [edition.date] if edition.date else []
    facts += [f"sha256 `{content_hash(edition)[:16]}…`"]
    yield " · ".join(facts)


def _rule(rule: Rule, edition: Edition, language: Language, values: list[Leaf], status: str) -> Iterator[str]:
    words = words_of(_chapter_key(rule))[rule.id][language]
    yield from ("", f"### {rule.id} · {words.title}", "", words.text, "")
    facts = [f"*{edition.title}: {rule.sources[edition.published]}*", say(rule.kind, language)]
    facts += [status] if status else []
    yield " · ".join(facts)
    yield from _values(values, language)
    notes = []
    if rule.restates:
        notes.append(f"{say('restates', language)}: {', '.join(f'[{each}](#{each})' for each in rule.restates)}")
    if rule.overridden_by:
        notes.append(f"{say('overridden', language)} ([{rule.overridden_by}](readings.md#{rule.overridden_by}))")
    if rule.readings:
        notes.append(f"{say('readings', language)}: {_readings(rule.readings)}")
    if notes:
        yield from ("", " · ".join(notes))


def _values(values: list[Leaf], language: Language) -> Iterator[str]:
    """Single values in one table, then each table of the edition as a table."""
    single = [leaf for leaf in values if leaf.cited_at == leaf.steps]
    if single:
        heads = [say(key, language) for key in ("value", "here", "origin")]
        yield from ("", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|")
        yield from (
            f"| `{leaf.path}` | {_cell(_text(leaf.text, language))} | {_origin(leaf, language)} |" for leaf in single
        )
    tables: dict[Steps, list[Leaf]] = {}
    for leaf in values:
        if leaf.cited_at != leaf.steps:
            tables.setdefault(leaf.steps[:-2], []).append(leaf)
    for steps, cells in tables.items():
        yield from _table(steps, cells, language)


def _table(steps: Steps, cells: list[Leaf], language: Language) -> Iterator[str]:
    rows: dict[Steps, dict[str, Leaf]] = {}
    for leaf in cells:
        rows.setdefault(leaf.cited_at, {})[leaf.steps[-1]] = leaf
    columns = list(dict.fromkeys(leaf.steps[-1] for leaf in cells))
    origins = {row: _origin(next(iter(found.values())), language) for row, found in rows.items()}
    heads = [f"`{path_of(steps)}`", *(column.replace("_", " ") for column in columns)]
    heads += [say("origin", language)] if any(origins.values()) else []
    yield from ("", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|")
    for row, found in rows.items():
        texts = [_text(found[column].text, language) if column in found else "" for column in columns]
        texts += [origins[row]] if any(origins.values()) else []
        yield f"| {_cell(row[-1].strip('[]').removesuffix(' 0x'))} | {' | '.join(map(_cell, texts))} |"


def _text(text: str, language: Language) -> str:
    return say(text, language) if text in ("yes", "no", "none") else text


def _chapter_key(rule: Rule) -> str:
    return _CHAPTER_KEYS[rule.id]


_CHAPTER_KEYS: Final = {rule.id: chapter.key for chapter in CHAPTERS for rule in chapter.rules}


def _origin(leaf: Leaf, language: Language) -> str:
    parts = [] if leaf.origin is Origin.PRINTED else [str(leaf.origin)]
    parts += [_readings(leaf.see)] if leaf.see else []
    parts += [f"{say('printed', language)}: “{leaf.printed}”"] if leaf.printed else []
    return _cell(", ".join(parts))


def _readings(ids: Iterable[str]) -> str:
    return ", ".join(f"[{each}](readings.md#{each})" for each in ids)


def _status(rule: Rule, edition: EditionId, coverage: Coverage, language: Language) -> str:
    level = coverage.level(rule, edition)
    tests = [mark for mark in coverage.tests(rule, edition) if mark.proves == "behaviour"]
    badge = {Level.NONE: "none", Level.DATA: "data"}.get(level, "proven")
    count = f" · {len(tests)}" if tests else ""
    return f'<span class="badge {badge}">{say(level.name, language)}{count}</span>'


def glossary_page(language: Language = "en") -> str:
    """The published glossary, then the terms of the trade in every language."""
    lines = [_MADE, f"# {say('glossary', language)}"]
    chapter = CHAPTERS[-1]
    for rule in chapter.rules:
        if not rule.id.startswith("GLO"):
            continue
        words = words_of(chapter.key)[rule.id][language]
        lines += ["", f"### {rule.id} · {words.title}", "", words.text]
        seen = [f"{say('restates', language)}: {', '.join(rule.restates)}"]
        seen += [f"{say('overridden', language)} ({rule.overridden_by})"] if rule.overridden_by else []
        lines += ["", " · ".join(seen)]
    names = [LANGUAGE_NAMES[each] for each in LANGUAGES]
    lines += ["", "## " + " · ".join(names), "", f"| {' | '.join(names)} |", "|---" * len(names) + "|"]
    ordered = sorted(terms(), key=lambda term: term.names[language].lower())
    lines += [f"| {' | '.join(term.names[each] for each in LANGUAGES)} |" for term in ordered]
    return "\n".join(lines) + "\n"


def readings_page() -> str:
    """How the documents were read where they are unclear."""
    shaped: dict[str, list[str]] = {}
    for rule in RULES.values():
        for cited in rule.readings:
            shaped.setdefault(cited, []).append(rule.id)
    lines = [
        _MADE,
        "# Readings",
        "",
        _ON_READINGS,
    ]
    for reading in READINGS:
        lines += ["", f"### {reading.id} · {reading.decision}", "", f"*{reading.kind}* · {reading.where}", ""]
        lines += [f"{reading.problem}. **Why:** {reading.why}.", "", f"Shaped: {', '.join(shaped[reading.id])}"]
    return "\n".join(lines) + "\n"


def changes_page() -> str:
    """What differs between editions."""
    lines = [
        _MADE,
        "# Changes between editions",
        "",
        _ON_CHANGES,
    ]
    for before, after in COMPARED:
        one, other = published_edition(before), published_edition(after)
        lines += _comparison(one, other, compare(one, other))
    return "\n".join(lines) + "\n"


def _comparison(one: Edition, other: Edition, found: Comparison) -> Iterator[str]:
    yield from ("", f"## {one.title} → {other.title}")
    for change, heading in (("effect", "Changes what happens"), ("wording", "Other words, same effect")):
        rows = [row for row in found.values if row.change == change]
        yield from ("", f"**{heading}** ({len(rows)})", "")
        if rows:
            yield from (f"| Rules | Value | {one.title} | {other.title} |", "|---|---|---|---|")
        for row in rows:
            yield f"| {' '.join(row.rules)} | `{row.path}` | {_cell(row.before)} | {_cell(row.after)} |"
    for name, only in ((one.title, found.rules_only_before), (other.title, found.rules_only_after)):
        yield from ("", f"Rules only in {name}: {', '.join(only) or 'none'}")


def coverage_page(coverage: Coverage) -> str:
    """What is proven of each rule, per edition, from the marks of the tests."""
    lines = [
        _MADE,
        "# Coverage",
        "",
        _ON_COVERAGE,
        "",
        "| Executable rules | " + " | ".join(PUBLISHED) + " |",
        "|---" * (len(PUBLISHED) + 1) + "|",
    ]
    for level in reversed(Level):
        counts = [
            sum(coverage.level(rule, edition) is level for rule in rules_of(edition) if rule.kind == "E")
            for edition in PUBLISHED
        ]
        lines.append(f"| {level.label} | {' | '.join(map(str, counts))} |")
    lines += visibility_lines(coverage)
    for chapter in CHAPTERS:
        lines += ["", f"## {say(chapter.key, 'en')}", "", "| Rule | Class | " + " | ".join(PUBLISHED) + " | Tests |"]
        lines.append("|---" * (len(PUBLISHED) + 3) + "|")
        lines += [_coverage_row(rule, coverage) for rule in chapter.rules]
    return "\n".join(lines) + "\n"


def _coverage_row(rule: Rule, coverage: Coverage) -> str:
    levels = [coverage.level(rule, edition).label if edition in rule.sources else "" for edition in PUBLISHED]
    tests = sorted({mark.test.removeprefix("tests/") for mark in coverage.tests(rule)})
    shown = "<br>".join(f"`{test}`" for test in tests)
    return f"| {rule.id} · {rule.title} | {rule.kind} | {' | '.join(levels)} | {shown} |"


def index_page() -> str:
    """The way in."""
    lines = [
        _MADE,
        "# Rulebook",
        "",
        *(
            f"- [{edition.title}]({edition.id}.md): {len(rules_of(edition.id))} rules"
            for edition in map(published_edition, PUBLISHED)
        ),
        "- [Glossary](glossary.md): the published glossary and the terms of the trade in four languages",
        "- [Readings](readings.md): how unclear words were read, and why",
        "- [Changes](changes.md): what differs between editions",
        "- [Coverage](coverage.md): what is proven of each rule, and what is not implemented yet",
    ]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def marks_file(marks: Iterable[Mark]) -> str:
    """The marks as JSON, one a line: whoever builds the site need not collect the tests."""
    return "[\n" + ",\n".join(json.dumps(asdict(mark)) for mark in marks) + "\n]\n"


def proofs_file(marks: tuple[Mark, ...]) -> str:
    """What the tests are called that prove each rule, one rule a line."""
    coverage = Coverage(marks)
    proofs = {
        rule.id: sorted({_sentence(mark) for mark in coverage.tests(rule) if mark.proves != "data"})
        for rule in RULES.values()
    }
    lines = [f"{json.dumps(rule)}: {json.dumps(tests)}" for rule, tests in proofs.items() if tests]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _sentence(mark: Mark) -> str:
    """A test by its name, which says what it proves."""
    return mark.test.rpartition("::")[2].removeprefix("test_").replace("_", " ")


def read_marks() -> tuple[Mark, ...]:
    """The marks as they were last written."""
    return tuple(Mark(**mark) for mark in json.loads((FOLDER / MARKS).read_text("utf-8")))


def pages(marks: tuple[Mark, ...]) -> Mapping[str, str]:
    """All files of docs/rulebook by name."""
    made = {f"{edition}.md": edition_page(published_edition(edition)) for edition in PUBLISHED}
    made |= {"index.md": index_page(), "glossary.md": glossary_page(), "readings.md": readings_page()}
    made |= {"changes.md": changes_page(), "coverage.md": coverage_page(Coverage(marks))}
    return made | {MARKS: marks_file(marks)}


def main(arguments: list[str]) -> int:
    """Write the pages, or check that they are up to date."""
    from tools.rule_marks import collect_marks  # needs pytest, which building the site does not

    marks = collect_marks()
    made = {FOLDER / name: text for name, text in pages(marks).items()} | {PROOFS: proofs_file(marks)}
    on_disk = {path: path.read_text("utf-8") for path in (*FOLDER.glob("*"), PROOFS) if path.exists()}
    stale = sorted(path for path in {*made, *on_disk} if made.get(path) != on_disk.get(path))
    if arguments == ["--check"]:
        for path in stale:
            print(f"out of date: {path.relative_to(HERE)}; run `make docs`", file=sys.stderr)
        return 1 if stale else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in stale:
        if path in made:
            path.write_text(made[path], "utf-8")
        else:
            path.unlink()
    print(f"{len(made)} files of the rulebook, {len(stale)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
