"""What a player sees of their own cash games; nobody else sees anything."""

from dataclasses import dataclass

from fairdeal.cash.offer import StakeId
from fairdeal.cash.player.state import CashPlayer
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId, TableId


@dataclass(frozen=True, slots=True)
class SittingView:
    """A table where the player sits."""

    table: TableId
    stake: StakeId
    out_since: Instant | None
    removed_at: Instant | None  # by a sit-out at all tables
    rule: RuleId | None  # of that removal


@dataclass(frozen=True, slots=True)
class ObligationView:
    """A Banzai stack that the player must bring back when sitting down before `until`."""

    stake: StakeId
    stack: Cents
    until: Instant


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's own seats and obligations."""

    tables: tuple[SittingView, ...] = ()
    obligations: tuple[ObligationView, ...] = ()
    excluded_from: tuple[str, ...] = ()
    closed: bool = False


def view_of(state: CashPlayer, viewer: PlayerId | None) -> PlayerView:
    """The player's own view; for anybody else an empty one."""
    if viewer != state.player:
        return PlayerView()
    deadlines = {table: each for each in state.absences for table in each.tables}
    tables = tuple(
        SittingView(
            table,
            sitting.stake,
            sitting.out_since,
            deadlines[table].until if table in deadlines else None,
            deadlines[table].removal_rule if table in deadlines else None,
        )
        for table, sitting in state.tables.items()
    )
    owed = tuple(ObligationView(left.stake, left.stack, left.until) for left in state.obligations)
    return PlayerView(tables, owed, tuple(sorted(state.excluded_from)), state.closed)
