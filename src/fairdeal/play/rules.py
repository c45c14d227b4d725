"""What clocks and automatic acts need from an edition; cash tables and tournaments each implement it."""

from typing import Protocol

from fairdeal.kernel import Duration
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.choices import SitOutEnd


class ClockRules(Protocol):
    """How long a player may think, with and without a connection."""

    @property
    def decision_time(self) -> Ruled[Duration]:
        """The time of every turn before the time bank runs."""
        ...

    @property
    def reconnect_extra(self) -> Ruled[Duration]:
        """The extra time that a disconnect extension adds to the decision time."""
        ...

    @property
    def return_time(self) -> Ruled[Duration]:
        """The time to reconnect after the first disconnection of a hand; it holds if it ends later than the extra time."""
        ...

    @property
    def allowances_per_hand(self) -> Ruled[int]:
        """How many disconnect extensions a player may have in one hand."""
        ...

    @property
    def bank_runs_while_disconnected(self) -> Ruled[bool]:
        """Whether the time bank of a disconnected player runs."""
        ...

    @property
    def lost_without_time(self) -> bool:
        """Whether a disconnected player has no time at all once the disconnect extensions are used up."""
        ...


class PlayRules(ClockRules, Protocol):
    """`ClockRules`, and what follows for a player whose time runs out."""

    @property
    def sits_out_after_automatic_decision(self) -> Ruled[bool]:
        """Whether a disconnected player sits out after the table acted for them."""
        ...

    @property
    def sits_out_after_connected_timeout(self) -> Ruled[bool]:
        """Whether a connected player sits out after the table acted for them."""
        ...

    @property
    def forced_sit_out_ends_by(self) -> Ruled[SitOutEnd]:
        """What ends a forced sit-out: reconnecting, or only the player's own wish."""
        ...

    @property
    def downtime_shifts_periods(self) -> Ruled[bool]:
        """Whether running periods are moved by the length of an outage (X-143)."""
        ...
