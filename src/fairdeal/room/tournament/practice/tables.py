"""How practice partners play at tournament tables: by what their seats may see, at the pace of people."""

from collections.abc import Callable
from functools import partial
from typing import Final

from fairdeal.bots.push_fold import Stage, pressure_of
from fairdeal.bots.seat import SeatEyes
from fairdeal.bots.spot import Spot
from fairdeal.bots.timing import time_to_think
from fairdeal.bots.tournament import decide_in_tournament
from fairdeal.kernel import Duration, Instant, PlayerId, StreamId, TournamentId
from fairdeal.play.changes import YourTurn
from fairdeal.play.messages import Act
from fairdeal.poker import CALL, FOLD, Call, Check, Choice, Fold, RaiseTo
from fairdeal.room.room import Room
from fairdeal.room.tournament.practice.pool import DEVICE, Partner, Pool
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.dealer.view import DealerView
from fairdeal.tournament.director.prizes.pools import paid_places
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.orders import DEALERS, director_stream, table_of_stream

_SPARE: Final = Duration(1_500)
"""How long before its clock runs out a partner acts at the latest."""
_HURRY: Final = Duration(350)
"""The longest a partner thinks while everybody waits for its table."""
_WAITED_FOR: Final = 0.45
"""Of its usual time a partner takes this part while a person at its table has folded."""


class PartnerTables:
    """Plays for the partners at every table where some sit; watches each table once for all of them."""

    def __init__(self, room: Room, pool: Pool, is_watched: Callable[[], bool]) -> None:
        self._room = room
        self._pool = pool
        self._is_watched = is_watched
        self._eyes: dict[StreamId, SeatEyes] = {}
        self._pressures: dict[TournamentId, tuple[int, int, float]] = {}  # with the players and entries they hold for
        self._act_soon: dict[StreamId, Callable[[], None]] = {}  # brings the pending decision of a table forward

    @property
    def watched(self) -> int:
        """The number of tables that are watched."""
        return len(self._eyes)

    def watch(self, stream: StreamId) -> None:
        """Play at a table from now on, also if it is a partner's turn already."""
        actor = self._room.registry.actor(stream)
        if stream not in self._eyes and actor.failed is None:
            self._eyes[stream] = SeatEyes()
            actor.feed.watch(DEVICE, partial(self._see, actor))
            self._mind_turn(actor)

    def forget(self, stream: StreamId) -> None:
        """Forget a table that is gone."""
        self._eyes.pop(stream, None)
        self._act_soon.pop(stream, None)
        actor = self._room.registry.find(stream)
        if actor is not None:
            actor.feed.forget(DEVICE)

    def revived(self, actor: Actor) -> None:
        """Go on at a table that failed and was read again."""
        if actor.hosted.prefix == DEALERS and actor.stream in self._eyes:
            self._mind_turn(actor)

    def wake(self) -> None:
        """Bring all pending decisions forward, because a player watches now."""
        for soon in tuple(self._act_soon.values()):
            soon()

    # ---- a decision

    def _see(self, actor: Actor, frame: Frame) -> None:
        eyes = self._eyes.get(actor.stream)
        if eyes is None:
            return
        eyes.hear(frame.public)
        for player, changes in frame.private.items():
            for change in changes:
                if isinstance(change, YourTurn):
                    self._asked(actor, player, change)

    def _asked(self, actor: Actor, player: PlayerId, asked: YourTurn) -> None:
        partner = self._pool.find(player)
        if partner is not None:
            self._think(actor, partner, asked)

    def _mind_turn(self, actor: Actor) -> None:
        table: DealerTable = actor.state
        running = table.running
        if running is None or running.turn is None or running.turn.seat in table.away:
            return
        player = running.lineup.players[running.lineup.seats.index(running.turn.seat)]
        asked = YourTurn(running.lineup.hand, running.turn.number, running.hand.options())
        self._asked(actor, player, asked)

    def _think(self, actor: Actor, partner: Partner, asked: YourTurn) -> None:
        view: DealerView = actor.hosted.view(actor.state, partner.player)
        running = actor.state.running
        if view.hand is None or view.hand.turn is None or running is None:
            return
        spot = self._eyes[actor.stream].tournament_spot(view, running.hand.rules)
        if spot is None:
            return
        chance = partner.chance()
        act = decide_in_tournament(spot, partner.style, self._stage(actor, view), chance)
        patience = max(0, view.hand.turn.base_time_ends - self._room.clock.now() - _SPARE)
        delay = self._delay(actor, view, partner, spot, act, chance) if self._is_watched() else patience
        command = Act(partner.player, asked.hand, asked.turn, _choice(act, can_check=spot.to_call == 0))
        self._decide_in(min(delay, patience), actor.stream, command)

    def _delay(self, actor: Actor, view: DealerView, partner: Partner, spot: Spot, act: int, chance: float) -> int:
        usual = time_to_think(spot, act, partner.style, chance)
        if self._is_waited_for(actor):
            return min(_HURRY, usual)
        people = [seat for seat in view.seats if self._pool.find(seat.player) is None]
        if any(seat.connected and not seat.away and not seat.has_cards for seat in people):
            return int(usual * _WAITED_FOR)
        return usual

    def _stage(self, actor: Actor, view: DealerView) -> Stage:
        """What the tournament adds to a decision: antes, the nearness of prizes, and heads that can be won."""
        assert view.hand is not None, "somebody is to act"
        assert view.own is not None, "somebody is to act"
        blinds = view.hand.blinds
        cost = blinds.small_blind_chips + blinds.big_blind_chips + blinds.ante_chips * len(view.hand.seats)
        state = self._tournament(actor)
        if state is None:
            return Stage(cost)
        heads = heads_in_reach(state, view) if state.setup.bounty else 0.0
        return Stage(cost, self._pressure(state), heads)

    def _pressure(self, state: Tournament) -> float:
        known = self._pressures.get(state.id)
        if known is None or known[:2] != (state.remaining, state.entries):
            flat = state.setup.satellite is not None
            found = pressure_of(state.remaining, paid_places(state), flat=flat)
            self._pressures[state.id] = known = (state.remaining, state.entries, found)
        return known[2]

    def forget_tournament(self, tournament: TournamentId) -> None:
        """Forget a tournament that is over."""
        self._pressures.pop(tournament, None)

    def _tournament(self, actor: Actor) -> Tournament | None:
        director = self._room.registry.find(director_stream(table_of_stream(actor.stream)[0]))
        state: Tournament | None = None if director is None else director.state
        return state

    def _is_waited_for(self, actor: Actor) -> bool:
        """Whether other tables wait for this one: in hand-for-hand play, or before a break."""
        state = self._tournament(actor)
        if state is None or state.floor.count < _SEVERAL:
            return False
        pause = state.clock.pause
        return state.hand_for_hand or (pause is not None and pause.until is None)

    def _decide_in(self, delay: int, stream: StreamId, command: Act) -> None:
        clock = self._room.clock

        def act() -> None:
            self._act_soon.pop(stream, None)
            self._send(stream, command)

        def soon() -> None:
            cancel()
            self._act_soon.pop(stream, None)
            clock.at(Instant(clock.now() + _HURRY), lambda: self._send(stream, command))

        cancel = clock.at(Instant(clock.now() + delay), act)
        if delay > _HURRY:
            self._act_soon[stream] = soon
        else:
            self._act_soon.pop(stream, None)

    def _send(self, stream: StreamId, command: Act) -> None:
        actor = self._room.registry.find(stream)
        if actor is not None:
            self._room.registry.post(actor, command)


_SEVERAL: Final = 2
_HALF: Final = 2


def heads_in_reach(state: Tournament, view: DealerView) -> float:
    """The most that knocking out one of the opponents in the hand is worth, in chips; who has more than oneself stays in."""
    assert view.own is not None, "the viewer plays"
    own = next(seat for seat in view.seats if seat.seat == view.own.seat)
    mine = own.stack + own.bet
    heads = [
        state.entrants[seat.player].head
        for seat in view.seats
        if seat.has_cards and seat.seat != own.seat and seat.stack + seat.bet <= mine and seat.player in state.entrants
    ]
    won = max(heads, default=0) / (_HALF if state.setup.progressive else 1)
    return won * state.chips / max(1, state.purse.pool)


def _choice(act: int, *, can_check: bool) -> Choice:
    if act == FOLD:
        return Fold()
    if act == CALL:
        return Check() if can_check else Call()
    return RaiseTo(act)
