"""The chairs of a table, followed from its events alone."""

from fairdeal.cash.table.state import Entry
from fairdeal.kernel import Instant, PlayerId, RuleId


class Seat:
    """What the checks know of one player at one table."""

    __slots__ = (
        "bank", "entry", "hands", "in_last", "initial", "leaves", "out_rule", "out_since", "pending", "player", "since", "stack",
    )  # fmt: skip

    def __init__(self, player: PlayerId, stack: int, entry: Entry, bank: int, since: Instant) -> None:
        self.player = player
        self.since = since
        self.initial = stack  # what the player sat down with
        self.stack = stack  # cents, as the last hand left it
        self.pending = 0
        self.entry = entry
        self.bank = bank
        self.hands = 0
        self.in_last = False
        self.leaves = False
        self.out_since: Instant | None = None  # by the wall, outages included
        self.out_rule: RuleId | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the player is to be dealt in, or waits for the big blind to be."""
        return self.out_since is None and self.stack > 0 and not self.leaves

    def sits_out(self, since: Instant, rule: RuleId) -> None:
        """No cards from now on."""
        self.out_since, self.out_rule = since, rule
