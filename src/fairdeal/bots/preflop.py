"""
Decisions before the flop: which hands to play, by position, stacks and the betting.

A hand is rated by the share of hands that are at least as good (`charts`, `omaha_start`), and every decision compares it with a
threshold.
"""

from typing import Final

from fairdeal.bots.chance import sub_chance
from fairdeal.bots.charts import all_in_share, play_share
from fairdeal.bots.omaha_start import omaha_share
from fairdeal.bots.sizing import all_in, raise_to
from fairdeal.bots.spot import Spot
from fairdeal.bots.style import Style
from fairdeal.poker import CALL, FIXED_LIMIT, FOLD, NO_LIMIT, OMAHA

SHORT: Final = 12.0
"""With this many big blinds or fewer, the choice is all-in or fold."""
COMMITTED: Final = 0.4
"""A call of this share of the stack commits the rest."""
_BEHIND: Final = (0.6, 0.85, 1.0, 0.66, 0.52, 0.43, 0.36, 0.31, 0.27, 0.25)
"""Hands to open, against the button's, by the number of players left to act; the blinds are 0 and 1."""


def before_flop(spot: Spot, style: Style, chance: float) -> int:
    """Fold, call or an amount to raise to; the caller replaces a fold that could be a check."""
    raises = spot.betting[0].raises
    if raises and spot.to_call >= COMMITTED * (spot.stack + spot.bet):
        return _call_off(spot, style, chance)
    if spot.structure == NO_LIMIT and spot.effective <= SHORT * spot.big_blind:
        return _short(spot, style, chance)
    share = _share(spot, chance)
    if raises == 0:
        return _unraised(spot, style, share, chance)
    if raises == 1:
        return _raised(spot, style, share, chance)
    return _reraised(spot, style, share, raises)


def strength_before_flop(hole: tuple[int, ...]) -> float:
    """The share of hands at least as good to play on with."""
    return omaha_share(hole) if len(hole) == OMAHA else play_share(hole[0], hole[1])


def _share(spot: Spot, chance: float) -> float:
    """The hand's share with a little random variation."""
    return strength_before_flop(spot.hole) * (0.88 + 0.24 * sub_chance(chance, 1))


def _width(style: Style, behind: int) -> float:
    """The factor on opening hands for the number of players left to act; 1 on the button."""
    return float(_BEHIND[behind] ** style.position)


def _unraised(spot: Spot, style: Style, share: float, chance: float) -> int:
    """The act when nobody has raised: raise, limp or fold."""
    limpers = spot.betting[0].callers
    opens = style.opens * _width(style, spot.behind)
    if spot.players == 2:
        opens = min(0.95, opens * 1.75)
    elif limpers:
        opens *= 0.65
    if share <= opens:
        return raise_to(spot, _open_size(spot, style, limpers, chance))
    limps = style.limps * (1.6 if limpers else 1.0)
    if limpers or spot.players == 2:
        limps += 0.15 * (1.0 - spot.to_call / spot.big_blind)  # the small blind has half of it in already
    return CALL if share <= opens + limps else FOLD


def _open_size(spot: Spot, style: Style, limpers: int, chance: float) -> float:
    size = style.open_size * (1.0 + style.size_varies * (sub_chance(chance, 2) - 0.5)) + limpers
    if spot.players == 2:
        size -= 0.3
    return size * spot.big_blind


def _price(spot: Spot) -> float:
    """The pot odds of a call."""
    return spot.to_call / (spot.pot + spot.to_call)


def _raised(spot: Spot, style: Style, share: float, chance: float) -> int:
    """The act against one raise: re-raise, call or fold."""
    openness = _BEHIND[behind_place(spot, spot.betting[0].aggressor)]
    if spot.players == 2:
        openness *= 1.8
    raises = style.three_bets * (0.4 + 0.8 * openness) * (1.5 if spot.structure == FIXED_LIMIT else 1.0)
    calls = style.calls * (0.55 + 0.6 * openness) * min(2.2, (0.36 / max(0.1, _price(spot))) ** 1.4)
    calls *= (1.0 + 0.12 * spot.betting[0].callers) * _game_factor(spot)
    if not spot.last and spot.to_call > 0.8 * spot.current:
        calls *= 0.85
    if share <= raises:
        # A few of the best hands only call, so that a call is not always weak.
        return CALL if sub_chance(chance, 3) < style.traps / 2 else raise_to(spot, _three_bet_size(spot))
    if share <= raises + calls:
        return CALL
    light = share <= raises + 1.6 * calls and sub_chance(chance, 3) < style.bluffs
    return raise_to(spot, _three_bet_size(spot)) if light and spot.opponents == 1 else FOLD


def _reraised(spot: Spot, style: Style, share: float, raises: int) -> int:
    """The act against two or more raises: only the best hands continue, hardly any raise a fourth time."""
    shrink = 0.5 ** (raises - 2)
    raises_again = min(0.05, 0.35 * style.three_bets + 0.006) * shrink
    if spot.structure == FIXED_LIMIT:
        raises_again *= 2
    calls = 0.45 * (style.calls + style.three_bets) * min(2.0, (0.36 / max(0.1, _price(spot))) ** 1.3) * shrink
    if spot.bet <= spot.big_blind:
        calls *= 0.5  # it is not one's own raise that was raised
    if share <= raises_again and raises < 5:
        return raise_to(spot, _three_bet_size(spot))
    return CALL if share <= raises_again + calls * _game_factor(spot) else FOLD


def _three_bet_size(spot: Spot) -> float:
    """Three times the raise, more against callers and out of position."""
    return spot.current * (2.9 if spot.last else 3.5) + spot.betting[0].callers * spot.current * 0.8


def _game_factor(spot: Spot) -> float:
    """The factor on calling ranges by game: Omaha hands run close, and fixed-limit raises are cheap."""
    if len(spot.hole) == OMAHA:
        return 1.5
    return 1.8 if spot.structure == FIXED_LIMIT else 1.0


def behind_place(spot: Spot, place: int) -> int:
    """How many players act after that place before the flop."""
    if spot.players == 2:
        return place
    return spot.players + 1 - place if place > 1 else 1 - place


# ---- short stacks and all-ins


def _showdown_share(spot: Spot) -> float:
    if len(spot.hole) == OMAHA:
        return omaha_share(spot.hole) * 0.7  # four cards are never far behind four others
    return all_in_share(spot.hole[0], spot.hole[1])


def _short(spot: Spot, style: Style, chance: float) -> int:
    """The act with a short stack: all-in or fold, a call only where it is cheap."""
    share = _showdown_share(spot) * (0.9 + 0.2 * sub_chance(chance, 1))
    first = spot.betting[0]
    depth = max(1.0, spot.effective / spot.big_blind)
    if first.raises == 0:
        pushes = min(1.0, 0.60 / max(1, spot.behind) ** 0.78 * (10.0 / depth) ** 0.5)
        pushes *= style.gambles * (0.6 if first.callers or spot.behind == 0 else 1.0)
        passive = style.limps / (style.limps + style.opens)
        limps = pushes + style.limps * (1.0 - 0.5 * (depth < 5))
    else:
        openness = _BEHIND[behind_place(spot, first.aggressor)]
        pushes = (0.05 + 0.16 * openness) * style.gambles / first.raises
        passive = style.limps / (style.limps + style.opens) / 2
        limps = pushes + style.calls * (0.3 / max(0.15, _price(spot))) * 0.6
    if share <= pushes and sub_chance(chance, 2) >= passive:
        return all_in(spot)
    return CALL if share <= limps else FOLD


def _call_off(spot: Spot, style: Style, chance: float) -> int:
    """The act against a raise for most of the stack: call or all-in with hands strong enough."""
    share = _showdown_share(spot) * (0.9 + 0.2 * sub_chance(chance, 1))
    size = max(2.0, min(spot.current, spot.effective) / spot.big_blind)
    theirs = min(0.8, 1.9 / size**0.75) * (1.0 if spot.betting[0].raises == 1 else 0.62)
    if spot.players == 2:
        theirs = min(0.85, theirs * 1.5)
    calls = theirs * 0.72 * min(3.0, (0.45 / max(0.1, _price(spot))) ** 1.5) * style.gambles * 0.85**spot.behind
    calls *= (
        0.6 ** spot.betting[0].callers
    )  # whoever called before is no weaker, and the price makes up for it only in part
    if share > calls:
        return FOLD
    return all_in(spot) if spot.able and share <= 0.5 * calls else CALL
