"""
Who is dealt in, and who has the button and the blinds (CASH-03, CASH-04, CASH-05, CASH-12, CASH-16, CASH-17).

Who is dealt in is decided here; how button and blinds move among them, in `poker.rotation`.
"""

from collections.abc import Sequence

from fairdeal.cash.rules import CashRules
from fairdeal.cash.table.state import Chair, Dealt, Entry
from fairdeal.kernel import RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.poker import rotation
from fairdeal.poker.rotation import clockwise, first_positions, next_big_blind, next_positions
from fairdeal.rulebook.schema.choices import FirstButton

Chairs = Sequence[Chair | None]


@dataclass(frozen=True, slots=True)
class Positions:
    """Button, blinds, posts and missed blinds of the next hand, by seat."""

    dealt: Dealt
    posts: tuple[int, ...]  # live big blinds out of turn
    missed: tuple[int, ...]  # seats that sit out and are passed by a blind
    rule: RuleId


def ready_seats(chairs: Chairs) -> list[int]:
    """The seats whose players have chips and do not sit out."""
    return [seat for seat, chair in enumerate(chairs) if chair is not None and chair.is_ready]


def players_needed(rules: CashRules, last: Dealt | None) -> int:
    """
    The number of ready players needed to start the next hand.

    Where the edition has that exception, two are enough for one hand after a hand with more than two (X-14).
    """
    if rules.one_hand_with_two_after_more.value and last is not None and len(last.seats) > 2:
        return 2
    return rules.players_min.value


def find_positions(rules: CashRules, chairs: Chairs, last: Dealt | None, draw: int) -> Positions:
    """Button and blinds of the next hand, for at least two ready players; `draw` decides the first button of a new table."""
    ready = {seat: chair for seat, chair in enumerate(chairs) if chair is not None and chair.is_ready}
    assert len(ready) >= 2, ready
    veterans = [seat for seat, chair in ready.items() if chair.in_last]
    if last is None or not veterans:
        return _first_hand(rules, chairs, [*ready], draw)
    big = next_big_blind(len(chairs), last.big_blind, ready)
    dealt = [seat for seat, chair in ready.items() if seat == big or chair.entry is not Entry.WAITING]
    if len(dealt) < 2:
        # Enough players are ready (CASH-12) but only one would be dealt in: then nobody waits for the big blind.
        dealt = [*ready]
    found = next_positions(
        len(chairs),
        last.big_blind,
        dealt,
        veterans,
        small_blind_needs_last_big_blind=rules.small_blind_needs_previous_big_blind.value,
        newcomer_may_get_button=rules.newcomer_may_get_button.value,
    )
    # A player in the place of a blind pays that blind and no other: heads-up a newcomer may post the small one.
    paying = (found.small_blind, found.big_blind)
    posts = tuple([seat for seat in dealt if seat not in paying and ready[seat].entry is Entry.POSTING])
    heads_up = len(dealt) == 2
    ruled = rules.button_posts_small_blind_heads_up if heads_up else rules.small_blind_needs_previous_big_blind
    return Positions(_in_order(chairs, dealt, found), posts, _missed(chairs, last, big), ruled.rule)


def _first_hand(rules: CashRules, chairs: Chairs, ready: Sequence[int], draw: int) -> Positions:
    """The first hand of a table: everybody ready is dealt in and the button is drawn among them (CASH-03)."""
    drawn = rules.first_button.value is FirstButton.RANDOM
    button = ready[draw % len(ready)] if drawn else ready[-1]
    dealt = _in_order(chairs, ready, first_positions(ready, button))
    return Positions(dealt, (), (), rules.first_button.rule)


def _in_order(chairs: Chairs, dealt: Sequence[int], found: rotation.Positions) -> Dealt:
    """The hand with its seats in order of play."""
    seats = tuple([seat for seat in clockwise(found.button, len(chairs)) if seat in dealt])
    return Dealt(seats, found.button, found.small_blind, found.big_blind)


def _missed(chairs: Chairs, last: Dealt, big: int) -> tuple[int, ...]:
    """The seats of players who sit out and are passed by a blind: the big one, or the small one after their big one."""
    missed = []
    if _sits_out(chairs, last.big_blind) and _was_in(chairs, last.big_blind):
        missed.append(last.big_blind)
    for seat in clockwise(last.big_blind, len(chairs)):
        if seat in (big, last.big_blind):
            break
        if _sits_out(chairs, seat):
            missed.append(seat)
    return tuple(missed)


def _sits_out(chairs: Chairs, seat: int) -> bool:
    chair = chairs[seat]
    return chair is not None and not chair.is_ready and chair.entry is Entry.IN


def _was_in(chairs: Chairs, seat: int) -> bool:
    chair = chairs[seat]
    return chair is not None and chair.in_last
