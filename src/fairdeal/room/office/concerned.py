"""Whom a step of a table, tournament or lobby touches: players read among their rulings what the house did there."""

from collections.abc import Iterable
from typing import Any

from fairdeal.cash.table.events import HandVoided, TableClosing
from fairdeal.cash.table.state import CashTable
from fairdeal.casino.table.events import RoundVoided
from fairdeal.hexapro.lobby.events import GameVoided, LobbyClosed
from fairdeal.kernel import PlayerId, Step
from fairdeal.tournament.dealer.events import DealVoided
from fairdeal.tournament.director.events import Halted, Resumed
from fairdeal.tournament.director.notices import notices
from fairdeal.tournament.director.outcomes import Cancelled, Disqualified


def concerned(step: Step[Any, Any]) -> Iterable[PlayerId]:
    """The players that a step touches, as they stood before it."""
    match step.event:
        case HandVoided():
            return _dealt_in(step.before)
        case TableClosing():
            return [chair.player for chair in step.before.chairs if chair is not None]
        case DealVoided():
            return () if step.before.open is None else step.before.open.players
        case Halted() | Resumed() | Cancelled() | Disqualified():
            return [player for player, _ in notices(step)]
        case GameVoided():
            return step.event.players
        case LobbyClosed():
            return [player for _, player in step.event.refunded]
        case RoundVoided():
            return [payment.player for payment in step.event.payments]
        case _:
            return ()


def _dealt_in(table: CashTable) -> list[PlayerId]:
    seats = () if table.open is None else table.open.dealt.seats
    return [table.chair_at(seat).player for seat in seats]
