"""
What happens at a table, told as messages.

The room's changes speak of places in a hand and leave sums to the reader. A teller follows one table, so that the wire can
speak of seats, collected pots and winnings. It tells each frame once: the public part is the same for everybody, private
parts go to their owners.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from fairdeal.cash import table_changes as cash
from fairdeal.cash.table_state import CashTable, Dealt
from fairdeal.kernel import HandId, PlayerId
from fairdeal.play import changes as play
from fairdeal.poker import events
from fairdeal.poker.pots import layers
from fairdeal.protocol import table as wire
from fairdeal.protocol.chairs import Faces, options_shown, own_shown, seat_shown, seats_shown, turn_shown
from fairdeal.protocol.strength import best_five, cards_shown, strength_of, strength_with

Own = dict[PlayerId, list[wire.OwnChange]]


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


def course_of(table: CashTable) -> Course | None:
    """The running hand of a table as it stands."""
    running, opened = table.running, table.open
    if opened is None:
        return None
    count = len(opened.dealt.seats)
    if running is None:
        return Course(opened.hand, opened.dealt, [0] * count, [0] * count, set(range(count)))
    hand = running.hand
    live = {place for place in range(count) if hand.is_live(place)}
    holes = {player: (place, tuple(hand.hole(place))) for place, player in enumerate(running.lineup.players)}
    board = tuple(hand.board)
    return Course(opened.hand, opened.dealt, list(hand.put), list(hand.bets), live, sum(hand.ante), board, {}, holes)


class Teller:
    """Tells the frames of one cash table, in order."""

    def __init__(self, table: CashTable, hole_cards: int, faces: Faces) -> None:
        self._faces = faces
        self._hole_cards = hole_cards
        self.course = course_of(table)

    def tell(
        self, public: tuple[object, ...], private: Mapping[PlayerId, tuple[object, ...]]
    ) -> tuple[list[wire.PublicChange], Own]:
        """A frame's changes for everybody, and those for single players."""
        before = () if self.course is None else self.course.board
        told: list[wire.PublicChange] = []
        for change in public:
            told.extend(_TELL[type(change)](self, change))
        # After the public part: a hand may be opened and dealt in one step.
        own: Own = {player: [self._own(player, change) for change in changes] for player, changes in private.items()}
        course = self.course
        if course is not None and course.board != before:
            for player, (place, cards) in course.holes.items():
                if place in course.live:
                    found = wire.StrengthChanged(strength=strength_with(cards, course.board))
                    own.setdefault(player, []).insert(0, found)
        return told, own

    # ---- for one player

    def _own(self, player: PlayerId, change: object) -> wire.OwnChange:
        match change:
            case play.YourTurn():
                return wire.OptionsOffered(options=options_shown(change.hand, change.turn, change.options))
            case play.OwnCards():
                if self.course is not None and self.course.hand == change.hand:
                    place = self.course.dealt.seats.index(change.seat)
                    self.course.holes[player] = (place, change.cards)
                return wire.Dealt(hand=change.hand, cards=cards_shown(change.cards))
            case cash.OwnChanged():
                return wire.OwnChanged(own=own_shown(change.own, None, 0, ()))
        raise TypeError(f"nobody may be told {type(change).__name__}")

    # ---- for everybody: the course of the hand

    def _hand_started(self, change: cash.HandStarted) -> Iterator[wire.PublicChange]:
        opened = change.open
        count = len(opened.dealt.seats)
        self.course = Course(opened.hand, opened.dealt, [0] * count, [0] * count, set(range(count)))
        yield wire.HandOpened(
            hand=opened.hand,
            number=opened.number,
            button=opened.dealt.button,
            small_blind=opened.dealt.small_blind,
            big_blind=opened.dealt.big_blind,
            seats=opened.dealt.seats,
            hole_cards=self._hole_cards,
            commitment=opened.commitment.hex(),
            rule=change.rule,
        )

    def _cards_dealt(self, change: play.CardsDealt) -> Iterator[wire.PublicChange]:
        yield from self._course(change.told, None)
        yield wire.TurnChanged(turn=turn_shown(change.turn))

    def _act_shown(self, change: play.ActShown) -> Iterator[wire.PublicChange]:
        yield from self._course(change.told, change.rule)
        if change.sits_out is not None:
            yield wire.SitsOutNext(at=change.seat, rule=change.sits_out)
        yield wire.TurnChanged(turn=turn_shown(change.turn))

    def _course(self, told: tuple[events.HandEvent, ...], rule: str | None) -> Iterator[wire.PublicChange]:
        course = self.course
        assert course is not None, "a hand is being played"
        for event in told:
            match event:
                case events.Acted():
                    yield _acted(course, event, rule)
                case events.BlindPosted() | events.AntePosted():
                    yield _posted(course, event)
                case events.BoardDealt():
                    yield _board(course, event)
                case events.UncalledReturned():
                    course.put[event.place] -= event.amount
                    course.bets[event.place] = max(0, course.bets[event.place] - event.amount)
                    yield wire.Uncalled(at=course.dealt.seats[event.place], amount=event.amount)
                case events.HandShown():
                    course.shown[event.place] = (event.cards, event.rank)
                    seat, strength = course.dealt.seats[event.place], strength_of(event.rank)
                    yield wire.HandShown(at=seat, cards=cards_shown(event.cards), strength=strength)
                case events.PotAwarded():
                    yield _awarded(course, event)

    def _hand_finished(self, change: cash.HandFinished) -> Iterator[wire.PublicChange]:
        hand = None if self.course is None else self.course.hand
        self.course = None
        yield wire.HandEnded(
            number=change.number,
            hand=hand,
            seats=seats_shown(change.seats, self._faces),
            rake=change.rake,
            rake_rule=change.rake_rule,
        )

    def _hand_cancelled(self, change: cash.HandCancelled) -> Iterator[wire.PublicChange]:
        self.course = None
        seats = seats_shown(change.seats, self._faces)
        yield wire.HandVoided(number=change.number, seats=seats, rule=change.rule, reason=change.reason)

    # ---- for everybody: the table

    def _seat_changed(self, change: cash.SeatChanged) -> Iterator[wire.PublicChange]:
        yield wire.SeatChanged(at=change.seat.seat, seat=seat_shown(change.seat, self._faces), rule=change.rule)

    def _seat_left(self, change: cash.SeatLeft) -> Iterator[wire.PublicChange]:
        yield wire.SeatLeft(at=change.seat, rule=change.rule)

    def _connection(self, change: play.ConnectionChanged) -> Iterator[wire.PublicChange]:
        turn = turn_shown(change.turn)
        yield wire.ConnectionChanged(at=change.seat, connected=change.connected, turn=turn, rule=change.rule)

    def _clocks(self, change: play.ClocksChanged) -> Iterator[wire.PublicChange]:
        yield wire.ClocksChanged(stand=change.stand, turn=turn_shown(change.turn), rule=change.rule)

    def _table_changed(self, change: cash.TableChanged) -> Iterator[wire.PublicChange]:
        yield wire.RoomChanged(
            edition=change.edition,
            closing=change.closing,
            closed=change.closed,
            rule=change.rule,
            seats=seats_shown(change.seats, self._faces),
        )


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


_TELL: Final[dict[type, Callable[[Teller, Any], Iterator[wire.PublicChange]]]] = {
    cash.HandStarted: Teller._hand_started,
    play.CardsDealt: Teller._cards_dealt,
    play.ActShown: Teller._act_shown,
    cash.HandFinished: Teller._hand_finished,
    cash.HandCancelled: Teller._hand_cancelled,
    cash.SeatChanged: Teller._seat_changed,
    cash.SeatLeft: Teller._seat_left,
    play.ConnectionChanged: Teller._connection,
    play.ClocksChanged: Teller._clocks,
    cash.TableChanged: Teller._table_changed,
}
