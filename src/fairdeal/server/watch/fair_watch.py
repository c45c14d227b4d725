"""
Watches what is proven in a running room: rates of voids and absent seeds with alarms, and the evenness of what is drawn.

Nothing here can change a hand. Restarts of the whole room are counted apart from voids of single tables, because who could stop single
tables could choose which hands count. Evenness is Pearson's test over the last so many results: an alarm at one in a million says that
the generator, or this program, is broken; smaller deviations are what chance looks like.
"""

import logging
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from fairdeal.casino.table.fair.events import ChanceProven
from fairdeal.fair import CALLED_OFF, DEFAULT, OWN, RESTARTED, ROUND, SHOE, TABLE_STOPPED, UNREVEALED
from fairdeal.fair.casino import POCKETS
from fairdeal.fair.deck import first_of_deck
from fairdeal.fair.mix import first_of_cut
from fairdeal.fair.values import CARDS
from fairdeal.hexapro.fit import chi_square_tail
from fairdeal.hexapro.lobby.events import DrawProven
from fairdeal.kernel import Instant
from fairdeal.play.fair.events import HandProven, VoidProven
from fairdeal.runtime.actor import Actor

WINDOW: Final = 20_000
"""Results that evenness is judged by: the last so many."""
LEAST: Final = 1_000
"""With fewer results nothing is said."""
ALARM_AT: Final = 1e-6
QUIET_AT: Final = 1e-3
"""An alarm about evenness begins below the first and ends above the second, so that it does not come and go."""
VOIDS_OF: Final = 200
"""A table's rates are judged by its last so many hands or rounds."""
VOIDS_MAX: Final = 5
"""More voids of one table alone among them are an alarm."""
ABSENT_MAX: Final = 0.25
"""A larger part of promised seeds that were not revealed, in the whole room, is an alarm."""
SEEDS_LEAST: Final = 200

_FLAGS: Final = {OWN: "own", DEFAULT: "default", UNREVEALED: "absent"}
_REASONS: Final = {RESTARTED: "restart", TABLE_STOPPED: "table", CALLED_OFF: "staff"}
_log: Final = logging.getLogger(__name__)


class Evenness:
    """How even the last results are: counts over a rolling window, and how likely a fair generator is so uneven."""

    def __init__(self, kinds: int, window: int = WINDOW) -> None:
        self._kinds = kinds
        self._counts = [0] * kinds
        self._last: deque[int] = deque()
        self._window = window
        self._squares = 0

    def add(self, result: int) -> None:
        """Count a result; the oldest is forgotten once there are too many."""
        self._change(result, 1)
        self._last.append(result)
        if len(self._last) > self._window:
            self._change(self._last.popleft(), -1)

    def _change(self, result: int, by: int) -> None:
        before = self._counts[result]
        self._counts[result] = before + by
        self._squares += (before + by) ** 2 - before**2

    @property
    def chance(self) -> float:
        """How likely counts at least so far from even are by chance alone; 1 while there are too few results."""
        total = len(self._last)
        if total < LEAST:
            return 1.0
        statistic = self._squares * self._kinds / total - total
        return chi_square_tail(statistic, self._kinds - 1)


class Alarm(NamedTuple):
    """
    What somebody must look at; `of` is which table or draw.

    Voids of a table alone, absent seeds, uneven results, or a deal that the room's own signatures prove wrong.
    """

    what: str
    of: str

    def __str__(self) -> str:
        """As it stands in the log."""
        return f"{self.what} {self.of}"


VOIDS, ABSENT, UNEVEN, CONTRADICTED = "voids at", "absent", "uneven", "contradicted"


class FairWatch(Collector):
    """Counts proofs as they are written, and says which alarms are on."""

    def __init__(self) -> None:
        self._seeds: Counter[str] = Counter()
        self._voids: Counter[str] = Counter()
        self._recent: dict[
            str, deque[bool]
        ] = {}  # by table with a void, whether its last hands were void by themselves
        self._on: set[Alarm] = set()
        self.even = {
            "deck": Evenness(CARDS),
            "cut": Evenness(CARDS),
            "shoe": Evenness(CARDS),
            "pocket": Evenness(POCKETS),
        }

    def watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        """Take note of what was written in a stream."""
        for event in events:
            match event:
                case HandProven():
                    self._count(actor.stream, (each.flag for each in event.proof.seats))
                    self._cards(event)
                case VoidProven():
                    reason = _REASONS.get(event.proof.reason, "other")
                    self._void(actor.stream, reason)
                case ChanceProven(void=True):
                    self._void(actor.stream, "restart" if event.restarted else "staff")
                case ChanceProven() | DrawProven():
                    self._count(actor.stream, (each.flag for each in event.proof.players))
                    if event.proof.kind == ROUND and event.proof.result is not None:
                        self._even("pocket", event.proof.result)
                    if event.proof.kind == SHOE and event.proof.cards:
                        self._even("shoe", event.proof.cards[0])

    def _cards(self, event: HandProven) -> None:
        """The first card of the deck that was not played, and the place that the players' cut puts first; both are public."""
        self._even("deck", first_of_deck(event.proof.unused_key))
        self._even("cut", first_of_cut(event.proof.mix))

    def _even(self, what: str, result: int) -> None:
        even, alarm = self.even[what], Alarm(UNEVEN, what)
        even.add(result)
        self._alarm(alarm, even.chance < (QUIET_AT if alarm in self._on else ALARM_AT))

    def _count(self, stream: str, flags: Iterable[int]) -> None:
        self._seeds.update(_FLAGS[flag] for flag in flags)
        self._note(stream, void=False)
        promised = self._seeds["own"] + self._seeds["absent"]
        self._alarm(Alarm(ABSENT, "seeds"), promised >= SEEDS_LEAST and self._seeds["absent"] > ABSENT_MAX * promised)

    def _void(self, stream: str, reason: str) -> None:
        self._voids[reason] += 1
        if reason == "table":
            self._note(stream, void=True)

    def _note(self, stream: str, *, void: bool) -> None:
        """Keep the last hands of tables that had a void; most never have one, and nothing is kept of them."""
        recent = self._recent.get(stream)
        if recent is None:
            if not void:
                return
            recent = self._recent[stream] = deque(maxlen=VOIDS_OF)
        recent.append(void)
        voids = sum(recent)
        self._alarm(Alarm(VOIDS, stream), voids > VOIDS_MAX)
        if not voids:
            del self._recent[stream]

    def contradicted(self, table: str) -> None:
        """What the room signed at a table proves by itself that a deal was wrong; the alarm stays on as long as the server."""
        self._alarm(Alarm(CONTRADICTED, table), on=True)

    def _alarm(self, what: Alarm, on: bool) -> None:  # noqa: FBT001 - a state, not a choice
        """Log an alarm when it begins and when it ends."""
        if on and what not in self._on:
            self._on.add(what)
            _log.error("fair dealing needs somebody to look: %s", what)
        elif not on and what in self._on:
            self._on.discard(what)
            _log.warning("no longer: %s", what)

    @property
    def alarms(self) -> tuple[str, ...]:
        """The alarms that are on, as staff read them."""
        return tuple(str(each) for each in self.raised)

    @property
    def raised(self) -> tuple[Alarm, ...]:
        """The alarms that are on."""
        return tuple(sorted(self._on))

    @property
    def seeds(self) -> Mapping[str, int]:
        """Seeds by kind (own, default, absent) since the server started."""
        return self._seeds

    @property
    def voids(self) -> Mapping[str, int]:
        """Locked hands that were void by reason (restart, table, staff) since the server started."""
        return self._voids

    def collect(self) -> Iterator[Metric]:
        """All counts, for Prometheus."""
        seeds = CounterMetricFamily("fairdeal_fair_seeds", "Seeds of players who were dealt in", labels=["seed"])
        for seed, count in self._seeds.items():
            seeds.add_metric([seed], count)
        voids = CounterMetricFamily("fairdeal_fair_voids", "Locked hands that were void, by reason", labels=["reason"])
        for why, count in self._voids.items():
            voids.add_metric([why], count)
        even = GaugeMetricFamily(
            "fairdeal_fair_evenness", "How likely a fair generator is so uneven, by what is drawn", labels=["drawn"]
        )
        for what, found in self.even.items():
            even.add_metric([what], found.chance)
        alarms = GaugeMetricFamily("fairdeal_fair_alarms", "Alarms about fair dealing that are on", value=len(self._on))
        yield from (seeds, voids, even, alarms)
