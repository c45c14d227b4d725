"""The tags of the events and the felt of blackjack, which never change."""

from typing import Final

from fairdeal.casino.games.blackjack import events
from fairdeal.casino.table.events import GameEvent

EVENTS: Final[dict[str, type[GameEvent]]] = {
    "seat_taken": events.SeatTaken,
    "seat_left": events.SeatLeft,
    "seat_leave_asked": events.SeatLeaveAsked,
    "queue_changed": events.QueueChanged,
    "seats_passed": events.SeatsPassed,
    "bet_placed": events.BetPlaced,
    "bet_returned": events.BetReturned,
    "follow_answered": events.FollowAnswered,
    "insurance_offered": events.InsuranceOffered,
    "insurance_answered": events.InsuranceAnswered,
    "hole_checked": events.HoleChecked,
    "turn_began": events.TurnBegan,
    "decided": events.Decided,
    "hand_ended": events.HandEnded,
    "hole_shown": events.HoleShown,
}
