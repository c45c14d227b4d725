"""A copy of the tree in which one rule at a time is broken."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from tools.mutations.mutation import Mutation

ROOT: Final = Path(__file__).resolve().parents[2]
_SOURCE: Final = "src/fairdeal"
_COPIED: Final = ("src", "tests", "tools", "docs", "pyproject.toml")
_SIMULATE: Final = "simulate "
# A smaller plan that fails too is of no interest here.
_COMMAND: Final = "from fairdeal.cli import main, simulate; simulate.SHRINKING_SECONDS = 0; main.main()"
# Only the plugin that our settings speak of: loading the others takes longer than most proofs.
_PYTEST: Final = ("-m", "pytest", "-q", "-x", "-p", "pytest_timeout", "-p", "no:cacheprovider", "--timeout", "60")
# What whoever runs us was told for itself. A copy keeps its bytecode: compiling everything takes longer than most proofs.
_FOREIGN: Final = frozenset({"FAIRDEAL_COMPILED", "HYPOTHESIS_PROFILE", "PYTEST_ADDOPTS", "PYTHONDONTWRITEBYTECODE"})
_FAILED: Final = 1  # pytest's code for tests that failed; all others mean that nothing was proven
_PATIENCE: Final = 600  # seconds for one proof: a broken rule may well never end


class LineNotFound(LookupError):
    """The text of a mutation is not in the package, or more than once."""


@cache
def sources() -> dict[str, str]:
    """The text of every module of the package, by its path in the tree."""
    found = sorted((ROOT / _SOURCE).rglob("*.py"))
    return {str(file.relative_to(ROOT)): file.read_text("utf-8") for file in found}


def place_of(mutation: Mutation) -> str:
    """The path of the one module that holds the text of the mutation."""
    found = [path for path, text in sources().items() for _ in range(text.count(mutation.line))]
    if len(found) != 1:
        raise LineNotFound(f"{mutation.name}: the text is {len(found)} times in the package {sorted(set(found))}")
    return found[0]


def broken_text(mutation: Mutation) -> str:
    """The module with the rule broken."""
    return sources()[place_of(mutation)].replace(mutation.line, mutation.instead)


class Copy:
    """A copy of the tree at that place; each proof is a process of its own, and nothing is left behind by one."""

    def __init__(self, tree: Path) -> None:
        self._tree = tree
        self._writes = 0
        self._environment = {
            **{name: value for name, value in os.environ.items() if name not in _FOREIGN},
            "PYTHONPATH": str(tree / "src"),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        for name in _COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
            else:
                shutil.copy(ROOT / name, tree / name)

    def noticed(self, mutation: Mutation, proof: str) -> bool | None:
        """Whether the proof goes wrong with the broken rule; None: it proves nothing, because it cannot run."""
        with self._broken(mutation):
            return self._goes_wrong(proof)

    def wrong_before(self, proofs: Iterable[str]) -> str:
        """What goes wrong, or cannot run, of these proofs though nothing is broken: such a proof would notice everything."""
        chosen = sorted(set(proofs))
        tests = [proof for proof in chosen if not proof.startswith(_SIMULATE)]
        done = self._run([*_PYTEST, *tests]) if tests else None
        if done is not None and done.returncode != 0:
            return done.stdout + done.stderr
        simulations = (proof for proof in chosen if proof.startswith(_SIMULATE))
        return next((each for each in simulations if self._goes_wrong(each) is not False), "")

    @contextmanager
    def _broken(self, mutation: Mutation) -> Iterator[None]:
        place = place_of(mutation)
        self._write(place, broken_text(mutation))
        try:
            yield
        finally:
            self._write(place, sources()[place])

    def _write(self, place: str, text: str) -> None:
        """Each write has a second of its own, because bytecode is known by second and size: none may be taken for another."""
        self._writes += 1
        file = self._tree / place
        file.write_text(text, "utf-8")
        os.utime(file, (self._writes, self._writes))

    def _goes_wrong(self, proof: str) -> bool | None:
        try:
            if proof.startswith(_SIMULATE):
                return _found_something(self._run(["-c", _COMMAND, *proof.split(), "--json"]))
            code = self._run([*_PYTEST, proof]).returncode
        except subprocess.TimeoutExpired:
            return True
        return None if code not in (0, _FAILED) else code == _FAILED

    def _run(self, arguments: list[str]) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self._tree,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE,
        )


def _found_something(done: "subprocess.CompletedProcess[str]") -> bool | None:
    try:
        told = json.loads(done.stdout)
    except ValueError:
        return None
    return done.returncode == 1 and bool(told["violations"])
