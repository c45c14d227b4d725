"""What an event of a tournament shows: a new row in the lobby to everybody, and notices to single players."""

from dataclasses import dataclass

from fairdeal.kernel import PlayerId, RuleId
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.director.view import Summary, summary_of


def public_change(before: Tournament | None, after: Tournament) -> Summary | None:
    """A tournament's row in the lobby after an event; None: the event did not change it."""
    row = summary_of(after)
    return row if before is None or row != summary_of(before) else None


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
