"""
Simulated players of tournaments: they register, act, let time run out, disconnect and reconnect, buy chips and re-enter.

One object watches every table for all of them; the private changes of a frame say whose turn it is.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from fairdeal.kernel import MINUTE, SECOND, Cents, Instant, PlayerId, Rejection, StreamId, TournamentId
from fairdeal.play.changes import YourTurn
from fairdeal.play.messages import Act
from fairdeal.poker import Call, Check, Choice, Fold, Options, RaiseTo
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.ports import Clock
from fairdeal.testing.tournaments.plan import Billed, Dice
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director.state import PauseKind, Status, Tournament
from fairdeal.tournament.orders import director_stream, table_id, table_of_stream

_FOLDS: Final = 0.62  # of decisions that cost something
_BETS: Final = 0.22
_ALL_IN: Final = 0.4  # of bets and raises
_DOZES: Final = 0.004
_DROPS: Final = 0.004
_SITS_OUT: Final = 0.002
_UNREST: Final = _DOZES + _DROPS + _SITS_OUT
_NONSENSE: Final = 0.002
_ABSENT: Final = 0.04  # disconnected at the start
_BUYS_AGAIN: Final = 0.7
_ADDS_ON: Final = 0.6
_RE_ENTERS: Final = 0.5
_RETURNS_SEAT: Final = 0.5  # won in a satellite
_CHANGES_MIND: Final = 0.03  # un-registers


class People:
    """All players of a simulation; `attach` after every start of the room."""

    def __init__(self, players: tuple[PlayerId, ...], dice: Dice, life: Clock, unrest: int = 1) -> None:
        """`life` is a clock that goes on while the room is down; `unrest` multiplies how often they time out or disconnect."""
        self.players = players
        self._dice = dice
        self._life = life
        self._unrest = unrest
        self._room: Room | None = None
        self._clock: Clock | None = None
        self._gone: set[PlayerId] = set()  # disconnected by themselves, not by a crash
        self.acts = 0
        self.refusals: Counter[str] = Counter()  # by code
        self.rulings: Counter[str] = Counter()  # refusals by rule

    def attach(self, room: Room, clock: Clock) -> None:
        """Connect to a room that was opened: most players at once, all within a minute, but not those who had disconnected."""
        self._room, self._clock = room, clock
        room.registry.watches.append(self._watch)
        for player in self.players:
            if player not in self._gone:
                delay = self._dice.randrange(100) if self._dice.random() < 0.9 else self._dice.randrange(MINUTE)
                clock.at(Instant(clock.now() + delay), partial(self._connect, player))

    def detach(self) -> None:
        """Forget the room after a crash."""
        self._room = self._clock = None

    def insist(self, at: Instant, stream: StreamId, command: Any, key: str) -> None:
        """Send a command under one idempotency key every two minutes until it is answered, across crashes."""
        answered: list[Rejection | None] = []

        def say() -> None:
            if answered:
                return
            if self._room is not None:
                self._room.registry.send(stream, command, hear, key)
            self._life.at(Instant(self._life.now() + 2 * MINUTE), say)

        def hear(answer: Rejection | None) -> None:
            answered.append(answer)
            self._answered(answer)

        self._life.at(at, say)

    def enter(self, billed: Billed, until: Instant) -> None:
        """Let players register before `until`; a few un-register and register again, a few register late."""
        clock = self._open_clock()
        now = clock.now()
        entrants = self._dice.sample(self.players, billed.entrants)
        self._pester(billed, self._dice.choice(entrants or self.players), until)
        for player in entrants:
            at = Instant(now + self._dice.randrange(max(1, until - now)))
            late = billed.setup.late_levels > 0 and self._dice.random() < 0.1
            if late:
                at = Instant(until + self._dice.randrange(billed.setup.late_levels * billed.setup.blinds.level_time))
            stream, first = director_stream(billed.tournament), f"{billed.tournament}/{player}"
            self.insist(at, stream, self._registration(billed, player), first)
            if not late and self._dice.random() < _CHANGES_MIND and billed.setup.starts_at is not None:
                clock.at(Instant(at + MINUTE), partial(self._tell, billed.tournament, ms.Unregister(player)))
                self.insist(Instant(at + 2 * MINUTE), stream, self._registration(billed, player), f"{first}/again")
            if self._dice.random() < _ABSENT * self._unrest:
                self._leave_for(player, self._dice.randrange(2 * MINUTE, until - now + 8 * MINUTE), at)

    def _pester(self, billed: Billed, player: PlayerId, start: Instant) -> None:
        """One player asks for what is always refused: another price, a second entry, to un-register after the start."""
        clock = self._open_clock()
        asked = (
            (clock.now(), ms.Register(player, Cents(1))),
            (start - SECOND, ms.Register(player)),
            (start - SECOND, ms.Unregister(player)),
            (start + MINUTE, ms.Unregister(player)),
        )
        for at, command in asked:
            clock.at(Instant(at), partial(self._tell, billed.tournament, command))
        # Whatever happens to the room meanwhile: a sit & go would wait for ever for the last of its players.
        stream, key = director_stream(billed.tournament), f"{billed.tournament}/{player}/after all"
        self.insist(Instant(start + 2 * MINUTE), stream, ms.Register(player), key)

    # ---- connections

    def _connect(self, player: PlayerId) -> None:
        self._gone.discard(player)
        self._open_room().presence.connect(player, "device")

    def _disconnect(self, player: PlayerId, length: int) -> None:
        room, clock = self._open_room(), self._open_clock()
        self._gone.add(player)
        room.presence.disconnect(player, "device")
        clock.at(Instant(clock.now() + length), partial(self._connect, player))

    def _leave_for(self, player: PlayerId, length: int, at: Instant) -> None:
        self._open_clock().at(at, partial(self._disconnect, player, length))

    # ---- what clients show

    def _watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        if actor.hosted.prefix == "deal":
            if "people" not in actor.feed.sinks:
                tournament, number = table_of_stream(actor.stream)
                actor.feed.watch("people", partial(self._see, tournament, number))
        elif actor.hosted.prefix == "tournament" and actor.state is not None:
            for event in events:
                self._hear(actor.state, event)

    def _see(self, tournament: TournamentId, table: int, frame: Frame) -> None:
        for player, changes in frame.private.items():
            for change in changes:
                if isinstance(change, YourTurn):
                    self._think(tournament, table, player, change)

    def _think(self, tournament: TournamentId, table: int, player: PlayerId, turn: YourTurn) -> None:
        dice, clock = self._dice, self._open_clock()
        if player in self._gone:
            return
        roll = dice.random()
        if roll < self._unrest * _UNREST:
            roll /= self._unrest
        if roll < _DOZES:
            return
        if roll < _DOZES + _DROPS:
            self._disconnect(player, dice.randrange(SECOND, MINUTE))
            return
        if roll < _DOZES + _DROPS + _SITS_OUT:
            self._tell(tournament, ms.SitOut(player))
            clock.at(Instant(clock.now() + dice.randrange(5 * SECOND, MINUTE)), self._later(tournament, player))
            return
        choice = RaiseTo(-1) if roll > 1 - _NONSENSE else choose(turn.options, dice)
        act = Act(player, turn.hand, turn.turn, choice)
        clock.at(
            Instant(clock.now() + 200 + int(4_000 * dice.random() ** 2)), partial(self._act, tournament, table, act)
        )

    def _later(self, tournament: TournamentId, player: PlayerId) -> Callable[[], None]:
        return partial(self._tell, tournament, ms.SitIn(player))

    def _act(self, tournament: TournamentId, table: int, act: Act) -> None:
        if act.player in self._gone:
            return
        self.acts += 1
        self._open_room().table(table_id(tournament, table), act, self._answered)

    def _hear(self, state: Tournament, event: Any) -> None:
        match event:
            case ev.HandRecorded():
                self._after_hand(state, event)
            case ev.PauseBegan() if state.clock.pause is not None and state.clock.pause.kind is PauseKind.ADD_ON:
                for player in [player for player, entrant in state.entrants.items() if entrant.playing]:
                    self._perhaps(_ADDS_ON, state.id, ms.TakeAddOn(player), 100 * SECOND)
            case ev.Entered(satellite=str()) if state.status is Status.ANNOUNCED:
                self._perhaps(_RETURNS_SEAT, state.id, ms.Unregister(event.player), 20 * SECOND)
            case ev.Eliminated() if state.registration_open and state.setup.re_entries:
                self._perhaps(_RE_ENTERS, state.id, ms.Register(event.player), 60 * SECOND)
            case _:
                pass

    def _after_hand(self, state: Tournament, event: ev.HandRecorded) -> None:
        """Players without chips decide about a re-buy; players who were made to sit out come back within a minute."""
        for each in [each for each in event.fallen if not each.decided]:
            buys = self._dice.random() < _BUYS_AGAIN
            command = ms.BuyAgain(each.player) if buys else ms.DeclineReBuy(each.player)
            self._soon(state.id, command, 15 * SECOND)
        table = state.floor.tables.get(event.table)
        for left in [left for left in event.left if left.away is not None]:
            chair = None if table is None else table.chairs[left.seat]
            if chair is not None:
                self._soon(state.id, ms.SitIn(chair.player), MINUTE)

    # ---- sending

    def _perhaps(self, chance: float, tournament: TournamentId, command: Any, within: int) -> None:
        if self._dice.random() < chance:
            self._soon(tournament, command, within)

    def _soon(self, tournament: TournamentId, command: Any, within: int) -> None:
        clock = self._open_clock()
        clock.at(Instant(clock.now() + self._dice.randrange(SECOND, within)), partial(self._tell, tournament, command))

    def _registration(self, billed: Billed, player: PlayerId) -> ms.Register:
        amount = None
        choice = billed.setup.multi_buy_in
        if choice is not None:
            amount = Cents(self._dice.randrange(choice.least, choice.most + 1))
        return ms.Register(player, amount)

    def _tell(self, tournament: TournamentId, command: Any) -> None:
        self._open_room().tournaments.send(tournament, command, self._answered)

    def _answered(self, answer: Rejection | None) -> None:
        if answer is not None:
            self.refusals[answer.code] += 1
            if answer.rule is not None:
                self.rulings[answer.rule] += 1

    def _open_room(self) -> Room:
        assert self._room is not None, "the room is closed"
        return self._room

    def _open_clock(self) -> Clock:
        assert self._clock is not None, "the room is closed"
        return self._clock


def choose(options: Options, dice: Dice) -> Choice:
    """One of the legal choices; loose enough that tournaments end."""
    roll = dice.random()
    if options.can_raise and roll < _BETS:
        if dice.random() < _ALL_IN:
            return RaiseTo(options.raise_max)
        return RaiseTo(min(options.raise_max, int(options.raise_min * (1 + dice.random()))))
    if options.can_check:
        return Check()
    return Fold() if dice.random() < _FOLDS else Call()
