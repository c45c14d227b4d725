"""
Casino tables on the wire: the rows of their lobby, and the parts of a table.

A table is told in parts, and a frame holds those parts whole that are another now. Money is cents, seats are counted from 0.
"""

from typing import Literal

import msgspec

from fairdeal.protocol.base import Explanation, Wire
from fairdeal.protocol.casino_fair import CasinoFair, CasinoOwnFair
from fairdeal.protocol.table import Card, Unit

CasinoGameName = Literal["roulette", "blackjack", "baccarat"]
CasinoPhase = Literal["idle", "betting", "closed", "playing", "decided", "result"]


class RoadCell(Wire, frozen=True):
    """A mark on a baccarat road: what it stands for, and how many ties are drawn on it."""

    column: int
    row: int
    mark: str
    ties: int = 0


class CasinoRow(Wire, frozen=True):
    """
    A casino table as a row of the lobby.

    `results` are the latest first; `bead` is the bead plate of a baccarat shoe. `deadline` is when the bets close, or open again.
    """

    id: str
    name: str
    game: str
    live: bool
    dealer: str
    unit: Unit
    wallet: str
    bet_min: int
    bet_max: int
    round_max: int
    phase: CasinoPhase
    deadline: int | None
    held: bool
    players: int
    seats: int = 0
    free_seats: tuple[int, ...] = ()
    waiting: int = 0
    results: tuple[str, ...] = ()
    bead: tuple[RoadCell, ...] = ()
    counts: dict[str, int] = msgspec.field(default_factory=dict)


# ---- what does not change while a table is open


class CasinoLimits(Wire, frozen=True):
    """
    The limits of a table, and its times in milliseconds; `clauses` names the rule of each by its name here.

    `betMin` and `betMax` hold for one spot or one hand, `roundMax` for all bets of one player in a round.
    """

    bet_min: int
    bet_max: int
    round_max: int
    bet_unit: int
    chips: tuple[int, ...]
    betting_time: int
    pause_time: int
    decision_time: int | None
    clauses: dict[str, str]


class BetSpot(Wire, frozen=True):
    """A place for chips: what it pays (`pays` to `per`), by which clause, and the numbers it covers at roulette."""

    name: str
    bet: str
    pays: int
    per: int
    rule: str
    numbers: tuple[int, ...] = ()


class VideoFeed(Wire, frozen=True):
    """The stream of a table's camera; `clockAt` is the instant of the room's clock at time code 0 of the recording."""

    kind: Literal["hls", "whep", "image"]
    address: str
    clock_at: int = 0


class CasinoRules(Wire, frozen=True):
    """What does not change while a table is open."""

    game: str
    live: bool
    unit: Unit
    wallet: str
    edition: str
    limits: CasinoLimits
    notices: tuple[Explanation, ...]
    spots: tuple[BetSpot, ...] = ()
    red: tuple[int, ...] = ()
    seats: int = 0
    video: VideoFeed | None = None


# ---- the parts of a table


class CasinoHold(Wire, frozen=True):
    """The table waits for staff, and its clocks stand still."""

    reason: Literal["unreadable", "impossible", "correction", "irregularity", "disagreement"]
    since: int
    rule: str


class CasinoCorrection(Wire, frozen=True):
    """What was put right in this round, as it is announced; a card that lies face down is not named."""

    what: Literal["card_entered", "card_replaced", "pocket_replaced", "round_voided", "cards_burned"]
    card: Card | None = None
    pocket: int | None = None


class CasinoMoment(Wire, frozen=True):
    """
    Where a table stands: its phase, since when, and until when it lasts (the bets, the insurance, a decision, the pause).

    `roundId` names the round in the history and in complaints; it is empty before the first one.
    """

    phase: CasinoPhase
    round: int
    round_id: str
    since: int
    deadline: int | None
    dealer: str = ""
    hold: CasinoHold | None = None
    correction: CasinoCorrection | None = None


class CasinoShoe(Wire, frozen=True):
    """
    The shoe: how many cards it had, how many are out of it, and where the cut card is.

    `burnt` is how many are taken out unseen after each shuffle (BJ-44): the first of its order. `commitment` binds the house to the
    order of its cards; `opened` are the numbers of shoes whose order can be checked now.
    """

    number: int
    cards: int
    out: int
    cut_at: int
    decks: int
    commitment: str
    opened: tuple[int, ...] = ()
    burnt: int = 0


class SpotCrowd(Wire, frozen=True):
    """How many players bet on a spot, or behind a seat (its number as text), and how much together."""

    spot: str
    players: int
    staked: int


class CasinoCrowd(Wire, frozen=True):
    """
    Those at the table, in sum: how many are connected, how many of them have bets, and what lies where.

    Told a few times a second while bets are open. Where all have confirmed, betting may close early (BAC-09).
    """

    guests: int
    bettors: int
    staked: int
    spots: tuple[SpotCrowd, ...] = ()


# ---- roulette


class RouletteFelt(Wire, frozen=True, tag_field="game", tag="roulette"):
    """The wheel: the pocket of this round once the ball fell, and the spots that win with it."""

    pocket: int | None
    colour: str
    winning: tuple[str, ...]


class SpinCount(Wire, frozen=True):
    """How often a number came."""

    number: int
    times: int


class RouletteBoard(Wire, frozen=True, tag_field="game", tag="roulette"):
    """Past numbers, the latest first; which came most and least often of `spins`. They say nothing about the next."""

    last: tuple[int, ...]
    hot: tuple[SpinCount, ...]
    cold: tuple[SpinCount, ...]
    spins: int


# ---- baccarat


class BaccaratFelt(Wire, frozen=True, tag_field="game", tag="baccarat"):
    """
    The coup: the cards of both hands in the order of dealing, and what they count.

    `draws` is the hand that gets the next card; `told` says by which clauses third cards are drawn or not.
    """

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_total: int
    banker_total: int
    draws: Literal["player", "banker"] | None
    outcome: Literal["player", "banker", "tie"] | None
    told: tuple[Explanation, ...] = ()


class BaccaratBoard(Wire, frozen=True, tag_field="game", tag="baccarat"):
    """The roads of the shoe, and how often each spot won."""

    bead: tuple[RoadCell, ...]
    big: tuple[RoadCell, ...]
    big_eye: tuple[RoadCell, ...]
    small: tuple[RoadCell, ...]
    cockroach: tuple[RoadCell, ...]
    counts: dict[str, int]


# ---- blackjack


class BoxHand(Wire, frozen=True):
    """A hand of a seat; of split hands the first is the one on the right (BJ-72). `stake` has the doubling amount in it."""

    cards: tuple[Card, ...]
    total: int
    soft: bool
    stake: int
    ended: str = ""
    outcome: Literal["loses", "pushes", "wins", "wins_with_blackjack"] | None = None


class Box(Wire, frozen=True):
    """A seat of a blackjack table: who sits there, and the own bet and hands; bets behind are in `crowd`."""

    player: str
    name: str
    avatar: str
    connected: bool
    leaves: bool
    bet: int
    hands: tuple[BoxHand, ...] = ()
    bot: bool = False


class BoxTurn(Wire, frozen=True):
    """The decision the table waits for; its clock runs from `since` to the table's `deadline`."""

    number: int
    seat: int
    hand: int


class QueuePlace(Wire, frozen=True):
    """Somebody who waits for a seat, the longest waiting first."""

    player: str
    name: str


class BlackjackFelt(Wire, frozen=True, tag_field="game", tag="blackjack"):
    """Seats by their number, and the dealer's cards (null: face down) with what the open ones count."""

    seats: tuple[Box | None, ...]
    dealer: tuple[Card | None, ...]
    dealer_total: int
    turn: BoxTurn | None
    insurance: bool
    queue: tuple[QueuePlace, ...] = ()


# ---- one's own part


class SpotBet(Wire, frozen=True):
    """An amount on a spot."""

    spot: str
    amount: int


class BetResult(Wire, frozen=True):
    """What became of one bet: on a spot, a hand of the seat (its number as text), or `insurance`."""

    spot: str
    staked: int
    returned: int
    won: int


class OwnPayment(Wire, frozen=True):
    """The reader's result of the last round: bets lost, bets returned, winnings; `seat` is whose hands were bet on, own or behind."""

    round: int
    lost: int
    returned: int
    won: int
    results: tuple[BetResult, ...] = ()
    seat: int | None = None


class OwnLayout(Wire, frozen=True):
    """The reader's chips: laid and not confirmed, confirmed, and what "Last bet" would lay."""

    staged: tuple[SpotBet, ...] = ()
    staged_total: int = 0
    bets: tuple[SpotBet, ...] = ()
    last: tuple[SpotBet, ...] = ()


class OwnBox(Wire, frozen=True):
    """
    The reader at a blackjack table: seat, bets on the hands of a seat (own or behind), and what may be chosen now.

    `betSeat` is the seat whose hands are bet on. `options` are the decisions open in turn; `insuranceMax` is 0 unless
    insurance can be answered. `asksFollow`: the question about doubles and splits is open; `follows` is the answer of this visit.
    """

    seat: int | None = None
    bet_seat: int | None = None
    stakes: tuple[int, ...] = ()
    doubles: tuple[int, ...] = ()
    insurance: int = 0
    options: tuple[Literal["stand", "hit", "double", "split"], ...] = ()
    insurance_max: int = 0
    asks_follow: bool = False
    follows: bool | None = None
    queue_place: int = 0


class CasinoOwn(Wire, frozen=True):
    """What only the reader sees of a table they visit; `purse` is what is left in the wallet, `staked` what is in play here."""

    purse: int
    staked: int
    payment: OwnPayment | None
    may_chat: bool
    layout: OwnLayout | None = None
    box: OwnBox | None = None
    muted: tuple[str, ...] = ()
    fair: CasinoOwnFair | None = None  # where draws are by PFP-1


class CasinoLine(Wire, frozen=True):
    """A chat message at a casino table; its number is what is reported."""

    number: int
    player: str
    name: str
    text: str
    at: int


CasinoFelt = RouletteFelt | BaccaratFelt | BlackjackFelt
CasinoBoard = RouletteBoard | BaccaratBoard


class CasinoTable(Wire, frozen=True):
    """A casino table as one reader sees it; `own` is null for those who only watch."""

    id: str
    name: str
    rules: CasinoRules
    moment: CasinoMoment
    felt: CasinoFelt
    crowd: CasinoCrowd
    board: CasinoBoard | None = None
    shoe: CasinoShoe | None = None
    own: CasinoOwn | None = None
    chat: tuple[CasinoLine, ...] = ()
    fair: CasinoFair | None = None  # where draws are by PFP-1
