"""When the next hand starts, and how (CASH-12; blinds are found in `blinds`)."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from fairdeal.cards import CARD_COUNT
from fairdeal.cash.blinds import Positions, find_positions, players_needed, ready_seats
from fairdeal.cash.clock import next_turn
from fairdeal.cash.hand_end import TableDraft
from fairdeal.cash.playing import go_on
from fairdeal.cash.rules import CashRules
from fairdeal.cash.table_events import HandDealt, HandOpened, SatOut, TableEvent
from fairdeal.cash.table_evolve import evolve
from fairdeal.cash.table_facts import TableFacts
from fairdeal.cash.table_messages import StartHand
from fairdeal.cash.table_state import CashTable, Dealt, OpenHand, SitOut
from fairdeal.kernel import Decision, Draft, HandId, Instant, Rejection, make_id, reject
from fairdeal.poker import Hand, HandOrder
from fairdeal.poker.events import HandEvent

_COMMITMENT: Final = b"fairdeal deck 1\0"


def deal_at(facts: TableFacts, table: CashTable) -> Instant | None:
    """When the next hand is due; None: a hand is open, or too few players are there."""
    if table.open is not None or table.closing is not None or table.closed:
        return None
    ready = [table.chair_at(seat) for seat in ready_seats(table.chairs)]
    needed = players_needed(facts.rules_of(table), table.last)
    if len(ready) < needed:
        return None
    enough_since = sorted(chair.ready_since for chair in ready)[needed - 1]
    due = max(table.deals_from, enough_since + facts.settings.pause_before_first_hand)
    missing = table.dropped and any(table.dropped_since(chair.player) is not None for chair in ready)
    return Instant(max(due, table.waits_until) if missing else due)


def start_hand(facts: TableFacts, table: CashTable, command: StartHand, now: Instant) -> Decision[TableEvent]:
    """Checks in this order: number, table, clocks, players, time."""
    refusal = _check_start(facts, table, command, now)
    if refusal is not None:
        return refusal
    assert command.deck is not None
    assert command.salt is not None
    assert command.chance is not None
    assert command.draw is not None
    draft: TableDraft = Draft(table, evolve)
    positions = _positions(facts, draft, command.draw, now)
    if positions is None:
        return draft.events
    hand = HandId(make_id(now, command.chance))
    opened = _open(facts, draft.state, positions, hand, command.deck, command.salt, now)
    draft.emit(HandOpened(opened, positions.rule))
    draft.emit(_deal(facts.rules_of(draft.state), draft.state, opened, command.deck, command.salt, now))
    go_on(facts, draft, now)
    return draft.events


def deck_commitment(deck: Sequence[int], salt: bytes) -> bytes:
    """What is published of a deck when a hand opens; with deck and salt anybody can check it afterwards."""
    return sha256(_COMMITMENT + salt + bytes(deck)).digest()


def _check_start(facts: TableFacts, table: CashTable, command: StartHand, now: Instant) -> Rejection | None:
    if command.number != table.hands_opened + 1 or table.open is not None:
        return reject("stale_hand", next=table.hands_opened + 1)
    if table.closing is not None or table.closed:
        return reject("table_closed", table.closing)
    rules = facts.rules_of(table)
    if table.paused_since is not None:
        return reject("clocks_stand", rules.downtime_shifts_periods.rule)
    due = deal_at(facts, table)
    if due is None:
        needed = players_needed(rules, table.last)
        return reject("not_enough_players", rules.players_min.rule, needed=needed, ready=len(ready_seats(table.chairs)))
    if now < due:
        return reject("too_early", due=due)
    return None


def _positions(facts: TableFacts, draft: TableDraft, draw: int, now: Instant) -> Positions | None:
    """The parts of the hand, after those have sat out whom the big blind would reach and who wanted that (TIME-04)."""
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
    facts: TableFacts,
    table: CashTable,
    positions: Positions,
    hand: HandId,
    deck: Sequence[int],
    salt: bytes,
    now: Instant,
) -> OpenHand:
    assert len(deck) == len(set(deck)) == CARD_COUNT, "every hand has a whole deck (CASH-08)"
    return OpenHand(
        hand,
        table.hands_opened + 1,
        now,
        positions.dealt,
        positions.posts,
        positions.missed,
        tuple([table.chair_at(seat).stack for seat in positions.dealt.seats]),
        deck_commitment(deck, salt),
        facts.rules_of(table).digest,
    )


def _deal(
    rules: CashRules, table: CashTable, opened: OpenHand, deck: Sequence[int], salt: bytes, now: Instant
) -> HandDealt:
    told: list[HandEvent] = []
    hand = Hand(_order(rules, opened.dealt, opened, deck), told.append)
    hand.listener = None
    if hand.turn < 0:
        return HandDealt(hand, salt, None, allowance=False, told=tuple(told))
    seat = opened.dealt.seats[hand.turn]
    chair = table.chair_at(seat)
    since = table.dropped_since(chair.player)
    turn, allowance = next_turn(rules, 0, seat, now, chair.time_bank, since, None)
    return HandDealt(hand, salt, turn, allowance, tuple(told))


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
