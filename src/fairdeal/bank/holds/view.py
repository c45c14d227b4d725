"""What a viewer may see of a player's holds."""

from dataclasses import dataclass

from fairdeal.bank.holds.state import HoldKind, Holds, Part
from fairdeal.bank.house import Desk, StaffId, Viewer
from fairdeal.kernel import Instant, PlayerId, RuleId


@dataclass(frozen=True, slots=True)
class HoldView:
    """A hold as a viewer may see it: players see the amount and the deadline, staff also by whom and why."""

    hold: str
    kind: HoldKind
    parts: tuple[Part, ...]
    deadline: Instant | None
    since: Instant
    rule: RuleId
    staff: StaffId | None = None
    why: str | None = None


def view_of(state: Holds, player: PlayerId, viewer: Viewer) -> tuple[HoldView, ...]:
    """The holds with their deadlines; staff also see by whom and why, other players see nothing."""
    if isinstance(viewer, Desk):
        return tuple(HoldView(h.hold, h.kind, h.parts, h.deadline, h.since, h.rule, h.staff, h.why) for h in state.open)
    if viewer != player:
        return ()
    return tuple(HoldView(h.hold, h.kind, h.parts, h.deadline, h.since, h.rule) for h in state.open)
