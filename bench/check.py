"""A benched hand is a real one: its result is compared with pokerkit's."""

from dataclasses import replace

from fairdeal.poker import NO_RAKE, Hand
from fairdeal.poker import replay as replay_hand


def check_against_pokerkit(hand: Hand) -> None:
    """Play the same acts on pokerkit; stacks must agree before rake, but for odd chips (SHOW-05)."""
    from tests.poker.peer import deal_boards, peer_state, stacks_agree

    order = replace(hand.order, rules=replace(hand.order.rules, rake=NO_RAKE))
    unraked = replay_hand(order, hand.acts)
    state = peer_state(order)
    for act in hand.acts:
        deal_boards(state, order)
        if act > 0:
            if not state.can_complete_bet_or_raise_to(act):
                return  # legal here and not there (BET-13, BET-16): nothing to compare
            state.complete_bet_or_raise_to(act)
        elif act == 0:
            state.check_or_call()
        else:
            state.fold()
    while state.status and state.actor_index is not None:
        state.check_or_call()
        deal_boards(state, order)
    deal_boards(state, order)
    assert stacks_agree(unraked, tuple(state.stacks)), (hand.order, hand.acts)
