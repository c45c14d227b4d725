"""What a hand's clocks and automatic decisions need from an edition; cash tables and tournaments each have their own."""

from typing import Protocol

from fairdeal.kernel import Duration
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.choices import SitOutEnd


class ClockRules(Protocol):
    """How long a player may think, with and without a connection."""

    @property
    def decision_time(self) -> Ruled[Duration]:
        """Of every turn."""
        ...

    @property
    def reconnect_extra(self) -> Ruled[Duration]:
        """After the decision time, for a player who is not connected."""
        ...

    @property
    def return_time(self) -> Ruled[Duration]:
        """From the first drop in a hand; the later of the two ends counts."""
        ...

    @property
    def allowances_per_hand(self) -> Ruled[int]:
        """How many turns of a hand are prolonged for a player who is not connected."""
        ...

    @property
    def bank_runs_while_disconnected(self) -> Ruled[bool]:
        """Whether the time bank is used up by somebody who is not there."""
        ...

    @property
    def lost_without_time(self) -> bool:
        """Whether a player who is not connected has no time at all once the allowances are used up."""
        ...


class PlayRules(ClockRules, Protocol):
    """What the house does for a player whose time is over."""

    @property
    def sits_out_after_automatic_decision(self) -> Ruled[bool]:
        """A player who is not connected."""
        ...

    @property
    def sits_out_after_connected_timeout(self) -> Ruled[bool]:
        """A player who is there."""
        ...

    @property
    def imposed_sit_out_ends_by(self) -> Ruled[SitOutEnd]:
        """What ends a sit-out that was imposed."""
        ...

    @property
    def downtime_shifts_periods(self) -> Ruled[bool]:
        """Whether time in which clocks stood counts for nobody (X-143)."""
        ...
