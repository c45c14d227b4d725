"""How a simulated player plays and behaves: from what the client shows, and random numbers."""

from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import MINUTE, SECOND
from fairdeal.poker import Call, Check, Choice, Fold, Options, RaiseTo
from fairdeal.testing.plan import Dice

CHECK: Final = Check()
CALL: Final = Call()
FOLD: Final = Fold()

_ALL_IN: Final = 0.03
_LEAST: Final = 0.5


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of a simulated player; chances from 0 to 1, times in milliseconds."""

    tempo: int  # an ordinary decision takes up to twice this
    folds: float  # when facing a bet
    raises: float  # when facing a bet
    bets: float  # when nothing is to call
    dozes: float  # does not act at all
    dawdles: float  # acts late, into the time bank or beyond
    restless: int  # between two whims, on average
    stay: int  # length of an evening, on average


def habits_of(dice: Dice) -> Habits:
    """Random habits of a player, drawn once."""
    tight = dice.random()
    return Habits(
        tempo=dice.randrange(1_200, 6_000),
        folds=0.35 + 0.35 * tight,
        raises=0.05 + 0.15 * dice.random(),
        bets=0.10 + 0.35 * dice.random(),
        dozes=dice.choice((0.0, 0.002, 0.005, 0.02)),
        dawdles=dice.choice((0.0, 0.01, 0.03, 0.06)),
        restless=dice.randrange(60 * SECOND, 8 * MINUTE),
        stay=dice.randrange(25 * MINUTE, 150 * MINUTE),
    )


def time_to_think(habits: Habits, dice: Dice) -> int | None:
    """How long a player takes for a decision; None: never decides."""
    roll = dice.random()
    if roll < habits.dozes:
        return None
    if roll < habits.dozes + habits.dawdles:
        return dice.randrange(8 * SECOND, 50 * SECOND)
    return 300 + int(habits.tempo * 2 * dice.random())


def choose(habits: Habits, options: Options, dice: Dice) -> Choice:
    """One of the choices the options hold."""
    roll = dice.random()
    if options.to_call == 0:
        return _raise(options, dice) if options.raise_max > 0 and roll < habits.bets else CHECK
    if roll < habits.folds:
        return FOLD
    if options.raise_max > 0 and roll > 1 - habits.raises:
        return _raise(options, dice)
    return CALL


def nonsense(options: Options, dice: Dice) -> Choice:
    """A choice that the options do not hold, or hold only by luck: what a broken or a cheating client sends."""
    return dice.choice(
        (
            RaiseTo(options.raise_max + 1),
            RaiseTo(max(0, options.raise_min - 1)),
            RaiseTo(-5),
            RaiseTo(10**15),
            CALL if options.to_call == 0 else CHECK,
        )
    )


def _raise(options: Options, dice: Dice) -> RaiseTo:
    roll = dice.random()
    if roll < _ALL_IN:
        return RaiseTo(options.raise_max)
    if roll < _LEAST:
        return RaiseTo(options.raise_min)
    # Most raises are small, some are not.
    return RaiseTo(options.raise_min + int((options.raise_max - options.raise_min) * dice.random() ** 4))
