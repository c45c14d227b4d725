"""
Simulations of many rounds with the same rules that tables use, to measure the house edge.

The random source is an argument; the same source gives the same figures. Results are counted as integers.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final, Protocol, TypeVar

from fairdeal.casino.games.baccarat.rules import NOBODY, BaccaratRules, Coup, Spot
from fairdeal.casino.games.blackjack.rules import DOUBLE, INSURANCE, OVER, SPLIT, BlackjackRules, Round
from fairdeal.casino.games.blackjack.strategy import basic_strategy
from fairdeal.casino.games.blackjack.wagers import Payouts, Wager
from fairdeal.casino.games.roulette.rules import Wheel
from fairdeal.casino.paytables import Paid, added
from fairdeal.casino.shoe import full_shoe, new_shoe
from fairdeal.kernel import Cents
from fairdeal.rulebook.schema.casino import Baccarat, Blackjack, Roulette

STAKE: Final = Cents(10_000)
"""The bet of every simulated round; large and even, so that no payout has to be rounded."""

Result = TypeVar("Result", bound=Hashable)
Strategy = Callable[[Round], int]
Progress = Callable[[int], None]
Over = Callable[[Sequence[int]], object]
"""Is told of every shoe that is over, with the cards that were taken from it."""
_CHUNK: Final = 10_000


class Chance(Protocol):
    """The random source of a simulation; `random.Random` is one, `casino.proven.ProvenDraws` another."""

    def randrange(self, start: int, /) -> int:
        """A random number from 0 to below the bound."""
        ...

    def shuffle(self, x: list[int], /) -> None:
        """Put the list into random order."""
        ...


@dataclass(slots=True)
class Tally:
    """Sums over simulated rounds of what the house kept."""

    stake: int = 0  # of one round
    rounds: int = 0
    kept: int = 0
    squares: int = 0

    def add(self, kept: int, times: int = 1) -> None:
        """Count `times` rounds in each of which the house kept that amount."""
        self.rounds += times
        self.kept += kept * times
        self.squares += kept * kept * times

    @property
    def edge(self) -> float:
        """The house edge: the average part of the initial bet that the house keeps."""
        return self.kept / (self.rounds * self.stake)

    @property
    def standard_error(self) -> float:
        """The standard error of the edge."""
        if self.rounds < 2:
            return float("inf")
        variance = (self.squares - self.kept * self.kept / self.rounds) / (self.rounds - 1)
        return sqrt(max(variance, 0.0) / self.rounds) / self.stake


@dataclass(slots=True)
class Report:
    """The tally of all bets together, and of each kind of bet by name where there are several."""

    whole: Tally
    bets: dict[str, Tally] = field(default_factory=dict)


def silent(_: int) -> None:
    """A progress callback that does nothing."""


def unseen(_: Sequence[int]) -> None:
    """Nobody wants to know of a shoe that is over."""


def simulate_roulette(rules: Roulette, rounds: int, chance: Chance, progress: Progress = silent) -> Report:
    """The report of that many spins, with a bet on one field of every kind in each."""
    wheel = Wheel(rules)
    chosen = {each.bet.value: each.name for each in reversed(list(wheel.fields.values()))}
    pockets: Counter[int] = Counter()
    for size in _chunks(rounds, progress):
        pockets.update(chance.randrange(wheel.pockets) for _ in range(size))
    results = {
        pocket: {bet: wheel.settle_bet(name, STAKE, pocket) for bet, name in chosen.items()} for pocket in pockets
    }
    return _report(pockets, results)


def simulate_baccarat(
    rules: Baccarat, rounds: int, chance: Chance, progress: Progress = silent, over: Over = unseen
) -> Report:
    """The report of that many coups, with a bet on each spot in each."""
    coups = BaccaratRules(rules)
    outcomes: Counter[Spot] = Counter()
    shoe = _Shoe(rules, chance, over)
    draw = shoe.draw
    for size in _chunks(rounds, progress):
        for _ in range(size):
            shoe.begin_round()
            coup = Coup(coups)
            while coup.due != NOBODY:
                coup.take(draw())
            outcomes[coup.outcome] += 1
    shoe.end()
    results = {outcome: {spot.value: coups.settle_bet(spot, STAKE, outcome) for spot in Spot} for outcome in outcomes}
    return _report(outcomes, results)


def simulate_blackjack(
    rules: Blackjack,
    rounds: int,
    chance: Chance,
    progress: Progress = silent,
    strategy: Strategy | None = None,
    over: Over = unseen,
) -> Report:
    """The report of that many rounds of one seat with equal bets, by basic strategy unless another is given."""
    hands, payouts = BlackjackRules(rules), Payouts(rules)
    choose = strategy or basic_strategy(hands, split_lost=payouts.split_lost).choose
    nets: Counter[int] = Counter()
    shoe = _Shoe(rules, chance, over)
    wager = Wager(0, (STAKE,))
    for size in _chunks(rounds, progress):
        for _ in range(size):
            shoe.begin_round()
            nets[play_blackjack(hands, payouts, choose, shoe.draw, wager)] += 1
    shoe.end()
    tally = Tally(STAKE)
    for net, times in nets.items():
        tally.add(-net, times)
    return Report(tally)


def play_blackjack(
    rules: BlackjackRules, payouts: Payouts, choose: Strategy, draw: Callable[[], int], wager: Wager
) -> int:
    """Play one round of one seat without insurance; returns what the player wins, negative for a loss."""
    played = Round(rules, (wager.seat,))
    while played.stage != OVER:
        if played.wants_card:
            played.take(draw())
        elif played.stage == INSURANCE:
            played.check_hole()
        else:
            act = choose(played)
            if act == DOUBLE:
                wager = wager.double(played.turn, wager.original)
            elif act == SPLIT:
                wager = wager.split(played.turn, wager.original)
            played.act(act)
    paid = added(payouts.settle(wager, played))
    return paid.returned + paid.won - wager.on_hands


class _Shoe:
    """A shoe to deal from, shuffled before the round after its cut card was reached."""

    __slots__ = ("at", "burn", "cards", "chance", "cut_at", "over", "round_at", "rules")

    def __init__(self, rules: Baccarat | Blackjack, chance: Chance, over: Over) -> None:
        self.rules = rules
        self.chance = chance
        self.over = over
        self.cards: list[int] = []
        self.burn: int = rules.burn_after_shuffle.value
        self.cut_at = 0
        self.at = 0
        self.round_at = 0

    def begin_round(self) -> None:
        if self.at >= self.cut_at:
            self.end()
            self.cards = full_shoe(self.rules)
            self.chance.shuffle(self.cards)
            self.cut_at = new_shoe(self.rules, 1, self.cards).cut_at
            self.at = self.burn
        self.round_at = self.at

    def draw(self) -> int:
        if self.at == len(self.cards):  # only the discards are left, as at a table
            self.end()
            self.cards = self.cards[: self.round_at]
            self.chance.shuffle(self.cards)
            self.cut_at = self.at = 0
        card = self.cards[self.at]
        self.at += 1
        return card

    def end(self) -> None:
        self.over(self.cards[: self.at])


def _chunks(rounds: int, progress: Progress) -> Iterator[int]:
    """Sizes of chunks that add up to the rounds; calls `progress` after each."""
    for done in range(0, rounds, _CHUNK):
        size = min(_CHUNK, rounds - done)
        yield size
        progress(done + size)


def _report(counts: Mapping[Result, int], results: Mapping[Result, Mapping[str, Paid]]) -> Report:
    """The report of equal bets of every kind, from how often each result came."""
    names = list(next(iter(results.values()), {}))
    report = Report(Tally(STAKE * len(names)), {name: Tally(STAKE) for name in names})
    for result, times in counts.items():
        whole = 0
        for name, paid in results[result].items():
            kept = STAKE - paid.returned - paid.won
            report.bets[name].add(kept, times)
            whole += kept
        report.whole.add(whole, times)
    return report
