"""Casino tables of a room in the test's own process, with times that suit a test."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fairdeal.rulebook.clause import U27
from tests.browser.near import NearHouse, near

RULEBOOK: Final = """
[edition]
id = "quick-casino"
title = "Quick casino"
extends = "live-casino"

[casino.roulette.limits]
betting_seconds = {betting}
pause_seconds = {pause}
"""

TABLE: Final = """
[[table]]
id = "wheel"
name = "Pirita 1"
game = "roulette"
spin_time = {spin}
"""


def casino_files(folder: Path, *, betting: int, spin: int, pause: int) -> tuple[str, str]:
    """A rulebook and a table of roulette with these times: seconds of bets and pause, milliseconds of the spin."""
    rulebook, tables = folder / "quick-casino.toml", folder / "tables.toml"
    rulebook.write_text(RULEBOOK.format(betting=betting, pause=pause), "utf-8")
    tables.write_text(TABLE.format(spin=spin), "utf-8")
    return str(rulebook), str(tables)


@contextmanager
def near_wheel(folder: Path, *, betting: int, spin: int = 1200, pause: int = 2) -> Iterator[NearHouse]:
    """A room with one wheel, until the block ends."""
    rulebook, tables = casino_files(folder, betting=betting, spin=spin, pause=pause)
    with near(folder, rulebooks=(U27, rulebook), casino=tables, messages_per_second=400) as found:
        yield found
