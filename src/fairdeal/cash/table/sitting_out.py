"""Sitting out, and taking part again (TIME-01 to TIME-05, TIME-13, TIME-14, CASH-17)."""

from typing import Final

from fairdeal.cash.rules import CashRules
from fairdeal.cash.table.commands import ComeBack, RemoveAbsent, SitOutAtBigBlind, TakeBreak
from fairdeal.cash.table.events import BigBlindSitOutSet, SatIn, SatOut, TableEvent
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.seating import check_post, send_home
from fairdeal.cash.table.state import CashTable, Entry, SitOut
from fairdeal.kernel import Instant, RuleId, Verdict, reject

SIT_OUT: Final = RuleId("TIME-01")
_NO_OPTION: Final = RuleId("X-04")  # editions without sitting out everywhere have no "sit out next big blind" either


def take_break(_facts: TableFacts, table: CashTable, command: TakeBreak, now: Instant) -> Verdict[TableEvent]:
    """Sit a player out now, or from the next deal on if dealt in; a player who sits out already keeps the older sit-out."""
    seat = table.seat_of(command.player)
    if seat < 0:
        return reject("not_seated")
    chair = table.chair_at(seat)
    if chair.sit_out is not None or chair.sits_out_next is not None or chair.leaves:
        return ()
    sit_out = SitOut(now, command.rule, imposed=False)
    return (SatOut(seat, chair.player, sit_out, from_next_deal=table.plays_hand(seat)),)


def come_back(facts: TableFacts, table: CashTable, command: ComeBack, now: Instant) -> Verdict[TableEvent]:
    """End a player's sit-out; checks seat, leaving, sitting out, chips, post, in this order."""
    seat = table.seat_of(command.player)
    if seat < 0:
        return reject("not_seated")
    chair = table.chair_at(seat)
    if chair.leaves:
        return reject("player_is_leaving")
    if not _sits_out(table, seat):
        return ()
    rules = facts.rules[table.edition]
    if chair.sit_out is not None and chair.stack == 0:
        return reject("no_chips_left", rules.table_stakes.rule)
    missed_now = table.open is not None and seat in table.open.missed
    owes = chair.entry is not Entry.IN or missed_now
    if command.post and owes and (refusal := check_post(rules, chair, missed_now=missed_now)) is not None:
        return refusal
    rule = rules.missed_blind.rule if chair.missed_blind or missed_now else SIT_OUT
    return (SatIn(seat, chair.player, now, command.post and owes, rule),)


def sit_out_at_big_blind(
    facts: TableFacts, table: CashTable, command: SitOutAtBigBlind, _now: Instant
) -> Verdict[TableEvent]:
    """Switch "sit out next big blind", where the edition has it (TIME-04)."""
    seat = table.seat_of(command.player)
    if seat < 0:
        return reject("not_seated")
    everywhere = facts.rules[table.edition].everywhere
    if everywhere is None or not everywhere.next_big_blind_option.value:
        return reject("no_such_option", _NO_OPTION if everywhere is None else everywhere.next_big_blind_option.rule)
    if command.on == table.chair_at(seat).sits_out_at_big_blind:
        return ()
    return (BigBlindSitOutSet(seat, command.player, command.on),)


def remove_absent(facts: TableFacts, table: CashTable, command: RemoveAbsent, now: Instant) -> Verdict[TableEvent]:
    """
    Remove a player who sat out longer than allowed (TIME-02); nothing happens if the player has left or plays again.

    A sit-out at all tables (TIME-05) is timed by the player's own stream, which sends its rule.
    """
    seat = table.seat_of(command.player)
    if seat < 0 or not _sits_out(table, seat):
        return ()
    rules = facts.rules[table.edition]
    if command.rule == rules.sit_out_max.rule:
        sit_out = table.chair_at(seat).sit_out
        if sit_out is None or sit_out.since != command.since:
            return ()
        if table.paused_since is not None:
            return reject("clocks_paused", rules.downtime_shifts_periods.rule)
        if now < removal_at(rules, sit_out):
            return reject("too_early", rules.sit_out_max.rule, due=removal_at(rules, sit_out))
    return send_home(facts, table, seat, now, command.rule)


def removal_at(rules: CashRules, sit_out: SitOut) -> Instant:
    """The first instant at which a sit-out has lasted longer than allowed."""
    return Instant(sit_out.since + rules.sit_out_max.value + 1)


def _sits_out(table: CashTable, seat: int) -> bool:
    """Whether the player sits out, now or from the next deal on."""
    chair = table.chair_at(seat)
    return chair.sit_out is not None or chair.sits_out_next is not None or table.forced_sit_out_of(seat) is not None
