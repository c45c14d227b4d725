"""What an operator decides for cash games, where no rule does."""

from dataclasses import dataclass

from fairdeal.kernel import Duration, seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseSettings:
    """Pauses and waiting times of cash tables and floors; set by the operator, never by a rulebook."""

    pause_after_hand: Duration = seconds(2)  # until the next deal
    pause_after_showdown: Duration = seconds(4)  # there are cards to look at
    pause_before_first_hand: Duration = seconds(3)  # once enough players are ready
    reservation: Duration = seconds(60)  # a seat is reserved while its player chooses an amount
    short_table: Duration = seconds(60)  # a table that cannot deal is broken up after this
    empty_table: Duration = seconds(30)  # the last table of a stake stays open this long without players
