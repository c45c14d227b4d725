"""
The steps that a live dealer's station shows, as data.

The station shows one step at a time, with its rule. Some end when the dealer confirms them (`FinishStep`), a card when it is
scanned, a spin when its pocket is entered; waiting ends by itself.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal.kernel import Instant, RuleId


class StepKind(StrEnum):
    """Kinds of dealer steps; part of the protocol, so values never change."""

    INSPECT = "inspect"  # sort, check and show the cards (BJ-38)
    SHUFFLE = "shuffle"  # wash, shuffle, stack (BJ-40)
    CUT = "cut"  # cut, and put the cut card in its place (BJ-42)
    BURN = "burn"  # `count` cards, unseen (BJ-44)
    CALL_NO_MORE_BETS = "call_no_more_bets"  # before the first card or the ball (BJ-17)
    SCAN = "scan"  # draw a card for a hand over the scanner
    SPIN = "spin"  # spin, and enter the pocket
    CHECK_HOLE = "check_hole"  # look for blackjack under the ace (BJ-48)
    SHOW_HOLE = "show_hole"  # turn the hole card over when everybody is done (BJ-03)
    ANNOUNCE = "announce"  # say the result; the system settles (BJ-18)
    PICK_UP = "pick_up"  # the dealer's cards first, then from right to left (BJ-47)
    WAIT = "wait"  # for bets or decisions
    HELD = "held"  # until staff has resolved a hold


BY_THE_DEALER: Final = frozenset(
    {
        StepKind.INSPECT,
        StepKind.SHUFFLE,
        StepKind.CUT,
        StepKind.BURN,
        StepKind.CALL_NO_MORE_BETS,
        StepKind.CHECK_HOLE,
        StepKind.SHOW_HOLE,
        StepKind.ANNOUNCE,
        StepKind.PICK_UP,
    }
)
"""Steps that end when the dealer confirms them."""

PREPARATION: Final = (StepKind.INSPECT, StepKind.SHUFFLE, StepKind.CUT, StepKind.BURN)
"""The steps that prepare a shoe, in order; cards that never left the table are not inspected again (BJ-39)."""


@dataclass(frozen=True, slots=True)
class Step:
    """
    The next thing a live dealer has to do.

    A scan names its hand: the seat (-1 is the dealer; in baccarat 0 is Player and 1 Banker), which hand of the seat, and
    whether the card lies face up. `count` is how many cards to burn; `until` is when waiting ends by itself.
    """

    kind: StepKind
    rule: RuleId | None = None
    seat: int = -1
    hand: int = 0
    face_up: bool = True
    count: int = 0
    until: Instant | None = None
    retry: bool = False  # the last scan could not be read
