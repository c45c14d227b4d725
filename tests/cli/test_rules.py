"""`fairdeal rules` from the outside."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairdeal.cli.main import main
from fairdeal.rulebook.clause import PUBLISHED, EditionId
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.loader import published_edition


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["rules", *arguments])


def test_list_has_a_line_for_every_rule() -> None:
    result = run("list")

    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 451
    assert "BET-13   E  Undersized all-in raise does not reopen betting" in result.stdout
    assert result.stderr == "451 rules\n"


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ((), 451),
        (("--edition", "unibet-2.7"), 236),
        (("--class", "E"), 351),
        (("--edition", "live-casino", "--class", "E"), 95),
        (("--edition", "live-casino", "--class", "O"), 6),
    ],
)
def test_list_as_json(options: tuple[str, ...], count: int) -> None:
    found = json.loads(run("list", *options, "--json").stdout)

    assert len(found) == count
    assert all(list(rule) == ["id", "class", "title", "editions", "sources"] for rule in found)
    assert all(rule["editions"] == list(rule["sources"]) for rule in found)


def test_show_tells_words_clauses_values_and_readings() -> None:
    text = run("show", "TIME-02").stdout

    assert "executable behaviour" in text
    assert "publicwin: Art.7.1, 13\n  poker.sit_out.removal_seconds = 300 s" in text
    assert "readings: X-03, X-04" in text


def test_show_in_another_language_and_one_edition() -> None:
    text = run("show", "TIME-02", "--lang", "et", "--edition", "unibet-2.7").stdout

    assert "eemal" in text
    assert "unibet-2.7: " in text
    assert "publicwin" not in text


def test_show_says_what_is_not_printed_and_what_was() -> None:
    assert "poker.connection.decision_seconds = 10 s  (gap)" in run("show", "TIME-18", "--edition", "unibet-2.2").stdout
    assert "= 0.95 : 1  (corrected)  printed: 95 : 1" in run("show", "BAC-20").stdout


def test_show_words_powers_of_the_house_too() -> None:
    assert "CASH-01 · Rättvisan går först" in run("show", "CASH-01", "--lang", "sv").stdout


def test_show_a_glossary_entry_names_what_it_restates_and_what_overrides_it() -> None:
    text = run("show", "GLO-37").stdout

    assert "restates: CASH-17" in text
    assert "overridden: the articles prevail over the glossary, see X-13" in text


def test_show_a_reading() -> None:
    text = run("show", "X-87").stdout

    assert text.startswith("X-87 · misprint · unibet-2.7 prize table")
    assert "Decision: 2500" in text


def test_diff_groups_effects_wordings_and_rules() -> None:
    text = run("diff", "unibet-2.6", "unibet-2.7").stdout

    assert "Changes what happens: 4" in text
    assert "  poker.rake.rounding  [RAKE-05]\n    unibet-2.6: up\n    unibet-2.7: nearest" in text
    assert "Rules only in unibet-2.6: none\nRules only in unibet-2.7: INT-14b" in text


def test_diff_as_json_has_paths_and_rule_ids() -> None:
    found = json.loads(run("diff", "unibet-2.2", "unibet-2.7", "--json").stdout)

    assert (found["before"], found["after"]) == ("unibet-2.2", "unibet-2.7")
    assert set(found["values"][0]) == {"path", "change", "before", "after", "rules"}
    assert found["rules_only_before"] == ["TIME-06", "FEE-04"]


@pytest.mark.parametrize("edition", PUBLISHED)
def test_an_export_is_a_valid_rulebook_file(edition: EditionId, tmp_path: Path) -> None:
    file = tmp_path / "exported.toml"
    file.write_text(run("export", edition).stdout, "utf-8")
    result = run("check", str(file))

    assert result.exit_code == 0, result.output
    assert f"content hash {content_hash(published_edition(edition))}" in result.stdout


def test_export_as_json_carries_the_hash() -> None:
    tree = json.loads(run("export", "publicwin", "--format", "json").stdout)

    assert tree["content_hash"] == content_hash(published_edition(PUBLISHED[3]))
    assert tree["poker"]["wallet"]["scheme"] == {"value": "site_and_poker", "rule": "WAL-01"}


def test_check_tells_what_an_operator_changed(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(
        '[edition]\nid = "club"\ntitle = "Club"\nextends = "unibet-2.7"\n[poker.sit_out]\nremoval_seconds = 420\n',
        "utf-8",
    )
    result = run("check", str(file))

    assert result.exit_code == 0
    assert "club.toml: club is a valid edition" in result.stdout
    assert "1 values differ from unibet-2.7" in result.stdout
    assert "  poker.sit_out.removal_seconds: 600 s -> 420 s  [TIME-02]" in result.stdout
    assert "Changes what happens: 1" in run("diff", "unibet-2.7", str(file)).stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("show", "BET-99"), 'no rule "BET-99"; did you mean BET-'),
        (("show", "nonsense"), "see `fairdeal rules list`"),
        (("show", "RAT-01", "--edition", "publicwin"), "RAT-01 does not hold in publicwin"),
        (("diff", "unibet-2.7", "unibet-27"), "did you mean unibet-2.7?"),
        (("export", "casino"), 'no edition "casino"'),
        (("list", "--edition", "unibet-3"), "is not one of"),
        (("check", "nowhere.toml"), "cannot read"),
        (("show", "BET-13", "--lang", "fi"), "is not one of"),
    ],
)
def test_mistakes_get_an_answer_that_helps(arguments: tuple[str, ...], told: str) -> None:
    result = run(*arguments)

    assert result.exit_code in (1, 2)
    assert told in result.stderr
    assert "Traceback" not in result.output


def test_listing_reads_no_edition_no_words_and_no_schema() -> None:
    """Editions load lazily: the list, asked for all day long, must not pay for them."""
    program = (
        "import sys; from fairdeal.cli.main import main; main(['rules', 'list', '--json'], standalone_mode=False);"
        "print(*[name for name in sys.modules if name.startswith('fairdeal.rulebook.')], file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    loaded = set(result.stderr.split())
    assert "fairdeal.rulebook.catalogue.cash" in loaded
    assert not loaded & {f"fairdeal.rulebook.{name}" for name in ("loader", "reader", "ruled", "readings", "compare")}


def test_the_command_is_installed() -> None:
    command = Path(sys.executable).parent / "fairdeal"
    result = subprocess.run([command, "rules", "show", "BET-13"], capture_output=True, text=True, check=True)

    assert result.stdout.startswith("BET-13 · ")
