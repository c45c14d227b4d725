"""
The compiled package in build/compiled: `python -m tools.compiled` builds it when the source has changed, `--test` runs the engine's
tests against it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from hatch_build import MODULES, NotCompiled, compile_into

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "src"
TARGET: Final = ROOT / "build" / "compiled"
STAMP: Final = TARGET / "stamp"
TESTED: Final = ("tests/cards", "tests/poker")


def content_stamp() -> str:
    """A name for everything the build depends on."""
    digest = hashlib.sha256(sys.version.encode())
    for path in [ROOT / "hatch_build.py", *sorted(SOURCE.rglob("*.py")), *sorted(SOURCE.rglob("*.toml"))]:
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()


def build() -> bool:
    """Build what is out of date; true if anything was."""
    stamp = content_stamp()
    if STAMP.exists() and STAMP.read_text("utf-8") == stamp:
        return False
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(SOURCE / "fairdeal", TARGET / "fairdeal", ignore=shutil.ignore_patterns("__pycache__"))
    compile_into(SOURCE, TARGET)
    STAMP.write_text(stamp, "utf-8")
    return True


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
