"""
The machine of one player's cash games: seats, departures, daily counters, and sitting out at all tables.

Floor and tables note what happened in their own commits; notes of tables are never refused. Messages to other tables (sit out
too, leave) stay in its agenda until they have been answered.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, get_args

from fairdeal.bank.transfer import Transfer
from fairdeal.cash.banzai import start_stack
from fairdeal.cash.offer import Offered, StakeId, counter_scope
from fairdeal.cash.player.agenda import knows_everywhere, tasks
from fairdeal.cash.player.commands import (
    NoteBigBlindOption,
    NoteDeparture,
    NoteSatIn,
    NoteSeated,
    NoteSitOut,
    PlayerStreamCommand,
    Recover,
    SetClosed,
    SetExclusion,
    SitOutExpired,
)
from fairdeal.cash.player.events import (
    AbsenceExpired,
    AccountClosedSet,
    BigBlindOptionNoted,
    BigBlindOptionSpread,
    ChoiceCounted,
    Departed,
    ExclusionSet,
    ObligationIncurred,
    ObligationUsed,
    PeriodsShifted,
    PlayerStreamEvent,
    ReturnCounted,
    SatInNoted,
    Seated,
    SitOutNoted,
    SitOutSpread,
)
from fairdeal.cash.player.evolve import evolve
from fairdeal.cash.player.state import CashPlayer, DayCount, Departure
from fairdeal.cash.player.view import PlayerView, view_of
from fairdeal.cash.rules import CashRules
from fairdeal.kernel import (
    Decision,
    Draft,
    Duration,
    EventRef,
    Instant,
    PlayerId,
    RuleId,
    Step,
    Task,
    Verdict,
    followed,
    reject,
    utc_day,
)
from fairdeal.kernel.agenda import JointCommand
from fairdeal.play.events import ClocksPaused, ClocksResumed
from fairdeal.play.messages import PauseClocks, ResumeClocks
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.time import SitOutEverywhere

EXCLUSION: Final = RuleId("BZ-08")
_COMMANDS: Final = frozenset(get_args(PlayerStreamCommand))

PlayerDraft = Draft[CashPlayer, PlayerStreamEvent]


class PlayerMachine:
    """The machine of every player's cash games; `offered` are the stakes of all editions in force."""

    def __init__(self, offered: Mapping[StakeId, Offered]) -> None:
        self._offered = offered

    def decide(
        self, state: CashPlayer, command: PlayerStreamCommand, now: Instant
    ) -> Decision[CashPlayer, PlayerStreamEvent]:
        """The steps a command leads to, or a rejection; changes nothing."""
        return followed(state, self._verdict(state, command, now), self.evolve)

    def _verdict(self, state: CashPlayer, command: PlayerStreamCommand, now: Instant) -> Verdict[PlayerStreamEvent]:
        if type(command) not in _COMMANDS:
            return reject("unknown_command")
        match command:
            case NoteSeated():
                return self._seat(state, command, now)
            case NoteDeparture():
                return self._depart(state, command, now)
            case NoteSitOut() | NoteSatIn() | NoteBigBlindOption():
                return self._sitting(state, command)
            case SitOutExpired():
                return _expire(state, command, now)
            case SetExclusion():
                return _exclude(state, command)
            case SetClosed(on=on, staff=staff, reason=reason):
                return () if on == state.closed else (AccountClosedSet(on, staff, reason),)
            case PauseClocks() | ResumeClocks() | Recover():
                return self._clocks(state, command, now)

    def _sitting(
        self, state: CashPlayer, command: NoteSitOut | NoteSatIn | NoteBigBlindOption
    ) -> Verdict[PlayerStreamEvent]:
        match command:
            case NoteSitOut():
                return self._sit_out(state, command)
            case NoteSatIn(table):
                sitting = state.tables.get(table)
                known = sitting is not None and (sitting.out_since is not None or sitting.at_big_blind)
                return (SatInNoted(table),) if known else ()
            case NoteBigBlindOption():
                return self._option(state, command)

    def evolve(self, state: CashPlayer, event: PlayerStreamEvent) -> CashPlayer:
        """The state after the event."""
        return evolve(state, event)

    def agenda(self, state: CashPlayer) -> frozenset[Task[Any]]:
        """The timers of sit-outs at all tables, and messages to tables that have not adopted a sit-out or option yet."""
        return frozenset(tasks(self._offered, state))

    def view(self, state: CashPlayer, viewer: PlayerId | None) -> PlayerView:
        """The player's own seats and obligations; empty for anybody else."""
        return view_of(state, viewer)

    def transfers(self, _event: PlayerStreamEvent, _ref: EventRef) -> tuple[Transfer, ...]:
        """Always empty: tables move the money."""
        return ()

    def joint_commands(self, _event: PlayerStreamEvent) -> tuple[JointCommand[Any], ...]:
        """Always empty: other machines are sent messages through the agenda."""
        return ()

    def public_change(self, _step: Step[CashPlayer, PlayerStreamEvent]) -> None:
        """Always None: a player's stream shows nothing to others."""
        return

    def private_changes(self, step: Step[CashPlayer, PlayerStreamEvent]) -> dict[PlayerId, PlayerView]:
        """The player's new view, if an event changes it."""
        before, _, after = step
        seen = view_of(after, before.player)
        return {} if seen == view_of(before, before.player) else {before.player: seen}

    def _rules(self, stake: StakeId) -> CashRules | None:
        found = self._offered.get(stake)
        return None if found is None else found.rules

    def _seat(self, state: CashPlayer, command: NoteSeated, now: Instant) -> Verdict[PlayerStreamEvent]:
        if state.closed:
            return reject("account_closed")
        if command.table in state.tables:
            return reject("already_seated")
        rules = self._rules(command.stake)
        draft = Draft(state, evolve)
        draft.emit(Seated(command.table, command.stake, now))
        if rules is not None:
            _count(draft, command, rules, now)
        return draft

    def _depart(self, state: CashPlayer, command: NoteDeparture, now: Instant) -> Verdict[PlayerStreamEvent]:
        sitting = state.tables.get(command.table)
        if sitting is None:
            return ()
        rules = self._rules(sitting.stake)
        returns, banzai = (None, None) if rules is None else (rules.returns, rules.banzai)
        window = Duration(0) if returns is None else returns.window_seconds.value
        left = Departure(command.table, sitting.stake, command.stack, now, Instant(now + window))
        draft = Draft(state, evolve)
        draft.emit(Departed(left))
        if rules is not None and banzai is not None and command.stack > start_stack(rules, banzai):
            bound = banzai.return_window_seconds
            owed = replace(left, until=Instant(now + bound.value))
            draft.emit(ObligationIncurred(owed, bound.rule))
        return draft

    def _sit_out(self, state: CashPlayer, command: NoteSitOut) -> Verdict[PlayerStreamEvent]:
        sitting = state.tables.get(command.table)
        if sitting is None:
            return ()
        draft = Draft(state, evolve)
        if sitting.out_since != command.since:
            draft.emit(SitOutNoted(command.table, command.since))
        rules = self._rules(sitting.stake)
        everywhere = None if rules is None else rules.everywhere
        if everywhere is not None and _spreads(everywhere, command):
            self._spread(draft, command, everywhere)
        return draft

    def _option(self, state: CashPlayer, command: NoteBigBlindOption) -> Verdict[PlayerStreamEvent]:
        """Switch "sit out next big blind" at all tables (TIME-04); a table that only follows changes nothing more."""
        sitting = state.tables.get(command.table)
        rules = None if sitting is None else self._rules(sitting.stake)
        if sitting is None or rules is None or rules.everywhere is None:
            return ()
        draft = Draft(state, evolve)
        if sitting.at_big_blind != command.on:
            draft.emit(BigBlindOptionNoted(command.table, command.on))
        if state.at_big_blind != command.on and len(state.tables) > 1:
            draft.emit(BigBlindOptionSpread(command.on, rules.everywhere.next_big_blind_option.rule))
        return draft

    def _spread(self, draft: PlayerDraft, command: NoteSitOut, everywhere: SitOutEverywhere) -> None:
        """Sit out at all other tables too; a table keeps the timer it has, so that sit-outs cannot be renewed in turns for ever."""
        timed = {table for absence in draft.state.absences for table in absence.tables}
        concerned = [table for table in draft.state.tables if knows_everywhere(self._offered, draft.state, table)]
        if command.table in timed or len(concerned) < 2:
            return
        limit = everywhere.seconds_max
        draft.emit(
            SitOutSpread(
                command.table,
                command.since,
                limit.value,
                tuple(table for table in concerned if table not in timed),
                everywhere.from_next_hand.rule,
                limit.rule,
            )
        )

    def _clocks(
        self, state: CashPlayer, command: PauseClocks | ResumeClocks | Recover, now: Instant
    ) -> tuple[PlayerStreamEvent, ...]:
        pause, shifts = state.pause, self._shifts(state)
        match command:
            case Recover(down_since=down_since):
                return self._shift(state, down_since, now)
            case PauseClocks():
                return () if shifts is None or pause is not None else (ClocksPaused(now, shifts.rule),)
            case ResumeClocks():
                return (
                    () if pause is None else (*self._shift(state, pause.at, now), ClocksResumed(now, None, pause.rule))
                )

    def _shift(self, state: CashPlayer, since: Instant, now: Instant) -> tuple[PlayerStreamEvent, ...]:
        """Move running periods by an outage or a pause of all clocks (X-143)."""
        is_out = bool(state.absences) or any(sitting.out_since is not None for sitting in state.tables.values())
        shifts = self._shifts(state)
        if not is_out or shifts is None or not shifts.value or now <= since:
            return ()
        return (PeriodsShifted(since, now, shifts.rule),)

    def _shifts(self, state: CashPlayer) -> Ruled[bool] | None:
        """Whether outages move running periods, by the rules of one of the player's tables; None: the player sits nowhere."""
        known = (self._rules(sitting.stake) for sitting in state.tables.values())
        return next((rules.downtime_shifts_periods for rules in known if rules is not None), None)


def _count(draft: PlayerDraft, command: NoteSeated, rules: CashRules, now: Instant) -> None:
    """Emit what sitting down uses up: the daily counters and Banzai obligations."""
    day, scope = utc_day(now), counter_scope(command.stake)
    nothing = DayCount(day, 0)
    state = draft.state
    if command.return_counted and rules.returns is not None:
        count = state.returns.get(scope, nothing).on(day) + 1
        draft.emit(ReturnCounted(scope, day, count, rules.returns.counted_from_big_blinds.rule))
    if command.obligation is not None and rules.banzai is not None:
        draft.emit(ObligationUsed(command.obligation, rules.banzai.return_window_seconds.rule))
    if command.choice_counted and rules.banzai is not None:
        count = state.choices.get(scope, nothing).on(day) + 1
        draft.emit(ChoiceCounted(scope, day, count, rules.banzai.choices_per_day.rule))


def _spreads(everywhere: SitOutEverywhere, command: NoteSitOut) -> bool:
    """Whether a sit-out spreads to other tables: one chosen at this table or, where the edition says so, forced (X-137, TIME-04)."""
    if command.imposed:
        return everywhere.automatic_sit_out_counts.value
    return command.rule not in (everywhere.from_next_hand.rule, everywhere.next_big_blind_option.rule)


def _exclude(state: CashPlayer, command: SetExclusion) -> Verdict[PlayerStreamEvent]:
    if command.on == (command.format in state.excluded_from):
        return ()
    return (ExclusionSet(command.format, command.on, command.staff, command.reason, EXCLUSION),)


def _expire(state: CashPlayer, command: SitOutExpired, now: Instant) -> Verdict[PlayerStreamEvent]:
    found = next((each for each in state.absences if each.since == command.since and not each.expired), None)
    if found is None or state.pause is not None or now < found.until:
        return reject("stale_timer")
    return (AbsenceExpired(found.since, found.tables, found.removal_rule),)
