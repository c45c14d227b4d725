"""The draws of a lobby: as players find theirs (HEXA-07), and as they are audited."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from fairdeal.fair import PublishedRound
from fairdeal.hexapro.fit import Fit, fit
from fairdeal.hexapro.lobby.events import GameStarted, LobbyEvent
from fairdeal.hexapro.rules import HexaRules
from fairdeal.kernel import Cents, Instant, StreamId, TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnGame:
    """
    A draw as lists keep it: the number that was drawn, and what it meant under the revision of the rulebook of that time.

    It is stored, so fields are only added, with a default.
    """

    lobby: StreamId
    number: int  # of the game in its lobby
    tournament: TournamentId
    at: Instant
    draw: int
    multiplier: int
    pool: Cents
    buy_in: Cents
    edition: str  # content hash
    proof: PublishedRound | None = None  # where players took part in the draw


def drawn_game(lobby: StreamId, event: GameStarted, proof: PublishedRound | None = None) -> DrawnGame:
    """The draw of a game that started."""
    return DrawnGame(
        lobby=lobby,
        number=event.number,
        tournament=event.tournament,
        at=event.at,
        draw=event.draw,
        multiplier=event.multiplier,
        pool=event.pool,
        buy_in=event.buy_in,
        edition=event.edition,
        proof=proof,
    )


@dataclass(frozen=True, slots=True)
class DrawAudit:
    """Games whose multiplier or pool is not what their draw means, and whether the draws fit the published chances."""

    wrong: tuple[TournamentId, ...]
    fit: Fit


def audit_draws(rules: HexaRules, events: Iterable[LobbyEvent]) -> DrawAudit:
    """Check every draw made under one revision of the rulebook; those under others are left out."""
    drawn = [event for event in events if isinstance(event, GameStarted) and event.edition == rules.digest]
    wrong = tuple(event.tournament for event in drawn if not is_right(rules, event))
    counts = Counter(event.multiplier for event in drawn if event.tournament not in wrong)
    return DrawAudit(wrong, fit(rules.wheel, counts))


def is_right(rules: HexaRules, event: GameStarted | DrawnGame) -> bool:
    """Whether multiplier and pool of a game are what its draw means under these rules."""
    if not 0 <= event.draw < rules.wheel.total:
        return False
    slot = rules.wheel.spin(event.draw)
    return event.multiplier == slot.multiplier and event.pool == rules.plan(slot.multiplier).pool.value
