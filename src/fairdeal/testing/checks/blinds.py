"""
Button and blinds, found again from the rules' own words (CASH-03 to CASH-05, CASH-12, CASH-16).

Nothing here is shared with the machine: it deals, this counts.
"""

from collections.abc import Collection, Sequence

from fairdeal.cash.rules import CashRules
from fairdeal.cash.table.state import Dealt, Entry, OpenHand
from fairdeal.kernel import PlayerId, StreamId
from fairdeal.testing.checks.seats import Seat
from fairdeal.testing.checks.violated import fail


class Blinds:
    """The hands of one table: who was dealt in, and how often each paid the big blind."""

    def __init__(self, stream: StreamId) -> None:
        self._stream = stream
        self.last: Dealt | None = None
        self._dealt_in: dict[PlayerId, int] = {}  # since which hand without a break
        self._paid: dict[PlayerId, int] = {}  # big blinds since then
        self._at_own: dict[PlayerId, tuple[int, dict[PlayerId, int]]] = {}  # what all had paid at one's last big blind
        self._hand = 0

    def opened(self, rules: CashRules, seats: Sequence[Seat | None], hand: OpenHand) -> None:
        """A hand begins: everybody in it belongs there, and button and blinds are where the rules put them."""
        dealt, last = hand.dealt, self.last
        ready = [place for place, seat in enumerate(seats) if seat is not None and seat.is_ready]
        strangers = [place for place in dealt.seats if place not in ready]
        if strangers or len(set(dealt.seats)) != len(dealt.seats):
            fail("dealing", f"hand {hand.number}: seats {strangers} of {dealt.seats} are not ready", self._stream)
        needed = rules.players_min.value
        if rules.one_hand_with_two_after_more.value and last is not None and len(last.seats) > 2:
            needed = 2
        if len(ready) < needed:
            fail("dealing", f"hand {hand.number}: {len(ready)} players, {needed} are needed (CASH-12)", self._stream)
        veterans = [place for place in ready if _veteran(seats, place)]
        if last is None or not veterans:
            self._check_first(hand, ready)
        elif rules.small_blind_needs_previous_big_blind.value and not rules.newcomer_may_get_button.value:
            self._check_next(seats, hand, last, ready, veterans)

    def ended(self, players: Sequence[PlayerId], dealt: Dealt) -> None:
        """Count a hand: since a player's last big blind, everybody who stayed in must have paid exactly one."""
        self._hand += 1
        hand = self._hand
        for player in list(self._dealt_in):
            if player not in players:
                del self._dealt_in[player]
        for player in players:
            if player not in self._dealt_in:
                self._dealt_in[player] = hand
                self._paid[player] = 0
        payer = players[dealt.seats.index(dealt.big_blind)]
        own = self._at_own.get(payer)
        self._paid[payer] += 1
        if own is not None and self._dealt_in[payer] <= own[0]:
            for player, paid in own[1].items():
                if self._dealt_in.get(player, hand) <= own[0] and self._paid[player] != paid + 1:
                    times = self._paid[player] - paid
                    fail("orbit", f"{player} paid {times} big blinds in one orbit of {payer}", self._stream)
        self._at_own[payer] = (hand, {player: self._paid[player] for player in players})
        self.last = dealt

    def left(self, player: PlayerId) -> None:
        """Forget a player who left; one who comes back starts as a new player."""
        self._dealt_in.pop(player, None)

    def _check_first(self, hand: OpenHand, ready: Sequence[int]) -> None:
        dealt = hand.dealt
        order = _after(dealt.button, ready)
        blinds = (dealt.button, order[0]) if len(ready) == 2 else (order[0], order[1])
        expected = Dealt((*order[:-1], dealt.button), dealt.button, *blinds)
        if dealt != expected or hand.posts:
            fail("dealing", f"first hand {hand.number}: {dealt}, not {expected}", self._stream)

    def _check_next(
        self, seats: Sequence[Seat | None], hand: OpenHand, last: Dealt, ready: Sequence[int], veterans: Collection[int]
    ) -> None:
        big = _after(last.big_blind, ready)[0]
        is_in = [place for place in ready if place == big or _entry(seats, place) is not Entry.WAITING]
        is_in = is_in if len(is_in) > 1 else list(ready)
        expected = positions(last.big_blind, is_in, veterans)
        if hand.dealt != expected:
            fail("dealing", f"hand {hand.number} after {last}: {hand.dealt}, not {expected}", self._stream)
        blinds = (expected.small_blind, expected.big_blind)
        posts = [place for place in is_in if place not in blinds and _entry(seats, place) is Entry.POSTING]
        if sorted(hand.posts) != posts:
            fail("dealing", f"hand {hand.number}: seats {hand.posts} post, not {posts} (CASH-16)", self._stream)


def positions(last_big_blind: int, dealt: Sequence[int], veterans: Collection[int]) -> Dealt:
    """
    CASH-04 and CASH-05 in their own order.

    The big blind is the next player after the last one. The small blind is the last big blind, if still in. The button is
    the first player before the small blind's place who was in the last hand, else the first before it at all.
    """
    big = _after(last_big_blind, dealt)[0]
    if len(dealt) == 2:
        button: int = next(place for place in dealt if place != big)
        small: int | None = button
    else:
        stays = last_big_blind in dealt and last_big_blind in veterans and last_big_blind != big
        small = last_big_blind if stays else None
        around = sorted(dealt, key=lambda place: (place >= last_big_blind, place == last_big_blind, -place))
        before = [place for place in around if place not in (small, big)]
        button = next((place for place in before if place in veterans), before[0])
    order = _after(button, dealt)
    return Dealt(tuple(order), button, small, big)


def _after(place: int, places: Sequence[int]) -> list[int]:
    """The places in clockwise order from the next one on; the place itself comes last, if it is one of them."""
    ordered = sorted(places)
    return [each for each in ordered if each > place] + [each for each in ordered if each <= place]


def _veteran(seats: Sequence[Seat | None], place: int) -> bool:
    seat = seats[place]
    return seat is not None and seat.in_last


def _entry(seats: Sequence[Seat | None], place: int) -> Entry:
    seat = seats[place]
    assert seat is not None
    return seat.entry
