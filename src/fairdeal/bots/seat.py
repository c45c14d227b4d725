"""
Builds a bot's decision (`Spot`) from what its seat is shown.

It gets the same views and changes as a person's client and nothing else, so it cannot know more than a person in that seat.
"""

from collections.abc import Iterable

from fairdeal.bots.betting import NOTHING, Betting, at_street, noted
from fairdeal.bots.spot import STREET_OF, Spot
from fairdeal.cash.table.view import SeatView, TableView
from fairdeal.play.changes import ActShown, CardsDealt
from fairdeal.poker import HandRules
from fairdeal.poker.events import Acted, BoardDealt


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
        """The pending decision of the viewer, or None; after joining mid-hand its first bets are missing."""
        own, hand = view.own, view.hand
        if own is None or own.options is None or hand is None:
            return None
        order = hand.dealt.seats
        place = order.index(own.seat)
        me = view.seats[own.seat]
        assert me is not None, "a player to act has a chair"
        others = [(at, seat) for at, number in enumerate(order) if at != place and (seat := view.seats[number])]
        with_cards = [(at, seat) for at, seat in others if seat.has_cards]
        able = [at for at, seat in with_cards if not seat.all_in]
        street = STREET_OF[len(hand.board)]
        betting = at_street(self._betting[: street + 1], street)
        return Spot(
            own.cards,
            hand.board,
            rules.structure,
            rules.big_blind,
            hand.pot,
            _bet_to_match(view, rules, street),
            me.bet,
            own.options.to_call,
            own.options.raise_min,
            own.options.raise_max,
            me.stack,
            max((_reach(seat) for _, seat in with_cards), default=0),
            place,
            len(order),
            len(with_cards),
            len(able),
            sum(not betting[-1].acted >> at & 1 for at in able),
            all(at < place for at in able),
            betting,
        )


def _reach(seat: SeatView) -> int:
    return seat.stack + seat.bet


def _bet_to_match(view: TableView, rules: HandRules, street: int) -> int:
    """The bet to match; before the flop at least the big blind, even if its poster had less."""
    largest = max((seat.bet for seat in view.seats if seat is not None), default=0)
    return max(largest, rules.big_blind) if street == 0 else largest
