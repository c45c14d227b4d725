"""What each event makes of a player's holds."""

from dataclasses import replace

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
from fairdeal.bank.holds.state import Hold, Holds, Part
from fairdeal.kernel import AccountId, Units


def evolve(state: Holds, event: HoldEvent) -> Holds:
    """The holds after the event."""
    match event:
        case HoldPlaced():
            parts = (event.part,) if event.part.amount else ()
            placed = (event.hold, event.kind, parts, event.deadline, event.at, event.staff, event.why, event.rule)
            return replace(state, open=(*state.open, Hold(*placed)))
        case WinningsPaid():
            return state
        case WinningsWithheld():
            return _changed(state, event.hold, added=(event.part,))
        case HoldExtended():
            extended = [replace(h, deadline=event.deadline) if h.hold == event.hold else h for h in state.open]
            return replace(state, open=tuple(extended))
        case HoldReleased() | HoldForfeited():
            return _without(state, event.hold) if event.ends else _changed(state, event.hold, taken=event.parts)
        case HoldLapsed():
            return _without(state, event.hold)


def _changed(state: Holds, name: str, *, added: tuple[Part, ...] = (), taken: tuple[Part, ...] = ()) -> Holds:
    def after(hold: Hold) -> Hold:
        amounts: dict[AccountId, int] = {part.home: part.amount for part in hold.parts}
        for sign, parts in ((1, added), (-1, taken)):
            for part in parts:
                amounts[part.home] = amounts.get(part.home, 0) + sign * part.amount
        return replace(hold, parts=tuple(Part(home, Units(left)) for home, left in amounts.items() if left))

    return replace(state, open=tuple(after(hold) if hold.hold == name else hold for hold in state.open))


def _without(state: Holds, name: str) -> Holds:
    return Holds(tuple(hold for hold in state.open if hold.hold != name), (*state.ended, name))
