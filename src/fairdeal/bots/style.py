"""Playing styles: habits of a player as numbers."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """
    The habits of one type of player.

    Shares are of all starting hands, on the button; from earlier seats they shrink by `position`. Chances are from 0 to 1.
    """

    name: str
    description: str
    # Before the flop.
    opens: float  # share raised when nobody has
    position: float  # 0: the same hands from every seat, 1: by the book
    limps: float  # further share that only calls the big blind
    calls: float  # share that calls a raise
    three_bets: float  # share that raises a raise
    gambles: float  # how wide it goes all-in and calls all-ins, 1: by the book
    open_size: float  # big blinds
    # After the flop.
    value: float  # how good a hand must be to bet it
    bets: float  # chance to bet a good hand, and to raise with a very good one
    c_bets: float  # chance to go on betting after raising before the flop, whatever came
    barrels: float  # and again on turn and river
    stabs: float  # chance to bet when nobody else wants the pot
    semi_bluffs: float  # chance to bet or raise with a good draw
    bluffs: float  # chance to raise or bet the river with nothing
    traps: float  # chance to wait with a very good hand
    doubt: float  # how little it believes a bet, 0 to 1
    sticks: float  # by what part a hand may fall short of its price and still call; below zero: must exceed it
    # Amounts and time.
    bet_size: float  # of the pot
    size_varies: float  # by that part of it, up and down
    size_tells: float  # how much more it bets with a good hand
    tempo: float  # how long it thinks, 1: as people do


ROCK: Final = Style(
    name="rock",
    description="Waits for good cards and bets them; when it raises, believe it.",
    opens=0.25, position=0.80, limps=0.03, calls=0.060, three_bets=0.028, gambles=0.75, open_size=3.0,
    value=0.72, bets=0.75, c_bets=0.50, barrels=0.30, stabs=0.15, semi_bluffs=0.12, bluffs=0.01, traps=0.08,
    doubt=0.0, sticks=-0.15, bet_size=0.62, size_varies=0.10, size_tells=0.25, tempo=0.9,
)  # fmt: skip
REGULAR: Final = Style(
    name="regular",
    description="Plays by the book: position, pot odds, a bluff now and then.",
    opens=0.44, position=0.90, limps=0.01, calls=0.105, three_bets=0.055, gambles=0.95, open_size=2.6,
    value=0.64, bets=0.80, c_bets=0.62, barrels=0.42, stabs=0.35, semi_bluffs=0.35, bluffs=0.06, traps=0.10,
    doubt=0.10, sticks=-0.04, bet_size=0.58, size_varies=0.15, size_tells=0.08, tempo=1.0,
)  # fmt: skip
SHARK: Final = Style(
    name="shark",
    description="Plays many hands when last to act and few when first, and leaves no free chips.",
    opens=0.54, position=1.00, limps=0.0, calls=0.110, three_bets=0.085, gambles=1.0, open_size=2.4,
    value=0.60, bets=0.88, c_bets=0.66, barrels=0.48, stabs=0.48, semi_bluffs=0.50, bluffs=0.10, traps=0.10,
    doubt=0.05, sticks=-0.06, bet_size=0.60, size_varies=0.20, size_tells=0.0, tempo=1.15,
)  # fmt: skip
CALLER: Final = Style(
    name="caller",
    description="Wants to see the flop, the turn and your cards; hardly ever raises.",
    opens=0.055, position=0.25, limps=0.46, calls=0.38, three_bets=0.008, gambles=1.15, open_size=2.5,
    value=0.80, bets=0.50, c_bets=0.25, barrels=0.10, stabs=0.06, semi_bluffs=0.03, bluffs=0.0, traps=0.35,
    doubt=0.34, sticks=0.25, bet_size=0.45, size_varies=0.20, size_tells=0.15, tempo=0.8,
)  # fmt: skip
GAMBLER: Final = Style(
    name="gambler",
    description="Likes action: plays half of its hands, chases every draw, loves a big pot.",
    opens=0.30, position=0.35, limps=0.22, calls=0.27, three_bets=0.050, gambles=1.45, open_size=3.2,
    value=0.58, bets=0.72, c_bets=0.66, barrels=0.45, stabs=0.38, semi_bluffs=0.55, bluffs=0.10, traps=0.12,
    doubt=0.28, sticks=0.18, bet_size=0.72, size_varies=0.35, size_tells=0.10, tempo=0.75,
)  # fmt: skip
MANIAC: Final = Style(
    name="maniac",
    description="Raises with almost anything and keeps firing; wait for a hand and hold on.",
    opens=0.68, position=0.25, limps=0.05, calls=0.22, three_bets=0.160, gambles=1.75, open_size=3.5,
    value=0.48, bets=0.85, c_bets=0.88, barrels=0.72, stabs=0.68, semi_bluffs=0.75, bluffs=0.28, traps=0.03,
    doubt=0.36, sticks=0.08, bet_size=0.85, size_varies=0.45, size_tells=-0.10, tempo=0.6,
)  # fmt: skip

STYLES: Final = (ROCK, REGULAR, CALLER, GAMBLER, SHARK, MANIAC)
BY_NAME: Final = {style.name: style for style in STYLES}
