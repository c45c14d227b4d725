"""Hand history as a list: filters, and rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from fairdeal.cards import NAMES
from fairdeal.kernel import HandId, Instant, TournamentId
from fairdeal.poker.history.transcript import unusual_rulings
from fairdeal.poker.rules import HOLDEM
from fairdeal.server.api.own_hands import OwnHand, OwnHands, own_rake
from fairdeal.server.api.shapes import Answer
from fairdeal.server.api.tournaments.outlines import TournamentName, name_answer, tournament_of_stake
from fairdeal.storage.port import HandRecord

READ_MAX = 5_000
Outcome = Literal["won", "lost", "even"]


class HandRow(Answer, frozen=True):
    """One hand as a row; amounts in cents, or in chips where there is no currency."""

    id: str
    number: int
    table: str
    at: int
    stake: str
    game: str
    currency: str | None
    label: str
    edition: str
    big: int
    hole: list[str]
    board: list[str]
    result: int
    rake: int
    void: bool
    rulings: list[str]  # beyond the ordinary course of a hand
    tournament: TournamentName | None = None
    level: int = 0  # of a tournament


@dataclass(frozen=True, slots=True)
class HandFilter:
    """A filter of hands: period, stake, result, and where to continue."""

    since: Instant
    until: Instant
    stake: str | None = None
    result: Outcome | None = None
    after: HandId | None = None
    tournament: TournamentId | None = None

    def wants(self, kept: HandRecord) -> bool:
        """Whether a hand has to be opened at all, by where it was played."""
        return self.tournament is None or tournament_of_stake(kept.stake) == self.tournament

    def matches(self, row: HandRow) -> bool:
        """Whether a row passes the filter."""
        outcome = "won" if row.result > 0 else "lost" if row.result < 0 else "even"
        return self.stake in (None, row.stake) and self.result in (None, outcome)


def rows_of(hands: OwnHands, wanted: HandFilter) -> Iterator[HandRow]:
    """The rows that pass a filter, newest first; at most `READ_MAX` hands are read."""
    for own in islice(hands.before(wanted.until, wanted.after, wanted.wants), READ_MAX):
        if not isinstance(own, OwnHand):
            if own < wanted.since:
                return
            continue
        if own.at < wanted.since:
            return
        row = row_of(own)
        if wanted.matches(row):
            yield row


def row_of(own: OwnHand) -> HandRow:
    """One hand as a row."""
    kept, history = own.kept, own.history
    if history is None:
        return _void_row(own)
    story = own.story()
    hand = story.hand
    hole = history.hole[own.place] or ()
    return HandRow(
        kept.hand,
        kept.number,
        kept.table,
        own.at,
        kept.stake,
        "texas" if hand.rules.hole_cards == HOLDEM else "omaha",
        None if own.is_tournament else history.meta.currency,
        own.money.value,
        history.meta.edition,
        hand.rules.big_blind,
        [NAMES[card] for card in hole],
        [NAMES[card] for card in history.board],
        story.result.net[own.place],
        own_rake(story, own.place),
        void=False,
        rulings=list(dict.fromkeys(rule for rule, _ in unusual_rulings(hand, history.meta))),
        tournament=name_answer(own.tournament),
        level=history.meta.level,
    )


def _void_row(own: OwnHand) -> HandRow:
    kept = own.kept
    return HandRow(
        kept.hand,
        kept.number,
        kept.table,
        own.at,
        kept.stake,
        "",
        None,
        own.money.value,
        "",
        0,
        [],
        [],
        0,
        0,
        void=True,
        rulings=[],
        tournament=name_answer(own.tournament),
    )
