"""
Judging a player's click.

Checks run in one order, so that the same bad click always gets the same code: hand over, whose turn, then the choice itself
against the options that drew the buttons.
"""

from dataclasses import dataclass

from fairdeal.kernel import Rejection, RuleId, reject
from fairdeal.poker.hand import CALL, FOLD, Hand


@dataclass(frozen=True, slots=True)
class Fold:
    """The choice to fold."""


@dataclass(frozen=True, slots=True)
class Check:
    """The choice to check."""


@dataclass(frozen=True, slots=True)
class Call:
    """The choice to call, all-in if the stack is smaller than the bet."""


@dataclass(frozen=True, slots=True)
class RaiseTo:
    """The choice to bet or raise to an amount, which is the total bet of the round."""

    amount: int


Choice = Fold | Check | Call | RaiseTo


def judge(hand: Hand, place: int, choice: Choice) -> int | Rejection:
    """The engine's act for a player's choice, or why it is refused; changes nothing."""
    if hand.turn < 0:
        return reject("hand_over", RuleId("BET-03"))
    if hand.turn != place:
        return reject("not_your_turn", RuleId("BET-01"), turn=hand.turn)
    options = hand.options()
    match choice:
        case Fold():
            return FOLD
        case Check():
            return CALL if options.can_check else reject("cannot_check", RuleId("BET-05"), to_call=options.to_call)
        case Call():
            return reject("nothing_to_call", RuleId("BET-06")) if options.can_check else CALL
        case RaiseTo(amount):
            return _judge_raise(hand, amount)


def _judge_raise(hand: Hand, amount: int) -> int | Rejection:
    options = hand.options()
    if not options.can_raise:
        return reject("raise_closed", RuleId(options.closed_by), to_call=options.to_call)
    if amount < options.raise_min:
        return reject("raise_too_small", RuleId(hand.least_by()), least=options.raise_min)
    if amount > options.raise_max:
        rule = ("BET-16", "BET-17", "BET-18")[hand.rules.structure]
        return reject("raise_too_large", RuleId(rule), most=options.raise_max)
    return amount
