"""What happens in a hand, for a listener of `Hand`; places as in the hand's order of play."""

import copyreg
from dataclasses import dataclass, fields
from typing import Any, get_args


@dataclass(frozen=True, slots=True)
class AntePosted:
    """An ante went into the pot."""

    place: int
    amount: int
    rule: str = "MTT-62"


@dataclass(frozen=True, slots=True)
class BlindPosted:
    """A blind, or a live big blind posted out of turn, went into the pot."""

    place: int
    amount: int
    rule: str


@dataclass(frozen=True, slots=True)
class HoleCardsDealt:
    """A player's hole cards were dealt; only that player may see them (CASH-15)."""

    place: int
    cards: tuple[int, ...]
    rule: str = "CASH-14"


@dataclass(frozen=True, slots=True)
class Acted:
    """A player's act: `kind` is fold, check, call, bet or raise; `bet` is the player's bet of this round after it."""

    place: int
    act: int
    kind: str
    bet: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class BoardDealt:
    """The flop, turn or river (1, 2, 3) was dealt; holds the whole board so far."""

    street: int
    board: tuple[int, ...]
    rule: str = "CASH-18"


@dataclass(frozen=True, slots=True)
class UncalledReturned:
    """An uncalled bet was returned to its player."""

    place: int
    amount: int
    rule: str = "BET-15"


@dataclass(frozen=True, slots=True)
class HandShown:
    """A player's hole cards were shown at the showdown."""

    place: int
    cards: tuple[int, ...]
    rank: int
    rule: str = "SHOW-01"


@dataclass(frozen=True, slots=True)
class PotAwarded:
    """A pot, less its rake, went to its winners; the main pot comes first."""

    amount: int
    rake: int
    winners: tuple[int, ...]
    rule: str = "SHOW-04"


@dataclass(frozen=True, slots=True)
class RakeTaken:
    """The rake of the whole hand was taken."""

    amount: int
    rule: str


HandEvent = (
    AntePosted
    | BlindPosted
    | HoleCardsDealt
    | Acted
    | BoardDealt
    | UncalledReturned
    | HandShown
    | PotAwarded
    | RakeTaken
)


def _parts(event: Any) -> tuple[Any, ...]:
    """How an event is pickled and copied, which compiled frozen classes cannot do by themselves."""
    return type(event), tuple(getattr(event, each.name) for each in fields(event))


for _kind in get_args(HandEvent):
    copyreg.pickle(_kind, _parts)
