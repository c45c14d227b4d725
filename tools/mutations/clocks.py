"""Decision times, time banks, sit-outs, lost connections and outages, broken."""

from typing import Final

from tools.mutations.mutation import Mutation

_PLAYER_SIT_OUT: Final = "tests/cash/test_player_sit_out.py"
_TABLE_CLOCK: Final = "tests/cash/test_table_clock.py"
_TABLE_FAILURES: Final = "tests/cash/test_table_failures.py"
_TABLE_SITTING_OUT: Final = "tests/cash/test_table_sitting_out.py"
_LOST_NEAR_DEADLINES: Final = "tests/room/test_lost_near_deadlines.py"
_PRESENCE: Final = "tests/room/test_presence.py"
_SILENCE: Final = "tests/room/test_silence.py"
_EVENING: Final = "simulate --seed 2 --players 24 --hours 1 --crashes 2"

MUTATIONS: Final = (
    Mutation(
        "a sit-out in mid-hand begins at once",
        "TIME-01",
        "return (SatOut(seat, chair.player, sit_out, from_next_deal=table.plays_hand(seat)),)",
        "return (SatOut(seat, chair.player, sit_out, from_next_deal=False),)",
        (f"{_TABLE_SITTING_OUT}::test_sitting_out_during_a_hand_begins_with_the_next_deal",),
    ),
    Mutation(
        "the timer of an earlier sit-out removes somebody",
        "TIME-02",
        "if sit_out is None or sit_out.since != command.since:",
        "if sit_out is None:",
        (f"{_TABLE_SITTING_OUT}::test_a_timer_of_an_earlier_sit_out_removes_nobody",),
    ),
    Mutation(
        "a sit-out ends a moment too early",
        "TIME-02",
        "return Instant(sit_out.since + rules.sit_out_max.value + 1)",
        "return Instant(sit_out.since + rules.sit_out_max.value)",
        (f"{_TABLE_SITTING_OUT}::test_longer_than_the_limit_ends_at_the_first_instant_after_it",),
    ),
    Mutation(
        "a sit-out that the house imposed spreads",
        "TIME-03",
        "    if command.imposed:\n        return everywhere.automatic_sit_out_counts.value",
        "    if command.imposed:\n        return True",
        (f"{_PLAYER_SIT_OUT}::test_what_the_room_imposes_at_one_table_does_not_spread",),
    ),
    Mutation(
        "sitting out by turns starts the timer again",
        "TIME-05",
        "if command.table in timed or len(concerned) < 2:",
        "if len(concerned) < 2:",
        (f"{_PLAYER_SIT_OUT}::test_sitting_out_at_the_other_table_before_it_was_told_starts_no_second_timer",),
    ),
    Mutation(
        "a sit-out everywhere may end before its time",
        "TIME-05",
        "if found is None or state.pause is not None or now < found.until:",
        "if found is None or state.pause is not None:",
        (f"{_PLAYER_SIT_OUT}::test_after_500_seconds_the_player_is_removed_from_all_tables_concerned",),
    ),
    Mutation(
        "a sit-out everywhere goes on while all clocks stand",
        "TIME-05",
        "if not absence.expired and state.pause is None:",
        "if not absence.expired:",
        (f"{_PLAYER_SIT_OUT}::test_nobody_is_removed_everywhere_while_all_clocks_stand",),
    ),
    Mutation(
        "a time bank may fall below its floor",
        "TIME-06",
        "return Duration(min(self.most, max(self.floor, gained)))",
        "return Duration(min(self.most, gained))",
        (f"{_TABLE_CLOCK}::test_the_bank_of_2_2_gains_a_quarter_second_a_hand_up_to_thirty",),
    ),
    Mutation(
        "a time bank gains with every hand",
        "TIME-07",
        "gained = left + self.gain if hands % self.gain_hands == 0 else left",
        "gained = left + self.gain",
        (f"{_TABLE_CLOCK}::test_the_bank_of_later_editions_gains_five_seconds_every_tenth_hand",),
    ),
    Mutation(
        "time banks have no cap",
        "TIME-07",
        "return Duration(min(self.most, max(self.floor, gained)))",
        "return Duration(max(self.floor, gained))",
        (f"{_TABLE_CLOCK}::test_the_bank_of_later_editions_gains_five_seconds_every_tenth_hand",),
    ),
    Mutation(
        "thinking long costs no time bank",
        "TIME-08",
        "return Duration(max(0, turn.bank - (now - turn.base_time_ends)))",
        "return turn.bank",
        (f"{_TABLE_CLOCK}::test_the_bank_of_later_editions_is_not_renewed_and_can_be_empty",),
    ),
    Mutation(
        "a lost connection gives no extra time",
        "TIME-10",
        "extra = rules.decision_time.value + rules.reconnect_extra.value if allowed else 0",
        "extra = rules.decision_time.value if allowed else 0",
        (f"{_TABLE_CLOCK}::test_a_disconnected_player_has_time_to_come_back",),
    ),
    Mutation(
        "the bank runs while its player is away",
        "TIME-11",
        "return Turn(number, seat, now, max(normal, until), bank, bank_runs=runs), allowed",
        "return Turn(number, seat, now, max(normal, until), bank, bank_runs=True), allowed",
        (f"{_TABLE_CLOCK}::test_who_dropped_before_the_turn_has_the_same_time",),
    ),
    Mutation(
        "a clock starts anew when its player comes back",
        "TIME-11",
        "return Turn(turn.number, turn.seat, turn.started, max(turn.base_time_ends, now), turn.bank, bank_runs=True)",
        "return Turn(turn.number, turn.seat, turn.started, Instant(now + 60_000), turn.bank, bank_runs=True)",
        (f"{_TABLE_CLOCK}::test_the_bank_stands_while_a_player_is_away_and_runs_on_afterwards",),
    ),
    Mutation(
        "a second lost connection gives time again",
        "TIME-11",
        "counted[place] = replace(drop, disconnect_extensions=drop.disconnect_extensions + 1)",
        "counted[place] = replace(drop, disconnect_extensions=drop.disconnect_extensions)",
        (f"{_TABLE_CLOCK}::test_there_is_one_allowance_a_hand",),
    ),
    Mutation(
        "a deadline inside the grace of a lost connection decides",
        "TIME-11",
        "if is_known or not is_meant or not lost_at <= running.turn.deadline <= now:",
        "if True:",
        (
            f"{_LOST_NEAR_DEADLINES}::test_whoever_is_lost_within_the_time_is_decided_for_when_the_reconnection_time_is_over",
            _EVENING,
        ),
    ),
    Mutation(
        "a loss counts from when others were shown it",
        "TIME-11",
        "self._seats.disconnected(player, table, self._disconnected[player])",
        "self._seats.disconnected(player, table, self._clock.now())",
        (
            f"{_PRESENCE}::test_a_loss_is_told_with_the_instant_it_happened",
            _EVENING,
        ),
    ),
    Mutation(
        "a clock that comes early decides",
        "TIME-12",
        '    if now < turn.deadline:\n        return reject("too_early", due=turn.deadline)',
        "",
        (f"{_TABLE_CLOCK}::test_a_late_clock_or_click_never_acts_on_another_turn",),
    ),
    Mutation(
        "the house folds where it could check",
        "TIME-12",
        "decision = CALL if running.hand.options().can_check else FOLD",
        "decision = FOLD",
        (f"{_TABLE_CLOCK}::test_the_house_checks_if_it_can_and_folds_otherwise",),
    ),
    Mutation(
        "a timer that leaves the agenda is not called off",
        "TIME-12",
        "if task not in added and (cancel := tasks.pop(task, None)) is not None:",
        "if task in added and (cancel := tasks.pop(task, None)) is not None:",
        ("tests/room/test_reading.py::test_after_every_decision_exactly_the_agenda_is_pursued",),
    ),
    Mutation(
        "coming back ends a sit-out for slowness",
        "TIME-13",
        "return ends and forced_by == rules.sits_out_after_automatic_decision.rule",
        "return ends and forced_by is not None",
        (f"{_TABLE_SITTING_OUT}::test_at_publicwin_a_sit_out_one_chose_survives_a_lost_connection",),
    ),
    Mutation(
        "nobody sits out after an automatic decision",
        "TIME-13",
        "return play(rules, table, decision, now, left, rule, follows.rule if follows.value else None)",
        "return play(rules, table, decision, now, left, rule, None)",
        (f"{_TABLE_SITTING_OUT}::test_a_player_decided_for_while_away_sits_out_from_the_next_deal",),
    ),
    Mutation(
        "a slow player who is connected is told the wrong rule",
        "TIME-14",
        "follows = rules.sits_out_after_automatic_decision if lost else rules.sits_out_after_connected_timeout",
        "follows = rules.sits_out_after_automatic_decision",
        (f"{_TABLE_SITTING_OUT}::test_a_connected_player_whose_time_is_up_sits_out_too",),
    ),
    Mutation(
        "hands are dealt before players can be back",
        "TIME-16",
        "waits_until = Instant(now + rules.wait_for_players.value)",
        "waits_until = now",
        (
            f"{_TABLE_FAILURES}::test_after_an_outage_no_hand_is_dealt_until_players_are_back_or_half_a_minute_has_passed",
        ),
    ),
    Mutation(
        "a crash leaves everybody at the table where they should be paid out",
        "TIME-17",
        "if rules.failure.value is CashFailure.CASH_OUT and not command.planned:",
        "if rules.failure.value is None and not command.planned:",
        (f"{_TABLE_FAILURES}::test_after_a_crash_publicwin_sends_everybody_home",),
    ),
    Mutation(
        "everybody has a second more",
        "TIME-18",
        "normal = Instant(now + rules.decision_time.value)",
        "normal = Instant(now + rules.decision_time.value + 1_000)",
        (f"{_TABLE_CLOCK}::test_the_normal_decision_time",),
    ),
    Mutation(
        "a commit that takes long eats the turn it opens",
        "TIME-18",
        "self._give_back(part.actor, part.actor.hosted.after_commit, since)",
        "pass",
        (f"{_SILENCE}::test_an_opening_that_waits_for_the_disk_does_not_eat_the_first_turn",),
    ),
    Mutation(
        "a pause of all clocks counts against the player to act",
        "X-143",
        "stood = now - max(stood_since, turn.started)",
        "stood = 0",
        (f"{_TABLE_CLOCK}::test_while_clocks_stand_nobody_runs_out_of_time",),
    ),
    Mutation(
        "clocks that stand still run out",
        "X-143",
        "    if table.paused_since is not None:\n"
        '        return reject("clocks_paused", rules.downtime_shifts_periods.rule)\n'
        "    if now < turn.deadline:",
        "    if now < turn.deadline:",
        (f"{_TABLE_CLOCK}::test_while_clocks_stand_nobody_runs_out_of_time",),
    ),
    Mutation(
        "our own outage counts",
        "X-143",
        "stood_since = down_since if rules.downtime_shifts_periods.value else now",
        "stood_since = now",
        (
            f"{_TABLE_FAILURES}::test_our_downtime_counts_for_no_period",
            "simulate --seed 11 --players 30 --hours 3 --crashes 12 --edition unibet-2.6",
        ),
    ),
    Mutation(
        "the room's own silence counts",
        "X-143",
        "self._give_back(actor, actor.hosted.after_silence, since)",
        "pass",
        (
            f"{_SILENCE}::test_an_act_on_the_wire_counts_however_long_the_room_stood_still",
            _EVENING,
        ),
    ),
)
