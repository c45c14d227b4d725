"""Lobby and director together: one game from the draw to its end, with one ledger over both streams."""

from collections.abc import Iterable
from typing import Any

from fairdeal.bank.accounts import Purpose, parse_account
from fairdeal.hexapro.format import hexapro_formats
from fairdeal.hexapro.lobby.events import GameEnded, GameStarted
from fairdeal.hexapro.rules import HexaRules
from fairdeal.kernel import Chips, EventRef, HandId, Instant, PlayerId, Rejection, RuleId, Timer, events_of
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import TournamentEvent
from fairdeal.tournament.director.machine import TournamentMachine
from fairdeal.tournament.director.outcomes import NoteEnd
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.formats.rulebook import TournamentRulebook
from fairdeal.tournament.orders import Bust, HandPlayed, Left, PlayHand, Supply, director_stream
from tests.hexapro.lobbies import UNIBET, Room, rules_of


def edition_named(digest: str) -> Edition:
    """The published edition with that content hash."""
    return next(published_edition(name) for name in UNIBET if rules_of(name).digest == digest)


RULEBOOK = TournamentRulebook(edition_named, hexapro_formats())


class Game:
    """A game with a given multiplier, started in a lobby of its own and directed by hand."""

    def __init__(
        self, rules: HexaRules, multiplier: int, absent: Iterable[PlayerId] = (), *, begins: bool = True
    ) -> None:
        self.lobby = Room(rules)
        self.started: GameStarted = self.lobby.game(multiplier)
        self.rules = rules
        self.director = TournamentMachine(self.started.tournament, RULEBOOK)
        self._state: Tournament | None = None
        self.events: list[TournamentEvent] = []
        for joint in self.lobby.machine.joint_commands(self.started):
            assert joint.to == director_stream(self.started.tournament)
            self.do(joint.command)
        assert self.state.starts_at == self.now
        if begins:
            self.do(ms.Start(self.now, frozenset(absent)))

    @property
    def now(self) -> Instant:
        return self.lobby.now

    @property
    def state(self) -> Tournament:
        assert self._state is not None
        return self._state

    def ask(self, command: Any) -> Rejection | tuple[TournamentEvent, ...]:
        """Decide and commit over both streams; chance comes from the lobby's seed."""
        if getattr(command, "supply", 0) is None:
            supply = Supply(self.lobby.chance.randbytes(32))
            command = type(command)(**{name: getattr(command, name) for name in command.__slots__} | {"supply": supply})
        decision = events_of(self.director.decide(self._state, command, self.now))
        if isinstance(decision, Rejection):
            return decision
        for event in decision:
            self.events.append(event)
            ref = EventRef(director_stream(self.started.tournament), len(self.events))
            assert self.lobby.book.post(self.director.transfers(event, ref)) is None
            self._state = self.director.evolve(self._state, event)
            for joint in self.director.joint_commands(event):
                assert joint.to == self.rules.stream
                assert isinstance(joint.command, NoteEnd)
                self.lobby.tell(joint.command)
        return decision

    def do(self, command: Any) -> tuple[TournamentEvent, ...]:
        answer = self.ask(command)
        assert not isinstance(answer, Rejection), answer
        return answer

    @property
    def order(self) -> PlayHand:
        """The hand to be played."""
        order = self.state.floor.tables[0].order
        assert order is not None
        return order

    def hand(
        self, *busts: PlayerId, to: PlayerId | None = None, used: int = 0, sat_out: PlayerId | None = None
    ) -> tuple[TournamentEvent, ...]:
        """One hand: these players lose everything to one of the others; everybody uses so much of the time bank."""
        order = self.order
        places = {place.player: place for place in order.places}
        winner = to or next(player for player in places if player not in busts)
        lost = sum(places[player].stack for player in busts)
        left = tuple(
            Left(
                place.seat,
                Chips(0 if place.player in busts else place.stack + (lost if place.player == winner else 0)),
                type(place.bank)(max(0, place.bank - used)),
                RuleId("HEXA-15") if place.player == sat_out else None,
            )
            for place in order.places
        )
        fallen = tuple(Bust(places[player].seat, places[player].stack, ((places[winner].seat,),)) for player in busts)
        hand = HandId(f"H{order.number}.{order.attempt}")
        return self.do(HandPlayed(order.table, order.number, hand, self.now, left, fallen))

    def chips_to(self, player: PlayerId, other: PlayerId, amount: int) -> None:
        """One hand in which chips move from one player to another."""
        order = self.order
        moved = {player: amount, other: -amount}
        left = tuple(
            Left(place.seat, Chips(place.stack + moved.get(place.player, 0)), place.bank) for place in order.places
        )
        self.do(HandPlayed(order.table, order.number, HandId(f"H{order.number}"), self.now, left))

    def end_level(self) -> None:
        """Let the level's time pass."""
        ends = self.state.clock.level_ends
        assert ends is not None
        timers = [task for task in self.director.agenda(self.state) if isinstance(task, Timer) and task.at == ends]
        assert len(timers) == 1
        self.lobby.now = ends
        self.do(timers[0].command)

    def won(self, player: PlayerId) -> int:
        """What the game paid to a player, the buy-in not counted."""
        return self.rules.buy_in.value - self.lobby.spent(player)

    def held(self, purpose: Purpose) -> int:
        """What all accounts of a purpose hold, in cents."""
        balances = self.lobby.book.balances.items()
        found = [units for account, units in balances if (p := parse_account(account)) and p.purpose is purpose]
        return sum(found) // 100

    @property
    def over(self) -> bool:
        return self.state.status in (Status.FINISHED, Status.CANCELLED)

    @property
    def result(self) -> GameEnded:
        """What the lobby knows of the end."""
        event = self.lobby.events[-1]
        assert isinstance(event, GameEnded)
        return event
