"""Reading what the kernel tells of processes."""

import os
import subprocess
import sys

import pytest

from bench.processes import Stat, memory_bytes, parse_stat, parse_waited, read_all, tree_of, used

LINE = "4711 (a (strange) name) S 42 4711 42 0 -1 4194560 900 0 1 0 250 75 30 10 20 0 3 0 12345 1000000 800 18446744073709551615"


def test_a_line_of_stat_with_a_strange_name() -> None:
    assert parse_stat(LINE, ticks=100) == Stat(4711, 42, 2.5, 0.75)


def test_time_waited_for_a_core() -> None:
    assert parse_waited("123456789 2500000000 17\n") == 2.5


def test_the_tree_of_a_process_is_itself_and_all_below_it() -> None:
    stats = [Stat(pid, parent, 0.0, 0.0) for pid, parent in ((5, 3), (1, 0), (3, 2), (2, 1), (4, 1), (9, 8))]

    assert [stat.pid for stat in tree_of(2, stats)] == [2, 3, 5]
    assert tree_of(7, stats) == []


def test_children_are_told_apart_from_the_main_process() -> None:
    before = [Stat(1, 0, 1.0, 1.0), Stat(2, 1, 5.0, 0.0, 1.0), Stat(7, 0, 0.0, 0.0)]
    after = [Stat(1, 0, 3.0, 1.5), Stat(2, 1, 8.5, 0.5, 1.25), Stat(3, 2, 0.25, 0.25), Stat(7, 0, 99.0, 0.0)]

    found = used(1, before, after)

    assert (found.user, found.system, found.main) == (2.0, 0.5, 2.5)
    assert found.children == 4.5
    assert found.total == 7.0
    assert (found.busiest, found.waited) == (4.0, 0.25)


def test_a_process_that_is_gone_used_nothing() -> None:
    assert used(1, [Stat(1, 0, 1.0, 1.0)], []).total == 0.0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the benches read /proc")
def test_this_process_and_a_child_are_found() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        pids = [stat.pid for stat in tree_of(os.getpid(), read_all())]
        assert memory_bytes(child.pid) > 0
        child.kill()

    assert pids[0] == os.getpid()
    assert child.pid in pids
