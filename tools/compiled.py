"""
The compiled package in build/compiled: `python -m tools.compiled` builds it when the source has changed, `--test` runs the engine's
tests against it.

Only the hot modules are compiled, and only when something changed that they are made of; the rest is copied.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from hatch_build import MODULES, NotCompiled, compile_into

__all__ = ["NotCompiled", "build", "environment"]

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "src"
TARGET: Final = ROOT / "build" / "compiled"
COMPILED_FROM: Final = (
    "kernel/*.py",
    "cards/*.py",
    "poker/*.py",
)  # the hot modules, and those whose types they rest on
TESTED: Final = ("tests/cards", "tests/poker")


def stamp_of(paths: Iterable[Path]) -> str:
    """A name for the content of files, for this Python."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(paths):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def build(target: Path = TARGET) -> bool:
    """Build what is out of date; true if anything had to be compiled."""
    package = SOURCE / "fairdeal"
    compiled_from = [path for pattern in COMPILED_FROM for path in package.glob(pattern)]
    wanted = {
        "libraries": stamp_of([ROOT / "hatch_build.py", *compiled_from]),
        "package": stamp_of([ROOT / "hatch_build.py", *package.rglob("*.py"), *package.rglob("*.toml")]),
    }
    if stamped(target, wanted["package"]):
        return False
    libraries = target.with_name(f"{target.name}-libraries")
    stale = not stamped(libraries, wanted["libraries"])
    shutil.rmtree(target, ignore_errors=True)
    if stale:
        shutil.rmtree(libraries, ignore_errors=True)
        compile_into(SOURCE, libraries)
        (libraries / "stamp").write_text(wanted["libraries"], "utf-8")
    shutil.copytree(libraries, target)
    shutil.copytree(package, target / "fairdeal", ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    (target / "stamp").write_text(wanted["package"], "utf-8")
    return stale


def stamped(folder: Path, stamp: str) -> bool:
    """Whether a folder was finished from that content; the stamp is written last."""
    return (folder / "stamp").exists() and (folder / "stamp").read_text("utf-8") == stamp


def environment() -> dict[str, str]:
    """An environment in which `fairdeal` is the compiled package."""
    return {**os.environ, "PYTHONPATH": str(TARGET), "FAIRDEAL_COMPILED": "1"}


def main(arguments: list[str]) -> int:
    """Build, and test if asked to."""
    try:
        fresh = build()
    except NotCompiled as reason:
        print(f"compiled engine: not run ({reason})")
        return 0
    print(f"compiled engine: {len(MODULES)} modules {'built' if fresh else 'up to date'}", flush=True)
    if arguments != ["--test"]:
        return 0
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not soak", *TESTED]
    return subprocess.run(command, cwd=ROOT, env=environment(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
