"""What an event of a tournament shows to everybody: a new row in the lobby. What it tells single players is in `notices`."""

from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.director.view import Summary, summary_of


def public_change(before: Tournament | None, after: Tournament) -> Summary | None:
    """A tournament's row in the lobby after an event; None: the event did not change it."""
    if before is None:
        return summary_of(after)
    if _looks_the_same(before, after):  # most events of a hand
        return None
    row = summary_of(after)
    return row if row != summary_of(before) else None


def _looks_the_same(before: Tournament, after: Tournament) -> bool:
    """Whether everything that a row is made of is still the same object, or the same number; a quick no is no promise."""
    return (
        after.remaining == before.remaining
        and after.clock is before.clock
        and after.purse is before.purse
        and after.setup is before.setup
        and after.prizes is before.prizes
        and after.status is before.status
        and after.entries == before.entries
        and after.chips == before.chips
        and after.starts_at == before.starts_at
        and after.registration_open == before.registration_open
        and after.hand_for_hand == before.hand_for_hand
        and after.final_table == before.final_table
        and (after.floor.sizes is before.floor.sizes or after.floor.count == before.floor.count)
    )
