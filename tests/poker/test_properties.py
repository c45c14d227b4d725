"""What holds in every hand: chips are conserved, every hand ends, options are exactly what is accepted."""

import pytest

from fairdeal.poker import CALL, FOLD, Hand, IllegalAct, replay
from fairdeal.poker.events import Acted, BlindPosted, HandEvent, PotAwarded
from tests.poker.random_hands import STRUCTURES, random_hand

structures = pytest.mark.parametrize("structure", STRUCTURES)
ACTS_MAX = 400


def check_hand(seed: int, structure: str) -> None:
    """Play one random hand and check everything that must hold on the way and at the end."""
    chips = -1
    hand: Hand | None = None
    for acts, hand in enumerate(random_hand(seed, structure)):
        chips = sum(hand.order.stacks)
        if hand.turn >= 0:
            assert sum(hand.stacks) + hand.pot == chips
            assert hand.able >> hand.turn & 1
            assert hand.stacks[hand.turn] > 0
        assert acts < ACTS_MAX
    assert hand is not None
    assert hand.result is not None
    result = hand.result
    assert sum(result.stacks) + result.rake == chips
    assert sum(result.net) == -result.rake
    assert min(result.stacks) >= 0
    assert sum(pot.amount for pot in result.pots) == sum(result.contributed)
    assert sum(pot.rake for pot in result.pots) == result.rake
    for pot in result.pots:
        assert set(pot.winners) <= set(pot.eligible)
    # Nobody wins from one player more than the own contribution.
    for place, net in enumerate(result.net):
        paid = result.contributed[place]
        assert net <= sum(min(paid, other) for number, other in enumerate(result.contributed) if number != place)


@structures
@pytest.mark.parametrize("block", range(10))
def test_chips_are_conserved_and_every_hand_ends(structure: str, block: int) -> None:
    """Ten thousand hands of each structure."""
    for seed in range(1_000 * block, 1_000 * (block + 1)):
        check_hand(seed, structure)


@pytest.mark.soak
@structures
@pytest.mark.parametrize("block", range(20))
def test_a_million_hands_of_each_structure(structure: str, block: int) -> None:
    for seed in range(10_000 + 50_000 * block, 10_000 + 50_000 * (block + 1)):
        check_hand(seed, structure)


def accepted(hand: Hand, act: int) -> bool:
    try:
        hand.copy().act(act)
    except IllegalAct:
        return False
    return True


@structures
@pytest.mark.rule("BET-08")
@pytest.mark.rule("BET-16", edition="unibet-2.7")
@pytest.mark.parametrize("seed", range(60))
def test_options_are_exactly_what_is_accepted(structure: str, seed: int) -> None:
    """Every amount from nothing to more than the stack, at every turn."""
    for hand in random_hand(seed, structure):
        if hand.turn < 0:
            break
        options = hand.options()
        assert accepted(hand, FOLD)
        assert accepted(hand, CALL)
        assert not accepted(hand, -2)
        most = hand.bets[hand.turn] + hand.stacks[hand.turn] + 2
        around = {
            options.raise_min - 1,
            options.raise_min,
            options.raise_max,
            options.raise_max + 1,
            hand.current,
            most,
        }
        for amount in [amount for amount in around | set(range(1, min(most, 40))) if amount > 0]:
            assert accepted(hand, amount) is options.allows(amount), (amount, options)


@structures
@pytest.mark.parametrize("seed", range(40))
def test_a_copy_goes_its_own_way_and_acts_replay_to_any_point(structure: str, seed: int) -> None:
    trail: list[tuple[int, int, tuple[int, ...]]] = []
    hand: Hand | None = None
    for hand in random_hand(seed, structure):
        trail.append((hand.turn, hand.pot, tuple(hand.stacks)))
        if hand.turn >= 0:
            twin = hand.copy()
            twin.act(FOLD)
            assert (hand.turn, hand.pot, tuple(hand.stacks)) == trail[-1]
    assert hand is not None
    assert replay(hand.order, hand.acts).result == hand.result
    for count, (turn, pot, stacks) in enumerate(trail[:-1]):
        earlier = hand.after(count)
        assert (earlier.turn, earlier.pot, tuple(earlier.stacks)) == (turn, pot, stacks)


@structures
@pytest.mark.parametrize("seed", range(40))
def test_listening_changes_nothing_and_tells_everything(structure: str, seed: int) -> None:
    *_, hand = random_hand(seed, structure)
    told: list[HandEvent] = []
    listened = replay(hand.order, hand.acts, told.append)

    assert listened.result == hand.result
    assert hand.result is not None
    assert [event.act for event in told if isinstance(event, Acted)] == hand.acts
    assert [event.amount for event in told if isinstance(event, PotAwarded)] == [pot.amount for pot in hand.result.pots]
    assert [event.place for event in told if isinstance(event, BlindPosted)][
        -1 - len(hand.order.late_posts)
    ] == hand.order.big_blind_at
    assert all(getattr(event, "rule", "told by the player") for event in told)
