"""What the documentation shows is what happens, and its links lead somewhere."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairdeal.cli.main import main
from fairdeal.rulebook.loader import Published
from fairdeal.rulebook.reader import read_edition
from fairdeal.zones import database_zone

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/decisions/*.md")])
GENERATED = sorted(ROOT.glob("docs/rulebook/*.md"))


def blocks(language: str) -> list[tuple[str, str]]:
    """Fenced blocks of one language with the page they stand on."""
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [(page.name, block) for page in PAGES for block in fence.findall(page.read_text("utf-8"))]


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a transcript, each with what it answers."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def as_pattern(output: str) -> str:
    """The output with `…` standing for any lines."""
    return ".*".join(re.escape(part) for part in re.split(r"(?:^…\n|…)", output, flags=re.MULTILINE))


@pytest.mark.parametrize(("page", "block"), blocks("console"))
def test_shown_commands_answer_as_shown(page: str, block: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One after another, with a database of their own."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("FAIRDEAL_DATABASE", f"sqlite:///{tmp_path / 'room.db'}")
    monkeypatch.delenv("FAIRDEAL_STAFF_TOKEN", raising=False)
    for command, output in commands(block):
        if kept := re.fullmatch(r"export (FAIRDEAL_\w+)=\$\(fairdeal (.*)\)", command):
            monkeypatch.setenv(kept[1], CliRunner().invoke(main, shlex.split(kept[2])).stdout.strip())
            continue
        program, *arguments = shlex.split(command)
        result = CliRunner().invoke(main, arguments)

        assert program == "fairdeal"
        assert re.fullmatch(as_pattern(output), result.output, re.DOTALL), f"{page}: {command}\n{result.output}"


def test_there_are_transcripts() -> None:
    assert sum(len(commands(block)) for _, block in blocks("console")) >= 10


@pytest.mark.parametrize(
    ("page", "block"), [each for each in blocks("python") if each[0] in ("library.md", "simulating.md")]
)
def test_an_example_of_the_library_runs(page: str, block: str) -> None:
    exec(compile(block, page, "exec"), {})  # noqa: S102


def test_the_operators_example_is_a_valid_rulebook() -> None:
    (example,) = [block for page, block in blocks("toml") if page == "own-rulebook.md"]
    edition = read_edition(example, "example.toml", Published(), zones=database_zone)

    assert edition.poker is not None
    assert edition.poker.ratholing is None


@pytest.mark.parametrize("page", [*PAGES, *GENERATED], ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), target


def test_files_that_the_guides_name_exist() -> None:
    """Whoever follows a guide finds every file it sends them to."""
    named = {
        (page, path)
        for page in ("CONTRIBUTING.md", "docs/adding-a-rule.md")
        for path in re.findall(r"`((?:src|tests|tools|web|docs)/[\w./-]+)`", (ROOT / page).read_text("utf-8"))
    }

    assert len(named) >= 15
    assert {(page, path) for page, path in named if not (ROOT / path).exists()} == set()


def test_every_make_target_is_explained() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)

    assert targets is not None
    for target in targets[1].split():
        assert target == "help" or re.search(rf"^{target}: ## ", makefile, re.MULTILINE), target
