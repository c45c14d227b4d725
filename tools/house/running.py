"""
What the running room tells: how often `evolve` runs for an event, and how much code a raise takes.

Everything is measured at the room as it is wired, on a store in memory, by a profile of the calls made. Compiled modules make
calls that no profile sees.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

from fairdeal.casino.games.roulette.spin import Spun
from fairdeal.casino.table.events import RoundSettled
from fairdeal.kernel import SECOND, Instant, StreamId
from fairdeal.play.messages import Act
from fairdeal.poker import Choice, Fold, RaiseTo
from fairdeal.room.room import Room
from fairdeal.rulebook.clause import U26
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.actor import Actor
from fairdeal.testing.tournaments.plan import TournamentPlan
from fairdeal.testing.tournaments.simulation import TournamentRun
from fairdeal.tournament.director.events import TableBroken
from tests.room.casino_evenings import ANN, ROULETTE, CasinoEvening
from tests.room.evenings import Evening
from tools.house.source import SOURCE

_ENTRANTS: Final = 14
"""Two tables, one of which breaks after a few hands."""
_INSIDE: Final = f"{SOURCE}/"


class Evolved(NamedTuple):
    """What was adopted together: so many events, and so many calls of `evolve` for them."""

    events: int
    calls: int

    @property
    def per_event(self) -> float:
        """1.0 where every event is followed once."""
        return self.calls / self.events


class Walked(NamedTuple):
    """The code that ran: calls, over so many modules."""

    calls: int
    modules: int


class Counting:
    """Counts, for every event, the calls of a function named `evolve` that were made with it."""

    def __init__(self) -> None:
        self._calls: dict[int, int] = {}
        self._events: list[object] = []  # kept, so that an id names one event
        self._open: list[tuple[FrameType, int]] = []
        self.adopted: list[tuple[Instant, StreamId, tuple[Any, ...]]] = []

    def watch(self, room: Room) -> None:
        """Take note of everything the room adopts from now on."""
        room.registry.watches.append(self._note)

    def _note(self, actor: Actor, events: tuple[Any, ...], now: Instant) -> None:
        self.adopted.append((now, actor.stream, events))

    @contextmanager
    def on(self) -> Iterator[None]:
        """Count meanwhile."""
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _profile(self, frame: FrameType, what: str, _argument: object) -> None:
        if frame.f_code.co_name != "evolve":
            return
        if what == "return" and self._open and self._open[-1][0] is frame:
            self._open.pop()
        elif what == "call" and frame.f_code.co_filename.startswith(_INSIDE):
            event = frame.f_locals["event"]
            if not any(inside == id(event) for _, inside in self._open):  # one that hands on to another is one call
                self._events.append(event)
                self._calls[id(event)] = self._calls.get(id(event), 0) + 1
            self._open.append((frame, id(event)))

    def together_with(self, *kinds: type) -> Evolved:
        """Everything that was adopted in the commits that held events of all these kinds; the first such instant."""
        for at in dict.fromkeys(now for now, _, _ in self.adopted):
            events = [event for now, _, each in self.adopted if now == at for event in each]
            if all(any(isinstance(event, kind) for event in events) for kind in kinds):
                return Evolved(len(events), sum(self._calls.get(id(event), 0) for event in events))
        raise AssertionError(f"nothing was adopted with {kinds}")

    @property
    def all(self) -> Evolved:
        """Everything that was adopted."""
        events = [event for _, _, each in self.adopted for event in each]
        return Evolved(len(events), sum(self._calls.get(id(event), 0) for event in events))

    def has(self, kind: type) -> bool:
        """Whether an event of that kind was adopted."""
        return any(isinstance(event, kind) for _, _, each in self.adopted for event in each)


def evolve_calls() -> dict[str, Evolved]:
    """Of a raise, the end of a hand, a tournament table that breaks, and a spin."""
    return {
        "a raise": _of_a_raise(),
        "a hand's end": _of_a_hands_end(),
        "a table break": _of_a_break(),
        "a spin": _of_a_spin(),
    }


def raise_walked() -> Walked:
    """The code of ours a raise runs, from the room's door until everybody was told."""
    hand = _Hand()
    modules: list[str] = []

    def profile(frame: FrameType, what: str, _argument: object) -> None:
        if what == "call" and frame.f_code.co_filename.startswith(_INSIDE):
            modules.append(frame.f_code.co_filename)

    act = hand.raising
    sys.setprofile(profile)
    try:
        hand.send(act)
    finally:
        sys.setprofile(None)
    return Walked(len(modules), len(set(map(Path, modules))))


# ---- what is measured


class _Hand:
    """A hand of three at a cash table of the room, in which somebody is to act."""

    def __init__(self) -> None:
        self._evening = evening = Evening(U26)
        evening.awake = False
        evening.arrive("ann", "bob", "cat")
        while evening.table.running is None or evening.table.running.turn is None:
            evening.wait()
        self.room = evening.room

    def act(self, choice: Choice) -> Act:
        table = self._evening.table
        assert table.running is not None
        assert table.running.turn is not None
        assert table.open is not None
        player = table.chair_at(table.running.turn.seat).player
        return Act(player, table.open.hand, table.running.turn.number, choice)

    @property
    def raising(self) -> Act:
        assert self._evening.table.running is not None
        options = self._evening.table.running.hand.options()
        return self.act(RaiseTo(options.raise_min))

    def send(self, act: Act) -> None:
        self._evening.tell(act)

    def settle(self) -> None:
        self._evening.wait(4 * self._evening.latency)


def _counted(room: Room, act: Callable[[], None]) -> Counting:
    counting = Counting()
    counting.watch(room)
    with counting.on():
        act()
    return counting


def _of_a_raise() -> Evolved:
    hand = _Hand()
    act = hand.raising
    return _counted(hand.room, lambda: hand.send(act)).all


def _of_a_hands_end() -> Evolved:
    hand = _Hand()
    hand.send(hand.act(Fold()))

    def fold() -> None:
        hand.send(hand.act(Fold()))
        hand.settle()

    return _counted(hand.room, fold).all


class _UntilBroken(TournamentRun):
    """A tournament on two tables that is left once one of them was broken."""

    def __init__(self) -> None:
        super().__init__(TournamentPlan(kind="freezeout", entrants=_ENTRANTS, seed=4, edition=published_edition(U26)))
        self.counting = Counting()

    def open(self) -> Room:
        room = super().open()
        self.counting.watch(room)
        return room

    def look(self, _left: int, _entered: int) -> None:
        if self.counting.has(TableBroken):
            raise _Over


class _Over(Exception):
    """What was waited for has happened."""


def _of_a_break() -> Evolved:
    run = _UntilBroken()
    with run.counting.on(), suppress(_Over):
        run.run(run.look)
    return run.counting.together_with(TableBroken)


def _of_a_spin() -> Evolved:
    evening = CasinoEvening()
    evening.arrive(ANN, table=ROULETTE)
    evening.bet(ANN, "red")
    counting = Counting()
    counting.watch(evening.room)
    with counting.on():
        while not counting.has(RoundSettled):
            evening.wait(SECOND)
    return counting.together_with(Spun)
