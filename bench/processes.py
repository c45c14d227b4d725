"""Processor time of a process and of its children, told apart, as the kernel counts it in /proc."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
PROC: Final = Path("/proc")


class Stat(NamedTuple):
    """What one process has used so far, in seconds."""

    pid: int
    parent: int
    user: float
    system: float
    waited: float = 0.0  # for a core that others had, by its main thread


def parse_stat(text: str, ticks: int = TICKS) -> Stat:
    """Read a line of /proc/PID/stat; the name in it may hold spaces and parentheses."""
    head, _, tail = text.rpartition(")")
    fields = tail.split()
    return Stat(int(head.split(" ", 1)[0]), int(fields[1]), int(fields[11]) / ticks, int(fields[12]) / ticks)


def tree_of(root: int, stats: list[Stat]) -> list[Stat]:
    """A process and all below it, itself first."""
    found = [stat for stat in stats if stat.pid == root]
    for parent in found:  # grows while it is walked
        found += [stat for stat in stats if stat.parent == parent.pid]
    return found


def parse_waited(text: str) -> float:
    """Read a line of /proc/PID/schedstat: seconds for which the main thread could have run and had no core."""
    return int(text.split()[1]) / 1e9


def read_all() -> list[Stat]:
    """Every process there is."""
    found = []
    for path in PROC.iterdir():
        if path.name.isdigit():
            try:
                stat = parse_stat((path / "stat").read_text("utf-8", "replace"))
                found.append(stat._replace(waited=parse_waited((path / "schedstat").read_text())))
            except OSError:
                continue  # it has ended meanwhile
    return found


def memory_bytes(pid: int) -> int:
    """Memory that a process holds."""
    return int((PROC / str(pid) / "statm").read_text().split()[1]) * PAGE


@dataclass(frozen=True)
class Used:
    """Processor seconds of a process tree between two looks, its main process told apart from the children."""

    user: float = 0.0
    system: float = 0.0
    children: float = 0.0
    busiest: float = 0.0  # of the one that used most
    waited: float = 0.0  # what that one waited for a core

    @property
    def main(self) -> float:
        """What the main process used."""
        return self.user + self.system

    @property
    def total(self) -> float:
        """What all of them used."""
        return self.main + self.children


def used(root: int, before: list[Stat], after: list[Stat]) -> Used:
    """The difference of two looks; a process that began between them is counted from its beginning."""
    known = {stat.pid: stat for stat in before}
    spent: list[tuple[float, float, float]] = []
    for stat in tree_of(root, after):
        old = known.get(stat.pid, Stat(stat.pid, stat.parent, 0.0, 0.0))
        spent.append((stat.user - old.user, stat.system - old.system, stat.waited - old.waited))
    if not spent:
        return Used()
    (user, system, _), *children = spent
    busiest = max(spent, key=lambda each: each[0] + each[1])
    return Used(user, system, sum(each[0] + each[1] for each in children), busiest[0] + busiest[1], busiest[2])
