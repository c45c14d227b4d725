"""`fairdeal rules`: list, show, compare, export and check rulebooks."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from fairdeal.rulebook.clause import CLASS_NAMES, PUBLISHED, Reading, Rule
from fairdeal.rulebook.wording import LANGUAGES, Language

if TYPE_CHECKING:
    from fairdeal.rulebook.compare import Comparison
    from fairdeal.rulebook.schema.edition import Edition

# Commands import what they need when they run: listing rules must not wait for editions, words or the reader.

Found = TypeVar("Found")
_EDITION = click.Choice(PUBLISHED)
_TEXT_WIDTH = 96


@click.group()
def rules() -> None:
    """List, show, compare, export and check rulebooks."""


@rules.command("list")
@click.option("--edition", type=_EDITION, help="Only rules that hold in this edition.")
@click.option("--class", "kind", type=click.Choice(list(CLASS_NAMES)), help="Only rules of this class.")
@click.option("--json", "as_json", is_flag=True, help="A JSON array of id, class, title, editions, sources.")
def list_rules(edition: str | None, kind: str | None, *, as_json: bool) -> None:
    """
    List the rules of all editions.

    Classes: E executable behaviour, D displayed information, O operator power, P policy text.
    """
    from fairdeal.rulebook.catalogue import RULES

    found = [
        rule
        for rule in RULES.values()
        if (edition is None or edition in rule.sources) and (kind is None or rule.kind == kind)
    ]
    if as_json:
        click.echo(json.dumps([_as_json(rule) for rule in found], ensure_ascii=False, indent=2))
        return
    for rule in found:
        click.echo(f"{rule.id:9}{rule.kind}  {rule.title}")
    click.echo(f"{len(found)} rules", err=True)


def _as_json(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.id,
        "class": rule.kind,
        "title": rule.title,
        "editions": list(rule.editions),
        "sources": dict(rule.sources),
    }


@rules.command()
@click.argument("rule_id", metavar="ID")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of the words.")
@click.option("--edition", metavar="EDITION", help="Only this edition: a published one or a rulebook file.")
def show(rule_id: str, lang: Language, edition: str | None) -> None:
    """Show a rule, its words, its clause in each edition, and the values that rest on it; or a reading (X-nn)."""
    from fairdeal.rulebook.catalogue import RULES
    from fairdeal.rulebook.readings import READINGS

    readings = {reading.id: reading for reading in READINGS}
    if rule_id in readings:
        _echo(_reading_lines(readings[rule_id]))
        return
    if rule_id not in RULES:
        close = get_close_matches(rule_id.upper(), [*RULES, *readings], n=3)
        hint = f"; did you mean {', '.join(close)}?" if close else "; see `fairdeal rules list`"
        raise click.BadParameter(f'no rule "{rule_id}"{hint}', param_hint="ID")
    rule = RULES[rule_id]
    editions = [edition_named(edition)] if edition is not None else [edition_named(name) for name in rule.sources]
    for each in editions:
        if each.published not in rule.sources:
            raise click.BadParameter(f"{rule_id} does not hold in {each.id}", param_hint="--edition")
    _echo(_rule_lines(rule, lang, editions))


def _rule_lines(rule: Rule, lang: Language, editions: "list[Edition]") -> Iterator[str]:
    from fairdeal.rulebook.catalogue import chapter_of
    from fairdeal.rulebook.loader import words_of
    from fairdeal.rulebook.walk import leaves

    words = words_of(chapter_of(rule.id).key)[rule.id][lang]
    yield f"{rule.id} · {words.title}"
    yield CLASS_NAMES[rule.kind]
    yield ""
    yield from _wrapped(words.text)
    yield ""
    for edition in editions:
        yield f"{edition.id}: {rule.sources[edition.published]}"
        for leaf in leaves(edition):
            if rule.id in leaf.rules:
                origin = "" if leaf.origin == "printed" else f"  ({leaf.origin})"
                printed = "" if leaf.printed is None else f"  printed: {leaf.printed}"
                yield f"  {leaf.path} = {leaf.text}{origin}{printed}"
    if rule.restates:
        yield f"restates: {', '.join(rule.restates)}"
    if rule.overridden_by:
        yield f"overridden: the articles prevail over the glossary, see {rule.overridden_by}"
    if rule.readings:
        yield f"readings: {', '.join(rule.readings)}"


def _reading_lines(reading: Reading) -> Iterator[str]:
    yield f"{reading.id} · {reading.kind} · {reading.where}"
    for name, text in (("Problem", reading.problem), ("Decision", reading.decision), ("Why", reading.why)):
        yield from _wrapped(f"{name}: {text}")


@rules.command()
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option("--json", "as_json", is_flag=True, help="The comparison as a JSON object.")
def diff(before: str, after: str, *, as_json: bool) -> None:
    """
    Compare two editions: published ones by name, operators' by the path of their file.

    Rows are value paths with the rules they rest on. "effect" changes what happens at the tables; "wording" does
    not: the documents print other words for the same thing, or only one of them states it.
    """
    from fairdeal.rulebook.compare import compare

    one, other = edition_named(before), edition_named(after)
    found = compare(one, other)
    if as_json:
        tree = {"before": one.id, "after": other.id, **asdict(found)}
        click.echo(json.dumps(tree, ensure_ascii=False, indent=2))
        return
    _echo(_comparison_lines(found, one.id, other.id))


def _comparison_lines(found: "Comparison", before: str, after: str) -> Iterator[str]:
    for change, heading in (("effect", "Changes what happens"), ("wording", "Other words, same effect")):
        rows = [row for row in found.values if row.change == change]
        yield f"{heading}: {len(rows)}"
        for row in rows:
            yield f"  {row.path}  [{' '.join(row.rules)}]"
            yield f"    {before}: {row.before}"
            yield f"    {after}: {row.after}"
        yield ""
    for name, only in ((before, found.rules_only_before), (after, found.rules_only_after)):
        yield f"Rules only in {name}: {' '.join(only) or 'none'}"


@rules.command()
@click.argument("edition")
@click.option("--format", "form", type=click.Choice(["toml", "json"]), default="toml", show_default=True)
def export(edition: str, form: str) -> None:
    """Write a whole edition to standard output; the TOML form can be edited and checked again."""
    from fairdeal.rulebook.export import as_toml, as_tree, content_hash

    found = edition_named(edition)
    if form == "toml":
        click.echo(as_toml(found), nl=False)
        return
    tree = {"content_hash": content_hash(found), **as_tree(found)}
    click.echo(json.dumps(tree, ensure_ascii=False, indent=2))


@rules.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def check(file: Path) -> None:
    """Check a rulebook file; every fault is told with its line, its key and what was expected."""
    from fairdeal.rulebook.compare import compare
    from fairdeal.rulebook.export import content_hash
    from fairdeal.rulebook.loader import load_edition, published_edition

    edition = _loaded(lambda: load_edition(file))
    click.echo(f"{file.name}: {edition.id} is a valid edition")
    click.echo(f"content hash {content_hash(edition)}")
    if edition.extends is None:
        return
    changes = compare(published_edition(edition.extends), edition).values
    click.echo(f"{len(changes)} values differ from {edition.extends}")
    for change in changes:
        click.echo(f"  {change.path}: {change.before} -> {change.after}  [{' '.join(change.rules)}]")


def edition_named(name: str) -> "Edition":
    """A published edition or a rulebook file; exits with a helpful message if there is none."""
    from fairdeal.rulebook.loader import UnknownEdition, find_edition

    try:
        return _loaded(lambda: find_edition(name))
    except UnknownEdition as unknown:
        close = get_close_matches(name, PUBLISHED, n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise click.BadParameter(f"{unknown}, or the path of a .toml file{hint}") from None


def _loaded(load: Callable[[], Found]) -> Found:
    """Load a rulebook; exits with its faults, one per line."""
    from fairdeal.rulebook.reader import BadEdition

    try:
        return load()
    except BadEdition as bad:
        click.echo(str(bad), err=True)
        count = len(bad.faults)
        click.echo(f"{bad.name} refused: {count} fault{'s' if count > 1 else ''}", err=True)
        sys.exit(1)
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"cannot read: {error}") from None


def _echo(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def _wrapped(text: str) -> Iterator[str]:
    from textwrap import wrap

    yield from wrap(text, _TEXT_WIDTH)
