"""One hand, step by step, for the replayer, as its viewer may see it."""

from collections.abc import Callable, Sequence
from typing import Final

from fairdeal.cards import NAMES
from fairdeal.poker.history.story import MoveKind, PostKind, Story
from fairdeal.poker.history.transcript import rulings
from fairdeal.poker.order import HandResult
from fairdeal.poker.rules import FIXED_LIMIT, HOLDEM, NO_LIMIT, POT_LIMIT
from fairdeal.present.seats import Face
from fairdeal.present.strength import best_five, strength_of
from fairdeal.protocol.table import Strength
from fairdeal.server.api.own_hands import OwnHand
from fairdeal.server.api.shapes import Answer
from fairdeal.server.api.tournaments.outlines import TournamentName, name_answer

_STRUCTURES: Final = {NO_LIMIT: "no_limit", POT_LIMIT: "pot_limit", FIXED_LIMIT: "fixed_limit"}
_POSTS: Final = {
    PostKind.ANTE: "ante",
    PostKind.SMALL_BLIND: "small",
    PostKind.BIG_BLIND: "big",
    PostKind.LATE: "entry",
}
_ACTS: Final = {
    MoveKind.FOLD: "fold",
    MoveKind.CHECK: "check",
    MoveKind.CALL: "call",
    MoveKind.BET: "bet",
    MoveKind.RAISE: "raise",
}


class DetailPlayer(Answer, frozen=True):
    """A player of the hand; `cards` only if the viewer's own or shown."""

    seat: int
    player: str
    name: str
    avatar: str
    me: bool
    stack: int
    finish: int
    net: int
    cards: list[str] | None
    shown: bool
    folded: bool


class DetailPost(Answer, frozen=True):
    """A blind or an ante."""

    seat: int
    kind: str
    amount: int
    all_in: bool


class DetailMove(Answer, frozen=True):
    """One act: the amount added, and the bet it led to."""

    seat: int
    act: str
    amount: int
    to: int
    all_in: bool


class DetailStreet(Answer, frozen=True):
    """A betting round; `pot` is the pot before it."""

    street: int
    board: list[str]
    pot: int
    moves: list[DetailMove]


class SeatAmount(Answer, frozen=True):
    """An amount for a seat."""

    seat: int
    amount: int


class DetailShown(Answer, frozen=True):
    """A hand shown at the showdown, and its best five cards."""

    seat: int
    cards: list[str]
    hand: Strength
    best: list[str]


class DetailPot(Answer, frozen=True):
    """A pot, its eligible seats, and its winners."""

    amount: int
    rake: int
    eligible: list[int]
    winners: list[SeatAmount]


class DetailRuling(Answer, frozen=True):
    """A rule that decided something in the hand, and what it did, in English."""

    rule: str
    told: str


class Blinds(Answer, frozen=True):
    """The blinds and ante of the hand."""

    small: int
    big: int
    ante: int


class HandDetail(Answer, frozen=True):
    """A whole hand; seats are counted from 0."""

    id: str
    number: int
    table: str
    at: int
    edition: str
    digest: str
    stake: str
    label: str
    currency: str | None
    downloads: bool
    void: bool
    game: str = ""
    structure: str = ""
    blinds: Blinds | None = None
    seat_count: int = 0
    button: int = 0
    players: tuple[DetailPlayer, ...] = ()
    posts: tuple[DetailPost, ...] = ()
    streets: tuple[DetailStreet, ...] = ()
    returned: SeatAmount | None = None
    shown: tuple[DetailShown, ...] = ()
    pots: tuple[DetailPot, ...] = ()
    rake: int = 0
    rake_rule: str | None = None
    rulings: tuple[DetailRuling, ...] = ()
    text: str | None = None
    download_rule: str | None = None  # the clause that keeps the hand from being downloaded
    tournament: TournamentName | None = None
    level: int = 0  # of a tournament


def detail_of(own: OwnHand, face: Callable[[str], Face], *, downloads: bool, text: str | None) -> HandDetail:
    """The detail of a hand as its viewer may see it."""
    kept, history = own.kept, own.history
    if history is None:
        return HandDetail(
            kept.hand,
            kept.number,
            kept.table,
            own.at,
            "",
            kept.edition,
            kept.stake,
            own.money.value,
            None,
            downloads,
            void=True,
            tournament=name_answer(own.tournament),
        )
    meta, story = history.meta, own.story()
    hand = story.hand
    seats = [seat - 1 for seat in meta.seats] or list(range(hand.count))
    result, returned = story.result, story.result.returned
    return HandDetail(
        kept.hand,
        kept.number,
        kept.table,
        own.at,
        meta.edition,
        kept.edition,
        kept.stake,
        own.money.value,
        None if own.is_tournament else meta.currency,
        downloads,
        void=False,
        game="texas" if hand.rules.hole_cards == HOLDEM else "omaha",
        structure=_STRUCTURES[hand.rules.structure],
        blinds=Blinds(hand.order.small_blind, hand.rules.big_blind, max(hand.order.antes, default=0)),
        seat_count=meta.seat_count,
        button=seats[-1],
        players=tuple(_players(own, story, seats, face)),
        posts=tuple(DetailPost(seats[post.place], _POSTS[post.kind], post.amount, post.all_in) for post in story.posts),
        streets=tuple(_streets(story, seats)),
        returned=None if returned is None else SeatAmount(seats[returned[0]], returned[1]),
        shown=tuple(_shown_cards(story, seats)),
        pots=tuple(_pots(story, seats)),
        rake=result.rake,
        rake_rule=hand.rules.rake.decided_by(hand.pot, hand.count, flop=True) if result.rake else None,
        rulings=tuple(DetailRuling(rule, told) for rule, told in rulings(hand, meta)),
        text=text,
        tournament=name_answer(own.tournament),
        level=meta.level,
    )


def _players(own: OwnHand, story: Story, seats: Sequence[int], face: Callable[[str], Face]) -> list[DetailPlayer]:
    assert own.history is not None
    result: HandResult = story.result
    found = []
    for place, player in enumerate(own.kept.players):
        hole = own.history.hole[place]
        who = face(player)
        found.append(
            DetailPlayer(
                seats[place],
                player,
                who.name,
                who.avatar,
                place == own.place,
                story.hand.order.stacks[place],
                result.stacks[place],
                result.net[place],
                None if hole is None else [NAMES[card] for card in hole],
                place in result.shown,
                story.folded_on(place) >= 0,
            )
        )
    return found


def _streets(story: Story, seats: Sequence[int]) -> list[DetailStreet]:
    return [
        DetailStreet(
            street.number,
            [NAMES[card] for card in street.board],
            street.pot,
            [
                DetailMove(seats[move.place], _ACTS[move.kind], move.amount, move.to, move.all_in)
                for move in street.moves
            ],
        )
        for street in story.streets
    ]


def _shown_cards(story: Story, seats: Sequence[int]) -> list[DetailShown]:
    board = story.result.board
    return [
        DetailShown(
            seats[shown.place],
            [NAMES[card] for card in shown.cards],
            strength_of(shown.rank),
            list(best_five(shown.cards, board, shown.rank)),
        )
        for shown in story.shown
    ]


def _pots(story: Story, seats: Sequence[int]) -> list[DetailPot]:
    return [
        DetailPot(
            award.pot.amount,
            award.pot.rake,
            [seats[place] for place in award.pot.eligible],
            [SeatAmount(seats[place], amount) for place, amount in award.shares],
        )
        for award in story.awards
    ]
