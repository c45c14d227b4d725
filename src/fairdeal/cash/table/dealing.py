"""
When the next hand starts, and how (CASH-12; blinds are found in `blinds`).

A table that deals by the players' cut opens and locks a hand early, so that seeds are revealed within the pause between hands; cards
come when they are due (`cutting`).
"""

from collections.abc import Sequence

from fairdeal.cash.rules import CashRules
from fairdeal.cash.table.blinds import Positions, find_positions, players_needed, ready_seats
from fairdeal.cash.table.commands import StartHand
from fairdeal.cash.table.events import HandOpened, SatOut, TableEvent
from fairdeal.cash.table.evolve import evolve
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.hand_end import TableDraft
from fairdeal.cash.table.playing import finish_turns
from fairdeal.cash.table.state import CashTable, Dealt, OpenHand, SitOut
from fairdeal.kernel import Draft, HandId, Instant, Rejection, Verdict, make_id, reject
from fairdeal.play import playing
from fairdeal.play.deck import deck_commitment
from fairdeal.play.events import HandDealt
from fairdeal.play.fair.dealing import cut, lock, missing_pids, takes_part
from fairdeal.play.fair.state import IDLE, FairDeal, FairFacts, FairLog
from fairdeal.play.state import Lineup
from fairdeal.poker import HandOrder


def deal_at(facts: TableFacts, table: CashTable) -> Instant | None:
    """When the next hand is due; None: a hand is open, or too few players are ready."""
    if table.open is not None or table.closing is not None or table.closed:
        return None
    ready = [chair for chair in table.chairs if chair is not None and chair.is_ready]
    needed = players_needed(facts.rules_of(table), table.last)
    if len(ready) < needed:
        return None
    enough_since = sorted(chair.ready_since for chair in ready)[needed - 1]
    due = max(table.deals_from, enough_since + facts.settings.pause_before_first_hand)
    missing = table.dropped and any(table.dropped_since(chair.player) is not None for chair in ready)
    return Instant(max(due, table.waits_until) if missing else due)


def opens_at(facts: TableFacts, table: CashTable) -> Instant | None:
    """When the next hand is opened: when it is due, or earlier, so that its players can reveal seeds until then."""
    due = deal_at(facts, table)
    if due is None or facts.fair is None or table.fair_play is None:
        return due
    ready = [chair.player for chair in table.chairs if chair is not None and chair.is_ready]
    early = takes_part(table.fair_play, ready, table.hands_opened + 1)
    return Instant(due - facts.fair.window) if early else due


def start_hand(facts: TableFacts, table: CashTable, command: StartHand, now: Instant) -> Verdict[TableEvent]:
    """Open and deal a hand, or say why not; checks number, table, clocks, players, time, in this order."""
    refusal = _check_start(facts, table, command, now)
    if refusal is not None:
        return refusal
    assert command.chance is not None
    assert command.draw is not None
    draft: TableDraft = Draft(table, evolve)
    positions = _positions(facts, draft, command.draw, now)
    if positions is None:
        return draft
    hand = HandId(make_id(now, command.chance))
    if facts.fair is not None:
        _lock(facts, facts.fair, draft, command, hand, positions, now)
        return draft
    assert command.deck is not None
    assert command.salt is not None
    opened = _open(facts, draft.state, positions, hand, deck_commitment(command.deck, command.salt), now)
    draft.emit(HandOpened(opened, positions.rule))
    lineup = _lineup(draft.state, opened, command.salt)
    draft.emit(_deal(facts, draft.state, opened, lineup, command.deck, now))
    finish_turns(facts, draft, now)
    return draft


def _lock(
    facts: TableFacts,
    fair: FairFacts,
    draft: TableDraft,
    command: StartHand,
    hand: HandId,
    positions: Positions,
    now: Instant,
) -> None:
    """Open and lock a hand by two decks; where nobody's seed is awaited, it is dealt at once."""
    assert command.decks is not None, "the runtime makes the decks"
    table, seats = draft.state, positions.dealt.seats
    due = deal_at(facts, table)
    assert due is not None, "a hand that is opened is due, now or soon"
    players = [table.chair_at(seat).player for seat in seats]
    given = missing_pids(table.fair or FairLog(), players, command.pids)
    if given is not None:
        draft.emit(given)
    locked, awaited = lock(
        fair,
        draft.state.fair or FairLog(),
        table.fair_play or IDLE,
        table.hands_opened + 1,
        facts.rules_of(table).hand.hole_cards,
        list(zip(seats, players, strict=True)),
        command.decks,
        positions.rule,
        due,
        now,
    )
    draft.emit(HandOpened(_open(facts, table, positions, hand, locked.lock.lock, now), positions.rule))
    draft.emit(locked, awaited)
    if now >= due and awaited.is_complete:
        deal_locked_hand(facts, draft, now)


def deal_locked_hand(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Deal the locked hand by the seeds that are there."""
    table = draft.state
    assert facts.fair is not None, "only a table that deals by the players' cut locks hands"
    assert table.fair_play is not None
    assert table.open is not None
    fair = cut(facts.fair, table.fair_play)
    lineup = _lineup(table, table.open, b"", fair)
    draft.emit(_deal(facts, table, table.open, lineup, fair.dealt.cards, now))
    finish_turns(facts, draft, now)


def _check_start(facts: TableFacts, table: CashTable, command: StartHand, now: Instant) -> Rejection | None:
    if command.number != table.hands_opened + 1 or table.open is not None:
        return reject("stale_hand", next=table.hands_opened + 1)
    if table.closing is not None or table.closed:
        return reject("table_closed", table.closing)
    rules = facts.rules_of(table)
    if table.paused_since is not None:
        return reject("clocks_paused", rules.downtime_shifts_periods.rule)
    due = deal_at(facts, table)
    if due is None:
        needed = players_needed(rules, table.last)
        return reject("not_enough_players", rules.players_min.rule, needed=needed, ready=len(ready_seats(table.chairs)))
    opens = opens_at(facts, table)
    assert opens is not None, "a hand that is due is opened"
    if now < opens:
        return reject("too_early", due=opens)
    return None


def _positions(facts: TableFacts, draft: TableDraft, draw: int, now: Instant) -> Positions | None:
    """Button and blinds of the hand, after players with "sit out next big blind" whom it reaches were sat out (TIME-04)."""
    rules = facts.rules_of(draft.state)
    while len(ready_seats(draft.state.chairs)) >= players_needed(rules, draft.state.last):
        positions = find_positions(rules, draft.state.chairs, draft.state.last, draw)
        big = positions.dealt.big_blind
        chair = draft.state.chair_at(big)
        if not chair.sits_out_at_big_blind or rules.everywhere is None:
            return positions
        sit_out = SitOut(now, rules.everywhere.next_big_blind_option.rule, imposed=False)
        draft.emit(SatOut(big, chair.player, sit_out, from_next_deal=False))
    return None


def _open(
    facts: TableFacts, table: CashTable, positions: Positions, hand: HandId, commitment: bytes, now: Instant
) -> OpenHand:
    return OpenHand(
        hand,
        table.hands_opened + 1,
        now,
        positions.dealt,
        positions.posts,
        positions.missed,
        tuple([table.chair_at(seat).stack for seat in positions.dealt.seats]),
        commitment,
        facts.rules_of(table).digest,
    )


def _lineup(table: CashTable, opened: OpenHand, salt: bytes, fair: FairDeal | None = None) -> Lineup:
    players = tuple([table.chair_at(seat).player for seat in opened.dealt.seats])
    return Lineup(opened.hand, opened.dealt.seats, players, salt, fair)


def _deal(
    facts: TableFacts, table: CashTable, opened: OpenHand, lineup: Lineup, deck: Sequence[int], now: Instant
) -> HandDealt:
    rules = facts.rules_of(table)
    banks = tuple([table.chair_at(seat).time_bank for seat in opened.dealt.seats])
    return playing.deal(rules, lineup, _order(rules, opened.dealt, opened, deck), banks, table.dropped, now)


def _order(rules: CashRules, dealt: Dealt, opened: OpenHand, deck: Sequence[int]) -> HandOrder:
    seats = dealt.seats
    return HandOrder(
        rules.hand,
        opened.stacks,
        deck,
        seats.index(dealt.big_blind),
        -1 if dealt.small_blind is None else seats.index(dealt.small_blind),
        0 if dealt.small_blind is None else rules.small_blind,
        tuple([seats.index(seat) for seat in opened.posts]),
    )
