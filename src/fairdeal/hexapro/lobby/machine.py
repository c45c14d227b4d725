"""
The lobby machine: one product of one edition at one buy-in.

Players register for any number of games; each game that is full is drawn and started at once as a tournament of its own, which
the director plays. The lobby keeps the draws, and sees to it that no game stays undecided for ever.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fairdeal.bank.transfer import Chain
from fairdeal.hexapro.game import opening_commands
from fairdeal.hexapro.lobby import decide as lobby_decide
from fairdeal.hexapro.lobby import evolve as lobby_evolve
from fairdeal.hexapro.lobby import view as lobby_view
from fairdeal.hexapro.lobby.decide import House
from fairdeal.hexapro.lobby.messages import GameStarted, LobbyCommand, LobbyEvent, RaiseAlert, Settle, StartGame
from fairdeal.hexapro.lobby.postings import lobby_transfers
from fairdeal.hexapro.lobby.state import Lobby, Running
from fairdeal.hexapro.lobby.view import LobbyView, PrivateChange, PublicChange
from fairdeal.hexapro.rules import HexaRules
from fairdeal.hexapro.settings import USUAL, LobbySettings
from fairdeal.kernel import Decision, EventRef, Instant, Letter, PlayerId, Step, Task, Timer, Verdict, followed
from fairdeal.kernel.agenda import Joint
from fairdeal.tournament.director.commands import Announce, Cancel, Cause, Register
from fairdeal.tournament.orders import director_stream

LOBBY: Final = "hexapro lobby"
UNDECIDED: Final = "not decided in time"


@dataclass(frozen=True, slots=True)
class LobbyMachine:
    """A lobby under the rules in force; a game is drawn and played under the text that is in force when it is drawn."""

    rules: HexaRules
    settings: LobbySettings = USUAL

    @property
    def initial(self) -> Lobby:
        """A lobby nobody has entered."""
        return Lobby()

    @property
    def _house(self) -> House:
        return House(self.rules, self.settings)

    def decide(self, state: Lobby, command: LobbyCommand, now: Instant) -> Decision[Lobby, LobbyEvent]:
        """What happens, or why not."""
        return followed(state, self._verdict(state, command, now), self.evolve)

    def _verdict(self, state: Lobby, command: LobbyCommand, now: Instant) -> Verdict[LobbyEvent]:
        return lobby_decide.decide(self._house, state, command, now)

    def evolve(self, state: Lobby, event: LobbyEvent) -> Lobby:
        """The lobby after the event."""
        return lobby_evolve.evolve(state, event, self.settings.latest_draws)

    def agenda(self, state: Lobby) -> frozenset[Task[LobbyCommand | Cancel]]:
        """Draws of full games, and the deadlines of running ones."""
        tasks: set[Task[LobbyCommand | Cancel]] = {
            Timer(game.filled_at, StartGame(game.number), game.number)  # drawn in the order they were opened in
            for game in state.filling
            if game.filled_at is not None
        }
        for game in state.running:
            tasks.update(self._deadlines(game))
        return frozenset(tasks)

    def _deadlines(self, game: Running) -> Iterator[Task[LobbyCommand | Cancel]]:
        due = self._house.due(game)
        if not game.alerted:
            yield Timer(Instant(due - self.settings.alert_before), RaiseAlert(game.tournament), game.number)
        if game.settling:
            yield Letter(director_stream(game.tournament), Cancel(LOBBY, UNDECIDED, Cause.SERVER_FAILURE))
        else:
            yield Timer(Instant(due - self.settings.settle_before), Settle(game.tournament), game.number)

    def joins(self, event: LobbyEvent) -> tuple[Joint[Announce | Register], ...]:
        """A game that starts is announced to its director and entered by its players in the same commit."""
        if not isinstance(event, GameStarted):
            return ()
        stream = director_stream(event.tournament)
        return tuple(Joint(stream, command) for command in opening_commands(self.rules, event))

    def view(self, state: Lobby, viewer: PlayerId | None) -> LobbyView:
        """What that viewer may see."""
        return lobby_view.view(self.rules, state, viewer)

    def public_change(self, step: Step[Lobby, LobbyEvent]) -> PublicChange | None:
        """What the event shows to everybody."""
        return lobby_view.public_change(step.before, step.event)

    def private_changes(self, step: Step[Lobby, LobbyEvent]) -> tuple[tuple[PlayerId, PrivateChange], ...]:
        """What the event shows to single players besides."""
        return lobby_view.private_changes(step.event)

    def transfers(self, event: LobbyEvent, ref: EventRef) -> Chain:
        """What the event means in money."""
        return lobby_transfers(self.rules, event, ref)
