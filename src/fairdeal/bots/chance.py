"""
Deterministic pseudo-random numbers: the same seed and purpose give the same number.

Bots use no random source. The caller gives a seed; every number is derived from it and from what it is for.
"""

from typing import Final

_MASK: Final = (1 << 64) - 1
_GAMMA: Final = 0x9E3779B97F4A7C15
# A chance has more digits than one question uses; each question looks at others.
_STRETCH: Final = (1.0, 7919.0, 104_729.0, 1_299_709.0, 15_485_863.0)


def chance_of(seed: int, *about: int) -> float:
    """A number from 0 to below 1, derived from a seed and the numbers of its purpose (splitmix64)."""
    state = seed & _MASK
    for number in about:
        state = _mixed(state + _GAMMA * (number + 1))
    return (_mixed(state + _GAMMA) >> 11) / (1 << 53)


def sub_chance(chance: float, question: int) -> float:
    """Derive one of five independent-looking numbers from one chance, by the number of the question (0 to 4)."""
    return chance * _STRETCH[question] % 1.0


def _mixed(state: int) -> int:
    state &= _MASK
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB & _MASK
    return state ^ (state >> 31)
