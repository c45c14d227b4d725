"""
A pending decision as the player to act sees it.

Everything a bot knows is in a `Spot`: its own cards, the board, bets, stacks, positions and the betting so far. There is no field
for cards of others.
"""

from typing import Final, NamedTuple

from fairdeal.bots.betting import Betting, at_street
from fairdeal.poker import Hand

STREET_OF: Final = {0: 0, 3: 1, 4: 2, 5: 3}
"""The street by the number of board cards."""


class Spot(NamedTuple):
    """
    One decision of one player.

    Places are counted in order of play: the first after the button is 0, the button is the last. Amounts are in the table's
    smallest unit; `raise_min` and `raise_max` are amounts to raise *to*, both zero where raising is closed.
    """

    hole: tuple[int, ...]
    board: tuple[int, ...]
    structure: int  # NO_LIMIT, POT_LIMIT or FIXED_LIMIT
    big_blind: int
    pot: int  # everything put in so far, bets of this round included
    current: int  # the bet to match
    bet: int  # one's own of this round
    to_call: int  # at most the stack
    raise_min: int
    raise_max: int
    stack: int  # behind
    reach: int  # the most an opponent with cards can have bet by the end of this round
    place: int
    players: int  # dealt in
    opponents: int  # others with cards
    able: int  # of them, with chips
    behind: int  # of them, who still act in this round if nobody raises
    last: bool  # whether nobody with chips acts after one on the streets to come
    betting: Betting

    @property
    def street(self) -> int:
        """0 before the flop, 3 on the river."""
        return len(self.betting) - 1

    @property
    def effective(self) -> int:
        """The effective stack: the most that can be won from or lost to one opponent in this round, bets included."""
        return min(self.stack + self.bet, self.reach)


def spot_of_hand(hand: Hand, betting: Betting) -> Spot:
    """The decision of the player to act in a hand, given its betting so far; reads only that player's cards."""
    options = hand.options()
    place = hand.turn
    live = hand.live & ~(1 << place)
    able = hand.able & ~(1 << place)
    reach = 0
    for other in range(hand.count):
        if live >> other & 1 and hand.stacks[other] + hand.bets[other] > reach:
            reach = hand.stacks[other] + hand.bets[other]
    return Spot(
        tuple(hand.hole(place)),
        tuple(hand.board),
        hand.rules.structure,
        hand.rules.big_blind,
        hand.pot,
        hand.current,
        hand.bets[place],
        options.to_call,
        options.raise_min,
        options.raise_max,
        hand.stacks[place],
        reach,
        place,
        hand.count,
        live.bit_count(),
        able.bit_count(),
        (hand.to_act & able).bit_count(),
        able >> place == 0,
        at_street(betting, hand.street),
    )
