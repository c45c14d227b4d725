"""
Money on blackjack hands: a seated player's stakes, those of the people betting behind, insurance, and what they bring.

A wager follows the hands of one seat. Its stakes are in the order of those hands; a player behind who does not double
has a stake on the first hand of a split only (BJ-72), and none on the others.
"""

from fairdeal.casino.games.blackjack.rules import LOSES, PUSHES, WINS, Hand, Round
from fairdeal.casino.paytables import LOST, NOTHING, Paid, push, win
from fairdeal.kernel import PPM_WHOLE, Cents, divide
from fairdeal.kernel.values import changed, dataclass
from fairdeal.rulebook.schema.casino import Blackjack


@dataclass(frozen=True, slots=True)
class Wager:
    """One player's bets on the hands of one seat."""

    seat: int
    stakes: tuple[Cents, ...]  # the first is the original bet
    doubles: tuple[Cents, ...] = (NOTHING,)
    insurance: Cents = NOTHING

    @property
    def original(self) -> Cents:
        """The bet made before the first card."""
        return self.stakes[0]

    @property
    def on_hands(self) -> Cents:
        """The sum of all bets on hands, without insurance."""
        return Cents(sum(self.stakes) + sum(self.doubles))

    def split(self, hand: int, stake: Cents) -> "Wager":
        """The wager after that hand was split, with a bet on the second hand or none."""
        stakes = (*self.stakes[: hand + 1], stake, *self.stakes[hand + 1 :])
        doubles = (*self.doubles[: hand + 1], NOTHING, *self.doubles[hand + 1 :])
        return changed(self, stakes=stakes, doubles=doubles)

    def double(self, hand: int, extra: Cents) -> "Wager":
        """The wager with `extra` added to one hand."""
        return changed(self, doubles=(*self.doubles[:hand], extra, *self.doubles[hand + 1 :]))


class Payouts:
    """The payouts of blackjack hands, as the edition says."""

    __slots__ = ("blackjack", "bust_double_returns", "double_returns", "insurance", "rounding", "split_lost", "win")

    def __init__(self, rules: Blackjack) -> None:
        self.win = rules.win_pays.value
        self.blackjack = rules.blackjack_pays.value
        self.insurance = rules.insurance_pays.value
        self.rounding = rules.payout_rounding.value
        self.double_returns: bool = rules.double_returned_on_dealer_blackjack.value
        self.bust_double_returns: bool = rules.double_returned_although_bust.value
        self.split_lost: bool = rules.split_lost_on_dealer_blackjack.value

    def settle(self, wager: Wager, played: Round) -> list[Paid]:
        """What the wager pays on each hand, without insurance; the round must be over."""
        brought: list[Paid] = []
        for hand in played.hands:
            if hand.seat == wager.seat:
                number = len(brought)
                brought.append(
                    self.settle_hand(played, hand, wager.stakes[number], wager.doubles[number], first=number == 0)
                )
        return brought

    def settle_hand(self, played: Round, hand: Hand, stake: Cents, extra: Cents, *, first: bool = True) -> Paid:
        """What a bet and its doubling amount pay on one hand; `first` says whether it is the first hand of its seat."""
        outcome = played.outcome(hand)
        if outcome == LOSES:
            return self._lost(played, hand, stake, extra, first=first) if played.dealer_has_blackjack else LOST
        if outcome == PUSHES:
            return push(Cents(stake + extra))
        if outcome == WINS:
            return win(Cents(stake + extra), self.win, self.rounding)
        return win(stake, self.blackjack, self.rounding)

    def _lost(self, played: Round, hand: Hand, stake: Cents, extra: Cents, *, first: bool) -> Paid:
        """Against a dealer's blackjack: doubling amounts come back, split stakes only where the table says so."""
        bust = hand.total > played.rules.limit
        back = extra if self.double_returns and (self.bust_double_returns or not bust) else NOTHING
        if not first and not self.split_lost:
            back = Cents(back + stake)
        return push(back)

    def settle_insurance(self, amount: Cents, *, blackjack: bool) -> Paid:
        """What insurance pays after the hole card was checked."""
        return win(amount, self.insurance, self.rounding) if blackjack else LOST


def insurance_max(rules: Blackjack, stake: Cents) -> Cents:
    """The largest insurance of a bet: half of it, in whole bet units as the edition rounds."""
    unit = rules.limits.bet_unit.value
    rate = rules.insurance_max_percent.value
    return Cents(divide(stake * rate, PPM_WHOLE * unit, rules.insurance_rounding.value) * unit)


def share_of_double(rules: Blackjack, *, extra: Cents, stake: Cents, behind: Cents) -> Cents:
    """What a bet behind is raised by when the seated player adds `extra` to `stake`: in the same proportion."""
    if extra == stake:
        return behind
    unit = rules.limits.bet_unit.value
    rounding = rules.bet_behind.partial_double_rounding.value
    return Cents(divide(behind * extra, stake * unit, rounding) * unit)
