"""
What runs a bench: the interpreter's build, and whether fairdeal is compiled.

Every bench prints it first: an interpreter without profile-guided optimisation is slower by a fifth and more.
"""

import platform
import sys
import sysconfig
from importlib.util import find_spec
from typing import Final

HOT: Final = "fairdeal.poker.hand"
OPTIMISED: Final = "--enable-optimizations"


def described(version: str, compiler: str, arguments: str, *, compiled: bool) -> str:
    """One line about a build; `arguments` are those its configure script was called with."""
    guided = "with" if OPTIMISED in arguments else "without"
    kind = "compiled" if compiled else "pure Python"
    return f"Python {version}, {compiler}, built {guided} profile-guided optimisation; fairdeal {kind}"


def is_compiled(module: str = HOT) -> bool:
    """Whether a module would be imported from a shared library."""
    spec = find_spec(module)
    return spec is not None and (spec.origin or "").endswith((".so", ".pyd"))


def build() -> str:
    """The line about this process."""
    arguments = str(sysconfig.get_config_var("CONFIG_ARGS") or "")
    return described(platform.python_version(), platform.python_compiler(), arguments, compiled=is_compiled())


def introduce(*, quiet: bool = False) -> None:
    """Print the line before all figures; `quiet` where standard output is for JSON alone."""
    print(build(), file=sys.stderr if quiet else sys.stdout, flush=True)
