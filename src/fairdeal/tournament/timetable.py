"""Until when one may enter a tournament, and until when an entry can be taken back (MTT-32a, MTT-33a, MTT-34b, MTT-36)."""

from typing import Final

from fairdeal.kernel import Instant, next_minute_of_hour
from fairdeal.tournament.director.state import Entry, Means, Status, Tournament
from fairdeal.tournament.rules import TournamentRules
from fairdeal.tournament.setup import LastPhase

_LEVELS_MAX: Final = 1000
"""Late registration of more levels is not foretold: it ends with the money (MTT-32b)."""


def registration_ends(state: Tournament, rules: TournamentRules) -> Instant | None:
    """
    When the last level with late registration ends, breaks and the add-on's pause counted in; None: nobody can tell, or it is closed.

    Breaks are taken to begin on their minute, although tables finish their hands first; so it can only become later.
    """
    setup = state.setup
    if state.over or not state.registration_open or isinstance(setup.phase, LastPhase):
        return None
    if setup.sit_and_go or setup.late_levels == 0:
        return state.starts_at if state.status is Status.ANNOUNCED else None
    if setup.late_levels > _LEVELS_MAX:
        return None
    if state.status is Status.ANNOUNCED:
        assert state.starts_at is not None, "only sit & gos have no start"
        due = next_minute_of_hour(state.starts_at, rules.poker.tournament.break_minute.value)
        return _end_of_late_levels(
            state,
            rules,
            1,
            Instant(state.starts_at + setup.blinds.level_time),
            due if setup.synchronised_breaks else None,
        )
    ends = _end_of_level(state)
    return None if ends is None else _end_of_late_levels(state, rules, state.clock.level, ends, state.clock.break_due)


def _end_of_level(state: Tournament) -> Instant | None:
    """When the running level ends, if the pause that is on or called lasts as long as it was called for."""
    pause, ends = state.clock.pause, state.clock.level_ends
    if pause is None:
        return ends
    if pause.until is not None:
        return Instant(pause.until + pause.level_left)
    return None if ends is None else Instant(ends + pause.length)


def _end_of_late_levels(
    state: Tournament, rules: TournamentRules, level: int, ends: Instant, due: Instant | None
) -> Instant:
    setup, breaks = state.setup, rules.poker.tournament
    add_on = setup.add_on
    while True:
        while due is not None and due < ends:  # a level that ends on the minute has ended before the break
            if level > 1 or breaks.break_in_first_level.value:
                ends = Instant(ends + breaks.break_seconds.value)
            due = next_minute_of_hour(due, breaks.break_minute.value)
        if level >= setup.late_levels:
            return ends
        if add_on is not None and add_on.after_level == level:
            ends = Instant(ends + add_on.window)
        ends = Instant(ends + setup.blinds.level_time)
        level += 1


def unregister_closes(state: Tournament) -> Instant | None:
    """When un-registration closes; None: it does not by the clock, because a sit & go has none or nothing can be taken back."""
    before = state.setup.unregister_before
    if before is None or state.starts_at is None or state.setup.sit_and_go:
        return None
    return Instant(state.starts_at - before)


def may_unregister(state: Tournament) -> bool:
    """Whether everybody can take an entry back, until `unregister_closes` where that is not None."""
    if state.status is not Status.ANNOUNCED or state.setup.unregister_before is None:
        return False
    return not state.setup.sit_and_go or state.starts_at is None


def is_free_to_leave(state: Tournament, entry: Entry) -> bool:
    """Whether an entry can be taken back until the start, because the house changed something after it was made (MTT-27b)."""
    changed_at = state.changed_at
    if state.status is not Status.ANNOUNCED or changed_at is None or entry.at > changed_at:
        return False
    return not state.setup.sit_and_go or state.starts_at is None


def may_take_back(state: Tournament, entry: Entry) -> bool:
    """Whether one entry can be taken back, until `taken_back_until` where that is not None."""
    return entry.means is not Means.PHASE and (may_unregister(state) or is_free_to_leave(state, entry))


def taken_back_until(state: Tournament, entry: Entry) -> Instant | None:
    """Until when an entry can be taken back, where the clock and not a full table ends it."""
    return state.starts_at if is_free_to_leave(state, entry) else unregister_closes(state)
