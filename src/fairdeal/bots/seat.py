"""
Builds a bot's decision (`Spot`) from what its seat is shown.

It gets the same views and changes as a person's client and nothing else, so it cannot know more than a person in that seat.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from fairdeal.bots.betting import NOTHING, Betting, at_street, noted
from fairdeal.bots.spot import STREET_OF, Spot
from fairdeal.cash.table.view import TableView
from fairdeal.play.changes import ActShown, CardsDealt
from fairdeal.poker import HandRules, Options
from fairdeal.poker.events import Acted, BoardDealt
from fairdeal.tournament.dealer.view import DealerView


class SeatSeen(Protocol):
    """A seat at a table of any game, as everybody sees it."""

    @property
    def stack(self) -> int:
        """The chips behind."""
        ...

    @property
    def bet(self) -> int:
        """The bet of this round."""
        ...

    @property
    def has_cards(self) -> bool:
        """Whether the player is still in the hand."""
        ...

    @property
    def all_in(self) -> bool:
        """Whether the player has nothing left to bet."""
        ...


class SeatEyes:
    """Follows the betting of the running hand from public changes."""

    __slots__ = ("_betting", "_street")

    def __init__(self) -> None:
        self._betting: Betting = NOTHING
        self._street = 0

    def hear(self, public: Iterable[object]) -> None:
        """Take in the public changes of a frame."""
        for change in public:
            if isinstance(change, CardsDealt):
                self._betting, self._street = NOTHING, 0
            if isinstance(change, CardsDealt | ActShown):
                self._note(change.told)

    def _note(self, told: Iterable[object]) -> None:
        for event in told:
            if isinstance(event, Acted):
                self._betting = noted(self._betting, self._street, event.place, event.kind)
            elif isinstance(event, BoardDealt):
                self._street = event.street

    def spot(self, view: TableView, rules: HandRules) -> Spot | None:
        """The pending decision of the viewer at a cash table, or None; after joining mid-hand its first bets are missing."""
        own, hand = view.own, view.hand
        if own is None or own.options is None or hand is None:
            return None
        seats = {number: seat for number in hand.dealt.seats if (seat := view.seats[number]) is not None}
        return self._spot(_Seen(own.seat, own.cards, own.options, hand.dealt.seats, hand.board, hand.pot), seats, rules)

    def tournament_spot(self, view: DealerView, rules: HandRules) -> Spot | None:
        """The pending decision of the viewer at a tournament table, or None; after joining mid-hand its first bets are missing."""
        own, hand = view.own, view.hand
        if own is None or own.options is None or hand is None:
            return None
        seats = {seat.seat: seat for seat in view.seats}
        return self._spot(_Seen(own.seat, own.cards, own.options, hand.seats, hand.board, hand.pot), seats, rules)

    def _spot(self, seen: "_Seen", seats: Mapping[int, SeatSeen], rules: HandRules) -> Spot:
        place = seen.order.index(seen.seat)
        me = seats[seen.seat]
        others = [(at, seats[number]) for at, number in enumerate(seen.order) if at != place and number in seats]
        with_cards = [(at, seat) for at, seat in others if seat.has_cards]
        able = [at for at, seat in with_cards if not seat.all_in]
        street = STREET_OF[len(seen.board)]
        betting = at_street(self._betting[: street + 1], street)
        return Spot(
            seen.cards,
            seen.board,
            rules.structure,
            rules.big_blind,
            seen.pot,
            _bet_to_match(seats.values(), rules, street),
            me.bet,
            seen.options.to_call,
            seen.options.raise_min,
            seen.options.raise_max,
            me.stack,
            max((_reach(seat) for _, seat in with_cards), default=0),
            place,
            len(seen.order),
            len(with_cards),
            len(able),
            sum(not betting[-1].acted >> at & 1 for at in able),
            all(at < place for at in able),
            betting,
        )


class _Seen(NamedTuple):
    """What a player to act sees besides the seats: own cards and options, who was dealt in, board and pot."""

    seat: int
    cards: tuple[int, ...]
    options: Options
    order: tuple[int, ...]
    board: tuple[int, ...]
    pot: int


def _reach(seat: SeatSeen) -> int:
    return seat.stack + seat.bet


def _bet_to_match(seats: Iterable[SeatSeen], rules: HandRules, street: int) -> int:
    """The bet to match; before the flop at least the big blind, even if its poster had less."""
    largest = max((seat.bet for seat in seats), default=0)
    return max(largest, rules.big_blind) if street == 0 else largest
