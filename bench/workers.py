"""
One engine in one process: `python -m bench.workers ENGINE` does slices of work when told to and says how fast it was.

A line "TASK SECONDS" comes in, a rate (things a second) goes out. Engines play the same game by the same random policy: facing a bet
they fold a quarter of the time; otherwise they raise to a random legal amount 15 times in a hundred, and check or call the rest.
"""

import random
import sys
import warnings
from collections.abc import Callable, Sequence
from itertools import cycle
from time import perf_counter
from typing import Any, Final

PLAYERS: Final = 6
STACK: Final = 5_000
SMALL_BLIND: Final = 25
BIG_BLIND: Final = 50
FOLDS: Final = 0.25
RAISES_FROM: Final = 0.85
DECKS: Final = 2_000
CHECK_EVERY: Final = 100
CHECKED_MAX: Final = 20  # a slice

Task = Callable[[], None]
to_check: list[Any] = []  # hands to compare with pokerkit when the clock has stopped


def decks(count: int = DECKS) -> list[list[int]]:
    """The same shuffled decks for everybody; shuffling is no engine's work."""
    chance = random.Random(1)  # noqa: S311
    return [chance.sample(range(52), 52) for _ in range(count)]


def measured(task: Task, seconds: float) -> float:
    """How many times a second a task can be done, tried for that long."""
    done = 0
    start = now = perf_counter()
    while now - start < seconds:
        for _ in range(10):
            task()
        done += 10
        now = perf_counter()
    return done / (now - start)


def fairdeal_hands(family: str, *, two_sizes: bool = False) -> Task:
    """A hand at a table of a published edition, with rake; every hundredth is laid aside to be checked."""
    from fairdeal.poker import CALL, FOLD, Hand, HandOrder, rules_for
    from fairdeal.rulebook.loader import find_edition
    from fairdeal.rulebook.ruled import read_blinds

    blinds = read_blinds("0.25/0.50")
    assert blinds is not None
    rules = rules_for(find_edition("unibet-2.7"), family, blinds).hand
    stacks = (STACK,) * PLAYERS
    shuffled = cycle(decks())
    chance = random.Random(2).random  # noqa: S311
    played = 0

    def play() -> None:
        nonlocal played
        hand = Hand(HandOrder.usual(rules, stacks, next(shuffled), small_blind=SMALL_BLIND))
        while hand.turn >= 0:
            options = hand.options()
            draw = chance()
            if draw < FOLDS and options.to_call:
                hand.act(FOLD)
            elif draw < RAISES_FROM or not options.raise_max:
                hand.act(CALL)
            elif two_sizes:
                by_pot = hand.current + hand.pot + options.to_call
                hand.act(options.raise_max if chance() < 0.5 or by_pot > options.raise_max else by_pot)
            else:
                hand.act(options.raise_min + int(chance() * (options.raise_max - options.raise_min + 1)))
        assert hand.result is not None
        played += 1
        if played % CHECK_EVERY == 0:
            to_check.append(hand)

    return play


def pokerkit_hands(game: str) -> Task:
    """The same hand on pokerkit; automatic but for showing hands, which is a third faster when told to show them all."""
    from pokerkit import Automation, NoLimitTexasHoldem, PotLimitOmahaHoldem

    create = NoLimitTexasHoldem.create_state if game == "texas" else PotLimitOmahaHoldem.create_state
    by_hand = (Automation.RUNOUT_COUNT_SELECTION, Automation.HOLE_CARDS_SHOWING_OR_MUCKING)
    automatic = tuple(each for each in Automation if each not in by_hand)
    chance = random.Random(2).random  # noqa: S311

    def play() -> None:
        state = create(automatic, True, 0, (SMALL_BLIND, BIG_BLIND), BIG_BLIND, (STACK,) * PLAYERS, PLAYERS)
        while state.status:
            if state.actor_index is None:
                state.show_or_muck_hole_cards(True)
                continue
            draw = chance()
            if draw < FOLDS and state.checking_or_calling_amount:
                state.fold()
            elif draw < RAISES_FROM or not state.can_complete_bet_or_raise_to():
                state.check_or_call()
            else:
                least = state.min_completion_betting_or_raising_to_amount or 0
                most = state.max_completion_betting_or_raising_to_amount or 0
                state.complete_bet_or_raise_to(least + int(chance() * (most - least + 1)))

    return play


def open_spiel_hands(abstraction: str) -> Task:
    """The same hand on open_spiel's universal_poker, which is the competition's C code; `fcpa` knows two sizes of raise."""
    import pyspiel

    stacks = " ".join([str(STACK)] * PLAYERS)
    game = pyspiel.load_game(
        f"universal_poker(betting=nolimit,numPlayers={PLAYERS},numRounds=4,blind={SMALL_BLIND} {BIG_BLIND} 0 0 0 0,firstPlayer=3 1 1 1,"
        f"numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack={stacks},bettingAbstraction={abstraction})"
    )
    shuffled = cycle(decks())
    chance = random.Random(2).random  # noqa: S311

    def play() -> None:
        state = game.new_initial_state()
        deck = iter(next(shuffled))
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(deck))
                continue
            legal = state.legal_actions()
            draw = chance()
            first_raise = 2 if legal[0] == 0 else 1
            if draw < FOLDS and legal[0] == 0:
                state.apply_action(0)
            elif draw < RAISES_FROM or len(legal) <= first_raise:
                state.apply_action(1)
            else:
                state.apply_action(legal[first_raise + int(chance() * (len(legal) - first_raise))])
        state.returns()

    return play


def rank_task(rank: Callable[[Any], int], hands: Sequence[Any]) -> Task:
    """Ranking ten hands of seven cards, one at a time."""
    tens = cycle([hands[at : at + 10] for at in range(0, len(hands), 10)])

    def work() -> None:
        for hand in next(tens):
            rank(hand)

    return work


def rankings(engine: str) -> Task:
    """The public call of an evaluator, cards in its own form."""
    sevens = [deck[:7] for deck in decks()]
    if engine == "fairdeal":
        from fairdeal.cards import rank

        return rank_task(rank, [tuple(seven) for seven in sevens])
    from fairdeal.cards import NAMES

    if engine == "eval7":
        import eval7

        return rank_task(eval7.evaluate, [[eval7.Card(NAMES[card]) for card in seven] for seven in sevens])
    from phevaluator import Card, evaluate_cards  # by name: the package looks its names up at every use

    # Numbers are its fastest form: with Card objects it takes three times as long.
    hands = [[Card(NAMES[card]).id_ for card in seven] for seven in sevens]
    return rank_task(lambda hand: evaluate_cards(*hand), hands)


def equities(engine: str) -> Task:
    """Two aces against two kings over all 1,712,304 boards."""
    if engine == "fairdeal":
        from fairdeal.cards import parse_cards
        from fairdeal.odds import exact

        hands = [parse_cards("AsAh"), parse_cards("KdKc")]
        return lambda: _check(exact(hands).hands[0].won == 1_388_072)
    import holdem_calc

    return lambda: _check(
        abs(holdem_calc.calculate(None, True, 1, None, ["As", "Ah", "Kd", "Kc"], False)[1] - 0.8106) < 0.001
    )


def _check(agreed: object) -> None:
    assert agreed


TASKS: Final[dict[str, dict[str, Callable[[], Task]]]] = {
    "fairdeal": {
        "nlhe": lambda: fairdeal_hands("texas"),
        "nlhe-two-sizes": lambda: fairdeal_hands("texas", two_sizes=True),
        "plo": lambda: fairdeal_hands("omaha"),
        "rank": lambda: rankings("fairdeal"),
        "equity": lambda: equities("fairdeal"),
    },
    "pokerkit": {"nlhe": lambda: pokerkit_hands("texas"), "plo": lambda: pokerkit_hands("omaha")},
    "open_spiel": {
        "nlhe": lambda: open_spiel_hands("fullgame"),
        "nlhe-two-sizes": lambda: open_spiel_hands("fcpa"),
    },
    "eval7": {"rank": lambda: rankings("eval7")},
    "holdem_calc": {"equity": lambda: equities("holdem_calc")},
    "phevaluator": {"rank": lambda: rankings("phevaluator")},
}


def main(engine: str) -> None:
    """Answer until the input ends; a task is prepared before it is first measured."""
    warnings.simplefilter("ignore")
    ready: dict[str, Task] = {}
    for line in sys.stdin:
        task, seconds = line.split()
        if task not in ready:
            ready[task] = TASKS[engine][task]()
        scale = 10 if task == "rank" else 1
        rate = scale * measured_once_or_more(ready[task], float(seconds), task)
        check_hands()
        print(rate, flush=True)


def check_hands() -> None:
    """Compare the hands laid aside with pokerkit's; a few of them, because that takes long."""
    if to_check:
        from bench.check import check_against_pokerkit

        for hand in to_check[:CHECKED_MAX]:
            check_against_pokerkit(hand)
        to_check.clear()


def measured_once_or_more(task: Task, seconds: float, name: str) -> float:
    """Long tasks are done once and timed; short ones as often as fits."""
    if name != "equity":
        return measured(task, seconds)
    start = perf_counter()
    task()
    return 1 / (perf_counter() - start)


if __name__ == "__main__":
    main(sys.argv[1])
