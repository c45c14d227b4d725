"""What is shown of a purse, and how much of each limit is used."""

from dataclasses import dataclass

from fairdeal.bank.exclusion import Exclusion
from fairdeal.bank.house import Desk, Viewer
from fairdeal.bank.limits import Limit, LimitKind, period_end, tally_of
from fairdeal.bank.purse.state import AskedDeposit, Purse, Withdrawal
from fairdeal.kernel import AccountId, Instant, PlayerId


@dataclass(frozen=True, slots=True)
class PurseView:
    """What a player sees of their purse, besides the balances."""

    player: PlayerId
    accounts: tuple[AccountId, ...]
    asked: tuple[AskedDeposit, ...]
    withdrawals: tuple[Withdrawal, ...]
    limits: tuple[Limit, ...]
    exclusion: Exclusion | None
    closed: bool


@dataclass(frozen=True, slots=True)
class Usage:
    """How much of a limit is used, how much is left, and when it starts again."""

    limit: Limit
    most: int
    used: int
    left: int
    resets: Instant
    waiting: int = 0  # asked deposits: not used yet, but not available either


def view_of(state: Purse, viewer: Viewer) -> PurseView | None:
    """The purse, for its player and for staff; None for anybody else."""
    if not isinstance(viewer, Desk) and viewer != state.player:
        return None
    return PurseView(
        state.player,
        state.accounts,
        state.asked,
        state.withdrawals,
        state.limits,
        state.exclusion,
        state.closed,
    )


def usage(state: Purse, now: Instant) -> tuple[Usage, ...]:
    """How much of every limit in force is used now."""
    found = []
    for limit in state.limits:
        most = limit.in_force(now)
        if most is None:
            continue
        used, waiting = _used(state, limit, now), _waiting(state, limit)
        left = max(0, most - used - waiting)
        found.append(Usage(limit, most, used, left, period_end(limit.period, now), waiting))
    return tuple(found)


def _used(state: Purse, limit: Limit, now: Instant) -> int:
    if limit.tender is None:
        return state.play.used(now)
    if limit.kind is LimitKind.LOSS:
        return tally_of(state.lost, limit.tender).used(limit.period, now)
    return tally_of(state.deposited, limit.tender).used(limit.period, now)


def _waiting(state: Purse, limit: Limit) -> int:
    """The sum of asked deposits that count against a limit but have not used it yet."""
    return state.promised(limit.tender) if limit.kind is LimitKind.DEPOSIT and limit.tender is not None else 0
