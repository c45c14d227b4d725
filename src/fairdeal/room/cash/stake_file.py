"""
The paper that says which stakes of the rulebooks a house offers: TOML with one list, `closed`; every fault is named with its line.

A stake is written by its id, as the lobby's addresses have it; `*` stands for any part, so that `*/6` is every table of six seats.
"""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from fairdeal.cash.floor.commands import CloseStakes
from fairdeal.cash.offer import StakeId, is_named
from fairdeal.cash.streams import FLOORS
from fairdeal.kernel import StreamId
from fairdeal.office.papers import PaperEffect, PaperFault, fault_of
from fairdeal.room.cash.game import CashGame
from fairdeal.rulebook.lines import Path, index_lines, line_of
from fairdeal.runtime.registry import Registry

CLOSED: Final = "closed"
EMPTY: Final = """# Stakes that are not offered at present; all others of the rulebooks are.
# A stake is written as rulebook/money/game/blinds/seats, and * stands for any part: "*/texas/0.50-1.00/*".
closed = []
"""


class BadStakes(Exception):
    """A paper of stakes was refused; `faults` are all that was found, each with its line."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def parse_stakes(text: str, known: Collection[StakeId]) -> tuple[str, ...]:
    """The stakes that a paper closes, of those that are known; raises `BadStakes` with all faults."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadStakes([str(error)]) from None
    faults = [f"line {line}: {problem}" for line, problem in _faults(found, index_lines(text), known)]
    if faults:
        raise BadStakes(faults)
    return tuple(found.get(CLOSED, ()))


def closed_names(text: str) -> tuple[str, ...]:
    """What a paper closes that was put in force, also stakes that no rulebook has any more."""
    return tuple(tomllib.loads(text).get(CLOSED, ()))


def _faults(
    found: dict[str, object], lines: Mapping[Path, int], known: Collection[StakeId]
) -> Iterator[tuple[int, str]]:
    for name in found:
        if name != CLOSED:
            yield line_of(lines, (name,)), f"there is no setting {name}; stakes are written closed = [ … ]"
    closed = found.get(CLOSED, [])
    if not isinstance(closed, list) or not all(isinstance(each, str) for each in closed):
        yield line_of(lines, (CLOSED,)), "closed is a list of stakes in quotes"
        return
    for number, name in enumerate(closed):
        if not any(is_named(stake, (name,)) for stake in known):
            yield line_of(lines, (CLOSED, number)), f"no rulebook here has a stake {name}"
    if known and all(is_named(stake, closed) for stake in known):
        yield line_of(lines, (CLOSED,)), "no stake is left: the lobby would be empty"


class StakesPaper:
    """The stakes of a running room by their paper."""

    def __init__(self, cash: CashGame, registry: Registry) -> None:
        self._cash = cash
        self._registry = registry

    @property
    def floors(self) -> tuple[StreamId, ...]:
        """The floors that there are."""
        return tuple(actor.stream for actor in self._registry.those(FLOORS))

    def closed_by(self, text: str) -> tuple[str, ...]:
        """What a paper closes; raises `BadStakes`."""
        return parse_stakes(text, self._cash.house.stakes)

    def begins(self) -> str:
        """The paper of a house that closed nothing at the desk."""
        return EMPTY

    def faults(self, text: str) -> tuple[PaperFault, ...]:
        """What is wrong with a text."""
        try:
            self.closed_by(text)
        except BadStakes as bad:
            return tuple(fault_of(each, text) for each in bad.faults)
        return ()

    def effect(self, text: str) -> PaperEffect:
        """Stakes that would open and close."""
        house, closed = self._cash.house, self.closed_by(text)
        after = {stake for stake in house.stakes if not is_named(stake, closed)}
        return PaperEffect(
            tuple(stake for stake in house.stakes if stake in after and stake not in house.offered),
            tuple(stake for stake in house.offered if stake not in after),
        )

    def take_up(self, text: str) -> None:
        """Offer the stakes of a paper from now on; who was given a seat at this moment leaves it like the others."""
        closed = self.closed_by(text)
        self._cash.offer(closed)
        for floor in self._registry.those(FLOORS):
            self._registry.send(floor.stream, CloseStakes(closed))
