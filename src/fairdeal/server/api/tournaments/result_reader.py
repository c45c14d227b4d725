"""
Reads how a tournament ended from its stream: the last state, and the plan by which it was settled if it was cancelled.

What is over never changes, so the last few that were asked for are kept. The work grows with one tournament's field, never with how
many there were.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Final

from fairdeal.kernel import PlayerId, TournamentId
from fairdeal.room.tournament.codecs import DIRECTOR
from fairdeal.runtime.reading import folded
from fairdeal.server.api.tournaments.outlines import outlines_of
from fairdeal.server.house import ServerHouse
from fairdeal.tournament.cancellation.plan import Payout
from fairdeal.tournament.director.outcomes import Cancelled
from fairdeal.tournament.director.state import Entrant, Tournament
from fairdeal.tournament.orders import director_stream
from fairdeal.tournament.outline import TournamentOutline, place_of

KEPT_MAX: Final = 8


@dataclass(frozen=True, slots=True)
class Ended:
    """A tournament that is over: its outline, its last state, why it was cancelled, and its players in the order of places."""

    outline: TournamentOutline
    state: Tournament
    cancelled: Cancelled | None
    players: tuple[Entrant, ...]
    payouts: dict[PlayerId, Payout]

    def place(self, entrant: Entrant) -> int | None:
        """The place of a player; None if still in the game when it was cancelled, or went on in the next phase."""
        return place_of(self.state, entrant)


class ResultReader:
    """Reads tournaments that are over; everything here blocks, and may be called from several threads."""

    def __init__(self, house: ServerHouse) -> None:
        self._house = house
        self._kept: OrderedDict[TournamentId, Ended] = OrderedDict()
        self._lock = Lock()

    def find(self, tournament: TournamentId) -> Ended | TournamentOutline | None:
        """The tournament with that id, or only its outline if it is not over; None if there is none."""
        with self._lock:
            kept = self._kept.get(tournament)
            if kept is not None:
                self._kept.move_to_end(tournament)
                return kept
        outline = outlines_of(self._house.store, [tournament]).get(tournament)
        if outline is None or not outline.is_over:
            return outline
        ended = self._read(outline)
        with self._lock:
            self._kept[tournament] = ended
            if len(self._kept) > KEPT_MAX:
                self._kept.popitem(last=False)
        return ended

    def _read(self, outline: TournamentOutline) -> Ended:
        stream = director_stream(outline.id)
        loaded = self._house.store.load(stream)
        state = folded(self._house.room.registry.hosted(stream), loaded)
        cancelled = self._cancelled(outline)
        payouts = {} if cancelled is None else {each.player: each for each in cancelled.plan.payouts}
        return Ended(outline, state, cancelled, _ranked(state, payouts), payouts)

    def _cancelled(self, outline: TournamentOutline) -> Cancelled | None:
        """The event by which it was cancelled; the outline has its version."""
        if outline.settled_at is None:
            return None
        found = self._house.store.entries(director_stream(outline.id), outline.settled_at - 1)
        event = DIRECTOR.decode_event(next(found)[2])
        assert isinstance(event, Cancelled), event
        return event


def _ranked(state: Tournament, payouts: dict[PlayerId, Payout]) -> tuple[Entrant, ...]:
    """The players by place; those without one first, and of these who is paid more first."""

    def order(entrant: Entrant) -> tuple[int, int, int]:
        payout = payouts.get(entrant.player)
        return place_of(state, entrant) or 0, -(0 if payout is None else payout.amount), entrant.entries[0].number

    return tuple(sorted(state.entrants.values(), key=order))
