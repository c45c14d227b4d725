"""Opening and closing a table, taking a seat, waiting for or posting the big blind, and leaving."""

from fairdeal.cash.rules import CashRules
from fairdeal.cash.table.commands import ChooseEntry, Close, Leave, OpenTable, Seat
from fairdeal.cash.table.events import EntryChosen, LeaveAsked, SatDown, TableClosing, TableEvent, TableOpened
from fairdeal.cash.table.evolve import evolve
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.hand_end import TableDraft, gone, settle
from fairdeal.cash.table.playing import finish_turns
from fairdeal.cash.table.state import CashTable, Chair, Entry
from fairdeal.kernel import Draft, Duration, Instant, Rejection, RuleId, Verdict, reject
from fairdeal.play.fair.events import PidsGiven
from fairdeal.play.fair.state import Pid


def open_table(facts: TableFacts, table: CashTable, command: OpenTable, _now: Instant) -> Verdict[TableEvent]:
    """Open the table; a table is opened only once."""
    if table.chairs:
        return reject("already_open")
    if command.edition not in facts.rules:
        return reject("unknown_rulebook")
    return (TableOpened(command.edition, facts.rules[command.edition].seats.value, command.stake),)


def seat_player(facts: TableFacts, table: CashTable, command: Seat, now: Instant) -> Verdict[TableEvent]:
    """Give a player a seat with a stack; checks table, player, free seats, amount, post, in this order."""
    if table.closed or table.closing is not None:
        return reject("table_closed", table.closing)
    if table.seat_of(command.player) >= 0:
        return reject("already_seated")
    rules = facts.rules[table.edition]
    free = [seat for seat, chair in enumerate(table.chairs) if chair is None]
    if not free:
        return reject("table_full", rules.seats.rule, seats=len(table.chairs))
    if command.buy_in <= 0:
        return reject("amount_not_positive", rules.table_stakes.rule)
    if command.post and not rules.may_post:
        return reject("posting_not_offered", rules.new_player.rule)
    assert command.draw is not None, "chance picks the chair"
    sat_down = SatDown(
        command.player,
        free[command.draw % len(free)],
        now,
        command.buy_in,
        Duration(0) if rules.bank is None else rules.bank.start,
        command.post,
        rules.auto_top_up is not None and rules.auto_top_up.on_by_default.value,
        command.bot,
    )
    if facts.fair is None:
        return (sat_down,)
    assert command.pid is not None, "chance draws the pid"
    return sat_down, PidsGiven((Pid(command.player, command.pid),))


def choose_entry(facts: TableFacts, table: CashTable, command: ChooseEntry, _now: Instant) -> Verdict[TableEvent]:
    """Choose to wait for the big blind or to post one: for players not in yet, where posting is offered (CASH-16, CASH-17)."""
    seat = table.seat_of(command.player)
    if seat < 0:
        return reject("not_seated")
    rules = facts.rules[table.edition]
    chair = table.chair_at(seat)
    if chair.entry is Entry.IN:
        return reject("already_dealt_in", rules.new_player.rule)
    if command.post and (refusal := check_post(rules, chair)) is not None:
        return refusal
    if command.post == (chair.entry is Entry.POSTING):
        return ()
    return (EntryChosen(seat, command.post),)


def check_post(rules: CashRules, chair: Chair, *, missed_now: bool = False) -> Rejection | None:
    """Why a player may not post a big blind out of turn; None: the player may."""
    if chair.missed_blind or missed_now:
        return None if rules.may_post_after_missing else reject("posting_not_offered", rules.missed_blind.rule)
    return None if rules.may_post else reject("posting_not_offered", rules.new_player.rule)


def leave(facts: TableFacts, table: CashTable, command: Leave, now: Instant) -> Verdict[TableEvent]:
    """A player leaves at once, or after the hand in which they were dealt in."""
    seat = table.seat_of(command.player)
    if seat < 0:
        return reject("not_seated")
    return send_home(facts, table, seat, now, None)


def send_home(facts: TableFacts, table: CashTable, seat: int, now: Instant, rule: RuleId | None) -> Verdict[TableEvent]:
    """
    Make a player leave; `rule` is set when the player did not ask for it.

    A player who was dealt in stays until the hand is over, because it may still be voided: it is folded in turn without
    waiting for a clock, an all-in stays and is paid.
    """
    chair = table.chair_at(seat)
    if chair.leaves:
        return ()
    if not table.plays_hand(seat):
        return (gone(chair, seat, now, rule),)
    draft: TableDraft = Draft(table, evolve)
    draft.emit(LeaveAsked(seat, rule))
    finish_turns(facts, draft, now)
    return draft


def close(facts: TableFacts, table: CashTable, command: Close, now: Instant) -> Verdict[TableEvent]:
    """Deal no further hand; everybody leaves now, or when the open hand is over."""
    if table.closed:
        return ()
    draft: TableDraft = Draft(table, evolve)
    if table.closing is None:
        draft.emit(TableClosing(command.rule))
    if table.open is None:
        settle(facts, draft, now)
    return draft
