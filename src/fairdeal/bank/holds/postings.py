"""What the events of a player's holds mean in money."""

from typing import Final

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.holds.events import (
    HoldEvent,
    HoldExtended,
    HoldForfeited,
    HoldLapsed,
    HoldPlaced,
    HoldReleased,
    WinningsPaid,
    WinningsWithheld,
)
from fairdeal.bank.holds.state import Part
from fairdeal.bank.house import tender_of
from fairdeal.bank.transfer import Chain, Reason, Transfer
from fairdeal.kernel import AccountId, EventRef, PlayerId
from fairdeal.rulebook.schema.choices import Forfeited

_GOES_TO: Final = {
    Forfeited.HOUSE: (Purpose.SEIZED, Reason.SEIZURE),
    Forfeited.STATE_BUDGET: (Purpose.STATE_BUDGET, Reason.FORFEITURE),
}


def transfers_of(player: PlayerId, event: HoldEvent, ref: EventRef) -> Chain:
    """Into the hold, home, or away."""
    match event:
        case HoldPlaced():
            moves = [(event.part.home, _held(player, event.part, event.hold), event.part.amount, Reason.HOLD)]
        case WinningsPaid():
            moves = [(event.source, event.part.home, event.part.amount, Reason.PRIZE)]
        case WinningsWithheld():
            moves = [(event.source, _held(player, event.part, event.hold), event.part.amount, Reason.HOLD)]
        case HoldExtended():
            moves = []
        case HoldReleased() | HoldLapsed():
            moves = [(_held(player, p, event.hold), p.home, p.amount, Reason.RELEASE) for p in event.parts]
        case HoldForfeited():
            purpose, reason = _GOES_TO[event.goes_to]
            moves = [
                (_held(player, p, event.hold), tender_of(p.home).account(purpose), p.amount, reason)
                for p in event.parts
            ]
    numbered = enumerate(move for move in moves if move[2] > 0)
    return tuple(Transfer(ref.leg(leg), *move, event.rule) for leg, move in numbered)


def _held(player: PlayerId, part: Part, hold: str) -> AccountId:
    return tender_of(part.home).account(Purpose.HOLD, f"{player}/{hold}")
