"""
The machine of a tournament's director.

`decide` says what happens, or why not; `evolve` follows; `agenda` is what the tournament waits for. Everything else is a module
of its own: `registration`, `starting`, `reports`, `chips`, `clocks`, `presence`, `linked`, `house` and `recovery` for the
commands, `consequences` for what follows from them. In what formats differ, the tournament's format is asked.
"""

from collections.abc import Callable
from typing import Any, Final

from fairdeal.bank.transfer import Chain
from fairdeal.kernel import Decision, Draft, EventRef, Instant, PlayerId, Rejection, Step, TournamentId, reject
from fairdeal.kernel.agenda import JointCommand
from fairdeal.play.messages import GiveTimeBack
from fairdeal.poker import NoSuchGame
from fairdeal.tournament import orders
from fairdeal.tournament.director import agenda as waiting
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.changes import public_change
from fairdeal.tournament.director.chips import buy_again, decline, end_re_buy_time, take_add_on
from fairdeal.tournament.director.clocks import call_break, end_level, end_pause, halt_play, resume_play
from fairdeal.tournament.director.consequences import close, report_end
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import Announced, LotsFixed, PrizesFixed, TournamentEvent
from fairdeal.tournament.director.evolve import evolve
from fairdeal.tournament.director.house import adjust_chips, cancel_by_house, change_setup, delay_start, disqualify
from fairdeal.tournament.director.linked import note_advance, note_winner, receive_phase, seat_winner
from fairdeal.tournament.director.notices import Notice, notices
from fairdeal.tournament.director.postings import CommandToOthers, joint_commands_of, transfers_of
from fairdeal.tournament.director.presence import connect, sit_in, sit_out
from fairdeal.tournament.director.recovery import give_time_back, recover
from fairdeal.tournament.director.registration import register, unregister
from fairdeal.tournament.director.reports import note_closed, record_hand, reorder_hand
from fairdeal.tournament.director.starting import start
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.director.view import Summary, TournamentView, view_of
from fairdeal.tournament.formats.rulebook import TournamentRulebook
from fairdeal.tournament.rules import CHANGE_PARAMETERS, TournamentRules
from fairdeal.tournament.setup import BadSetup, TournamentSetup, check_setup

State = Tournament | None
"""None: not announced yet."""

TournamentStep = Step[State, TournamentEvent]


class TournamentMachine:
    """The director of one tournament; its format and its rules are found in the rulebook."""

    def __init__(self, tournament: TournamentId, rulebook: TournamentRulebook) -> None:
        self.tournament = tournament
        self.rulebook = rulebook
        self._known: tuple[TournamentSetup, TournamentRules] | None = None

    def decide(self, state: State, command: ms.TournamentCommand, now: Instant) -> Decision[State, TournamentEvent]:
        """
        The events of a command, or why it is refused; the state does not change.

        No steps and no rejection means that it is so already: reports and letters may come twice.
        """
        if isinstance(command, ms.Announce):
            return self._announce(state, command)
        if state is None:
            return reject("no_such_tournament")
        step = _STEPS.get(type(command))
        if step is None:
            return reject("unknown_command")
        rules, format_ = self._rules(state.setup), self.rulebook.format_of(state.setup.product)
        draft = DirectorDraft(state, rules, format_, now, getattr(command, "supply", None))
        refusal = step(draft, command)
        if refusal is not None:
            return refusal
        close(draft)
        report_end(draft, state)
        draft.publish_lots()
        return draft.steps

    def _rules(self, setup: TournamentSetup) -> TournamentRules:
        """The rules of a setup; those of the last one are kept, because finding them takes longer than deciding."""
        if self._known is None or self._known[0] is not setup:
            self._known = (setup, self.rulebook.rules_of(setup))
        return self._known[1]

    def _announce(self, state: State, command: ms.Announce) -> Decision[State, TournamentEvent]:
        if state is not None:
            return () if state.setup == command.setup else reject("already_announced")
        try:
            rules = self._rules(command.setup)
        except NoSuchGame as none:
            return reject(none.code, CHANGE_PARAMETERS)
        if rules.digest != command.setup.edition:
            return reject("wrong_edition", CHANGE_PARAMETERS)
        try:
            check_setup(command.setup, rules.poker)
        except BadSetup as bad:
            return reject("bad_setup", CHANGE_PARAMETERS, faults=len(bad.faults))
        draft: Draft[State, TournamentEvent] = Draft(state, evolve)
        draft.emit(Announced(self.tournament, command.setup))
        if command.lots is not None:
            draft.emit(LotsFixed(1, *command.lots))
        return draft.steps

    def evolve(self, state: State, event: TournamentEvent) -> Tournament:
        """The state after the event."""
        return evolve(state, event)

    def agenda(self, state: State) -> waiting.Agenda:
        """Everything the state waits for."""
        return waiting.agenda(state)

    def agenda_change(self, before: State, after: Tournament) -> waiting.AgendaChange:
        """What changed on the agenda between two states, found from the tables that are another."""
        return waiting.agenda_between(before, after)

    def joint_commands(self, event: TournamentEvent) -> tuple[JointCommand[CommandToOthers], ...]:
        """What other machines must decide in the same commit."""
        return joint_commands_of(event)

    def transfers(self, event: TournamentEvent, ref: EventRef) -> Chain:
        """What the event means in money."""
        if isinstance(event, PrizesFixed):
            return self.rulebook.format_of(event.books.product).pool_transfers(event, ref)
        return transfers_of(event, ref)

    def view(self, state: State, viewer: PlayerId | None) -> TournamentView | None:
        """The lobby of the tournament, with what concerns the viewer; None is a spectator."""
        return None if state is None else view_of(state, self._rules(state.setup), viewer)

    def public_change(self, step: TournamentStep) -> Summary | None:
        """What the event shows to everybody."""
        return None if step.after is None else public_change(step.before, step.after)

    def private_changes(self, step: TournamentStep) -> tuple[tuple[PlayerId, Notice], ...]:
        """What the event shows to single players besides."""
        return notices(step)


_STEPS: Final[dict[type, Callable[[DirectorDraft, Any], Rejection | None]]] = {
    ms.Register: register,
    ms.Unregister: unregister,
    ms.BuyAgain: buy_again,
    ms.DeclineReBuy: decline,
    ms.TakeAddOn: take_add_on,
    ms.SitOut: sit_out,
    ms.SitIn: sit_in,
    ms.Start: start,
    ms.EndLevel: end_level,
    ms.CallBreak: call_break,
    ms.EndPause: end_pause,
    ms.EndReBuyTime: end_re_buy_time,
    ms.Connect: connect,
    ms.Recover: recover,
    GiveTimeBack: give_time_back,
    ms.SeatWinner: seat_winner,
    ms.NoteWinner: note_winner,
    ms.Advance: receive_phase,
    ms.NoteAdvance: lambda draft, _: note_advance(draft),
    ms.ChangeSetup: change_setup,
    ms.DelayStart: delay_start,
    ms.HaltPlay: halt_play,
    ms.ResumePlay: resume_play,
    ms.Disqualify: disqualify,
    ms.AdjustChips: adjust_chips,
    ms.Cancel: cancel_by_house,
    orders.HandPlayed: record_hand,
    orders.HandAbandoned: reorder_hand,
    orders.TableClosed: note_closed,
}
