"""
What happens at a casino table, for everybody: to tell it, and to move it.

Nothing has to be added up from changes: the parts of a frame hold what is true now.
"""

from typing import Literal

from fairdeal.protocol.casino_fair import SecretTold
from fairdeal.protocol.table import Card, TableChange

# ---- the round


class BetsOpened(TableChange, frozen=True):
    """Bets are open until that instant of the room's clock."""

    round: int
    until: int
    rule: str


class BetsClosed(TableChange, frozen=True):
    """No more bets; chips that were not confirmed are no bets."""

    round: int
    rule: str


class BetsLapsed(TableChange, frozen=True):
    """Nobody bet; bets open again at that instant."""

    again_at: int
    rule: str


class ShoeShuffled(TableChange, frozen=True):
    """The cards were shuffled into a new shoe."""

    number: int
    cards: int
    commitment: str


class CardsBurned(TableChange, frozen=True):
    """Cards were taken out of the shoe unseen."""

    count: int
    rule: str


class CardDealt(TableChange, frozen=True):
    """
    A card was dealt to a hand of a seat, of the dealer (seat -1), or of Player (0) and Banker (1) at baccarat.

    `card` is null where it lies face down; `video` is the time code of the recording.
    """

    seat: int
    hand: int
    card: Card | None
    video: int | None = None


class BallFell(TableChange, frozen=True):
    """The ball lies in that pocket."""

    pocket: int
    colour: str
    video: int | None = None


class OutcomeKnown(TableChange, frozen=True):
    """The outcome is known; the dealer announces it before it is paid."""


class RoundPaid(TableChange, frozen=True):
    """The round is settled; `result` is the pocket or the spot that won, and empty at blackjack."""

    round: int
    result: str
    rule: str


class RoundVoid(TableChange, frozen=True):
    """The round is void, and all bets went back."""

    round: int
    rule: str


# ---- staff and failures


class TableHeld(TableChange, frozen=True):
    """The table waits for staff."""

    reason: str
    rule: str


class TableReleased(TableChange, frozen=True):
    """The table goes on, with the time that was left."""


class DealerChanged(TableChange, frozen=True):
    """Another dealer took over."""

    dealer: str


class RoundCorrected(TableChange, frozen=True):
    """Two people put something right; `card` or `pocket` is what counts, `was` what does not."""

    what: str
    rule: str
    card: Card | None = None
    pocket: int | None = None
    was: str | None = None


class ClocksShifted(TableChange, frozen=True):
    """The room stood still, and gives that time back; `recovered` after a failure."""

    stood: int
    rule: str
    recovered: bool = False


# ---- blackjack


class BoxTaken(TableChange, frozen=True):
    """A seat was taken; `rule` where it was given to the first in the queue."""

    seat: int
    player: str
    name: str
    rule: str | None = None


class BoxLeft(TableChange, frozen=True):
    """A seat is free; `rule` where the table freed it."""

    seat: int
    rule: str | None = None


class BoxBet(TableChange, frozen=True):
    """The player of a seat bet, or took the bet back (0)."""

    seat: int
    amount: int


class InsuranceOffered(TableChange, frozen=True):
    """Insurance is open until that instant."""

    until: int
    rule: str


class HoleChecked(TableChange, frozen=True):
    """The dealer looked under the ace."""

    blackjack: bool
    rule: str


class BoxAsked(TableChange, frozen=True):
    """A hand is asked for its decision until that instant."""

    turn: int
    seat: int
    hand: int
    until: int
    rule: str


class BoxDecided(TableChange, frozen=True):
    """A hand decided; `rule` where the table did it."""

    seat: int
    hand: int
    choice: Literal["stand", "hit", "double", "split"]
    rule: str | None = None


class BoxEnded(TableChange, frozen=True):
    """A hand is finished: blackjack, 21, bust, doubled, or a split ace."""

    seat: int
    hand: int
    why: str
    rule: str


class HoleShown(TableChange, frozen=True):
    """The hole card was turned over."""

    card: Card
    rule: str


CasinoChange = (
    BetsOpened
    | BetsClosed
    | BetsLapsed
    | ShoeShuffled
    | CardsBurned
    | CardDealt
    | BallFell
    | OutcomeKnown
    | RoundPaid
    | RoundVoid
    | TableHeld
    | TableReleased
    | DealerChanged
    | RoundCorrected
    | ClocksShifted
    | BoxTaken
    | BoxLeft
    | BoxBet
    | InsuranceOffered
    | HoleChecked
    | BoxAsked
    | BoxDecided
    | BoxEnded
    | HoleShown
    | SecretTold
)
