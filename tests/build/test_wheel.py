"""A wheel holds the whole package, compiled where that is possible, and building one leaves nothing behind."""

import os
import subprocess
import sys
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path
from sysconfig import get_config_var, get_platform
from zipfile import ZipFile

import pytest

from hatch_build import MODULES
from tests.architecture.source import ROOT
from tools import compiled

LIBRARY = str(get_config_var("EXT_SUFFIX"))
ENGINE = """
import sys
sys.path.insert(0, sys.argv[1])
from fairdeal.cards import rank
from fairdeal.poker import CALL, Hand, HandOrder, HandRules, hand
played = Hand(HandOrder.usual(HandRules(10), (100, 100), list(range(52)), small_blind=5))
while played.turn >= 0:
    played.act(CALL)
print(hand.__file__, rank((51, 47, 43, 39, 35, 0, 1)), sum(played.result.net))
"""


def build_wheel(folder: Path, **changes: str) -> tuple[Path, str]:
    """Build a wheel of the project; the file and what the build said."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    pure = {name: value for name, value in os.environ.items() if name != "FAIRDEAL_PURE"}
    made = subprocess.run(command, cwd=ROOT, env=pure | changes, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel, made.stdout + made.stderr


def names_of(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def tags_of(wheel: Path) -> dict[str, str]:
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/WHEEL"))
        return dict(Parser().parsestr(archive.read(name).decode()))


def sources() -> set[str]:
    """Every file of the package that a wheel must hold, by its name there."""
    package = ROOT / "src" / "fairdeal"
    files = [path for path in package.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    return {path.relative_to(package.parent).as_posix() for path in files}


def play_with(wheel: Path, folder: Path) -> tuple[str, str]:
    """Unpack a wheel, play a hand with nothing but that, and say which file the engine came from."""
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    command = [sys.executable, "-c", ENGINE, str(folder)]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    file, _, answers = told.strip().partition(" ")
    return Path(file).relative_to(folder).as_posix(), answers


def built_files() -> set[Path]:
    """What a careless build leaves in the source tree or beside it."""
    beside = [*(ROOT / "src").rglob("*"), *ROOT.iterdir()]
    folders = {path for path in beside if path.name == "build" and path.parent != ROOT}
    return folders | {path for path in beside if path.suffix in (".so", ".pyd", ".c", ".o", ".egg-info")}


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    yield
    assert built_files() == set()


def test_a_pure_wheel_can_be_asked_for(tmp_path: Path) -> None:
    wheel, told = build_wheel(tmp_path / "wheel", FAIRDEAL_PURE="1")

    assert wheel.name.endswith("-py3-none-any.whl")
    assert tags_of(wheel)["Root-Is-Purelib"] == "true"
    assert "pure wheel" in told
    assert {name for name in names_of(wheel) if ".dist-info/" not in name} == sources()
    assert play_with(wheel, tmp_path / "unpacked") == ("fairdeal/poker/hand.py", "1 0")


def test_without_a_compiler_the_wheel_is_pure_and_says_why(tmp_path: Path) -> None:
    wheel, told = build_wheel(tmp_path, CC="there-is-no-such-compiler")

    assert wheel.name.endswith("-py3-none-any.whl")
    assert "there is no C compiler" in told
    assert not [name for name in names_of(wheel) if name.endswith(LIBRARY)]


@pytest.mark.soak  # compiling takes a third of a minute; `make test` compiles the same modules for the engine's tests
def test_where_there_is_a_compiler_the_wheel_is_compiled(tmp_path: Path) -> None:
    wheel, told = build_wheel(tmp_path / "wheel")
    if "pure wheel" in told:
        pytest.skip(told.strip().splitlines()[0])

    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = get_platform().replace("-", "_").replace(".", "_")
    assert (
        wheel.name.endswith(f"-{version}-{version}-{platform}.whl") or sys.platform == "darwin"
    )  # arm64 or universal2
    assert tags_of(wheel)["Root-Is-Purelib"] == "false"
    compiled_modules = {module.removesuffix(".py") + LIBRARY for module in MODULES}
    packed = {name for name in names_of(wheel) if ".dist-info/" not in name}
    assert packed == sources() | compiled_modules | {f"fairdeal__mypyc{LIBRARY}"}
    assert play_with(wheel, tmp_path / "unpacked") == (f"fairdeal/poker/hand{LIBRARY}", "1 0")


def test_every_compiled_module_is_there() -> None:
    assert not [module for module in MODULES if not (ROOT / "src" / module).is_file()]


def test_a_package_that_cannot_be_compiled_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody takes a pure copy for the compiled engine."""
    monkeypatch.setenv("FAIRDEAL_PURE", "1")

    with pytest.raises(compiled.NotCompiled, match="FAIRDEAL_PURE is set"):
        compiled.build(tmp_path / "compiled")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.soak
def test_the_compiled_package_is_built_once_for_each_state_of_its_source(tmp_path: Path) -> None:
    try:
        assert compiled.build(tmp_path / "compiled")
    except compiled.NotCompiled as reason:
        pytest.skip(f"not compiled: {reason}")
    assert not compiled.build(tmp_path / "compiled")

    (tmp_path / "compiled" / "stamp").write_text("the source was another")
    assert not compiled.build(tmp_path / "compiled")  # copied anew, but not compiled
    assert (tmp_path / "compiled" / f"fairdeal/poker/hand{LIBRARY}").exists()
