"""
The machine of a HexaPro lobby: one product of one edition at one buy-in.

Players register for any number of games; each game that is full is drawn and started at once as a tournament of its own, which
the director plays. The lobby keeps the draws, and sees to it that no game stays undecided for ever.
"""

from dataclasses import dataclass

from fairdeal.bank.transfer import Chain
from fairdeal.hexapro.game import opening_commands
from fairdeal.hexapro.lobby import decide as lobby_decide
from fairdeal.hexapro.lobby import evolve as lobby_evolve
from fairdeal.hexapro.lobby.agenda import agenda
from fairdeal.hexapro.lobby.changes import PrivateChange, PublicChange, private_changes, public_change
from fairdeal.hexapro.lobby.commands import LobbyCommand
from fairdeal.hexapro.lobby.decide import House
from fairdeal.hexapro.lobby.events import GameStarted, LobbyEvent
from fairdeal.hexapro.lobby.postings import lobby_transfers
from fairdeal.hexapro.lobby.state import Lobby
from fairdeal.hexapro.lobby.view import LobbyView, view_of
from fairdeal.hexapro.rules import HexaRules
from fairdeal.hexapro.settings import USUAL, LobbySettings
from fairdeal.kernel import Decision, EventRef, Instant, PlayerId, Step, Task, Verdict, followed
from fairdeal.kernel.agenda import JointCommand
from fairdeal.tournament.director.commands import Announce, Cancel, Register
from fairdeal.tournament.orders import director_stream


@dataclass(frozen=True, slots=True)
class LobbyMachine:
    """A HexaPro lobby; each game is played under the revision of the rulebook that is in force when it is drawn."""

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
        """The steps of a command, or why it is refused."""
        return followed(state, self._verdict(state, command, now), self.evolve)

    def _verdict(self, state: Lobby, command: LobbyCommand, now: Instant) -> Verdict[LobbyEvent]:
        return lobby_decide.decide(self._house, state, command, now)

    def evolve(self, state: Lobby, event: LobbyEvent) -> Lobby:
        """The lobby after the event."""
        return lobby_evolve.evolve(state, event, self.settings.latest_draws)

    def agenda(self, state: Lobby) -> frozenset[Task[LobbyCommand | Cancel]]:
        """Draws of full games, and the deadlines of running ones."""
        return agenda(self._house, state)

    def joint_commands(self, event: LobbyEvent) -> tuple[JointCommand[Announce | Register], ...]:
        """A game that starts is announced to its director and entered by its players in the same commit."""
        if not isinstance(event, GameStarted):
            return ()
        stream = director_stream(event.tournament)
        commands = opening_commands(self.rules, event, self.settings.draw_shown)
        return tuple(JointCommand(stream, command) for command in commands)

    def view(self, state: Lobby, viewer: PlayerId | None) -> LobbyView:
        """The lobby as that viewer may see it."""
        return view_of(self.rules, state, viewer)

    def public_change(self, step: Step[Lobby, LobbyEvent]) -> PublicChange | None:
        """What the event shows to everybody."""
        return public_change(step.before, step.event)

    def private_changes(self, step: Step[Lobby, LobbyEvent]) -> tuple[tuple[PlayerId, PrivateChange], ...]:
        """What the event shows to single players besides."""
        return private_changes(step.event)

    def transfers(self, event: LobbyEvent, ref: EventRef) -> Chain:
        """What the event means in money."""
        return lobby_transfers(self.rules, event, ref)
