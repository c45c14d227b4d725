"""
The Independent Chip Model: what each stack's chance of the prizes is worth (CANC-54c, CANC-55).

Theory. Malmuth and Harville: the next place goes to one of the players without a place, each with the chance of
their part of those players' chips. The same orders come from a race: let player i arrive after a random time with rate
s(i); who arrives first takes the first place, and so on. The race gives two more ways to the same numbers.

* Sums. Player i is first of a set U of players with the chance s(i) / s(U). Counting by inclusion and exclusion what
  those chances say about places, the equity of i is s(i) times the sum over all U with i in it of w(|U|) / s(U), where
  w depends on the prizes alone. These are fractions of whole numbers: `exact_prize_equities`.
* Time. If player i arrives at time t, the prize depends on how many of the others were there by then, and each of
  them was with the chance 1 - exp(-s(j) t), independently. Integrating over t takes players times prizes steps for
  each time looked at, not a power of two: `prize_equities` of many players.

Players without chips are out already, all at once: they share the last places equally.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, exp, expm1, gcd, lcm, log, sqrt
from typing import Final, TypeVar

PLAYERS_MAX: Final = 1_000
EXACT_PLAYERS_MAX: Final = 12
STACK_MIN: Final = 1e-9
NUMBER_MAX: Final = 10**15
_SUBSETS_PLAYERS_MAX: Final = 12  # from here on the integral is faster than two to the power of the players

Stack = TypeVar("Stack", int, float)
Number = TypeVar("Number", float, Fraction)


class BadIcm(ValueError):
    """Stacks or prizes that no tournament has; `code` is stable."""

    def __init__(self, code: str, told: str) -> None:
        self.code = code
        super().__init__(told)


def prize_equities(stacks: Sequence[float], prizes: Sequence[float]) -> tuple[float, ...]:
    """
    The part of the prizes each stack is worth, in floats; the first prize comes first.

    Up to twelve players by adding up every way to fill the places, beyond by integration; both are within 1e-12 of the
    sum of the prizes.
    """
    _check(stacks, prizes, PLAYERS_MAX)
    wanted = [float(prize) for prize in prizes]
    return _with_zero_stacks([float(stack) for stack in stacks], wanted, 0.0, _by_subsets_or_race)


def exact_prize_equities(stacks: Sequence[int], prizes: Sequence[int | Fraction]) -> tuple[Fraction, ...]:
    """The part of the prizes each stack is worth, as exact fractions; up to twelve players with whole chips."""
    _check(stacks, prizes, EXACT_PLAYERS_MAX)
    return _with_zero_stacks(stacks, [Fraction(prize) for prize in prizes], Fraction(0), _by_sums)


def _check(stacks: Sequence[float], prizes: Sequence[float | Fraction], players_max: int) -> None:
    if not stacks:
        raise BadIcm("no_players", "there must be a stack")
    if len(stacks) > players_max:
        raise BadIcm("too_many_players", f"{len(stacks)} players are more than {players_max}")
    if len(prizes) > len(stacks):
        raise BadIcm("too_many_prizes", f"{len(prizes)} prizes cannot be won by {len(stacks)} players")
    if not all(stack == 0 or STACK_MIN <= stack <= NUMBER_MAX for stack in stacks):
        raise BadIcm("bad_stack", f"a stack is zero or from {STACK_MIN:g} to {NUMBER_MAX:g}")
    if not all(0 <= prize <= NUMBER_MAX for prize in prizes):
        raise BadIcm("bad_prize", f"a prize is from zero to {NUMBER_MAX:g}")


def _with_zero_stacks(
    stacks: Sequence[Stack],
    prizes: Sequence[Number],
    nothing: Number,
    model: Callable[[Sequence[Stack], Sequence[Number]], Sequence[Number]],
) -> tuple[Number, ...]:
    alive = [stack for stack in stacks if stack > 0]
    out = len(stacks) - len(alive)
    of_alive = iter(model(alive, prizes[: len(alive)]))
    of_out = sum(prizes[len(alive) :], start=nothing) / max(out, 1)
    return tuple(next(of_alive) if stack > 0 else of_out for stack in stacks)


def _by_sums(stacks: Sequence[int], prizes: Sequence[Fraction]) -> list[Fraction]:
    """By inclusion and exclusion over sets of players; one common denominator serves all."""
    count = len(stacks)
    unit = gcd(*stacks)
    totals = _totals([stack // unit for stack in stacks])
    weights = [_weight(size, count, prizes) for size in range(count + 1)]
    scale = lcm(*(weight.denominator for weight in weights))
    whole = lcm(*totals[1:])
    terms = [
        int(weights[players.bit_count()] * scale) * (whole // total) if players else 0
        for players, total in enumerate(totals)
    ]
    return [
        Fraction(
            stack // unit * sum(term for players, term in enumerate(terms) if players >> own & 1),
            whole * scale,
        )
        for own, stack in enumerate(stacks)
    ]


def _weight(size: int, count: int, prizes: Sequence[Fraction]) -> Fraction:
    """
    What the chance to come first of a set of that size counts for.

    Player i takes place k when exactly count - k others are behind. A set of i and size - 1 others contains
    comb(size - 1, count - k) candidates for those behind, and inclusion and exclusion gives them alternating signs.
    """
    return sum(
        (
            (-1) ** (size - 1 - behind) * comb(size - 1, behind) * prize
            for behind, prize in zip(range(count - 1, -1, -1), prizes, strict=False)
            if behind < size
        ),
        start=Fraction(0),
    )


def _totals(stacks: Sequence[Stack]) -> list[Stack]:
    """Chips of every set of players, by its bits."""
    totals = [stacks[0] - stacks[0]] if stacks else []
    for stack in stacks:
        totals += [total + stack for total in totals]
    return totals


def _by_subsets_or_race(stacks: Sequence[float], prizes: Sequence[float]) -> list[float]:
    return _by_subsets(stacks, prizes) if len(stacks) <= _SUBSETS_PLAYERS_MAX else _by_race(stacks, prizes)


def _by_subsets(stacks: Sequence[float], prizes: Sequence[float]) -> list[float]:
    """Place by place: the chance that exactly these players are left, and what the next place gives to each of them."""
    count = len(stacks)
    totals = _totals(stacks)
    chances = [0.0] * len(totals)
    found = [0.0] * count
    if totals:
        chances[-1] = 1.0
    for left in range(len(totals) - 1, 0, -1):
        place = count - left.bit_count()
        if place >= len(prizes):
            continue
        chance = chances[left] / totals[left]
        for player, stack in enumerate(stacks):
            if left >> player & 1:
                takes = chance * stack
                chances[left ^ 1 << player] += takes
                found[player] += takes * prizes[place]
    return found


# Times are exp(x - exp(-x)) for evenly spaced x. Both ends then fade so fast that a plain sum is as good as an integral:
# the chance that any player arrives before the first time is 10**-17, after the last nobody is missing.
_FIRST: Final = -3.6
_LAST: Final = 3.7  # beyond the logarithm of the slowest player's expected time
_STEP_MAX: Final = 0.2
_NEGLIGIBLE: Final = 1e-25


def _by_race(stacks: Sequence[float], prizes: Sequence[float]) -> list[float]:
    """By integration over the time of arrival."""
    found = [0.0] * len(stacks)
    if not prizes:
        return found
    total = sum(stacks)
    rates = [stack / total for stack in stacks]
    step = _step(len(stacks), len(prizes))
    for number in range(int((_LAST - log(min(rates)) - _FIRST) / step) + 2):
        x = _FIRST + number * step
        time = exp(x - exp(-x))
        expected, open_still = _prizes_at(time, rates, prizes)
        if open_still < _NEGLIGIBLE:
            break
        width = step * time * (1 + exp(-x))
        for player, prize in enumerate(expected):
            found[player] += width * rates[player] * exp(-rates[player] * time) * prize
    return found


def _step(players: int, places: int) -> float:
    """
    How far apart times may be.

    Place k is decided at a time that is known within one part in the root of k, and the places after two thirds of the
    players are less certain again. Sums over a bell curve are exact to 1e-12 at two thirds of its width.
    """
    return min(_STEP_MAX, 0.65 / sqrt(min(places, 0.7 * players)))


def _prizes_at(time: float, rates: Sequence[float], prizes: Sequence[float]) -> tuple[list[float], float]:
    """The prize each player can expect who arrives at that time, and the chance that there is one left."""
    arrived = [-expm1(-rate * time) for rate in rates]
    before: list[list[float]] = []  # by player, then by number of arrivals among those listed before: its chance
    chances = [1.0]
    for chance in arrived:
        before.append(chances)
        chances = _one_more(chances, chance, len(prizes))
    expected = list(prizes)  # by the arrivals among those listed before; arrivals among those after are counted in
    found = []
    for chance, known in zip(reversed(arrived), reversed(before), strict=True):
        found.append(sum([there * prize for there, prize in zip(known, expected, strict=False)]))
        stays = 1 - chance
        after = [*expected[1 : len(known) + 1], 0.0]
        expected = [here * stays + more * chance for here, more in zip(expected, after, strict=False)]
    return found[::-1], sum(chances)


def _one_more(chances: Sequence[float], chance: float, places: int) -> list[float]:
    """The chances by number of arrivals once one more player may have arrived; negligible ones are left off."""
    stays = 1 - chance
    found = [here * stays + less * chance for here, less in zip([*chances, 0.0], [0.0, *chances], strict=True)]
    del found[places:]
    while found and found[-1] < _NEGLIGIBLE:
        found.pop()
    return found
