"""The transfers that events of a player's holds cause."""

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
from fairdeal.bank.transfer import Chain, Move, Reason, chain_of, moving
from fairdeal.kernel import AccountId, EventRef, PlayerId
from fairdeal.rulebook.schema.choices import Forfeited

_GOES_TO: Final = {
    Forfeited.HOUSE: (Purpose.SEIZED, Reason.SEIZURE),
    Forfeited.STATE_BUDGET: (Purpose.STATE_BUDGET, Reason.FORFEITURE),
}


def transfers_of(player: PlayerId, event: HoldEvent, ref: EventRef) -> Chain:
    """The transfers of an event: into the hold, back to its account, or forfeited."""
    rule = event.rule
    match event:
        case HoldPlaced():
            kept = _held(player, event.part, event.hold)
            moves = [Move(event.part.home, kept, event.part.amount, Reason.HOLD, rule)]
        case WinningsPaid():
            moves = [Move(event.source, event.part.home, event.part.amount, Reason.PRIZE, rule)]
        case WinningsWithheld():
            kept = _held(player, event.part, event.hold)
            moves = [Move(event.source, kept, event.part.amount, Reason.HOLD, rule)]
        case HoldExtended():
            moves = []
        case HoldReleased() | HoldLapsed():
            moves = [Move(_held(player, p, event.hold), p.home, p.amount, Reason.RELEASE, rule) for p in event.parts]
        case HoldForfeited():
            purpose, reason = _GOES_TO[event.goes_to]
            moves = [
                Move(_held(player, p, event.hold), tender_of(p.home).account(purpose), p.amount, reason, rule)
                for p in event.parts
            ]
    return chain_of(ref, moving(moves))


def _held(player: PlayerId, part: Part, hold: str) -> AccountId:
    return tender_of(part.home).account(Purpose.HOLD, f"{player}/{hold}")
