"""What is written reads back the same; every key is found on its line; any damage is refused, never a crash."""

import json
import random
import tomllib
from decimal import Decimal
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.rulebook.clause import PUBLISHED, U26, U27, EditionId
from fairdeal.rulebook.export import as_toml, as_tree, content_hash
from fairdeal.rulebook.lines import Path, index_lines, line_of
from fairdeal.rulebook.loader import Published, UnknownEdition, find_edition, published_edition
from fairdeal.rulebook.reader import BadEdition, read_edition
from fairdeal.zones import database_zone

editions = pytest.mark.parametrize("edition", PUBLISHED)


def source(edition: EditionId) -> str:
    return (files("fairdeal.rulebook") / "editions" / f"{edition}.toml").read_text("utf-8")


@editions
def test_an_exported_edition_reads_back_the_same(edition: EditionId) -> None:
    original = published_edition(edition)

    assert read_edition(as_toml(original), "again.toml", zones=database_zone) == original


@editions
def test_the_tree_is_json_and_cites_rules(edition: EditionId) -> None:
    tree = json.loads(json.dumps(as_tree(published_edition(edition))))

    assert tree["edition"]["id"] == edition


def test_values_in_json_are_what_the_file_says() -> None:
    poker = as_tree(published_edition(U27))["poker"]

    assert poker["sit_out"]["removal_seconds"] == {"value": 600, "rule": "TIME-02"}
    assert poker["rake"]["holdem"]["value"][1]["percent"] == "3.5"
    assert poker["connection"]["decision_seconds"]["origin"] == "gap"


def test_the_hash_names_the_content() -> None:
    assert len({content_hash(published_edition(edition)) for edition in PUBLISHED}) == len(PUBLISHED)
    again = read_edition(source(U27) + "\n# a comment changes nothing\n", "unibet-2.7.toml", zones=database_zone)
    assert content_hash(again) == content_hash(published_edition(U27))
    changed = read_edition(source(U27).replace("is = 600", "is = 601"), "unibet-2.7.toml", zones=database_zone)
    assert content_hash(changed) != content_hash(again)


def test_editions_are_found_by_name_or_file_and_nothing_else() -> None:
    assert find_edition("unibet-2.6") is published_edition(U26)
    with pytest.raises(UnknownEdition, match='no edition "unibet-9"; published are '):
        find_edition("unibet-9")
    with pytest.raises(UnknownEdition):
        published_edition(EditionId("unibet-9"))
    assert len(Published()) == len(list(Published())) == 5
    assert EditionId("unibet-9") not in Published()


def paths_of(tree: Any, path: Path = ()) -> list[Path]:
    found = [path] if path else []
    if isinstance(tree, dict):
        return found + [inner for key, value in tree.items() for inner in paths_of(value, (*path, key))]
    if isinstance(tree, list):
        return found + [inner for number, value in enumerate(tree) for inner in paths_of(value, (*path, number))]
    return found


@editions
def test_every_key_is_found_on_a_line_that_names_it(edition: EditionId) -> None:
    text = source(edition)
    lines = text.splitlines()
    index = index_lines(text)
    for path in paths_of(tomllib.loads(text)):
        named = [step for step in path if isinstance(step, str)]
        if path[-1] == named[-1]:
            assert named[-1] in lines[line_of(index, path) - 1], path


TRICKY = """\
# comment with [brackets] and "quotes"
a.b = 1
"quoted.key" = [ # comment, with commas
  "x # not a comment", 'y]',
  { inner = [1, 2], deep.er = 3 },
]
text = \"\"\"
[not.a.table]
key = "value" \\"\"\"
\"\"\"
literal = '''
]'''

[[rows]]
name = 1
[[rows]]
name = 2
[rows.sub]
x = true
[table."with space"] # end
y = 1979-05-27T07:32:00Z
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("a",), 2),
        (("a", "b"), 2),
        (("quoted.key", 1), 4),
        (("quoted.key", 2), 5),
        (("quoted.key", 2, "inner", 1), 5),
        (("quoted.key", 2, "deep", "er"), 5),
        (("text",), 7),
        (("literal",), 11),
        (("rows",), 14),
        (("rows", 0, "name"), 15),
        (("rows", 1, "name"), 17),
        (("rows", 1, "sub", "x"), 19),
        (("table", "with space", "y"), 21),
        (("rows", 1, "missing", "altogether"), 16),
        (("nowhere",), 1),
    ],
)
def test_lines_of_a_tricky_text(path: Path, line: int) -> None:
    tomllib.loads(TRICKY)

    assert line_of(index_lines(TRICKY), path) == line


def damaged(seed: int) -> str:
    """An edition with a few lines dropped, doubled, swapped or cut."""
    chance = random.Random(seed)  # noqa: S311
    lines = source(PUBLISHED[seed % len(PUBLISHED)]).splitlines()
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        match chance.randrange(5):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[chance.randrange(len(lines))])
            case 2:
                lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
            case 3:
                lines[at] = lines[at].replace(
                    "is = ", chance.choice(['is = "', "is = -", "is = [", "id = ", "is = 1e9"])
                )
            case _:
                lines[at] = lines[at].replace(
                    chance.choice(["true", "rule", "10", '"']), chance.choice(["1", "x", '"', "{"])
                )
    return "\n".join(lines) + "\n"


def try_damaged(seed: int) -> None:
    text = damaged(seed)
    try:
        edition = read_edition(text, "damaged.toml", Published(), zones=database_zone)
    except BadEdition as bad:
        assert bad.faults
        assert all(1 <= fault.line <= text.count("\n") + 1 and fault.problem for fault in bad.faults)
    else:
        assert read_edition(as_toml(edition), "again.toml", Published(), zones=database_zone) == edition


@pytest.mark.parametrize("seed", range(60))
def test_damage_is_refused_or_harmless_never_a_crash(seed: int) -> None:
    try_damaged(seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
def test_much_damage(block: int) -> None:
    for seed in range(200 * block, 200 * (block + 1)):
        try_damaged(seed)


@given(st.decimals(0, 10_000, places=2))
def test_amounts_survive_reading_and_writing(amount: Decimal) -> None:
    text = '[edition]\nid = "x"\ntitle = "X"\nextends = "publicwin"\n[poker.rake]\nminimum = ' + str(amount)
    edition = read_edition(text, "x.toml", Published(), zones=database_zone)

    assert edition.poker is not None
    assert edition.poker.rake.minimum.value == amount * 100
    assert as_tree(edition)["poker"]["rake"]["minimum"]["value"] in (str(amount), int(amount))
