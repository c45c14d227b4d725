"""The holds of a player as somebody may see them."""

from dataclasses import dataclass

from fairdeal.bank.holds.state import HoldKind, Holds, Part
from fairdeal.bank.house import Desk, StaffId, Viewer
from fairdeal.kernel import Instant, PlayerId, RuleId


@dataclass(frozen=True, slots=True)
class HoldView:
    """A hold as its viewer may see it: players see what and until when, the desk also by whom and why."""

    hold: str
    kind: HoldKind
    parts: tuple[Part, ...]
    deadline: Instant | None
    since: Instant
    rule: RuleId
    staff: StaffId | None = None
    why: str | None = None


def view_of(state: Holds, player: PlayerId, viewer: Viewer) -> tuple[HoldView, ...]:
    """What is held until when; by whom and why is for the desk, and nothing is for other players."""
    if isinstance(viewer, Desk):
        return tuple(HoldView(h.hold, h.kind, h.parts, h.deadline, h.since, h.rule, h.staff, h.why) for h in state.open)
    if viewer != player:
        return ()
    return tuple(HoldView(h.hold, h.kind, h.parts, h.deadline, h.since, h.rule) for h in state.open)
