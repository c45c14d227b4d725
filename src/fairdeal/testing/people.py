"""
Simulated cash players: they take seats, play, disconnect, change their minds, and leave.

A person knows what a `Client` is sent: frames of the tables where the person sits, notices about seats, answers.
What they do besides playing is in `whims`.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.cash.banzai import Comeback
from fairdeal.cash.floor.commands import ConfirmBuyIn, Join, LeaveQueue
from fairdeal.cash.floor.view import QuestionView
from fairdeal.cash.offer import Offered, StakeId
from fairdeal.cash.rules import CashRules
from fairdeal.cash.table.changes import HandCancelled, HandFinished, SeatChanged, SeatLeft
from fairdeal.cash.table.commands import ComeBack, TopUp
from fairdeal.cash.table.view import SeatView, TableView
from fairdeal.kernel import HOUR, MINUTE, SECOND, Cents, HandId, Instant, PlayerId, TableId, units_of
from fairdeal.play.changes import ActShown, YourTurn
from fairdeal.play.messages import Act
from fairdeal.poker import Choice, Options
from fairdeal.room.cash.house import wallet_of
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.ports import Answer
from fairdeal.testing.client import Client, Place
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.habits import choose, habits_of, nonsense, time_to_think
from fairdeal.testing.network import Network
from fairdeal.testing.plan import Dice
from fairdeal.testing.whims import have_a_whim

CASHIER: Final = StaffId("cashier")

TABLES_MAX: Final = 4
_SLIPS: Final = 0.01
"""The chance at each turn of losing the connection just before the player's time is over."""


class Person(Client):
    """One simulated cash player, with habits and a random generator of their own."""

    def __init__(
        self, player: PlayerId, network: Network, clock: ManualClock, dice: Dice, menu: Sequence[Offered]
    ) -> None:
        super().__init__(player, network, clock)
        self.dice = dice
        self.menu = menu
        self.habits = habits_of(dice)

    # ---- sessions

    def arrive(self) -> None:
        """Connect, look for one to three games, and stay for a random time."""
        self.session += 1
        self.in_session = True
        self.come_online()
        dice = self.dice
        for number in range(dice.choice((1, 1, 1, 2, 2, 3))):
            self.later(SECOND + number * dice.randrange(40 * SECOND), self.look_for_game)
        self.later(self.about(self.habits.restless), self._be_restless)
        self.later(self.about(self.habits.stay), self.go_home)

    def go_home(self) -> None:
        """End the session, with or without leaving the seats, and arrive again after a random time."""
        dice = self.dice
        self.session += 1
        self.in_session = False
        if dice.random() < 0.75:
            self._leave_everything()
        self.clock.at(Instant(self.clock.now() + dice.randrange(200, 4_000)), partial(self._shut, self.session))
        away = dice.randrange(MINUTE, 40 * MINUTE) if dice.random() < 0.3 else dice.randrange(4 * HOUR, 14 * HOUR)
        self.clock.at(Instant(self.clock.now() + away), partial(self._return, self.session))

    def go_for_good(self) -> None:
        """Leave every queue and seat, and try again until the simulation ends."""
        self.session += 1
        self.in_session = True
        self.come_online()
        self._leave_everything()
        self.later(90 * SECOND, self.go_for_good)

    def about(self, average: int) -> int:
        """A random time around an average, between a quarter of it and seven quarters."""
        return int(average * (0.25 + 1.5 * self.dice.random()))

    def _return(self, session: int) -> None:
        if session == self.session:
            self.arrive()

    def _shut(self, session: int) -> None:
        if session == self.session:
            self.drop_line()

    def _leave_everything(self) -> None:
        for stake in list(self.waiting):
            self._give_up(stake)
        for table in list(self.places):
            self.leave(table)

    def _be_restless(self) -> None:
        have_a_whim(self)
        self.later(self.about(self.habits.restless), self._be_restless)

    # ---- seats

    def look_for_game(self) -> None:
        """Ask for a seat at a random stake, unless the person has or awaits `TABLES_MAX` seats."""
        if len(self.places) + len(self.waiting) < TABLES_MAX:
            # The smaller of two numbers, because the first stakes of the menu are the most popular.
            place = min(self.dice.randrange(len(self.menu)), self.dice.randrange(len(self.menu)))
            self.join(self.menu[place])

    def join(self, offered: Offered, buy_in: Cents | None = None) -> None:
        """Ask for a seat with a buy-in, or a random one; later if offline. Gives up waiting after a random time."""
        if not self.online:
            self.later(self.dice.randrange(2 * SECOND, 20 * SECOND), partial(self.join, offered, buy_in))
            return
        dice, rules = self.dice, offered.rules
        post = dice.random() < (0.5 if rules.may_post else 0.02)
        choice = dice.choice((None, None, Comeback.RESUME, Comeback.RESET)) if rules.banzai is not None else None
        command = Join(self.player, offered.id, buy_in or self._amount(rules), post, choice)
        self.waiting[offered.id] = None
        self.keyed(lambda room, reply, key: room.join(command, reply, key), partial(self._join_answered, offered))
        patience = dice.randrange(20 * SECOND, 15 * MINUTE)
        self.later(patience, partial(self._lose_patience, offered.id))

    def asked(self, question: QuestionView) -> None:
        """Answer the floor, which has reserved a seat and asks for the buy-in; some refuse or do not answer."""
        if question.stake not in self.waiting:
            return
        roll = self.dice.random()
        if roll < 0.1:
            return  # lets the reservation expire
        wait = self.dice.randrange(SECOND, 15 * SECOND)
        if roll < 0.2:
            self.later(wait, partial(self._give_up, question.stake))
            return
        if roll < 0.3:
            self.later(wait // 2, partial(self._confirm, question, wrong=True))
        self.later(wait, partial(self._confirm, question, wrong=False))

    def seated(self, stake: StakeId, table: TableId) -> None:
        """Follow a table where the floor gave the person a seat."""
        self.waiting.pop(stake, None)
        if self.online and self.network.room is not None:
            self._follow(self.network.room, table, stake)

    def unseated(self, stake: StakeId) -> None:
        """Stop waiting at a stake: the floor gives no seat, or no longer keeps one."""
        self.waiting.pop(stake, None)

    def leave(self, table: TableId) -> None:
        """Ask to leave one table."""
        place = self.places.get(table)
        if place is not None:
            self.keyed(lambda _, reply, key: self.network.leave(table, self.player, reply, key))

    def credit(self, rules: CashRules) -> None:
        """Let the cashier credit the player with one to four maximum buy-ins."""
        amount = Cents(rules.buy_in_max.value * self.dice.randrange(1, 5))
        command = CreditPlayer(wallet_of(rules, self.player), units_of(amount), CASHIER, "to play")
        self.keyed(lambda room, reply, key: room.purse(self.player, command, reply, key))

    def _amount(self, rules: CashRules) -> Cents | None:
        low, high = rules.buy_in_min.value, rules.buy_in_max.value
        roll = self.dice.random()
        if roll < 0.15:
            return None
        if roll < 0.2:
            return Cents(self.dice.choice((1, low - 1, high + 1, 3 * high)))
        return self.dice.choice((low, high, high, Cents(self.dice.randint(low, high))))

    def _confirm(self, question: QuestionView, *, wrong: bool) -> None:
        if question.stake not in self.waiting:
            return
        dice = self.dice
        low, high = question.minimum, question.maximum
        amount = dice.choice(question.amounts or (low, high, Cents(dice.randint(low, high))))
        if wrong:
            amount = Cents(dice.choice((low - 1, high + 1, 0)))
        stake = question.stake
        command = ConfirmBuyIn(self.player, stake, amount)
        self.keyed(lambda room, reply, key: room.floor(stake, command, reply, key))

    def _give_up(self, stake: StakeId) -> None:
        self.keyed(lambda room, reply, key: room.floor(stake, LeaveQueue(self.player, stake), reply, key))

    def _lose_patience(self, stake: StakeId) -> None:
        if stake in self.waiting:
            self._give_up(stake)

    def _join_answered(self, offered: Offered, answer: Answer) -> None:
        if answer is not None:
            self.waiting.pop(offered.id, None)
            if answer.code == "wallet_short":
                self.later(self.dice.randrange(5 * SECOND, 5 * MINUTE), partial(self.credit, offered.rules))
                self.later(self.dice.randrange(6 * MINUTE, 9 * MINUTE), self.look_for_game)

    # ---- at the table

    def hear(self, place: Place, frame: Frame) -> None:
        """Receive a frame of a table where the person sits; act if it is the person's turn."""
        place.epoch = frame.epoch
        place.number = frame.number
        own = frame.private.get(self.player)
        if own is not None:
            for change in own:
                if type(change) is YourTurn:
                    self.think(place.table, change.hand, change.turn, change.options)
        public = frame.public
        if len(public) == 1 and type(public[0]) is ActShown:
            return
        for shown in public:
            self._look(place, shown)

    def think(self, table: TableId, hand: HandId, turn: int, options: Options) -> None:
        """Take a turn: act after a random time, time out, disconnect, or send something wrong."""
        dice = self.dice
        delay = time_to_think(self.habits, dice)
        if dice.random() < _SLIPS:
            self._slip(table)
            return
        if delay is None:
            return
        choice = choose(self.habits, options, dice)
        now = self.clock.now()
        roll = dice.random()
        if roll < 0.01:
            self.clock.at(Instant(now + delay // 2), partial(self._act, table, hand, turn, nonsense(options, dice)))
        elif roll < 0.025:
            self.clock.at(Instant(now + delay + 90), partial(self._act, table, hand, turn, choice))
        self.clock.at(Instant(now + delay), partial(self._act, table, hand, turn, choice))

    def _slip(self, table: TableId) -> None:
        """Disconnect shortly before the deadline, and reconnect within a minute, in time or too late."""
        room, dice = self.network.room, self.dice
        found = None if room is None else room.view(table, self.player)
        hand = None if found is None else found[2].hand
        if hand is None or hand.turn is None:
            return
        lost = max(self.clock.now(), hand.turn.deadline - dice.randrange(1, 3 * SECOND))
        back = dice.choice((dice.randrange(100, 2 * SECOND), dice.randrange(2 * SECOND, 60 * SECOND)))
        self.clock.at(Instant(lost), self.drop_line)
        self.clock.at(Instant(lost + back), self.come_online)

    def top_up(self, place: Place, amount: int) -> None:
        """Ask to add an amount in cents to the stack at a table."""
        command = TopUp(self.player, Cents(amount))
        self.keyed(lambda room, reply, key: room.table(place.table, command, reply, key))

    def come_back(self, table: TableId) -> None:
        """Ask to end sitting out at a table."""
        command = ComeBack(self.player, post=self.dice.random() < 0.4)
        self.network.send(self.player, lambda room: room.table(table, command, self.network.answered))

    def rules(self, stake: StakeId) -> CashRules:
        """The rules of a stake as the lobby shows them."""
        return next(row.rules for row in self.menu if row.id == stake)

    def _act(self, table: TableId, hand: HandId, turn: int, choice: Choice) -> None:
        self.network.act(table, Act(self.player, hand, turn, choice))

    def see(self, place: Place, view: TableView) -> None:
        """Replace what the person knew of a table by a full view; act if it is the person's turn."""
        own = view.own
        if own is None:
            return
        seat = view.seats[own.seat]
        assert seat is not None
        self._take(place, seat)
        if own.options is not None and view.hand is not None and view.hand.turn is not None:
            self.think(place.table, view.hand.hand, view.hand.turn.number, own.options)

    def _look(self, place: Place, change: object) -> None:
        match change:
            case SeatChanged(seat=seat):
                if seat.player == self.player:
                    self._take(place, seat)
            case HandFinished(seats=seats) | HandCancelled(seats=seats):
                for seat in seats:
                    if seat.player == self.player:
                        self._take(place, seat)
            case SeatLeft(seat=number):
                if number == place.seat:
                    self.places.pop(place.table, None)

    def _take(self, place: Place, seat: SeatView) -> None:
        """Take over the person's own seat as it is now, and react to having been sat out."""
        place.seat = seat.seat
        place.stack = seat.stack
        was_out, place.out = place.out, seat.sits_out is not None
        if place.out and not was_out:
            self._sat_out(place)

    def _sat_out(self, place: Place) -> None:
        dice = self.dice
        if place.stack > 0:
            if dice.random() < 0.8:
                self.later(dice.randrange(SECOND, 2 * MINUTE), partial(self.come_back, place.table))
            return
        roll = dice.random()
        if roll < 0.65:
            rules = self.rules(place.stake)
            low, high = rules.buy_in_min.value, rules.buy_in_max.value
            wait = dice.randrange(SECOND, 25 * SECOND)
            self.later(wait, partial(self.top_up, place, dice.choice((low, high, high))))
        elif roll < 0.9:
            self.later(dice.randrange(SECOND, 20 * SECOND), partial(self.leave, place.table))
