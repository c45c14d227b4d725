"""
Commands of a floor, from players, timers, tables and staff.

Commands carry slots that the runtime fills: `guest` (facts of the player's stream and wallet) and `draw` (an integer drawn
uniformly below `DRAW_BOUND`). Commands of tables are never refused.
"""

from dataclasses import dataclass

from fairdeal.cash.banzai import Comeback
from fairdeal.cash.guest import Guest
from fairdeal.cash.offer import StakeId
from fairdeal.kernel import Cents, Instant, PlayerId, Rejection, RuleId, TableId

# ---- commands of players


@dataclass(frozen=True, slots=True)
class Join:
    """Ask for a seat at a stake, never at a chosen table (CASH-02); without an amount the player is asked for one later."""

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
    """Take the reserved seat with an amount or, in Banzai, with a choice that stands for it."""

    player: PlayerId
    stake: StakeId
    buy_in: Cents | None = None
    post: bool = False
    choice: Comeback | None = None
    guest: Guest | None = None


@dataclass(frozen=True, slots=True)
class LeaveQueue:
    """Leave the waiting list of a stake, or give a reserved seat back (CASH-11)."""

    player: PlayerId
    stake: StakeId


# ---- commands of timers; each names what it is about, so that a late one is refused


@dataclass(frozen=True, slots=True)
class ServeQueue:
    """Give a seat to the first player on the waiting list for whom there is one."""

    stake: StakeId
    player: PlayerId
    since: Instant
    guest: Guest | None = None
    draw: int | None = None


@dataclass(frozen=True, slots=True)
class OpenNext:
    """Open the stake's next table, with that number, because enough players wait for it."""

    stake: StakeId
    number: int
    draw: int | None = None


@dataclass(frozen=True, slots=True)
class LapseReservation:
    """Release a reserved seat that was not taken in time."""

    stake: StakeId
    player: PlayerId
    until: Instant


@dataclass(frozen=True, slots=True)
class CloseEmpty:
    """Close a table that has been empty since then and where nobody is about to be seated."""

    stake: StakeId
    table: TableId
    since: Instant


@dataclass(frozen=True, slots=True)
class BreakShort:
    """Break a table that has been unable to deal since then, and move its players to other tables."""

    stake: StakeId
    table: TableId
    since: Instant


# ---- commands of tables, of staff and of the runtime


@dataclass(frozen=True, slots=True)
class NoteSeatFreed:
    """A player left a table with that stack; decided in the table's commit, with the rule of its event."""

    table: TableId
    player: PlayerId
    stack: Cents
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class NoteAway:
    """A player at a table sits out; decided in the table's commit."""

    table: TableId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class NoteBack:
    """A player at a table no longer sits out; decided in the table's commit."""

    table: TableId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class NoteTableClosing:
    """A table deals no further hand, whoever closed it."""

    table: TableId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class NoteTableClosed:
    """A table is closed and empty."""

    table: TableId


@dataclass(frozen=True, slots=True)
class NoteRulebook:
    """A table has adopted a revision of the rulebook."""

    table: TableId
    edition: str


@dataclass(frozen=True, slots=True)
class TurnAway:
    """Take a player off the waiting list whose seat was refused at the commit, because the wallet or a stream had changed."""

    stake: StakeId
    player: PlayerId
    refusal: Rejection


@dataclass(frozen=True, slots=True)
class AdoptRulebook:
    """Seat players by another revision of the rulebook from now on; tables adopt it after their hand (CASH-22)."""

    edition: str


@dataclass(frozen=True, slots=True)
class CloseStakes:
    """Close the tables of stakes that the house does not offer any more after their hand; ids of stakes, `*` for any part."""

    stakes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recover:
    """The first command after a crash: move running periods by the outage (X-143)."""

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
    | CloseStakes
    | Recover
)
