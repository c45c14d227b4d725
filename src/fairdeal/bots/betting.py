"""A summary of the betting of a hand: a few numbers per round."""

from typing import Final, NamedTuple

from fairdeal.poker import CALL, Hand


class Round(NamedTuple):
    """The betting of one round; blinds do not count as raises."""

    raises: int = 0  # bets and raises
    aggressor: int = -1  # place of the last to bet or raise
    callers: int = 0  # since then
    acted: int = 0  # bit n: place n has acted since then


Betting = tuple[Round, ...]
"""The rounds of a hand so far, one per street; the last is the current one."""

QUIET: Final = Round()
NOTHING: Final[Betting] = (QUIET,)


def noted(betting: Betting, street: int, place: int, kind: str) -> Betting:
    """The betting with one more act; `kind` is fold, check, call, bet or raise, as in engine events."""
    if len(betting) <= street:
        betting += (QUIET,) * (street + 1 - len(betting))
    now = betting[-1]
    if kind in ("bet", "raise"):
        after = Round(now.raises + 1, place, 0, 1 << place)
    else:
        after = Round(now.raises, now.aggressor, now.callers + (kind == "call"), now.acted | 1 << place)
    return (*betting[:-1], after)


def noted_act(betting: Betting, hand: Hand, act: int) -> Betting:
    """The betting after an act of the hand's player to act, before it is applied."""
    place = hand.turn
    if act > 0:
        kind = "raise"
    elif act == CALL:
        kind = "call" if hand.current > hand.bets[place] else "check"
    else:
        kind = "fold"
    return noted(betting, hand.street, place, kind)


def betting_of(hand: Hand) -> Betting:
    """The betting of a hand so far, by replaying it; incremental callers use `noted_act` instead."""
    again = Hand(hand.order)
    betting = NOTHING
    for act in hand.acts:
        betting = noted_act(betting, again, act)
        again.act(act)
    return betting


def at_street(betting: Betting, street: int) -> Betting:
    """The betting extended to that street."""
    return betting if len(betting) > street else betting + (QUIET,) * (street + 1 - len(betting))
