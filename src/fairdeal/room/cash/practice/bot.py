"""One practice partner: takes a seat at a stake, plays by what its seat may see, tops up, and leaves for a break."""

from collections.abc import Callable
from functools import partial
from typing import Final

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.bots.chance import chance_of
from fairdeal.bots.decide import decide
from fairdeal.bots.seat import SeatEyes
from fairdeal.bots.style import Style
from fairdeal.bots.timing import time_to_think
from fairdeal.cash.floor.commands import ConfirmBuyIn, Join, LeaveQueue
from fairdeal.cash.floor.events import BuyInAsked
from fairdeal.cash.offer import StakeId
from fairdeal.cash.rules import CashRules
from fairdeal.cash.table.changes import HandCancelled, HandFinished, SeatChanged
from fairdeal.cash.table.commands import ComeBack, Leave, TopUp
from fairdeal.cash.table.view import SeatView, TableView
from fairdeal.kernel import MINUTE, SECOND, Cents, Duration, Instant, PlayerId, TableId, units_of
from fairdeal.play.changes import YourTurn
from fairdeal.play.messages import Act
from fairdeal.poker import CALL, FOLD, Call, Check, Choice, Fold, RaiseTo
from fairdeal.room.cash.house import wallet_of
from fairdeal.room.room import Room
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.ports import Answer
from fairdeal.storage.port import PASSING

DEVICE: Final = "practice"
STAFF: Final = StaffId("practice")

_BUY_INS_KEPT: Final = 5
_BUY_INS_GIVEN: Final = 20
_TOP_UP_BELOW: Final = 60  # percent of the largest buy-in
_SPARE: Final = Duration(1_500)
"""How long before its clock runs out a bot acts at the latest."""
_HURRY: Final = Duration(350)
"""The longest a bot thinks while a person has sat down and waits for the next hand."""


class PracticeBot:
    """A bot that plays at the stakes it is sent to; its random numbers follow from a seed, so runs can be repeated."""

    def __init__(
        self,
        room: Room,
        number: int,
        player: PlayerId,
        style: Style,
        seed: int,
        hands: int,
        is_watched: Callable[[], bool],
    ) -> None:
        self._room = room
        self._number = number
        self._seed = seed
        self._hands = hands
        self._is_watched = is_watched
        self._asked = 0
        self._left_to_play = 0
        self._eyes = SeatEyes()
        self._act_soon: Callable[[], None] | None = None  # brings the pending decision forward
        self._has_come = False
        self.player = player
        self.style = style
        self.stake = StakeId("")  # where it sits, waits, or did so last
        self.table: TableId | None = None
        self.waiting = False  # on the way to a seat, or in the queue
        self.leaving = False
        self.rests_since = Instant(0)

    @property
    def rules(self) -> CashRules:
        """The rules of the stake."""
        return self._room.cash.house.rules_of(self.stake)

    @property
    def idle(self) -> bool:
        """Whether the bot neither sits nor waits."""
        return self.table is None and not self.waiting

    def chance(self) -> float:
        """The next pseudo-random number from 0 to below 1."""
        self._asked += 1
        return chance_of(self._seed, self._number, self._asked)

    def later(self, least: int, most: int, call: Callable[[], None]) -> None:
        """Call back after a random time between `least` and `most` milliseconds."""
        wait = least + int(self.chance() * (most - least))
        self._room.clock.at(Instant(self._room.clock.now() + wait), call)

    # ---- seats

    def come_to(self, stake: StakeId) -> None:
        """Set the stake and count as waiting for a seat there."""
        self.stake = stake
        self.waiting = True
        self._connect()

    def take_up(self, table: TableId, stake: StakeId) -> None:
        """Play on in a seat that the bot had before a restart."""
        self._connect()
        self.sat_down(table, stake)
        self._mind_turn(table)

    def _connect(self) -> None:
        if not self._has_come:
            self._has_come = True
            self._room.presence.connect(self.player, DEVICE)

    def fill_purse(self, then: Callable[[], None] = lambda: None) -> None:
        """Credit the wallet if it has too little for some buy-ins of the stake, then call `then`, even if that failed."""
        rules = self.rules
        wallet = wallet_of(rules, self.player)
        buy_in = units_of(rules.buy_in_max.value)
        try:
            held = self._room.journal.balances([wallet]).get(wallet, 0)
        except PASSING:
            held = 0
        if held >= _BUY_INS_KEPT * buy_in:
            then()
            return
        amount = units_of(Cents(rules.buy_in_max.value * _BUY_INS_GIVEN))
        self._room.purse(self.player, CreditPlayer(wallet, amount, STAFF, "practice"), lambda _: then())

    def ask_for_seat(self, refused: Callable[[], None]) -> None:
        """Ask the floor for a seat at the stake as players do, marked as a bot."""

        def answered(answer: Answer) -> None:
            if answer is not None:
                self.waiting = False
                refused()

        rules = self.rules
        join = Join(self.player, self.stake, rules.buy_in_max.value, post=rules.may_post, bot=True)
        self._room.open_purse(self.player, lambda _: self.fill_purse(lambda: self._room.join(join, answered)))

    def give_up_waiting(self) -> None:
        """Leave the waiting list of the stake."""
        self._room.floor(self.stake, LeaveQueue(self.player, self.stake))

    def answer_question(self, asked: BuyInAsked) -> None:
        """Confirm the largest buy-in that is offered, after a few seconds."""
        most = (
            asked.amounts[-1] if asked.amounts else max(asked.minimum, min(asked.maximum, self.rules.buy_in_max.value))
        )
        confirm = ConfirmBuyIn(self.player, self.stake, most)
        self.later(SECOND, 4 * SECOND, lambda: self._room.floor(self.stake, confirm))

    def sat_down(self, table: TableId, stake: StakeId) -> None:
        """Start playing: the bot has been given a seat."""
        self.table = table
        self.stake = stake
        self.waiting = self.leaving = False
        self._eyes = SeatEyes()
        self._left_to_play = max(1, int(self._hands * (0.5 + self.chance())))
        self._room.watch(table, (DEVICE, self.player), partial(self._see, table))
        self._wait_for_hands(table)

    def stood_up(self) -> None:
        """Forget the table: the bot no longer has a seat there."""
        if self.table is not None:
            self._room.forget(self.table, (DEVICE, self.player))
        self.table = None
        self.leaving = False
        self.rests_since = self._room.clock.now()

    def leave(self) -> None:
        """Leave the table after this hand."""
        if self.table is not None and not self.leaving:
            self.leaving = True
            self._room.table(self.table, Leave(self.player), self._left)

    def _wait_for_hands(self, table: TableId) -> None:
        """Leave the table if no hand is dealt there for long."""
        left = self._left_to_play

        def look() -> None:
            if self.table != table:
                return
            if self._left_to_play == left:
                self.leave()
            else:
                self._wait_for_hands(table)

        self.later(8 * MINUTE, 12 * MINUTE, look)

    def _left(self, answer: Answer) -> None:
        self.leaving = answer is None and self.table is not None

    # ---- at the table

    def _mind_turn(self, table: TableId) -> None:
        """Act if it is the bot's turn and sit in if it sits out; used after a restart."""
        found = self._room.view(table, self.player)
        view: TableView | None = None if found is None else found[2]
        if view is None or view.own is None:
            return
        self._mind_chair(table, view.seats[view.own.seat])
        if view.hand is not None and view.hand.turn is not None and view.own.options is not None:
            self._think(table, YourTurn(view.hand.hand, view.hand.turn.number, view.own.options))

    def _see(self, table: TableId, frame: Frame) -> None:
        self._eyes.hear(frame.public)
        for change in frame.private.get(self.player, ()):
            if isinstance(change, YourTurn):
                self._think(table, change)
        for shown in frame.public:
            match shown:
                case HandFinished(seats=seats) | HandCancelled(seats=seats):
                    self._hand_over(table, next((seat for seat in seats if seat.player == self.player), None))
                case SeatChanged(seat=seat) if seat.player == self.player:
                    self._mind_chair(table, seat)
                case SeatChanged(seat=seat) if not seat.bot:
                    self._mind_guest(table)

    def _think(self, table: TableId, asked: YourTurn) -> None:
        found = self._room.view(table, self.player)
        view: TableView | None = None if found is None else found[2]
        if view is None or view.hand is None or view.hand.turn is None:
            return
        rules = self._room.cash.house.rules[self.stake][view.hand.edition]
        spot = self._eyes.spot(view, rules.hand)
        if spot is None:
            return
        chance = self.chance()
        act = decide(spot, self.style, chance)
        now = self._room.clock.now()
        patience = max(0, view.hand.turn.base_time_ends - now - _SPARE)
        delay = min(time_to_think(spot, act, self.style, chance), patience) if self._is_watched() else patience
        command = Act(self.player, asked.hand, asked.turn, _choice(act, can_check=spot.to_call == 0))
        self._decide_in(min(delay, _HURRY) if _is_awaited(view) else delay, table, command)

    def _decide_in(self, delay: int, table: TableId, command: Act) -> None:
        clock = self._room.clock

        def act() -> None:
            self._act_soon = None
            self._room.table(table, command)

        def soon() -> None:
            cancel()
            self._act_soon = None
            clock.at(Instant(clock.now() + _HURRY), lambda: self._room.table(table, command))

        cancel = clock.at(Instant(clock.now() + delay), act)
        self._act_soon = soon if delay > _HURRY else None

    def wake(self) -> None:
        """Bring the pending decision forward, because a player watches now."""
        if self._act_soon is not None:
            self._act_soon()

    def _mind_guest(self, table: TableId) -> None:
        """Bring the pending decision forward if a person waits for the next hand."""
        if self._act_soon is not None:
            found = self._room.view(table, self.player)
            if found is not None and _is_awaited(found[2]):
                self._act_soon()

    def _hand_over(self, table: TableId, seat: SeatView | None) -> None:
        self._left_to_play -= 1
        if self._left_to_play == 0:
            self.later(SECOND, 2 * SECOND, self.leave)
        elif seat is not None and not self.leaving:
            self._mind_chair(table, seat)
            limit = self.rules.top_up_limit.value
            short = (seat.stack + seat.pending) * 100 < limit * _TOP_UP_BELOW
            if short and self.rules.banzai is None:
                self._top_up(table, limit - seat.stack - seat.pending)

    def _mind_chair(self, table: TableId, seat: SeatView | None) -> None:
        """Sit in again if the bot sits out, after a top-up if it has no chips."""
        if seat is None or seat.sits_out is None or self.leaving:
            return
        if seat.stack + seat.pending == 0:
            self._top_up(table, self.rules.top_up_limit.value)
        else:
            command = ComeBack(self.player, post=self.rules.may_post_after_missing)
            self.later(SECOND, 3 * SECOND, lambda: self._room.table(table, command))

    def _top_up(self, table: TableId, amount: int) -> None:
        self.fill_purse()
        command = TopUp(self.player, Cents(amount))
        self.later(SECOND // 2, 2 * SECOND, lambda: self._room.table(table, command))


def _is_awaited(view: TableView) -> bool:
    """Whether a person who could play waits for the end of the hand."""
    if view.hand is None:
        return False
    playing = view.hand.dealt.seats
    return any(
        seat is not None and not seat.bot and seat.connected and seat.sits_out is None and seat.seat not in playing
        for seat in view.seats
    )


def _choice(act: int, *, can_check: bool) -> Choice:
    if act == FOLD:
        return Fold()
    if act == CALL:
        return Check() if can_check else Call()
    return RaiseTo(act)
