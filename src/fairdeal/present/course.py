"""
The course of a hand told as messages, the same at every table.

The room's changes speak of places in a hand and leave sums to the reader. A teller follows one table, so that the wire can
speak of seats, collected pots and winnings. It tells each frame once: the public part is the same for everybody, private
parts go to their owners.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from fairdeal.cash.table.state import Dealt
from fairdeal.kernel import HandId, PlayerId
from fairdeal.play import changes as play
from fairdeal.play.state import Running
from fairdeal.poker import events
from fairdeal.poker.pots import layers
from fairdeal.present.chairs import options_shown, turn_shown
from fairdeal.present.strength import best_five, cards_shown, strength_of, strength_with
from fairdeal.protocol import table as wire

HandChange = (
    wire.Posted
    | wire.TurnChanged
    | wire.Acted
    | wire.SitsOutNext
    | wire.Board
    | wire.Uncalled
    | wire.HandShown
    | wire.Awarded
    | wire.ConnectionChanged
    | wire.ClocksChanged
)
OwnHandChange = wire.Dealt | wire.OptionsOffered | wire.StrengthChanged


@dataclass(slots=True)
class Course:
    """What is known of the running hand, by place in the order of play."""

    hand: HandId
    dealt: Dealt
    put: list[int]
    bets: list[int]
    live: set[int]
    dead: int = 0
    board: tuple[int, ...] = ()
    shown: dict[int, tuple[tuple[int, ...], int]] = field(default_factory=dict)
    holes: dict[PlayerId, tuple[int, tuple[int, ...]]] = field(
        default_factory=dict
    )  # place and cards, for their owners

    @property
    def pots(self) -> tuple[int, ...]:
        """The collected pots, the main pot first; bets of this round lie with their seats."""
        collected = [put - bet for put, bet in zip(self.put, self.bets, strict=True)]
        contenders = sorted(self.live)
        total = sum(collected) + self.dead
        if total == 0 or not contenders:
            return ()
        amounts, _ = layers(collected, self.dead, total, contenders)
        return tuple(amount for amount in amounts if amount > 0)


def new_course(hand: HandId, dealt: Dealt) -> Course:
    """A hand before anything is posted."""
    count = len(dealt.seats)
    return Course(hand, dealt, [0] * count, [0] * count, set(range(count)))


def running_course(hand: HandId, dealt: Dealt, running: Running | None) -> Course:
    """An open hand as it stands."""
    if running is None:
        return new_course(hand, dealt)
    played = running.hand
    live = {place for place in range(len(dealt.seats)) if played.is_live(place)}
    holes = {player: (place, tuple(played.hole(place))) for place, player in enumerate(running.lineup.players)}
    board = tuple(played.board)
    return Course(hand, dealt, list(played.put), list(played.bets), live, sum(played.ante), board, {}, holes)


Public = TypeVar("Public")
Private = TypeVar("Private")


class HandTeller(ABC, Generic[Public, Private]):
    """Tells the frames of one table, in order; what only one kind of table has is told by the teller of that kind."""

    def __init__(self, course: Course | None) -> None:
        self.course = course

    @abstractmethod
    def _public(self, change: object) -> Iterable[Public]:
        """A change for everybody."""

    @abstractmethod
    def _own(self, player: PlayerId, change: object) -> Private:
        """A change for one player."""

    def tell(
        self, public: tuple[object, ...], private: Mapping[PlayerId, tuple[object, ...]]
    ) -> tuple[list[Public], dict[PlayerId, list[Private]]]:
        """A frame's changes for everybody, and those for single players."""
        before = () if self.course is None else self.course.board
        told: list[Public] = []
        for change in public:
            told.extend(self._public(change))
        # After the public part: a hand may be opened and dealt in one step.
        own = {player: [self._own(player, change) for change in changes] for player, changes in private.items()}
        course = self.course
        if course is not None and course.board != before:
            for player, (place, cards) in course.holes.items():
                if place in course.live:
                    found: Any = wire.StrengthChanged(strength=strength_with(cards, course.board))
                    own.setdefault(player, []).insert(0, found)
        return told, own

    # ---- for one player

    def _own_hand(self, player: PlayerId, change: object) -> OwnHandChange:
        match change:
            case play.YourTurn():
                return wire.OptionsOffered(options=options_shown(change.hand, change.turn, change.options))
            case play.OwnCards():
                if self.course is not None and self.course.hand == change.hand:
                    place = self.course.dealt.seats.index(change.seat)
                    self.course.holes[player] = (place, change.cards)
                return wire.Dealt(hand=change.hand, cards=cards_shown(change.cards))
        raise TypeError(f"nobody may be told {type(change).__name__}")

    # ---- for everybody

    def _cards_dealt(self, change: play.CardsDealt) -> Iterator[HandChange]:
        yield from self._course(change.told, None)
        yield wire.TurnChanged(turn=turn_shown(change.turn))

    def _act_shown(self, change: play.ActShown) -> Iterable[HandChange]:
        told = self._course(change.told, change.rule)
        if change.sits_out is not None:
            told.append(wire.SitsOutNext(at=change.seat, rule=change.sits_out))
        told.append(wire.TurnChanged(turn=turn_shown(change.turn)))
        return told

    def _course(self, told: tuple[events.HandEvent, ...], rule: str | None) -> list[HandChange]:
        course = self.course
        assert course is not None, "a hand is being played"
        return [found for event in told if (found := _told(course, event, rule)) is not None]

    def _connection(self, change: play.ConnectionChanged) -> Iterator[HandChange]:
        turn = turn_shown(change.turn)
        yield wire.ConnectionChanged(
            at=change.seat,
            connected=change.connected,
            turn=turn,
            rule=change.rule,
            sits_out_next=change.sits_out_next,
        )

    def _clocks(self, change: play.ClocksChanged) -> Iterator[HandChange]:
        yield wire.ClocksChanged(stand=change.stand, turn=turn_shown(change.turn), rule=change.rule)


def _told(course: Course, event: events.HandEvent, rule: str | None) -> HandChange | None:
    """An event of a hand, noted and told; nothing of one that is nobody else's business."""
    match event:
        case events.Acted():  # by far the most frequent
            return _acted(course, event, rule)
        case events.BlindPosted() | events.AntePosted():
            return _posted(course, event)
        case events.BoardDealt():
            return _board(course, event)
        case events.UncalledReturned():
            course.put[event.place] -= event.amount
            course.bets[event.place] = max(0, course.bets[event.place] - event.amount)
            return wire.Uncalled(at=course.dealt.seats[event.place], amount=event.amount)
        case events.HandShown():
            course.shown[event.place] = (event.cards, event.rank)
            seat, strength = course.dealt.seats[event.place], strength_of(event.rank)
            return wire.HandShown(at=seat, cards=cards_shown(event.cards), strength=strength)
        case events.PotAwarded():
            return _awarded(course, event)
        case _:
            return None


def _acted(course: Course, event: events.Acted, rule: str | None) -> wire.Acted:
    place = event.place
    if event.kind == "fold":
        course.live.discard(place)
    else:
        course.put[place] += event.bet - course.bets[place]
        course.bets[place] = event.bet
    kind: Any = event.kind
    return wire.Acted(at=course.dealt.seats[place], act=kind, bet=event.bet, all_in=event.all_in, rule=rule)


def _posted(course: Course, event: events.BlindPosted | events.AntePosted) -> wire.Posted:
    seat = course.dealt.seats[event.place]
    blind: wire.BlindKind = "entry"
    if isinstance(event, events.AntePosted):
        blind = "ante"
        course.dead += event.amount
    else:
        course.put[event.place] += event.amount
        course.bets[event.place] += event.amount
        if seat == course.dealt.big_blind:
            blind = "big"
        elif seat == course.dealt.small_blind:
            blind = "small"
    return wire.Posted(at=seat, blind=blind, amount=event.amount, rule=event.rule)


def _board(course: Course, event: events.BoardDealt) -> wire.Board:
    course.board = event.board
    course.bets = [0] * len(course.bets)
    return wire.Board(street=event.street, board=cards_shown(event.board), pots=course.pots)


def _awarded(course: Course, event: events.PotAwarded) -> wire.Awarded:
    share, odd = divmod(event.amount - event.rake, len(event.winners))
    # Odd chips go one each in the order of places (SHOW-05), as the engine pays them.
    winners = tuple(
        wire.Winner(seat=course.dealt.seats[place], amount=share + (number < odd))
        for number, place in enumerate(event.winners)
    )
    first = course.shown.get(event.winners[0])
    best = () if first is None else best_five(first[0], course.board, first[1])
    return wire.Awarded(pot=event.amount, rake=event.rake, winners=winners, best=best)
