"""
The scanners of live tables: how they type, and which card each code stands for.

A scanner is a keyboard to the station. Where several codes stand for one card, each is on one card of the shoe, so that a code read
twice is a card that was read twice.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from fairdeal.cards import NAMES

Suffix = Literal["Enter", "Tab"]
SUFFIXES: Final[tuple[Suffix, ...]] = ("Enter", "Tab")
GAP_MAX: Final = 1_000
PREFIX_MAX: Final = 8


def plain_codes() -> dict[str, int]:
    """Rank and suit in capitals: `8S`, `TH`."""
    return {name.upper(): card for card, name in enumerate(NAMES)}


@dataclass(frozen=True, slots=True)
class Scanner:
    """What a scanner types before and after a code, the longest pause within one, and the cards of the codes."""

    prefix: str = ""
    suffix: Suffix = "Enter"
    gap: int = 60  # milliseconds
    codes: Mapping[str, int] = field(default_factory=plain_codes)

    def card_of(self, code: str) -> int | None:
        """The card a code stands for, or None; capitals do not count."""
        return self.codes.get(code.strip().upper())

    @property
    def marks_each_card(self) -> bool:
        """Whether every card of the shoe has a code of its own."""
        return any(count > 1 for count in Counter(self.codes.values()).values())
