"""A copy of a blackjack round is played on by itself."""

import random

from fairdeal.casino.games.blackjack.rules import CHECK_HOLE, INSURANCE, OVER, PLAYING, BlackjackRules, Hand, Round
from fairdeal.rulebook.clause import LC
from fairdeal.rulebook.loader import published_edition


def seen(played: Round) -> object:
    def of(hand: Hand) -> tuple[object, ...]:
        return tuple(getattr(hand, name) for name in Hand.__slots__)

    receiver = -1 if played.receiver is played.dealer else played.hands.index(played.receiver)
    return (
        [of(hand) for hand in played.hands],
        of(played.dealer),
        played.stage,
        played.turn,
        played.wants_card,
        receiver,
    )


def test_a_copy_goes_the_way_of_a_round_replayed_and_leaves_the_first_as_it_was() -> None:
    casino = published_edition(LC).casino
    assert casino is not None
    rules, dice = BlackjackRules(casino.blackjack), random.Random(7)  # noqa: S311 - not for play
    splits = 0
    for _ in range(300):
        inputs: list[int] = []
        played = Round(rules, (0, 2, 5))
        while played.stage != OVER:
            before, copy = seen(played), played.copy()
            if played.stage == INSURANCE:
                inputs.append(CHECK_HOLE)
                copy.check_hole()
            elif played.stage == PLAYING and not played.wants_card:
                inputs.append(dice.choice(played.options()))
                copy.act(inputs[-1])
            else:
                inputs.append(dice.randrange(52))
                copy.take(inputs[-1])
            assert seen(played) == before
            assert seen(copy) == seen(Round(rules, (0, 2, 5), inputs))
            played = copy
        splits += len(played.hands) > 3
    assert splits > 10, "a split adds a hand"
