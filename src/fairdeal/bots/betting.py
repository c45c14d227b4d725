"""The betting of a hand as a player at the table remembers it: a few numbers a round."""

from typing import Final, NamedTuple

from fairdeal.poker import CALL, Hand


class Round(NamedTuple):
    """What happened in one round of betting; blinds are no raises."""

    raises: int = 0  # bets and raises
    aggressor: int = -1  # place of the last to bet or raise
    callers: int = 0  # since then
    acted: int = 0  # bit n: place n has acted since then


Betting = tuple[Round, ...]
"""One round for each street so far; the last is the one being played, or over."""

QUIET: Final = Round()
NOTHING: Final[Betting] = (QUIET,)


def noted(betting: Betting, street: int, place: int, kind: str) -> Betting:
    """The betting with one more act; `kind` is fold, check, call, bet or raise, as the engine tells it."""
    if len(betting) <= street:
        betting += (QUIET,) * (street + 1 - len(betting))
    now = betting[-1]
    if kind in ("bet", "raise"):
        after = Round(now.raises + 1, place, 0, 1 << place)
    else:
        after = Round(now.raises, now.aggressor, now.callers + (kind == "call"), now.acted | 1 << place)
    return (*betting[:-1], after)


def noted_act(betting: Betting, hand: Hand, act: int) -> Betting:
    """The betting after an act that the hand's player to act is about to do."""
    place = hand.turn
    if act > 0:
        kind = "raise"
    elif act == CALL:
        kind = "call" if hand.current > hand.bets[place] else "check"
    else:
        kind = "fold"
    return noted(betting, hand.street, place, kind)


def betting_of(hand: Hand) -> Betting:
    """The betting of a hand so far, by playing it again; who plays hands one after the other notes act by act instead."""
    again = Hand(hand.order)
    betting = NOTHING
    for act in hand.acts:
        betting = noted_act(betting, again, act)
        again.act(act)
    return betting


def at_street(betting: Betting, street: int) -> Betting:
    """The betting when nobody has acted on that street yet, or as it is."""
    return betting if len(betting) > street else betting + (QUIET,) * (street + 1 - len(betting))
