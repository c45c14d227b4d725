"""Reading a lobby's history: a player's finished games (HEXA-07), and an audit of its draws."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fairdeal.hexapro.fit import Fit, fit
from fairdeal.hexapro.lobby.events import GameEnded, GameStarted, LobbyEvent
from fairdeal.hexapro.rules import HexaRules
from fairdeal.kernel import Cents, Instant, PlayerId, TournamentId


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A finished game as one of its players sees it."""

    tournament: TournamentId
    at: Instant
    buy_in: Cents
    multiplier: int
    place: int | None  # None: left in a game that was cancelled
    prize: Cents
    cancelled: bool


def history_of(player: PlayerId, events: Iterable[LobbyEvent]) -> Iterator[HistoryRow]:
    """A player's finished games, in the order in which they ended."""
    for event in events:
        if isinstance(event, GameEnded):
            for finish in event.finishes:
                if finish.player == player:
                    game = (event.tournament, event.at, event.buy_in, event.multiplier)
                    yield HistoryRow(*game, finish.place, finish.prize, event.cancelled)


@dataclass(frozen=True, slots=True)
class DrawAudit:
    """Games whose multiplier or pool is not what their draw means, and whether the draws fit the published chances."""

    wrong: tuple[TournamentId, ...]
    fit: Fit


def audit_draws(rules: HexaRules, events: Iterable[LobbyEvent]) -> DrawAudit:
    """Check every draw made under one revision of the rulebook; those under others are left out."""
    drawn = [event for event in events if isinstance(event, GameStarted) and event.edition == rules.digest]
    wrong = tuple(event.tournament for event in drawn if not _is_right(rules, event))
    counts = Counter(event.multiplier for event in drawn if event.tournament not in wrong)
    return DrawAudit(wrong, fit(rules.wheel, counts))


def _is_right(rules: HexaRules, event: GameStarted) -> bool:
    if not 0 <= event.draw < rules.wheel.total:
        return False
    slot = rules.wheel.spin(event.draw)
    return event.multiplier == slot.multiplier and event.pool == rules.plan(slot.multiplier).pool.value
