"""
Turns the changes of a running hand into protocol messages, the same at cash and tournament tables.

Changes of the machines name places in a hand and leave sums to the reader. A presenter tracks the hand of one table, so that
messages can name seats, collected pots and winnings. Each frame is presented once: the public part is the same for everybody,
private parts go to their owners.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from fairdeal.cash.table.state import Dealt
from fairdeal.kernel import HandId, PlayerId
from fairdeal.play import changes as play
from fairdeal.play.state import Running
from fairdeal.poker import events
from fairdeal.poker.pots import layers
from fairdeal.present.seats import options_to_wire, turn_to_wire
from fairdeal.present.strength import best_five, cards_to_wire, strength_of, strengths_with
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
class TrackedHand:
    """The running hand as followed from its changes, by place in the order of play."""

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
        """The collected pots, the main pot first, without the bets of the current round."""
        collected = [put - bet for put, bet in zip(self.put, self.bets, strict=True)]
        contenders = sorted(self.live)
        total = sum(collected) + self.dead
        if total == 0 or not contenders:
            return ()
        amounts, _ = layers(collected, self.dead, total, contenders)
        return tuple(amount for amount in amounts if amount > 0)


def track_new_hand(hand: HandId, dealt: Dealt) -> TrackedHand:
    """Start tracking a hand before anything is posted."""
    count = len(dealt.seats)
    return TrackedHand(hand, dealt, [0] * count, [0] * count, set(range(count)))


def track_running_hand(hand: HandId, dealt: Dealt, running: Running | None) -> TrackedHand:
    """Start tracking a hand that is already running."""
    if running is None:
        return track_new_hand(hand, dealt)
    played = running.hand
    live = {place for place in range(len(dealt.seats)) if played.is_live(place)}
    holes = {player: (place, tuple(played.hole(place))) for place, player in enumerate(running.lineup.players)}
    board = tuple(played.board)
    return TrackedHand(hand, dealt, list(played.put), list(played.bets), live, sum(played.ante), board, {}, holes)


Public = TypeVar("Public")
Private = TypeVar("Private")


class HandPresenter(ABC, Generic[Public, Private]):
    """Presents the frames of one table, in order; a subclass adds what only its kind of table has."""

    def __init__(self, tracked: TrackedHand | None) -> None:
        self.tracked = tracked

    @abstractmethod
    def _public(self, change: object) -> Iterable[Public]:
        """The messages for everybody that a public change becomes."""

    @abstractmethod
    def _own(self, player: PlayerId, change: object) -> Private:
        """The message for one player that a private change becomes."""

    def frame_to_wire(
        self, public: tuple[object, ...], private: Mapping[PlayerId, tuple[object, ...]]
    ) -> tuple[list[Public], dict[PlayerId, list[Private]]]:
        """The messages of a frame: those for everybody, and those for single players."""
        tracked = self.tracked
        before = () if tracked is None else tracked.board
        shown: list[Public] = []
        for change in public:
            shown.extend(self._public(change))
        # After the public part: a hand may be opened and dealt in one step.
        own = {player: [self._own(player, change) for change in changes] for player, changes in private.items()}
        tracked = self.tracked
        if tracked is not None and tracked.board != before:
            live = [(player, cards) for player, (place, cards) in tracked.holes.items() if place in tracked.live]
            strengths = strengths_with([cards for _, cards in live], tracked.board)
            for (player, _), strength in zip(live, strengths, strict=True):
                found: Any = wire.StrengthChanged(strength=strength)
                own.setdefault(player, []).insert(0, found)
        return shown, own

    # ---- for one player

    def _own_hand(self, player: PlayerId, change: object) -> OwnHandChange:
        match change:
            case play.YourTurn():
                return wire.OptionsOffered(options=options_to_wire(change.hand, change.turn, change.options))
            case play.OwnCards():
                if self.tracked is not None and self.tracked.hand == change.hand:
                    place = self.tracked.dealt.seats.index(change.seat)
                    self.tracked.holes[player] = (place, change.cards)
                return wire.Dealt(hand=change.hand, cards=cards_to_wire(change.cards))
        raise TypeError(f"{type(change).__name__} is not a private change")

    # ---- for everybody

    def _cards_dealt(self, change: play.CardsDealt) -> Iterator[HandChange]:
        yield from self._hand_events(change.told, None)
        yield wire.TurnChanged(turn=turn_to_wire(change.turn))

    def _act_shown(self, change: play.ActShown) -> Iterable[HandChange]:
        shown = self._hand_events(change.told, change.rule)
        if change.sits_out is not None:
            shown.append(wire.SitsOutNext(at=change.seat, rule=change.sits_out))
        shown.append(wire.TurnChanged(turn=turn_to_wire(change.turn)))
        return shown

    def _hand_events(self, happened: tuple[events.HandEvent, ...], rule: str | None) -> list[HandChange]:
        tracked = self.tracked
        assert tracked is not None, "a hand is being played"
        return [found for event in happened if (found := _event_to_wire(tracked, event, rule)) is not None]

    def _connection(self, change: play.ConnectionChanged) -> Iterator[HandChange]:
        turn = turn_to_wire(change.turn)
        yield wire.ConnectionChanged(
            at=change.seat,
            connected=change.connected,
            turn=turn,
            rule=change.rule,
            sits_out_next=change.sits_out_next,
        )

    def _clocks(self, change: play.ClocksChanged) -> Iterator[HandChange]:
        yield wire.ClocksChanged(stand=change.stand, turn=turn_to_wire(change.turn), rule=change.rule)


def _event_to_wire(tracked: TrackedHand, event: events.HandEvent, rule: str | None) -> HandChange | None:
    """Track an event of the hand and return its public message; None for private events."""
    if isinstance(event, events.Acted):  # by far the most frequent
        return _acted(tracked, event, rule)
    present = _EVENTS_TO_WIRE.get(type(event))
    return None if present is None else present(tracked, event)


def _acted(tracked: TrackedHand, event: events.Acted, rule: str | None) -> wire.Acted:
    place = event.place
    if event.kind == "fold":
        tracked.live.discard(place)
    else:
        tracked.put[place] += event.bet - tracked.bets[place]
        tracked.bets[place] = event.bet
    kind: Any = event.kind
    return wire.Acted(at=tracked.dealt.seats[place], act=kind, bet=event.bet, all_in=event.all_in, rule=rule)


def _posted(tracked: TrackedHand, event: events.BlindPosted | events.AntePosted) -> wire.Posted:
    seat = tracked.dealt.seats[event.place]
    blind: wire.BlindKind = "entry"
    if isinstance(event, events.AntePosted):
        blind = "ante"
        tracked.dead += event.amount
    else:
        tracked.put[event.place] += event.amount
        tracked.bets[event.place] += event.amount
        if seat == tracked.dealt.big_blind:
            blind = "big"
        elif seat == tracked.dealt.small_blind:
            blind = "small"
    return wire.Posted(at=seat, blind=blind, amount=event.amount, rule=event.rule)


def _uncalled(tracked: TrackedHand, event: events.UncalledReturned) -> wire.Uncalled:
    tracked.put[event.place] -= event.amount
    tracked.bets[event.place] = max(0, tracked.bets[event.place] - event.amount)
    return wire.Uncalled(at=tracked.dealt.seats[event.place], amount=event.amount)


def _hand_shown(tracked: TrackedHand, event: events.HandShown) -> wire.HandShown:
    tracked.shown[event.place] = (event.cards, event.rank)
    seat, strength = tracked.dealt.seats[event.place], strength_of(event.rank)
    return wire.HandShown(at=seat, cards=cards_to_wire(event.cards), strength=strength)


def _board(tracked: TrackedHand, event: events.BoardDealt) -> wire.Board:
    tracked.board = event.board
    tracked.bets = [0] * len(tracked.bets)
    return wire.Board(street=event.street, board=cards_to_wire(event.board), pots=tracked.pots)


def _awarded(tracked: TrackedHand, event: events.PotAwarded) -> wire.Awarded:
    share, odd = divmod(event.amount - event.rake, len(event.winners))
    # Odd chips go one each in the order of places (SHOW-05), as the engine pays them.
    winners = tuple(
        [
            wire.Winner(seat=tracked.dealt.seats[place], amount=share + (number < odd))
            for number, place in enumerate(event.winners)
        ]
    )
    first = tracked.shown.get(event.winners[0])
    best = () if first is None else best_five(first[0], tracked.board, first[1])
    return wire.Awarded(pot=event.amount, rake=event.rake, winners=winners, best=best)


_EVENTS_TO_WIRE: Final[dict[type, Callable[[TrackedHand, Any], HandChange]]] = {
    events.BlindPosted: _posted,
    events.AntePosted: _posted,
    events.BoardDealt: _board,
    events.UncalledReturned: _uncalled,
    events.HandShown: _hand_shown,
    events.PotAwarded: _awarded,
}
