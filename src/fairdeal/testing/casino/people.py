"""
Simulated players of a casino, who bet, undo, repeat, decide, chat, disconnect and leave; and a live dealer.

Most of their commands are possible at that moment, a few never are. They see tables through views, as clients do.
"""

from collections.abc import Callable
from typing import Any, Final

from fairdeal.bots.live_dealer import AutomaticDealer, EnterPocket, Finish, Misread, ShowCard
from fairdeal.casino.chat import BlockChat, Mute, ReportMessage, Say
from fairdeal.casino.dealer import Step, StepKind
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.rules import DEALER
from fairdeal.casino.games.blackjack.view import BlackjackView, OwnBoxes
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.games.layout.game import OwnChips
from fairdeal.casino.games.roulette.spin import Spin
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.state import Correction, CorrectionKind, Phase
from fairdeal.casino.table.view import TableView
from fairdeal.kernel import Cents, PlayerId, TableId
from fairdeal.room.casino.house import casino_stream
from fairdeal.room.room import Room
from fairdeal.testing.plan import Dice

SPOTS: Final = {
    "roulette": (
        "straight-0",
        "straight-17",
        "split-1-2",
        "split-0-1",
        "street-4",
        "corner-1",
        "red",
        "dozen-3",
        "split-1-9",
    ),
    "baccarat": ("player", "banker", "tie", "dragon"),
}
AMOUNTS: Final = tuple(map(Cents, (0, 50, 100, 250, 500, 2_500, 10_000, 60_000)))
WORDS: Final = ("good luck", "nice hand", "you bitch", "noroc", "", "tere õhtust")
CARDS: Final = 52
ACES: Final = range(48, CARDS)
TENS: Final = range(32, 48)
VOIDS: Final = {StepKind.ANNOUNCE: 0.2, StepKind.WAIT: 0.05}
"""The chance, by step of the live dealer, that staff propose to void the round instead."""
STAKES: Final = tuple(map(Cents, (1_000, 1_000, 5_000, 10_000)))

Send = Callable[[TableId, Any], None]


class Guest:
    """A player at casino tables, who does one thing at each call of `act`."""

    def __init__(self, player: PlayerId, others: tuple[PlayerId, ...], dice: Dice) -> None:
        self.player = player
        self._others = others
        self._dice = dice
        self.table: TableId | None = None

    def act(self, room: Room, send: Send) -> None:
        """Send one command or change the connection: mostly play, sometimes join, leave, chat or disconnect."""
        dice, presence = self._dice, room.presence
        roll = dice.random()
        if not presence.is_connected(self.player):
            if roll < 0.6:
                presence.connect(self.player, "device")
        elif roll < 0.02:
            presence.disconnect(self.player, "device")
        elif self.table is None or (roll < 0.03 and dice.random() < 0.5):
            self.table = dice.choice(list(room.casino.house.machines))
            send(self.table, c.Join(self.player))
        elif roll < 0.045:
            send(self.table, c.Leave(self.player))
            self.table = None
        elif roll < 0.09:
            send(self.table, self._talk(room, self.table))
        else:
            self._play(room, self.table, send)

    def _talk(self, room: Room, table: TableId) -> Any:
        dice, other = self._dice, self._dice.choice(self._others)
        position = room.view(table, self.player)
        assert position is not None
        number = position[2].messages[-1].number if position[2].messages else 0
        return dice.choice(
            (
                Say(self.player, dice.choice(WORDS)),
                Say(self.player, dice.choice(WORDS)),
                Mute(self.player, other, dice.random() < 0.7),
                ReportMessage(self.player, number, "rude"),
                BlockChat("support", other, "abuse", dice.random() < 0.5),
            )
        )

    def _play(self, room: Room, table: TableId, send: Send) -> None:
        position = room.view(table, self.player)
        assert position is not None
        view: TableView = position[2]
        if view.own is None:
            send(table, c.Join(self.player))
        elif isinstance(view.own, OwnChips):
            if view.phase is Phase.BETTING or self._dice.random() < 0.05:
                send(table, self._chips(view, view.own))
        elif isinstance(view.own, OwnBoxes) and isinstance(view.felt, BlackjackView):
            if view.phase is Phase.PLAYING:
                self._decide(table, view, view.felt, view.own, send)
            else:
                send(table, self._box(view, view.felt))

    def _round(self, view: TableView) -> int:
        return view.round - (self._dice.random() < 0.03)

    def _chips(self, view: TableView, own: OwnChips) -> Any:
        dice, player, number = self._dice, self.player, self._round(view)
        spots = SPOTS[view.game]
        spot = spots[-1] if dice.random() < 0.03 else dice.choice(spots[:-1])
        roll = dice.random()
        if own.staged and roll < 0.55:
            return lay.Confirm(player, number)
        if roll < 0.8:
            return lay.PlaceChip(player, number, spot, Cents(500) if roll < 0.75 else dice.choice(AMOUNTS))
        if own.last and roll < 0.9:
            return lay.RepeatLastBet(player, number)
        if own.staged or roll > 0.99:
            return lay.Undo(player, number, everything=dice.random() < 0.3)
        return lay.PlaceChip(player, number, spot, Cents(100))

    def _box(self, view: TableView, felt: BlackjackView) -> Any:
        dice, player, number = self._dice, self.player, self._round(view)
        mine = next((seat for seat in felt.seats if seat.player == player), None)
        taken = [seat.seat for seat in felt.seats if seat.player is not None]
        roll = dice.random()
        if mine is not None and roll < 0.85:
            if roll < 0.04:
                return bj.LeaveSeat(player)
            if mine.bet and roll < 0.7:
                return bj.WithdrawBet(player, number) if roll < 0.12 else bj.PlaceBet(player, number, AMOUNTS[1])
            return bj.PlaceBet(player, number, dice.choice(STAKES) if roll < 0.75 else dice.choice(AMOUNTS))
        if roll < 0.2:
            return bj.TakeSeat(player, dice.randrange(len(felt.seats)))
        if roll < 0.25:
            return bj.JoinQueue(player) if dice.random() < 0.6 else bj.LeaveQueue(player)
        if roll < 0.4:
            return bj.AnswerFollow(player, dice.random() < 0.8)
        seat = dice.choice(taken) if taken and roll < 0.97 else dice.randrange(len(felt.seats))
        return bj.BetBehind(player, number, seat, Cents(500) if roll < 0.9 else dice.choice(AMOUNTS))

    def _decide(self, table: TableId, view: TableView, felt: BlackjackView, own: OwnBoxes, send: Send) -> None:
        dice = self._dice
        if felt.insurance and (own.insurance_max or dice.random() < 0.1):
            amount = dice.choice((Cents(0), own.insurance_max, dice.choice(AMOUNTS)))
            send(table, bj.Insure(self.player, view.round, amount))
        elif own.options or dice.random() < 0.05:
            choice = bj.Choice(dice.choice(own.options)) if own.options and dice.random() < 0.9 else bj.Choice.SPLIT
            amount_of_double = dice.choice(AMOUNTS) if dice.random() < 0.1 else None
            send(table, bj.Decide(self.player, view.round, felt.turn, choice, amount_of_double))


class LiveDealer:
    """Does the steps of a dealer's station, a few of them with a failed scan, an impossible card or a correction."""

    def __init__(self, table: TableId, dice: Dice) -> None:
        self.table = table
        self._dice = dice
        self._dealer = AutomaticDealer(dice, misreads=0.05)

    def act(self, room: Room, send: Send) -> None:
        """Send the command for the next step of the table, if the dealer has one to do."""
        step, dice, table = room.casino.step(self.table), self._dice, self.table
        number = room.registry.actor(casino_stream(table)).state.round
        if dice.random() < VOIDS.get(step.kind, 0):
            send(table, c.Propose("dealer", Correction(CorrectionKind.ROUND_VOIDED, reason="seen on video")))
        elif step.kind is StepKind.HELD:
            send(table, c.Dismiss("floor") if dice.random() < 0.5 else self._correction())
            send(table, c.Approve("supervisor"))
        else:
            self._deal(number, step, send)

    def _deal(self, number: int, step: Step, send: Send) -> None:
        """Do the step as an automatic dealer does it, a few times wrongly."""
        table, roll = self.table, self._dice.random()
        match self._dealer.act(step.kind):
            case Finish(kind):
                send(table, c.FinishStep(kind, video=7))
            case EnterPocket(pocket):
                send(table, Spin(number, 37, self._dice.choice((-1, 37)) if roll < 0.05 else pocket, video=7))
            case Misread():
                send(table, c.ScanFailed(number))
            case ShowCard(card):
                if roll < 0.03:
                    send(table, self._correction())
                elif roll < 0.05:
                    send(table, c.Scan(number, self._dice.choice((-1, CARDS))))
                else:
                    send(table, c.Scan(number, self._card(step, card), video=7))

    def _card(self, step: Step, card: int) -> int:
        """The card; the dealer gets more aces and blackjacks than by chance, so that insurance is tested more."""
        if step.seat == DEALER and self._dice.random() < 0.5:
            return self._dice.choice(ACES if step.face_up else TENS)
        return card

    def _correction(self) -> Any:
        kind = self._dice.choice(list(CorrectionKind))
        return c.Propose("dealer", Correction(kind, self._dice.randrange(37), "seen on video"))
