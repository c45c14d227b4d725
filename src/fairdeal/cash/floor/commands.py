"""
What a floor is asked: by players, by time, by tables and by the house.

Commands carry slots that the runtime fills: `guest` (facts of the player's stream and wallet) and `draw` (an integer drawn
uniformly below `DRAW_BOUND`). What tables tell is never refused.
"""

from dataclasses import dataclass

from fairdeal.cash.banzai import Comeback
from fairdeal.cash.guest import Guest
from fairdeal.cash.offer import StakeId
from fairdeal.kernel import Cents, Instant, PlayerId, Rejection, RuleId, TableId

# ---- commands of players


@dataclass(frozen=True, slots=True)
class Join:
    """Ask for a seat at a stake, never for a table or a chair (CASH-02); without an amount one is asked for it."""

    player: PlayerId
    stake: StakeId
    buy_in: Cents | None = None
    post: bool = False
    choice: Comeback | None = None
    bot: bool = False
    guest: Guest | None = None
    draw: int | None = None


@dataclass(frozen=True, slots=True)
class ConfirmBuyIn:
    """Answer the question for an amount; in Banzai the choice says it."""

    player: PlayerId
    stake: StakeId
    buy_in: Cents | None = None
    post: bool = False
    choice: Comeback | None = None
    guest: Guest | None = None


@dataclass(frozen=True, slots=True)
class LeaveQueue:
    """Wait no longer, or give a kept seat back (CASH-11)."""

    player: PlayerId
    stake: StakeId


# ---- commands of time; each names what it is about, so that a late one is refused


@dataclass(frozen=True, slots=True)
class ServeQueue:
    """Give the first player who can be seated a seat."""

    stake: StakeId
    player: PlayerId
    since: Instant
    guest: Guest | None = None
    draw: int | None = None


@dataclass(frozen=True, slots=True)
class OpenNext:
    """Open the stake's table with that number: enough players wait for it."""

    stake: StakeId
    number: int
    draw: int | None = None


@dataclass(frozen=True, slots=True)
class LapseReservation:
    """A kept seat was not taken in time."""

    stake: StakeId
    player: PlayerId
    until: Instant


@dataclass(frozen=True, slots=True)
class CloseEmpty:
    """Nobody sits at the table since then, and nobody is coming."""

    stake: StakeId
    table: TableId
    since: Instant


@dataclass(frozen=True, slots=True)
class BreakShort:
    """The table cannot deal since then, and its players have room elsewhere."""

    stake: StakeId
    table: TableId
    since: Instant


# ---- commands of tables, of the house and of the runtime


@dataclass(frozen=True, slots=True)
class NoteSeatFreed:
    """A player left a table with that stack; decided in the table's commit, `rule` is that of its event."""

    table: TableId
    player: PlayerId
    stack: Cents
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class NoteAway:
    """A player at a table gets no cards any more."""

    table: TableId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class NoteBack:
    """A player at a table gets cards again."""

    table: TableId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class NoteTableClosing:
    """A table deals no more, whoever wanted it."""

    table: TableId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class NoteTableClosed:
    """A table is gone."""

    table: TableId


@dataclass(frozen=True, slots=True)
class NoteRulebook:
    """A table plays by another revision of the rulebook."""

    table: TableId
    edition: str


@dataclass(frozen=True, slots=True)
class TurnAway:
    """A queued player's seat was refused when it was to be committed: a wallet or a stream had changed."""

    stake: StakeId
    player: PlayerId
    refusal: Rejection


@dataclass(frozen=True, slots=True)
class AdoptRulebook:
    """Seat by another revision of the rulebook from now on; tables follow after their hand (CASH-22)."""

    edition: str


@dataclass(frozen=True, slots=True)
class Recover:
    """The first command after a crash: running periods shift by the outage (X-143)."""

    down_since: Instant


FloorCommand = (
    Join
    | ConfirmBuyIn
    | LeaveQueue
    | ServeQueue
    | OpenNext
    | LapseReservation
    | CloseEmpty
    | BreakShort
    | NoteSeatFreed
    | NoteAway
    | NoteBack
    | NoteTableClosing
    | NoteTableClosed
    | NoteRulebook
    | TurnAway
    | AdoptRulebook
    | Recover
)
