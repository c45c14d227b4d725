"""A wheel holds the whole package, compiled where that is possible, and building one leaves nothing behind."""

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path
from sysconfig import get_config_var, get_platform
from zipfile import ZipFile

import pytest

from hatch_build import CLIENT, MODULES
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


def build(kind: str, folder: Path, root: Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """Build a source archive or a wheel of the project at `root`."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    usual = {name: value for name, value in os.environ.items() if name not in ("FAIRDEAL_PURE", "FAIRDEAL_NO_CLIENT")}
    return subprocess.run(command, cwd=root, env=usual | changes, capture_output=True, text=True, check=False)


def build_wheel(folder: Path, **changes: str) -> tuple[Path, str]:
    """Build a wheel of the project; the file and what the build said."""
    made = build("wheel", folder, ROOT, FAIRDEAL_NO_CLIENT="1", **changes)
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
        archive.extractall(folder)  # noqa: S202 - our own wheel
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


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project as git has it, without a built client."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    wanted = (
        "src/fairdeal/__init__.py",
        "src/fairdeal/server/",
        "hatch_build.py",
        "pyproject.toml",
        "README.md",
        "LICENSE",
    )
    for name in names.split("\0"):
        if name.startswith(wanted):
            (tmp_path / "project" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tmp_path / "project" / name)
    shutil.copy2(ROOT / ".gitignore", tmp_path / "project" / ".gitignore")
    return tmp_path / "project"


@pytest.mark.parametrize("kind", ["sdist", "wheel"])
def test_without_the_client_nothing_is_built_and_the_build_says_why(project: Path, tmp_path: Path, kind: str) -> None:
    made = build(kind, tmp_path / "made", project, FAIRDEAL_PURE="1")

    assert made.returncode != 0
    assert "sh tools/client.sh build" in made.stderr
    assert not list((tmp_path / "made").glob("*"))


def test_a_wheel_made_from_a_source_archive_has_the_client(project: Path, tmp_path: Path) -> None:
    client = project / CLIENT
    client.mkdir()
    for name in ("index.html", "app.js"):
        (client / name).write_text("the client", "utf-8")
    assert build("sdist", tmp_path / "made", project).returncode == 0
    (archive,) = (tmp_path / "made").glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()

    made = build("wheel", tmp_path / "made", unpacked, FAIRDEAL_PURE="1")

    assert made.returncode == 0, made.stderr
    (wheel,) = (tmp_path / "made").glob("*.whl")
    assert {"fairdeal/server/client/index.html", "fairdeal/server/client/app.js"} <= names_of(wheel)


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
