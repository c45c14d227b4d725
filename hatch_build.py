"""
Builds the wheel: the hot modules compiled by mypyc where a C compiler is there, pure Python with a notice where not; and
the web client, which must have been built before.

Compiling happens in a temporary copy, so that nothing is left in the source tree. Editable installs stay pure.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What pays off: the evaluator, the hand engine, and what an act passes from the socket to the frames it leads to. Plain typed Python,
# the same source either way. Modules of values are left out: a dataclass that is compiled is no faster to make.
MODULES = (
    "fairdeal/cards/evaluate.py",
    "fairdeal/cash/table/changes.py",
    "fairdeal/cash/table/evolve.py",
    "fairdeal/cash/table/machine.py",
    "fairdeal/cash/table/playing.py",
    "fairdeal/play/clock.py",
    "fairdeal/play/playing.py",
    "fairdeal/poker/events.py",
    "fairdeal/poker/hand.py",
    "fairdeal/poker/options.py",
    "fairdeal/poker/order.py",
    "fairdeal/poker/pots.py",
    "fairdeal/poker/rules.py",
    "fairdeal/poker/showdown.py",
    "fairdeal/present/hand.py",
    "fairdeal/present/seats.py",
    "fairdeal/present/table_changes.py",
    "fairdeal/present/tournament_table.py",
    "fairdeal/room/turn_clock.py",
    "fairdeal/runtime/agendas.py",
    "fairdeal/runtime/alarms.py",
    "fairdeal/runtime/broadcast.py",
    "fairdeal/runtime/loop.py",
    "fairdeal/runtime/registry.py",
    "fairdeal/runtime/units.py",
    "fairdeal/server/answers.py",
    "fairdeal/server/client.py",
    "fairdeal/server/commands.py",
    "fairdeal/server/desks/games.py",
    "fairdeal/server/desks/registry.py",
    "fairdeal/server/desks/sent_frames.py",
    "fairdeal/server/desks/table.py",
    "fairdeal/server/desks/tournament_table.py",
    "fairdeal/server/gateway.py",
    "fairdeal/server/gateways/batches.py",
    "fairdeal/server/gateways/gateway_link.py",
    "fairdeal/server/gateways/room_link.py",
    "fairdeal/server/intake.py",
    "fairdeal/server/rate_limit.py",
)
CLIENT = "src/fairdeal/server/client"
_PROGRAM = """
import sys
from mypyc.build import mypycify
from setuptools import setup
options = ["--config-file=", "--ignore-missing-imports"]
modules = mypycify([*options, *sys.argv[3:]], opt_level="3", group_name="fairdeal")
setup(name="fairdeal", packages=[], ext_modules=modules, script_args=sys.argv[1:3])
"""


class NotCompiled(Exception):
    """Why the modules could not be compiled."""


def check_compiler() -> None:
    """Raise `NotCompiled` where compiling is not wanted or not possible."""
    if os.environ.get("FAIRDEAL_PURE"):
        raise NotCompiled("FAIRDEAL_PURE is set")
    if shutil.which(os.environ.get("CC", "cc")) is None:
        raise NotCompiled("there is no C compiler")


def compile_into(source: Path, target: Path) -> list[str]:
    """Compile the hot modules of a source tree; the shared libraries, placed under `target`, by their paths in the package."""
    check_compiler()
    with TemporaryDirectory(prefix="fairdeal-build-") as folder:
        shutil.copytree(source / "fairdeal", Path(folder) / "fairdeal", ignore=shutil.ignore_patterns("__pycache__"))
        command = [sys.executable, "-c", _PROGRAM, "build_ext", "--inplace", *MODULES]
        made = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if made.returncode:
            raise NotCompiled((made.stderr.strip() or made.stdout.strip()).splitlines()[-1])
        paths = [path.relative_to(folder) for path in Path(folder).rglob("*") if path.suffix in (".so", ".pyd")]
        names = sorted(path.as_posix() for path in paths if path.parts[0] != "build")
        for name in names:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(Path(folder) / name, target / name)
    return names


class NoClient(Exception):
    """A server without pages would be built."""


def check_client(root: Path) -> None:
    """Refuse to build a package whose server has no pages: nobody would notice before players do."""
    if not (root / CLIENT / "index.html").is_file() and not os.environ.get("FAIRDEAL_NO_CLIENT"):
        raise NoClient(
            f"fairdeal: the web client is not in {CLIENT}; run `sh tools/client.sh build` first, "
            "or set FAIRDEAL_NO_CLIENT=1 for a package whose server has no pages"
        )


class CompiledHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the compiled modules beside their sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or say why not; without the web client nothing is built, unless that is wanted."""
        if version == "editable":
            return
        check_client(Path(self.root))
        if self.target_name != "wheel":
            return
        self.made = Path(mkdtemp(prefix="fairdeal-wheel-"))
        try:
            names = compile_into(Path(self.root) / "src", self.made)
        except NotCompiled as reason:
            self.app.display_warning(f"fairdeal: building a pure wheel, which is slower: {reason}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"] |= {str(self.made / name): name for name in names}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - the hook's shape
        """Leave nothing behind."""
        if self.target_name == "wheel" and version != "editable":
            shutil.rmtree(self.made, ignore_errors=True)
