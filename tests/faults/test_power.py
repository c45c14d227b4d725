"""A power cut loses what the disk had not promised; a slow disk makes groups larger and loses nothing."""

import random
from pathlib import Path

import pytest

from fairdeal.storage.opening import open_store
from fairdeal.storage.port import StoreError
from tests.faults.hands import fund, played
from tests.faults.killing import CLIENTS, Nursery, Score, Told, audit, hold_against
from tests.faults.power import build, changes, cut_power

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="watching writes needs /proc")


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = build(tmp_path_factory.mktemp("powerloss"))
    if built is None:
        pytest.skip("watching writes needs a C compiler")
    return built


def watched_run(folder: Path, library: Path, seconds: float, *options: str, **env: str) -> tuple[Told, Path, Path]:
    """Hands played on SQLite under watch until killed: what was told, the file, the log of writes."""
    file, log = folder / "room.db", folder / "writes.log"
    store = open_store(f"sqlite:///{file}")
    fund(store, CLIENTS)
    store.close()
    (folder / "before").mkdir()
    for each in folder.glob("room.db*"):
        (folder / "before" / each.name).write_bytes(each.read_bytes())
    watch = {"LD_PRELOAD": str(library), "POWERLOSS_FILE": str(file), "POWERLOSS_LOG": str(log)}
    nursery = Nursery(*options, env={**watch, **env})
    told = nursery.kill_soon(f"sqlite:///{file}", 1, seconds)
    nursery.close()
    return told, file, log


def after_the_cut(folder: Path, file: Path, log: Path, seed: int) -> str:
    """The address of the database as the disk kept it."""
    before = {str(file.parent / each.name): each.read_bytes() for each in (folder / "before").iterdir()}
    kept = folder / f"after-{seed}"
    kept.mkdir()
    for name, content in cut_power(log, before, random.Random(seed)).items():  # noqa: S311
        (kept / Path(name).name).write_bytes(content)
    return f"sqlite:///{kept / file.name}"


@pytest.mark.parametrize("options", [(), ("--short-log",)])
@pytest.mark.parametrize("seed", range(3))
def test_nothing_acknowledged_is_lost_in_a_power_cut(
    tmp_path: Path, library: Path, seed: int, options: tuple[str, ...]
) -> None:
    told, file, log = watched_run(tmp_path, library, 0.2 + seed / 10, *options)
    address = after_the_cut(tmp_path, file, log, seed)

    hold_against(address, told, Score())
    audit(address)


def test_without_waiting_for_the_disk_the_cut_is_seen_to_lose_hands(tmp_path: Path, library: Path) -> None:
    """The control: if this passed with nothing lost, the test above would prove nothing."""
    told, file, log = watched_run(tmp_path, library, 0.3, "--unsafe")
    address = after_the_cut(tmp_path, file, log, 0)
    try:
        store = open_store(address)
        written = [played(store, client) for client in range(CLIENTS)]
        store.close()
    except StoreError:
        written = [0] * CLIENTS  # not even readable

    assert any(told.acknowledged[client] > written[client] for client in told.acknowledged)


def test_a_slow_disk_makes_groups_larger(tmp_path: Path, library: Path) -> None:
    # So slow that most have asked again before the disk is done, however busy the machine is, and long enough that the syncs of
    # the opening weigh little. Without groups there is a sync for every hand.
    told, _, log = watched_run(tmp_path, library, 2.5, POWERLOSS_SYNC_MS="150")
    syncs = sum(kind == b"s" and name.endswith("-wal") for kind, name, _, _ in changes(log.read_bytes()))

    assert sum(told.acknowledged.values()) > 2 * syncs > 0
