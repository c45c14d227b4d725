"""
Decisions after the flop: the chance to win against the opponents' range, the price, and the style.

A bet means that the bettor holds the better part of a range; a raise, a smaller part. How little a style believes that is its
`doubt`.
"""

from typing import Final, NamedTuple

from fairdeal.bots.chance import sub_chance
from fairdeal.bots.reading import Reading, read_holdem
from fairdeal.bots.reading_omaha import read_omaha
from fairdeal.bots.sizing import all_in, bet_of
from fairdeal.bots.spot import Spot
from fairdeal.bots.style import Style
from fairdeal.poker import CALL, FIXED_LIMIT, FOLD, OMAHA

_RAISES_MOST: Final = 3
"""After this many bets and raises in a round only the best hands raise again."""
_SURE: Final = 0.93
_BETS_WITH: Final = (0.0, 0.66, 0.56, 0.48)
"""The part of a range that makes a small first bet, by street."""
# What a hand keeps of its lead, loses of it on a wet board, and has anyway when behind; by street, hold'em and Omaha.
_KEEPS: Final = {2: (1.0, 0.86, 0.93, 1.0), 4: (1.0, 0.79, 0.90, 1.0)}
_LOSES: Final = (0.0, 0.11, 0.07, 0.0)
_ANYWAY: Final = {2: (0.0, 0.04, 0.0, 0.0), 4: (0.0, 0.10, 0.06, 0.0)}


class Chances(NamedTuple):
    """The chances of a hand against the remaining opponents."""

    ahead: float  # to be best now, against what they show
    wins: float  # to be best in the end
    draws: float  # to become good with the cards to come, if it is not now


def after_flop(spot: Spot, style: Style, chance: float) -> int:
    """Fold, call or an amount to bet or raise to; the caller replaces a fold that could be a check."""
    reading = read(spot)
    if spot.to_call == 0:
        return _unbet(spot, style, reading, chance)
    return _facing_bet(spot, style, reading, chance)


def read(spot: Spot) -> Reading:
    """Evaluate the hand on this board."""
    raises = spot.betting[0].raises
    if spot.players < 4 and raises:
        raises -= 1  # a raise means less where few are dealt in
    if len(spot.hole) == OMAHA:
        return read_omaha(spot.hole, spot.board, raises)
    return read_holdem(spot.hole, spot.board, raises)


# ---- nobody has bet


def _unbet(spot: Spot, style: Style, reading: Reading, chance: float) -> int:
    """The act when nobody has bet: bet or check."""
    strength = reading.made ** _company(spot)
    if sub_chance(chance, 1) < _bet_chance(spot, style, reading, strength):
        return bet_of(spot, style, strength, reading.wet, sub_chance(chance, 2))
    return CALL


def _bet_chance(spot: Spot, style: Style, reading: Reading, strength: float) -> float:
    """How often the style bets here."""
    value = style.value - (0.08 if spot.structure == FIXED_LIMIT else 0.0)
    if strength >= value:
        trapping = strength >= _SURE and spot.street < 3 and reading.wet < 0.5 and spot.opponents < 3
        return style.bets * (1.0 - style.traps if trapping else 1.0)
    leader = _leader(spot)
    alone = 0.6 ** (spot.opponents - 1)
    if spot.street < 3 and reading.outs >= 7.5:
        return style.semi_bluffs * (1.0 if spot.last or leader == spot.place else 0.6)
    if leader == spot.place:
        if spot.street == 1:
            return style.c_bets * alone * (1.1 - 0.4 * reading.wet)
        # A hand that can win a showdown need not turn into a bluff.
        return style.barrels * alone * (0.35 if strength > 0.3 else 1.0) * (1.0 if spot.street == 2 else 0.8)
    if leader < 0 or spot.last:
        return style.stabs * alone * (1.0 if spot.last else 0.5) * (0.5 if strength > 0.35 else 1.0)
    return style.bluffs * 0.3 * alone


def _leader(spot: Spot) -> int:
    """The place that bet or raised last on the previous street, or -1."""
    return spot.betting[-2].aggressor


def _company(spot: Spot) -> float:
    """The effective number of opponents: each further one counts a little less."""
    return float(spot.opponents**0.85)


# ---- facing a bet


def _facing_bet(spot: Spot, style: Style, reading: Reading, chance: float) -> int:
    """The act when facing a bet: raise, call or fold."""
    believed = _believed(spot, style)
    chances = _chances(spot, reading, believed)
    raise_chance = _raise_chance(spot, style, reading, chances, believed)
    if spot.raise_max and sub_chance(chance, 1) < raise_chance:
        if spot.structure != FIXED_LIMIT and spot.to_call > 0.25 * spot.effective:
            return all_in(spot)
        return bet_of(spot, style, chances.ahead, reading.wet, sub_chance(chance, 2))
    price = spot.to_call / (spot.pot + spot.to_call)
    hopes = chances.wins + _implied(spot, reading) + 0.04 * (sub_chance(chance, 3) - 0.5)
    return CALL if hopes >= price * (1.0 - style.sticks) else FOLD


def _believed(spot: Spot, style: Style) -> float:
    """The share of their range that opponents are believed to bet with: smaller for large bets, raises and repeated bets."""
    now = spot.betting[-1]
    size = spot.to_call / max(1, spot.pot - spot.to_call)
    believed = _BETS_WITH[spot.street] - 0.16 * min(size, 1.5)
    if now.aggressor == _leader(spot):
        believed += 0.08 if spot.players > 3 else 0.16  # who led before bets on with much
    if spot.structure == FIXED_LIMIT:
        believed = min(0.9, believed + 0.1) * 0.62 ** (now.raises - 1)  # a cheap bet, and a cheap raise, mean less
    else:
        believed *= 0.42 ** (now.raises - 1)
    for earlier in spot.betting[1:-1]:
        if earlier.raises and earlier.aggressor != spot.place:
            believed *= 0.88
    return believed + (1.0 - believed) * style.doubt


def _chances(spot: Spot, reading: Reading, believed: float) -> Chances:
    """The chances of the hand if the bettor holds that share of the range, or bluffs."""
    bluff = 0.12
    ahead = (1.0 - bluff) * max(0.0, (reading.made - (1.0 - believed)) / believed) + bluff * reading.made
    ahead *= reading.made ** (0.5 * (spot.opponents - 1))
    street = spot.street
    cards = len(spot.hole)
    keeps = _KEEPS[cards][street] - _LOSES[street] * reading.wet
    draws = _hit(spot, reading.outs) + _ANYWAY[cards][street]
    return Chances(ahead, ahead * keeps + (1.0 - ahead) * draws, draws)


def _hit(spot: Spot, outs: float) -> float:
    """The chance that an out comes; two cards to come count in full only when betting is over."""
    if spot.street == 3:
        return 0.0
    once = outs / (52 - len(spot.hole) - len(spot.board))
    if spot.street == 2:
        return once
    twice = 1.0 - (1.0 - once) ** 2
    over = spot.to_call >= spot.stack or spot.able == 0
    return twice if over else once + 0.45 * (twice - once)


def _implied(spot: Spot, reading: Reading) -> float:
    """The implied odds of a draw, relative to the pot; only with deep stacks."""
    if spot.street == 3 or reading.outs < 4.0:
        return 0.0
    deep = min(1.0, (spot.effective - spot.bet - spot.to_call) / (4.0 * spot.pot))
    return max(0.0, 0.006 * reading.outs * deep)


def _raise_chance(spot: Spot, style: Style, reading: Reading, chances: Chances, believed: float) -> float:
    """How often the style raises here."""
    raises = spot.betting[-1].raises
    if raises >= _RAISES_MOST and reading.made < _SURE + 0.03:
        return 0.0
    # Who calls a raise holds the better half of what was bet.
    called = max(0.0, (reading.made - (1.0 - 0.5 * believed)) / (0.5 * believed))
    if called >= 0.5:
        trapping = reading.wet < 0.5 and spot.street < 3 and raises == 1
        return style.bets * (1.0 - style.traps if trapping else 1.0)
    if spot.opponents > 2 or raises > 1:
        return 0.0
    if reading.outs >= 8.0 and spot.street < 3:
        return style.semi_bluffs * 0.35
    return style.bluffs * (0.3 if chances.ahead < 0.25 else 0.1)
