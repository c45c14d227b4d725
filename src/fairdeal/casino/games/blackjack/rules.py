"""
Blackjack: one round, card by card and decision by decision.

Seats go in; then, while the round is not over, either a card is due (`take` it), or insurance is open (`check_hole` ends
it), or the hand to act decides (`options` says how, `act` does it). Money is not known here: see `wagers`.

Totals count aces as one; a hand with an ace counts ten more as long as that does not bust it.
"""

from collections.abc import Iterable, Sequence
from typing import Final, final

from fairdeal.rulebook.schema.casino import Blackjack
from fairdeal.rulebook.schema.choices import SplitBy

DEALER: Final = -1
"""The seat number of the dealer's hand."""

# Stages of a round.
DEALING: Final = 0
INSURANCE: Final = 1
PLAYING: Final = 2
DRAWING: Final = 3  # the dealer's own cards
OVER: Final = 4

# Decisions, as inputs of a recorded round; cards are 0 and up.
STAND: Final = -1
HIT: Final = -2
DOUBLE: Final = -3
SPLIT: Final = -4
CHECK_HOLE: Final = -5

# How a hand ends.
LOSES: Final = 0
PUSHES: Final = 1
WINS: Final = 2
WINS_WITH_BLACKJACK: Final = 3

# Why nobody asks a hand any more.
STOOD: Final = "stood"
BLACKJACK: Final = "blackjack"
TWENTY_ONE: Final = "twenty_one"
BUST: Final = "bust"
DOUBLED: Final = "doubled"
SPLIT_ACE: Final = "split_ace"


@final
class BlackjackRules:
    """The rules of dealing and deciding, precomputed; payouts are in `wagers`."""

    __slots__ = (
        "ace",
        "ace_bonus",
        "dealer_draws_always",
        "dealer_stands_on",
        "double_after_split",
        "double_allowed",
        "double_cards",
        "first_up",
        "hits_soft",
        "limit",
        "split_ace_cards",
        "split_blackjack",
        "split_kinds",
        "splits_max",
        "stands_at_limit",
        "values",
    )

    def __init__(self, rules: Blackjack) -> None:
        low, picture = rules.ace_low.value, rules.picture_value.value
        # Ranks run from the two to the ace, four cards each.
        ranks = [*range(2, 10), picture, picture, picture, picture, low]
        self.values: tuple[int, ...] = tuple(value for value in ranks for _ in range(4))
        by_value = rules.split_by.value is SplitBy.VALUE
        self.split_kinds: tuple[int, ...] = self.values if by_value else tuple(card >> 2 for card in range(52))
        self.ace: int = low
        self.ace_bonus: int = rules.ace_high.value - low
        self.limit: int = rules.bust_above.value
        self.dealer_stands_on: int = rules.dealer_stands_on.value
        self.hits_soft: bool = rules.dealer_hits_soft_17.value
        self.dealer_draws_always: bool = rules.dealer_draws_without_need.value
        self.first_up: bool = rules.first_dealer_card_is_up.value
        self.double_allowed: bool = rules.double_allowed.value
        self.double_after_split: bool = rules.double_after_split.value
        self.double_cards: int = rules.double_cards.value
        self.splits_max: int = rules.splits_max.value
        self.split_ace_cards: int = rules.split_ace_cards.value
        self.split_blackjack: bool = rules.split_hand_can_be_blackjack.value
        self.stands_at_limit: bool = rules.stands_at_21.value


@final
class Hand:
    """
    Cards of a seat or of the dealer.

    `hard` counts every ace as one, `total` the best way. `due` cards must come before anybody is asked again; `ended`
    says why nobody asks any more.
    """

    __slots__ = ("aces", "cards", "doubled", "due", "ended", "hard", "seat", "split", "total")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.cards: list[int] = []
        self.hard = 0
        self.total = 0
        self.aces = False
        self.split = False
        self.doubled = False
        self.due = 0
        self.ended = ""

    @property
    def soft(self) -> bool:
        """Whether an ace counts as eleven."""
        return self.total != self.hard

    def copy(self) -> "Hand":
        """The same hand, to be played on."""
        other = Hand(self.seat)
        other.cards = self.cards.copy()
        other.hard = self.hard
        other.total = self.total
        other.aces = self.aces
        other.split = self.split
        other.doubled = self.doubled
        other.due = self.due
        other.ended = self.ended
        return other


@final
class Round:
    """A round of blackjack from its first card to its end."""

    __slots__ = ("_dealt", "dealer", "hands", "receiver", "rules", "stage", "turn", "wants_card")

    def __init__(self, rules: BlackjackRules, seats: Sequence[int], inputs: Iterable[int] = ()) -> None:
        """Seats in the order in which they are dealt to; inputs are cards and decisions of a round already begun."""
        self.rules = rules
        self.hands = [Hand(seat) for seat in seats]
        self.dealer = Hand(DEALER)
        self.stage = DEALING
        self.turn = 0
        self.wants_card = True
        self.receiver = self.hands[0] if seats else self.dealer  # the hand that gets the next card, while one is due
        self._dealt = 0
        for each in inputs:
            if each >= 0:
                self.take(each)
            elif each == CHECK_HOLE:
                self.check_hole()
            else:
                self.act(each)

    def copy(self) -> "Round":
        """The same round, to be played on."""
        other = Round(self.rules, ())
        other.hands = [hand.copy() for hand in self.hands]
        other.dealer = self.dealer.copy()
        other.stage = self.stage
        other.turn = self.turn
        other.wants_card = self.wants_card
        other.receiver = other.dealer if self.receiver is self.dealer else other.hands[self.hands.index(self.receiver)]
        other._dealt = self._dealt
        return other

    # Cards.

    def take(self, card: int) -> None:
        """Deal the next card to the hand that is due."""
        hand, rules = self.receiver, self.rules
        value = rules.values[card]
        hand.cards.append(card)
        hand.hard = total = hand.hard + value
        if value == rules.ace:
            hand.aces = True
        if hand.aces and total + rules.ace_bonus <= rules.limit:
            total += rules.ace_bonus
        hand.total = total
        if self.stage == DEALING:
            self._deal_on()
        elif self.stage == PLAYING:
            self._drawn(hand)
        else:
            self._dealer_goes_on()

    def _deal_on(self) -> None:
        """One card to each bettor, one to the dealer, and the same again."""
        self._dealt = dealt = self._dealt + 1
        hands = self.hands
        place = dealt % (len(hands) + 1)
        if place < len(hands):
            if dealt > 2 * len(hands) + 1:
                self._after_deal()
            else:
                self.receiver = hands[place]
        else:
            self.receiver = self.dealer

    def _after_deal(self) -> None:
        rules = self.rules
        for hand in self.hands:
            if hand.total == rules.limit:
                hand.ended = BLACKJACK
        if rules.values[self.up_card] == rules.ace:
            self.stage = INSURANCE
            self.wants_card = False
        else:
            self._begin_play()

    def _begin_play(self) -> None:
        self.stage = PLAYING
        self.turn = -1
        self._next_hand()

    def _drawn(self, hand: Hand) -> None:
        """Continue after the hand to act got a card by a hit, a double or a split."""
        hand.due -= 1
        rules, total = self.rules, hand.total
        if total > rules.limit:
            hand.ended = BUST
        elif hand.doubled:
            if hand.due == 0:
                hand.ended = DOUBLED
        elif hand.split and rules.values[hand.cards[0]] == rules.ace and len(hand.cards) > rules.split_ace_cards:
            hand.ended = SPLIT_ACE
        elif total == rules.limit and (rules.stands_at_limit or hand.hard == total):
            hand.ended = TWENTY_ONE
        if hand.ended:
            self._next_hand()
        else:
            self.wants_card = hand.due > 0

    # Decisions.

    def can_double(self) -> bool:
        """Whether the hand to act may be doubled."""
        hand, rules = self.hands[self.turn], self.rules
        return len(hand.cards) == 2 and rules.double_allowed and (rules.double_after_split or not hand.split)

    def can_split(self) -> bool:
        """Whether the hand to act may be split."""
        hand, rules = self.hands[self.turn], self.rules
        if len(hand.cards) != 2 or rules.split_kinds[hand.cards[0]] != rules.split_kinds[hand.cards[1]]:
            return False
        return sum(1 for each in self.hands if each.seat == hand.seat) <= rules.splits_max

    def options(self) -> tuple[int, ...]:
        """The acts the hand to act may choose; the same value draws the buttons and judges the click."""
        if self.stage != PLAYING or self.wants_card:
            return ()
        found = [STAND, HIT]
        if self.can_double():
            found.append(DOUBLE)
        if self.can_split():
            found.append(SPLIT)
        return tuple(found)

    def act(self, act: int) -> None:
        """Decide for the hand to act; the act must be one of its options."""
        hand = self.hands[self.turn]
        if act == STAND:
            hand.ended = STOOD
            self._next_hand()
            return
        self.wants_card = True
        if act == HIT:
            hand.due = 1
        elif act == DOUBLE:
            hand.doubled = True
            hand.due = self.rules.double_cards
        else:
            self._split(hand)

    def _split(self, hand: Hand) -> None:
        """Two hands of one card each; the first is played to its end before the second gets its card."""
        second = Hand(hand.seat)
        second.cards.append(hand.cards.pop())
        rules = self.rules
        for each in (hand, second):
            each.hard = rules.values[each.cards[0]]
            each.aces = each.hard == rules.ace
            each.total = each.hard + rules.ace_bonus if each.aces else each.hard
            each.split = True
            each.due = 1
        self.hands.insert(self.turn + 1, second)

    def _next_hand(self) -> None:
        """Ask the next hand that can still decide; after the last one the dealer plays."""
        hands = self.hands
        turn = self.turn + 1
        while turn < len(hands) and hands[turn].ended:
            turn += 1
        self.turn = turn
        if turn < len(hands):
            self.receiver = hands[turn]
            self.wants_card = hands[turn].due > 0
        else:
            self.receiver = self.dealer
            self._dealer_goes_on()

    # The dealer.

    @property
    def up_card(self) -> int:
        """The dealer's face-up card."""
        return self.dealer.cards[0 if self.rules.first_up else 1]

    @property
    def hole_card(self) -> int:
        """The dealer's face-down card."""
        return self.dealer.cards[1 if self.rules.first_up else 0]

    @property
    def dealer_has_blackjack(self) -> bool:
        """Whether the dealer's first two cards are an ace and a ten."""
        return len(self.dealer.cards) == 2 and self.dealer.total == self.rules.limit

    def check_hole(self) -> None:
        """End insurance: look for blackjack under the ace. With it the round is over, without it play begins."""
        assert self.stage == INSURANCE
        if self.dealer_has_blackjack:
            self.stage = OVER
        else:
            self._begin_play()

    def _dealer_goes_on(self) -> None:
        """Draw as long as the rules say so and some hand depends on it."""
        rules, dealer = self.rules, self.dealer
        total = dealer.total
        draws = total < rules.dealer_stands_on or (
            rules.hits_soft and total == rules.dealer_stands_on and total != dealer.hard
        )
        self.wants_card = draws and (rules.dealer_draws_always or self._matters())
        self.stage = DRAWING if self.wants_card else OVER

    def _matters(self) -> bool:
        """Whether the dealer's total can still change anything: a hand is neither bust nor a blackjack."""
        for hand in self.hands:  # noqa: SIM110 - a generator takes three times as long
            if hand.ended not in (BUST, BLACKJACK):
                return True
        return False

    # The end.

    def is_blackjack(self, hand: Hand) -> bool:
        """Whether the hand is an ace and a ten dealt as its first two cards."""
        if hand.total != self.rules.limit or len(hand.cards) != 2:
            return False
        return not hand.split or self.rules.split_blackjack

    def outcome(self, hand: Hand) -> int:
        """How a hand of this round ended; the round must be over."""
        if hand.total > self.rules.limit:
            return LOSES
        natural = self.is_blackjack(hand)
        if self.dealer_has_blackjack:
            return PUSHES if natural else LOSES
        if natural:
            return WINS_WITH_BLACKJACK
        dealer = self.dealer.total
        if dealer > self.rules.limit or hand.total > dealer:
            return WINS
        return PUSHES if hand.total == dealer else LOSES
