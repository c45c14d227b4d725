"""
The hand engine.

An order goes in, acts are applied, a result comes out. One mutable object a hand, integers and bit masks inside, nothing
allocated that was not asked for: this is the one hot loop of the room. It knows neither cash games nor tournaments, draws no
cards and reads no clock.

An act is an integer: FOLD, CALL (which is a check where there is nothing to call) or the amount a bet or raise goes *to*.
Places are bits of the masks. `open` holds who may still raise: everybody at the start of a round and after a full bet or raise;
an undersized all-in takes nobody's right away and gives none back (BET-13), unless several in a row with no call between add up to
a full raise (BET-14).
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from fairdeal.poker.events import (
    Acted,
    AntePosted,
    BlindPosted,
    BoardDealt,
    HandEvent,
    HandShown,
    HoleCardsDealt,
    PotAwarded,
    RakeTaken,
    UncalledReturned,
)
from fairdeal.poker.options import Options
from fairdeal.poker.order import HandOrder, HandResult, Pot, check_order
from fairdeal.poker.pots import award, layers, split_rake
from fairdeal.poker.rules import FIXED_LIMIT, POT_LIMIT, HandRules
from fairdeal.poker.showdown import rank_all, show_order

FOLD: Final = -1
CALL: Final = 0

PREFLOP: Final = 0
RIVER: Final = 3
OVER: Final = 4

_BOARD_CARDS: Final = (0, 3, 4, 5, 5)


class IllegalAct(ValueError):
    """Raised for an act that the rules refuse; nothing has changed. `code` is stable, `rule` is the rule's id."""

    def __init__(self, code: str, rule: str, told: str) -> None:
        self.code = code
        self.rule = rule
        super().__init__(told)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled: a process pool whose worker raises it would hang otherwise."""
        return IllegalAct, (self.code, self.rule, str(self))


class Hand:
    """One hand of hold'em or Omaha, from the posting of blinds to the result."""

    __slots__ = (
        "_known",
        "_max_to",
        "_min_to",
        "able",
        "acts",
        "aggressor",
        "ante",
        "bets",
        "bets_made",
        "count",
        "current",
        "listener",
        "live",
        "mucked",
        "open",
        "order",
        "pot",
        "put",
        "result",
        "rules",
        "short_sum",
        "stacks",
        "step",
        "street",
        "to_act",
        "turn",
    )  # fmt: skip

    def __init__(
        self,
        order: HandOrder,
        listener: Callable[[HandEvent], None] | None = None,
        mucked: int = 0,
        copy_of: "Hand | None" = None,
    ) -> None:
        """
        Post antes and blinds and wait for the first act.

        `mucked` holds, as bits, players of an imported hand whose cards are unknown: they cannot win a pot. `copy_of` is for
        `copy`.
        """
        if copy_of is not None:
            self._take_from(copy_of)
            return
        check_order(order)
        count = len(order.stacks)
        everybody = (1 << count) - 1
        self.order = order
        self.rules: HandRules = order.rules
        self.listener = listener
        self.count = count
        self.stacks: list[int] = list(order.stacks)
        self.bets: list[int] = [0] * count  # of this round
        self.put: list[int] = [0] * count  # of the whole hand, dead antes apart
        self.ante: list[int] = [0] * count if order.antes else []
        self.live = everybody  # has cards
        self.able = everybody  # has cards and chips
        self.to_act = 0
        self.open = 0
        self.turn = -1
        self.street = PREFLOP
        self.current = 0  # the bet to match
        self.step = 0  # what a full raise must add
        self.short_sum = 0  # undersized all-ins in a row
        self.bets_made = 0
        self.pot = 0  # everything put in so far
        self.aggressor = -1  # of this round
        self.mucked = mucked
        self.acts: list[int] = []
        self.result: HandResult | None = None
        self._known = False
        self._min_to = 0
        self._max_to = 0
        self._post()

    # ---- questions

    @property
    def board(self) -> Sequence[int]:
        """The board cards dealt so far."""
        start = self.count * self.rules.hole_cards
        return self.order.deck[start : start + _BOARD_CARDS[self.street if self.street < OVER else self._last_street()]]

    def hole(self, place: int) -> list[int]:
        """A player's hole cards; the caller must check who may see them."""
        count = self.count
        return list(self.order.deck[place : count * self.rules.hole_cards : count])

    def is_live(self, place: int) -> bool:
        """Whether the player has not folded."""
        return self.live >> place & 1 == 1

    def is_all_in(self, place: int) -> bool:
        """Whether the player has not folded and has no chips left to bet."""
        return (self.live & ~self.able) >> place & 1 == 1

    @property
    def to_call(self) -> int:
        """The chips that the player to act must add to call, at most the stack."""
        place = self.turn
        return min(self.current - self.bets[place], self.stacks[place])

    def options(self) -> Options:
        """What the player to act may do, and which rule closes the rest; used both to draw buttons and to judge acts."""
        place = self.turn
        if place < 0:
            raise IllegalAct("hand_over", "BET-03", "the hand is over; nobody is to act")
        if not self._known:
            self._find_bounds()
        to_call = self.current - self.bets[place]
        if to_call > self.stacks[place]:
            to_call = self.stacks[place]
        return Options(place, to_call, self._min_to, self._max_to, "" if self._max_to > 0 else self._closed_by())

    def _closed_by(self) -> str:
        """The rule that closes raising for the player to act; empty: raising is open."""
        if self._max_to > 0:
            return ""
        if self.open >> self.turn & 1 == 0:
            return "BET-13"
        if self.stacks[self.turn] + self.bets[self.turn] <= self.current:
            return "BET-11"
        return "BET-21"

    def _find_bounds(self) -> None:
        """The least and the most the player to act may bet or raise to; zero and zero when that is closed."""
        place = self.turn
        current = self.current
        bet = self.bets[place]
        all_in = bet + self.stacks[place]
        self._known = True
        self._min_to = 0
        self._max_to = 0
        if self.open >> place & 1 == 0 or all_in <= current:
            return
        least = current + self.step
        structure = self.rules.structure
        if structure == 0:
            most = all_in
        elif structure == POT_LIMIT:
            # Call first, then raise by the whole pot (BET-17).
            most = current + self.pot + current - bet
            if most < least:
                most = least
        else:
            if self.bets_made >= self.rules.bets_max and not self.rules.foreign:
                return
            most = least
        if most > all_in:
            most = all_in
        self._min_to = min(most, least)
        self._max_to = most

    # ---- acts

    def act(self, act: int) -> None:
        """
        Apply FOLD, CALL or a raise to an amount for the player to act.

        Raises `IllegalAct` and changes nothing when the options do not hold it.
        """
        place = self.turn
        if place < 0:
            raise IllegalAct("hand_over", "BET-03", "the hand is over; nobody is to act")
        bit = 1 << place
        kind = "" if self.listener is None else self._kind(act)
        if act > 0:
            self._raise_to(place, bit, act)
        elif act == CALL:
            self._call(place, bit)
        elif act == FOLD:
            self.live &= ~bit
            self.able &= ~bit
            self.to_act &= ~bit
            self.open &= ~bit
        else:
            raise IllegalAct("unknown_act", "BET-01", f"{act} is neither fold, call nor an amount to raise to")
        self.acts.append(act)
        if self.listener is not None:
            self.listener(Acted(place, act, kind, self.bets[place], self.stacks[place] == 0))
        self._known = False
        live = self.live
        able = self.able
        if live & (live - 1) == 0:
            self._end_uncontested()
        elif self.to_act == 0 or (able & (able - 1) == 0 and not self._faces_a_bet()):
            self._end_round()
        else:
            rest = self.to_act >> (place + 1)
            if rest:
                self.turn = place + (rest & -rest).bit_length()
            else:
                self.turn = (self.to_act & -self.to_act).bit_length() - 1

    def _kind(self, act: int) -> str:
        """The name of an act: fold, check, call, bet or raise; before the flop the big blind counts as the bet (BET-07)."""
        if act < 0:
            return "fold"
        if act == CALL:
            return "call" if self.current > self.bets[self.turn] else "check"
        return "raise" if self.current > 0 else "bet"

    def _call(self, place: int, bit: int) -> None:
        self.to_act &= ~bit
        self.open &= ~bit
        lacking = self.current - self.bets[place]
        if lacking <= 0:
            return
        stack = self.stacks[place]
        if lacking >= stack:
            lacking = stack
            self.able &= ~bit
        self.stacks[place] = stack - lacking
        self.bets[place] += lacking
        self.put[place] += lacking
        self.pot += lacking
        self.short_sum = 0  # a call breaks a row of undersized all-ins

    def _raise_to(self, place: int, bit: int, to: int) -> None:
        if not self._known:
            self._find_bounds()
        if not self._min_to <= to <= self._max_to:
            self._refuse_raise(to)
        added = to - self.bets[place]
        self.stacks[place] -= added
        self.bets[place] = to
        self.put[place] += added
        self.pot += added
        if self.stacks[place] == 0:
            self.able &= ~bit
        risen = to - self.current
        others = self.able & ~bit
        if risen >= self.step:
            if self.rules.structure != FIXED_LIMIT:
                self.step = risen
            self.bets_made += 1
            self.short_sum = 0
            self.open = others
        else:
            self.short_sum += risen
            if self.short_sum >= self.step or self.rules.foreign:
                self.short_sum = 0
                self.open = others
        self.current = to
        self.to_act = others
        self.aggressor = place

    def least_by(self) -> str:
        """The rule that sets the minimum bet or raise: the fixed size, the largest raise before, or a big blind."""
        if self.rules.structure == FIXED_LIMIT:
            return "BET-18"
        return "BET-09" if self.step > self.rules.big_blind else "BET-08"

    def _refuse_raise(self, to: int) -> None:
        rule = self._closed_by()
        if rule:
            raise IllegalAct("raise_closed", rule, f"raising is closed ({rule})")
        if to < self._min_to:
            raise IllegalAct("raise_too_small", self.least_by(), f"the least is to {self._min_to}, not {to}")
        rule = ("BET-16", "BET-17", "BET-18")[self.rules.structure]
        raise IllegalAct("raise_too_large", rule, f"the most is to {self._max_to}, not {to}")

    # ---- the course of the hand

    def _post(self) -> None:
        """Post antes, then blinds, then deal hole cards; a short stack pays its ante first (X-135)."""
        order = self.order
        rules = self.rules
        tell = self.listener
        for place in range(len(order.antes)):
            paid = min(order.antes[place], self.stacks[place])
            self._pay_ante(place, paid)
            if tell is not None and paid > 0:
                tell(AntePosted(place, paid))
        if order.small_blind_at >= 0:
            self._pay_blind(order.small_blind_at, order.small_blind, "CASH-13")
        self._pay_blind(order.big_blind_at, rules.big_blind, "CASH-13")
        for number, place in enumerate(order.late_posts):
            self._pay_blind(place, order.late_amounts[number] if order.late_amounts else rules.big_blind, "CASH-16")
        if tell is not None:
            for place in range(self.count):
                tell(HoleCardsDealt(place, tuple(self.hole(place))))
        # A short big blind does not lower the amount to call.
        self.current = rules.big_blind
        self.bets_made = 1
        self._open_round(rules.small_bet if rules.structure == FIXED_LIMIT else rules.big_blind, order.big_blind_at)

    def _pay_ante(self, place: int, paid: int) -> None:
        self.stacks[place] -= paid
        self.pot += paid
        if self.rules.antes_are_dead:
            self.ante[place] = paid
        else:
            self.put[place] += paid
        if self.stacks[place] == 0:
            self.able &= ~(1 << place)

    def _pay_blind(self, place: int, amount: int, rule: str) -> None:
        paid = min(amount, self.stacks[place])
        self.stacks[place] -= paid
        self.bets[place] += paid
        self.put[place] += paid
        self.pot += paid
        if self.stacks[place] == 0:
            self.able &= ~(1 << place)
        if self.listener is not None:
            self.listener(BlindPosted(place, paid, rule))

    def _open_round(self, step: int, after: int) -> None:
        """Start a betting round with the first player after that place who can bet, if two can or one still must."""
        able = self.able
        self.step = step
        self.short_sum = 0
        self.aggressor = -1
        self.to_act = able
        self.open = able
        self._known = False
        if able & (able - 1) == 0 and not self._faces_a_bet():
            self._run_out()
            return
        rest = able >> (after + 1)
        if rest:
            self.turn = after + (rest & -rest).bit_length()
        else:
            self.turn = (able & -able).bit_length() - 1

    def _faces_a_bet(self) -> bool:
        """Whether the only player with chips left has put in less than another player."""
        if self.able == 0:
            return False
        place = self.able.bit_length() - 1
        return self.bets[place] < max(self.bets)

    def _end_round(self) -> None:
        self.street += 1
        if self.street > RIVER:
            self._show_down()
            return
        self.bets = [0] * self.count
        self.current = 0
        self.bets_made = 0
        rules = self.rules
        if self.listener is not None:
            self.listener(BoardDealt(self.street, tuple(self.board)))
        if rules.structure == FIXED_LIMIT:
            self._open_round(rules.small_bet if self.street < rules.low_rounds else rules.big_bet, -1)
        else:
            self._open_round(rules.big_blind, -1)

    def _run_out(self) -> None:
        """Deal the rest of the board at once, because no further betting is possible (CASH-18)."""
        self.to_act = 0
        while self.street < RIVER:
            self.street += 1
            if self.listener is not None:
                self.listener(BoardDealt(self.street, tuple(self.board)))
        self.street = OVER
        self.aggressor = -1
        self._show_down()

    # ---- the end

    def _last_street(self) -> int:
        """The street on which the hand ended: the river unless everybody folded before."""
        return RIVER if self.live & (self.live - 1) else self._ended_on()

    def _ended_on(self) -> int:
        result = self.result
        return RIVER if result is None else {0: 0, 3: 1, 4: 2, 5: 3}[len(result.board)]

    def _return_uncalled(self) -> tuple[int, int] | None:
        """Return an uncalled bet; gives the place and the amount, or None."""
        put = self.put
        most = max(put)
        place = put.index(most)
        if self.live >> place & 1 == 0:
            return self._return_to_folded()
        if put.count(most) > 1:
            return None
        return self._give_back(place, most - max([paid for other, paid in enumerate(put) if other != place]))

    def _return_to_folded(self) -> tuple[int, int] | None:
        """
        Return the part of a folded live post that no player left can win; gives the place and the amount, or None.

        An all-in player wins from each at most what that player matched (BET-10, BET-22).
        """
        highest = max([paid for place, paid in enumerate(self.put) if self.live >> place & 1])
        returned: tuple[int, int] | None = None
        for place in range(self.count):
            if self.put[place] > highest:
                returned = self._give_back(place, self.put[place] - highest)
        return returned

    def _give_back(self, place: int, amount: int) -> tuple[int, int]:
        self.put[place] -= amount
        self.stacks[place] += amount
        self.pot -= amount
        if self.listener is not None:
            self.listener(UncalledReturned(place, amount))
        return place, amount

    def _end_uncontested(self) -> None:
        """End the hand because everybody else folded: the last player takes the pot and shows nothing (SHOW-01)."""
        street = self.street
        board = tuple(self.board)
        self.street = OVER
        self.turn = -1
        self.to_act = 0
        returned = self._return_uncalled()
        winner = self.live.bit_length() - 1
        rake = self.rules.rake.take(self.pot, self.count, flop=street > PREFLOP)
        pot = Pot(self.pot, rake, (winner,), (winner,))
        self.stacks[winner] += self.pot - rake
        self._finish((pot,), rake, returned, (), (0,) * self.count, board)

    def _show_down(self) -> None:
        """End the hand with a showdown: each pot goes to the best hand among those who paid for it (SHOW-04)."""
        last_bettor = self.aggressor
        self.street = OVER
        self.turn = -1
        returned = self._return_uncalled()
        start = self.count * self.rules.hole_cards
        board = tuple(self.order.deck[start : start + 5])
        contenders = [place for place in range(self.count) if (self.live & ~self.mucked) >> place & 1]
        ranks = [0] * self.count
        rank_all(ranks, [self.hole(place) for place in contenders], contenders, board)
        amounts, eligible = layers(self.put, sum(self.ante), self.pot, contenders)
        rake = self.rules.rake.take(self.pot, self.count, flop=True)
        pots = award(self.stacks, amounts, eligible, split_rake(rake, amounts), ranks)
        shown = contenders
        if self.rules.show_in_order and last_bettor >= 0:
            shown = show_order(contenders, last_bettor, self.count)
        if self.listener is not None:
            for place in shown:
                self.listener(HandShown(place, tuple(self.hole(place)), ranks[place]))
        self._finish(pots, rake, returned, tuple(shown), tuple(ranks), board)

    def _finish(
        self,
        pots: tuple[Pot, ...],
        rake: int,
        returned: tuple[int, int] | None,
        shown: tuple[int, ...],
        ranks: tuple[int, ...],
        board: tuple[int, ...],
    ) -> None:
        put = [paid + ante for paid, ante in zip(self.put, self.ante, strict=True)] if self.ante else self.put
        stacks = tuple(self.stacks)
        net = tuple([now - before for now, before in zip(stacks, self.order.stacks, strict=True)])
        self.result = HandResult(stacks, net, pots, rake, tuple(put), returned, shown, ranks, board)
        if self.listener is not None:
            for pot in pots:
                self.listener(PotAwarded(pot.amount, pot.rake, pot.winners))
            if rake > 0:
                self.listener(RakeTaken(rake, self.rules.rake.decided_by(self.pot, self.count, flop=len(board) > 0)))

    # ---- copies

    def copy(self) -> "Hand":
        """An independent copy of the hand as it is now, without a listener."""
        return Hand(self.order, None, self.mucked, self)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled and copied: as its order and its acts, without the listener."""
        return _played, (self.order, self.mucked, self.acts)

    def _take_from(self, other: "Hand") -> None:
        self.order = other.order
        self.rules = other.rules
        self.listener = None
        self.count = other.count
        self.stacks = other.stacks[:]
        self.bets = other.bets[:]
        self.put = other.put[:]
        self.ante = other.ante[:]
        self.live = other.live
        self.able = other.able
        self.to_act = other.to_act
        self.open = other.open
        self.turn = other.turn
        self.street = other.street
        self.current = other.current
        self.step = other.step
        self.short_sum = other.short_sum
        self.bets_made = other.bets_made
        self.pot = other.pot
        self.aggressor = other.aggressor
        self.mucked = other.mucked
        self.acts = other.acts[:]
        self.result = other.result
        self._known = other._known
        self._min_to = other._min_to
        self._max_to = other._max_to

    def after(self, count: int) -> "Hand":
        """The hand as it was after its first `count` acts, as a new hand."""
        return replay(self.order, self.acts[:count])


def _played(order: HandOrder, mucked: int, acts: Sequence[int]) -> Hand:
    """The hand restored from its pickled order and acts."""
    hand = Hand(order, None, mucked)
    for act in acts:
        hand.act(act)
    return hand


def replay(order: HandOrder, acts: Sequence[int], listener: Callable[[HandEvent], None] | None = None) -> Hand:
    """The hand that results from applying these acts to an order."""
    hand = Hand(order, listener)
    for act in acts:
        hand.act(act)
    return hand
