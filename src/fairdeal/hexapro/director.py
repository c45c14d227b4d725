"""
The director of a tournament, which also serves games of HexaPro lobbies.

It is the director of every tournament. For a HexaPro game it adds three things: the rules are HexaPro's, the house's part in
the pool is kept in an account of the product, and the end is reported to the lobby in the same commit.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.transfer import Chain, Reason, Transfer
from fairdeal.hexapro.game import is_hexapro, lobby_of
from fairdeal.hexapro.lobby.messages import Finish, NoteEnd
from fairdeal.kernel import (
    AccountId,
    Cents,
    Decision,
    EventRef,
    Instant,
    PlayerId,
    Rejection,
    Step,
    StreamId,
    TournamentId,
    units_of,
)
from fairdeal.kernel.agenda import Joint
from fairdeal.tournament.books import Books
from fairdeal.tournament.cancellation.from_tournament import HEXAPRO_PRODUCTS
from fairdeal.tournament.director.agenda import Agenda, AgendaChange
from fairdeal.tournament.director.commands import TournamentCommand
from fairdeal.tournament.director.events import PrizesFixed, TournamentEvent
from fairdeal.tournament.director.machine import State, TournamentMachine, TournamentStep
from fairdeal.tournament.director.outcomes import Cancelled
from fairdeal.tournament.director.postings import JointCommand
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.director.view import Notice, Summary, TournamentView
from fairdeal.tournament.rules import TournamentRules
from fairdeal.tournament.setup import TournamentSetup

_OVER: Final = (Status.FINISHED, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class EndReported:
    """The lobby a game came from is told how it ended."""

    durable: ClassVar[bool] = True

    lobby: StreamId
    end: NoteEnd


DirectorEvent = TournamentEvent | EndReported
DirectorStep = Step[State, DirectorEvent]


class GameDirector:
    """The rules of one tournament, of whatever kind; `rules_of` finds those of a setup, HexaPro games included."""

    def __init__(self, tournament: TournamentId, rules_of: Callable[[TournamentSetup], TournamentRules]) -> None:
        self.rules_of = rules_of
        self._director = TournamentMachine(tournament, rules_of)

    def decide(self, state: State, command: TournamentCommand, now: Instant) -> Decision[State, DirectorEvent]:
        """What happens, or why not; a HexaPro game that ends is reported."""
        decided = self._director.decide(state, command, now)
        if isinstance(decided, Rejection) or state is None or not is_hexapro(state.setup):
            return decided
        after = decided[-1].after if decided else state
        assert after is not None, "what was announced stays so"
        if state.status in _OVER or after.status not in _OVER:
            return decided
        events = tuple([step.event for step in decided])
        report = NoteEnd(state.id, _finishes(after, events), cancelled=after.status is Status.CANCELLED)
        told = EndReported(lobby_of(self.rules_of(state.setup), state.setup), report)
        return (*decided, Step(after, told, after))

    def evolve(self, state: State, event: DirectorEvent) -> State:
        """The state after the event."""
        return state if isinstance(event, EndReported) else self._director.evolve(state, event)

    def agenda(self, state: State) -> Agenda:
        """Everything the state waits for."""
        return self._director.agenda(state)

    def agenda_change(self, before: State, after: Tournament) -> AgendaChange:
        """What changed on the agenda between two states."""
        return self._director.agenda_change(before, after)

    def joins(self, event: DirectorEvent) -> tuple[Joint[JointCommand | NoteEnd], ...]:
        """What other machines must decide in the same commit."""
        if isinstance(event, EndReported):
            return (Joint(event.lobby, event.end),)
        return self._director.joins(event)

    def transfers(self, event: DirectorEvent, ref: EventRef) -> Chain:
        """What the event means in money."""
        match event:
            case EndReported():
                return ()
            case PrizesFixed() if event.books.product in HEXAPRO_PRODUCTS:
                return _pool_transfers(event, ref)
            case _:
                return self._director.transfers(event, ref)

    def view(self, state: State, viewer: PlayerId | None) -> TournamentView | None:
        """The lobby of the tournament, with what concerns the viewer."""
        return self._director.view(state, viewer)

    def public_change(self, step: DirectorStep) -> Summary | None:
        """What the event shows to everybody."""
        return None if isinstance(step.event, EndReported) else self._director.public_change(_plain(step))

    def private_changes(self, step: DirectorStep) -> tuple[tuple[PlayerId, Notice], ...]:
        """What the event shows to single players besides."""
        return () if isinstance(step.event, EndReported) else self._director.private_changes(_plain(step))


def _plain(step: DirectorStep) -> TournamentStep:
    """A step that every tournament knows."""
    assert not isinstance(step.event, EndReported)
    return Step(step.before, step.event, step.after)


def bankroll(books: Books) -> AccountId:
    """Where the house keeps what small pools leave and takes what large ones need: what the wheel has won or lost."""
    return books.tender.account(Purpose.BANKROLL, f"{books.edition}/{books.product}")


def _pool_transfers(event: PrizesFixed, ref: EventRef) -> Chain:
    """The drawn pool differs from what was paid in; the house's bankroll for the product takes or adds the difference."""
    house, pool = bankroll(event.books), event.books.prizes
    moves = ((house, pool, event.overlay, Reason.OVERLAY), (pool, house, event.surplus, Reason.ENTRY))
    return tuple(
        Transfer(ref.leg(leg), debit, credit, units_of(amount), reason, event.rule)
        for leg, (debit, credit, amount, reason) in enumerate(move for move in moves if move[2])
    )


def _finishes(game: Tournament, decided: tuple[TournamentEvent, ...]) -> tuple[Finish, ...]:
    """Everybody's place and money, the first place first; in a cancelled game those who were left have no place."""
    plans = [event.plan for event in decided if isinstance(event, Cancelled)]
    settled = {payout.player: payout.amount for plan in plans for payout in plan.payouts}
    found = [
        Finish(
            entrant.player,
            game.place(entrant.finishes[-1].out) if entrant.finishes else None,
            Cents(entrant.prizes + settled.get(entrant.player, 0)),
        )
        for entrant in game.entrants.values()
    ]
    return tuple(sorted(found, key=lambda finish: (finish.place or 0, finish.player)))
