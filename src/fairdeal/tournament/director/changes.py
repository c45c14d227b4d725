"""What an event of a tournament shows: a new row in the lobby to everybody, and notices to single players."""

from fairdeal.kernel import PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
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


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a player is told: what, and by which rule."""

    code: str
    rule: RuleId
    numbers: tuple[tuple[str, int], ...] = ()


def private_changes(before: Tournament | None, event: ev.TournamentEvent) -> tuple[tuple[PlayerId, Notice], ...]:
    """What the event tells single players: a move, going out, a prize, a bounty."""
    match event:
        case ev.Moved():
            told = Notice("moved", event.rule, (("table", event.table), ("seat", event.seat)))
        case ev.Eliminated():
            assert before is not None, event
            told = Notice("eliminated", event.rule, (("place", before.place(event.out)),))
        case oc.PrizePaid():
            code = "prize_held" if event.held else "prize_paid"
            told = Notice(code, event.rule, (("place", event.place), ("prize", event.prize.value)))
        case oc.PrizeForfeited():
            told = Notice("prize_forfeited", event.rule, (("place", event.place),))
        case oc.BountyWon():
            told = Notice("bounty_won", event.rule, (("cash", event.cash), ("head", event.head)))
        case oc.Disqualified():
            told = Notice("disqualified", event.rule)
        case _:
            return ()
    return ((event.player, told),)
