"""
A finished hand as a sequence of posts, streets, moves and awards, from which transcripts, tracking-tool text and JSON are made.

It contains only cards that were shown.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from fairdeal.kernel import share_evenly
from fairdeal.poker.events import Acted, AntePosted, BlindPosted, BoardDealt, HandEvent, HandShown
from fairdeal.poker.hand import FOLD, Hand
from fairdeal.poker.order import HandResult, Pot


class PostKind(StrEnum):
    """The kind of a forced bet."""

    ANTE = "ante"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    LATE = "late post"


class MoveKind(StrEnum):
    """The kind of an act."""

    FOLD = "folds"
    CHECK = "checks"
    CALL = "calls"
    BET = "bets"
    RAISE = "raises"


@dataclass(frozen=True)
class Post:
    """An ante, a blind or a late post; `full` is the amount due."""

    place: int
    kind: PostKind
    amount: int
    full: int
    all_in: bool


@dataclass(frozen=True)
class Move:
    """One act: `amount` is what a call adds, a bet is, or a raise raises by; `to` is the resulting bet."""

    place: int
    kind: MoveKind
    amount: int
    to: int
    all_in: bool
    lacks: int = 0  # what an all-in raise lacks of a full one
    reopens: bool = False  # it lacks something, but with those before it makes a full raise
    uncallable: bool = False  # a raise when nobody else has more than the bet to match: it comes to a call (BET-16)


@dataclass
class Street:
    """A betting round: 0 before the flop, then flop, turn and river; `pot` is the pot before it."""

    number: int
    board: tuple[int, ...]
    pot: int
    moves: list[Move] = field(default_factory=list)


@dataclass(frozen=True)
class Shown:
    """A hand shown at the showdown."""

    place: int
    cards: tuple[int, ...]
    rank: int


@dataclass(frozen=True)
class Award:
    """A pot and the share of each winner."""

    pot: Pot
    shares: tuple[tuple[int, int], ...]  # place, amount


@dataclass
class Story:
    """A finished hand as posts, streets, shown hands and awards."""

    hand: Hand
    result: HandResult
    posts: list[Post] = field(default_factory=list)
    streets: list[Street] = field(default_factory=list)
    last_bets: int = 0  # the street on which the betting ended
    shown: list[Shown] = field(default_factory=list)
    mucked: list[int] = field(default_factory=list)
    awards: list[Award] = field(default_factory=list)

    @property
    def collected(self) -> list[int]:
        """The amount each place won from the pots."""
        totals = [0] * self.hand.count
        for award in self.awards:
            for place, amount in award.shares:
                totals[place] += amount
        return totals

    def folded_on(self, place: int) -> int:
        """The street on which a player folded, or -1."""
        for street in self.streets:
            if any(move.place == place and move.kind is MoveKind.FOLD for move in street.moves):
                return street.number
        return -1


def story_of(hand: Hand) -> Story:
    """The story of a hand that is over."""
    assert hand.result is not None, "only finished hands have a story"
    events: list[HandEvent] = []
    twin = Hand(hand.order, events.append, hand.mucked)
    story = Story(hand, hand.result, posts=_posts(hand, events), streets=[Street(0, (), 0)])
    _hear(story, events, twin.pot)
    for act in hand.acts:
        street = story.streets[-1]
        story.last_bets = street.number
        street.moves.append(_move(twin, act, events))
        _hear(story, events, twin.pot)
    if story.shown:
        story.mucked = [place for place in range(hand.count) if (hand.live & hand.mucked) >> place & 1]
    for pot in hand.result.pots:
        shares = share_evenly(pot.amount - pot.rake, len(pot.winners))
        story.awards.append(Award(pot, tuple(zip(pot.winners, shares, strict=True))))
    return story


def _posts(hand: Hand, events: list[HandEvent]) -> list[Post]:
    order = hand.order
    late = dict(zip(order.late_posts, order.late_amounts, strict=True)) if order.late_amounts else {}
    left = list(order.stacks)
    posts: list[Post] = []
    for event in events:
        match event:
            case AntePosted(place, amount):
                kind, full = PostKind.ANTE, order.antes[place]
            case BlindPosted(place, amount) if place == order.big_blind_at:
                kind, full = PostKind.BIG_BLIND, order.rules.big_blind
            case BlindPosted(place, amount) if place == order.small_blind_at:
                kind, full = PostKind.SMALL_BLIND, order.small_blind
            case BlindPosted(place, amount):
                kind, full = PostKind.LATE, late.get(place, order.rules.big_blind)
            case _:
                continue
        left[place] -= amount
        posts.append(Post(place, kind, amount, full, left[place] == 0))
    return posts


def _move(twin: Hand, act: int, events: list[HandEvent]) -> Move:
    """Apply an act and describe it as a move."""
    place, current, bet = twin.turn, twin.current, twin.bets[twin.turn]
    step, short_sum = twin.step, twin.short_sum
    uncallable = current > bet and not _can_call_more(twin)
    twin.act(act)
    acted = events[0]
    assert isinstance(acted, Acted)
    added = acted.bet - bet
    if act == FOLD:
        return Move(place, MoveKind.FOLD, 0, bet, all_in=False)
    if act <= 0:
        kind = MoveKind.CALL if added > 0 else MoveKind.CHECK
        return Move(place, kind, added, acted.bet, acted.all_in)
    risen = acted.bet - current
    return Move(
        place,
        MoveKind.BET if current == 0 else MoveKind.RAISE,
        risen,
        acted.bet,
        acted.all_in,
        lacks=max(0, step - risen),
        reopens=risen < step <= short_sum + risen,
        uncallable=uncallable,
    )


def _can_call_more(hand: Hand) -> bool:
    """Whether anybody but the player to act could put in more than the bet to match."""
    others = (place for place in range(hand.count) if place != hand.turn and hand.able >> place & 1)
    return any(hand.bets[place] + hand.stacks[place] > hand.current for place in others)


def _hear(story: Story, events: list[HandEvent], pot: int) -> None:
    """Add boards and shown hands from events to the story, and clear the events."""
    for event in events:
        match event:
            case BoardDealt(street, board):
                story.streets.append(Street(street, board, pot))
            case HandShown(place, cards, rank):
                story.shown.append(Shown(place, cards, rank))
            case _:
                pass
    events.clear()
