"""
The same hand played by pokerkit, an independent engine, and every difference named by the rule behind it.

Where the two allow different acts, one that both allow is chosen, so that the hand goes on in step.
"""

import random
import warnings
from collections import Counter

from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem, PotLimitOmahaHoldem, State

from fairdeal.cards import NAMES
from fairdeal.poker import CALL, FIXED_LIMIT, FOLD, OMAHA, Hand, HandOrder
from tests.poker.random_hands import random_act, random_order

_AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def peer_state(order: HandOrder) -> State:
    """Pokerkit's state for an order, hole cards dealt."""
    rules = order.rules
    count = len(order.stacks)
    antes = tuple(order.antes) if order.antes else 0
    blinds = (order.small_blind, rules.big_blind)
    if rules.structure == FIXED_LIMIT:
        state = FixedLimitTexasHoldem.create_state(
            _AUTOMATIC, True, antes, blinds, rules.small_bet, rules.big_bet, tuple(order.stacks), count
        )
    else:
        game = PotLimitOmahaHoldem if rules.hole_cards == OMAHA else NoLimitTexasHoldem
        state = game.create_state(_AUTOMATIC, True, antes, blinds, rules.big_blind, tuple(order.stacks), count)
    for place in range(count):
        cards = [NAMES[order.deck[place + count * number]] for number in range(rules.hole_cards)]
        state.deal_hole("".join(cards))
    return state


def deal_boards(state: State, order: HandOrder) -> None:
    """Deal board cards while pokerkit waits for them."""
    start = len(order.stacks) * order.rules.hole_cards
    while state.can_deal_board():
        out = sum(len(cards) for cards in state.board_cards)
        count = state.board_dealing_count or 0
        state.deal_board("".join(NAMES[card] for card in order.deck[start + out : start + out + count]))


def legal(state: State) -> tuple[int, int, int]:
    """What pokerkit lets the player to act do: to call, least and most to raise to (zero when closed)."""
    can_raise = state.can_complete_bet_or_raise_to()
    return (
        state.checking_or_calling_amount or 0,
        (state.min_completion_betting_or_raising_to_amount or 0) if can_raise else 0,
        (state.max_completion_betting_or_raising_to_amount or 0) if can_raise else 0,
    )


def explained(hand: Hand, peer: tuple[int, int, int]) -> str:
    """The rule that makes our options differ from pokerkit's; nothing when they agree, "?" when no rule does."""
    options = hand.options()
    ours = (options.to_call, options.raise_min, options.raise_max)
    if ours == peer:
        return ""
    if options.to_call != peer[0]:
        return "CASH-13" if max(hand.bets) < hand.current else "?"
    if options.closed_by in ("BET-13", "BET-21"):
        return options.closed_by
    if peer[2] == 0:
        others = [place for place in range(hand.count) if hand.able >> place & 1 and place != hand.turn]
        if all(hand.bets[place] + hand.stacks[place] <= hand.current for place in others):
            return "BET-16"  # a raise that nobody left can call is legal here; the excess comes back
        return "BET-14" if hand.rules.structure != FIXED_LIMIT else "BET-21"
    if hand.rules.structure == FIXED_LIMIT:
        return "BET-13"  # a short all-in is completed there, raised by a full bet here
    if max(hand.bets) < hand.current or options.raise_min != peer[1]:
        return "BET-09"  # short all-ins do not change what a full raise adds
    return "?"


def play_both(seed: int, structure: str) -> Counter[str]:
    """Play a random hand on both engines; the differences by rule. Payouts must agree."""
    chance = random.Random(seed)  # noqa: S311
    order = random_order(chance, structure, plain=True)
    hand = Hand(order)
    state = peer_state(order)
    differences: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pokerkit warns about folds that cost nothing
        while hand.turn >= 0:
            deal_boards(state, order)
            if state.actor_index != hand.turn:
                return Counter({f"turn {state.actor_index} {hand.turn}": 1})
            peer = legal(state)
            differences[explained(hand, peer)] += 1
            act = random_act(chance, hand.options())
            if act > 0 and not peer[1] <= act <= peer[2]:
                act = CALL
            if act == CALL and hand.options().to_call != peer[0]:
                act = FOLD
            if act == FOLD and not state.can_fold():
                act = CALL
                differences["BET-04"] += 1  # folding is always possible here
            _act(state, act)
            hand.act(act)
        while state.status and state.actor_index is not None:  # a check nobody here is asked for
            deal_boards(state, order)
            if state.actor_index is not None:
                state.check_or_call()
                differences["CASH-18"] += 1
        deal_boards(state, order)
    _compare_payouts(hand, tuple(state.stacks), differences)
    return differences


def _compare_payouts(hand: Hand, theirs: tuple[int, ...], differences: Counter[str]) -> None:
    result = hand.result
    assert result is not None
    if theirs != result.stacks:
        assert stacks_agree(hand, theirs), (theirs, result)
        differences["SHOW-05"] += 1


def stacks_agree(hand: Hand, theirs: tuple[int, ...]) -> bool:
    """Stacks must agree, but for odd chips, which pokerkit gives to one winner and SHOW-05 to one after the other."""
    result = hand.result
    assert result is not None
    odd = sum(pot.amount % len(pot.winners) for pot in result.pots)
    winners = {place for pot in result.pots if len(pot.winners) > 1 for place in pot.winners}
    moved = [abs(one - other) for one, other in zip(theirs, result.stacks, strict=True)]
    return (
        sum(theirs) == sum(result.stacks)
        and sum(moved) <= 2 * odd
        and all(place in winners for place, amount in enumerate(moved) if amount)
    )


def _act(state: State, act: int) -> None:
    if act == FOLD:
        state.fold()
    elif act == CALL:
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to(act)
