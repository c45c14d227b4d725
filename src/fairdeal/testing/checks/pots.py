"""
Computes every pot a second time from the public events of a hand (SHOW-04, SHOW-05, BET-15).

Chips are counted from blinds and acts; pots are layers of what the players who did not fold have put in; odd chips go to the
first winners after the button.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from fairdeal.cash.table.events import HandEnded
from fairdeal.kernel import StreamId
from fairdeal.poker.events import (
    Acted,
    AntePosted,
    BlindPosted,
    BoardDealt,
    HandShown,
    PotAwarded,
    RakeTaken,
    UncalledReturned,
)
from fairdeal.testing.checks.violated import fail


class Pots:
    """The chips of one hand; places as in its order of play."""

    __slots__ = ("awards", "bets", "folded", "put", "rake", "ranks", "start", "stream")

    def __init__(self, stream: StreamId, stacks: Sequence[int]) -> None:
        self.stream = stream
        self.start = stacks
        self.put = [0] * len(stacks)
        self.bets = [0] * len(stacks)
        self.folded: set[int] = set()
        self.ranks: dict[int, int] = {}
        self.awards: list[PotAwarded] = []
        self.rake = 0

    def told(self, events: Iterable[Any]) -> None:
        """Count the chips of public events of the hand."""
        for event in events:
            kind = type(event)
            if kind is Acted:
                if event.kind == "fold":
                    self.folded.add(event.place)
                else:
                    self.put[event.place] += event.bet - self.bets[event.place]
                    self.bets[event.place] = event.bet
            elif kind is BoardDealt:
                self.bets = [0] * len(self.start)
            elif kind is BlindPosted or kind is AntePosted:
                self.put[event.place] += event.amount
                self.bets[event.place] += event.amount
            else:
                self._told_at_the_end(event)

    def ended(self, event: HandEnded) -> None:
        """Fail unless the result of the hand gives everybody what the pots give them."""
        after = [start - put for start, put in zip(self.start, self.put, strict=True)]
        live = [place for place in range(len(self.start)) if place not in self.folded]
        self._check_awards(live)
        for award in self.awards:
            share, odd = divmod(award.amount - award.rake, len(award.winners))
            for number, place in enumerate(sorted(award.winners)):
                after[place] += share + (number < odd)
        if list(event.after) != after:
            fail("pots", f"hand {event.number}: stacks {event.after}, by the pots {tuple(after)}", self.stream)
        if list(event.contributed) != self.put:
            fail("pots", f"hand {event.number}: {event.contributed} put in, not {tuple(self.put)}", self.stream)
        if event.rake != self.rake or event.rake != sum(award.rake for award in self.awards):
            fail("pots", f"hand {event.number}: rake {event.rake}, told {self.rake}", self.stream)

    def _told_at_the_end(self, event: Any) -> None:
        match event:
            case UncalledReturned():
                self.put[event.place] -= event.amount
            case HandShown():
                self.ranks[event.place] = event.rank
            case PotAwarded():
                self.awards.append(event)
            case RakeTaken():
                self.rake += event.amount

    def _check_awards(self, live: list[int]) -> None:
        expected = _layers(self.put, live, self.ranks)
        told = [(award.amount, tuple(sorted(award.winners))) for award in self.awards]
        if told != expected:
            fail("pots", f"pots {told} awarded, not {expected}", self.stream)


def _layers(put: Sequence[int], live: Sequence[int], ranks: dict[int, int]) -> list[tuple[int, tuple[int, ...]]]:
    """Amount and winners of every pot, the main pot first; a lower rank is a stronger hand."""
    if len(live) == 1:
        return [(sum(put), (live[0],))]
    found: list[tuple[int, tuple[int, ...]]] = []
    below = 0
    for level in sorted({put[place] for place in live}):
        amount = sum(min(level, paid) - below for paid in put if paid > below)
        eligible = [place for place in live if put[place] >= level]
        best = min(ranks[place] for place in eligible)
        found.append((amount, tuple(place for place in eligible if ranks[place] == best)))
        below = level
    return found
