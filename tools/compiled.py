"""
The compiled package in build/compiled: `python -m tools.compiled` builds it when the source has changed, `--test` runs the tests of
what is compiled against it, `--run COMMAND` runs a command with it, or with the source where there is no compiler.

Only the hot modules are compiled; the rest is copied.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from hatch_build import MODULES, NotCompiled, check_compiler, compile_into

__all__ = ["NotCompiled", "build", "environment"]

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "src"
TARGET: Final = ROOT / "build" / "compiled"
TESTED: Final = (
    "tests/cards",
    "tests/poker",
    "tests/cash",
    "tests/protocol",
    "tests/room/test_registry.py",
    "tests/room/test_loop.py",
    "tests/server/gateways",
    "tests/server/test_answers.py",
    "tests/server/test_sent_frames.py",
    "tests/server/test_socket.py",
    "tests/sim/test_same_history.py",
    "tests/sim/test_short_runs.py",
)  # of what is compiled, and of what runs on it


def stamp_of(paths: Iterable[Path]) -> str:
    """A name for the content of files, for this Python."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(paths):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def build(target: Path = TARGET) -> bool:
    """Build what is out of date; true if anything had to be compiled."""
    package = SOURCE / "fairdeal"
    wanted = {
        # Of everything: constants and types of other modules are compiled in.
        "libraries": stamp_of([ROOT / "hatch_build.py", *package.rglob("*.py")]),
        "package": stamp_of([ROOT / "hatch_build.py", *_files_of(package)]),
    }
    if stamped(target, wanted["package"]):
        return False
    libraries = target.with_name(f"{target.name}-libraries")
    stale = not stamped(libraries, wanted["libraries"])
    shutil.rmtree(target, ignore_errors=True)
    if stale:
        check_compiler()
        print("compiling the hot modules, which takes about a minute; FAIRDEAL_PURE=1 leaves it out", flush=True)
        shutil.rmtree(libraries, ignore_errors=True)
        compile_into(SOURCE, libraries)
        (libraries / "stamp").write_text(wanted["libraries"], "utf-8")
    shutil.copytree(libraries, target)
    shutil.copytree(package, target / "fairdeal", ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    (target / "stamp").write_text(wanted["package"], "utf-8")
    return stale


def _files_of(package: Path) -> list[Path]:
    return [path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def stamped(folder: Path, stamp: str) -> bool:
    """Whether a folder was finished from that content; the stamp is written last."""
    return (folder / "stamp").exists() and (folder / "stamp").read_text("utf-8") == stamp


def environment() -> dict[str, str]:
    """An environment in which `fairdeal` is the compiled package."""
    return {**os.environ, "PYTHONPATH": str(TARGET), "FAIRDEAL_COMPILED": "1"}


def main(arguments: list[str]) -> int:
    """Build, and test or run something if asked to."""
    try:
        fresh = build()
    except NotCompiled as reason:
        print(f"compiled engine: not used ({reason})", flush=True)
        if arguments[:1] == ["--run"]:
            os.execvp(arguments[1], arguments[1:])  # noqa: S606 - there is nothing for a shell to do
        return 0
    print(f"compiled engine: {len(MODULES)} modules {'built' if fresh else 'up to date'}", flush=True)
    if arguments[:1] == ["--run"]:
        os.execvpe(arguments[1], arguments[1:], {**os.environ, "PYTHONPATH": str(TARGET)})  # noqa: S606 - the same
    if arguments != ["--test"]:
        return 0
    parallel = ["--numprocesses", "auto", "--dist", "worksteal"]
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not soak and not browser", *parallel, *TESTED]
    return subprocess.run(command, cwd=ROOT, env=environment(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
