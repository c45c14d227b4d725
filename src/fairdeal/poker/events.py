"""What happens in a hand, told only when somebody listens. Places as in the order."""

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
    """A blind, or a newcomer's live post."""

    place: int
    amount: int
    rule: str


@dataclass(frozen=True, slots=True)
class HoleCardsDealt:
    """Private: only that player may see the cards (CASH-15)."""

    place: int
    cards: tuple[int, ...]
    rule: str = "CASH-14"


@dataclass(frozen=True, slots=True)
class Acted:
    """A player's act: `kind` is fold, check, call, bet or raise; `bet` is what now lies in front of the player."""

    place: int
    act: int
    kind: str
    bet: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class BoardDealt:
    """Flop, turn or river (1, 2, 3), with the whole board so far."""

    street: int
    board: tuple[int, ...]
    rule: str = "CASH-18"


@dataclass(frozen=True, slots=True)
class UncalledReturned:
    """What nobody matched went back."""

    place: int
    amount: int
    rule: str = "BET-15"


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand was shown at the showdown."""

    place: int
    cards: tuple[int, ...]
    rank: int
    rule: str = "SHOW-01"


@dataclass(frozen=True, slots=True)
class PotAwarded:
    """A pot went to its winners, the main pot first; the rake was taken out of it."""

    amount: int
    rake: int
    winners: tuple[int, ...]
    rule: str = "SHOW-04"


@dataclass(frozen=True, slots=True)
class RakeTaken:
    """The house's part of the whole hand."""

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
    """How an event is pickled and copied; a compiled class that is frozen does not know by itself."""
    return type(event), tuple(getattr(event, each.name) for each in fields(event))


for _kind in get_args(HandEvent):
    copyreg.pickle(_kind, _parts)
