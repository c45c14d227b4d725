"""
Betting at blackjack: on one's own hand, or behind another player's.

Bets count at once, and may be raised or withdrawn until the betting closes. Checks run in one order: at the table, in time, the
seat, then the limits.
"""

from typing import Final

from fairdeal.casino.games.blackjack.commands import AnswerFollow, BetBehind, BoxCommand, PlaceBet, WithdrawBet
from fairdeal.casino.games.blackjack.events import BetPlaced, FollowAnswered
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.blackjack.seats import serve_queue
from fairdeal.casino.games.blackjack.stakes import above_round, return_bet
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import Refused, TableDraft, check_amount, check_guest
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Instant, PlayerId, RuleId, reject

BEFORE_FIRST_CARD: Final = RuleId("BJ-13")
LOCKED: Final = RuleId("BJ-16")
REASONS: Final = RuleId("BJ-21")
OCCUPIED: Final = RuleId("BJ-61")
HAND_IS_PLAYED: Final = RuleId("BJ-62")
UNTIL_NO_MORE_BETS: Final = RuleId("BJ-64")
ASKED: Final = RuleId("BJ-70")


def decide_box(facts: TableFacts, draft: TableDraft, command: BoxCommand, _now: Instant) -> Refused:
    """Decide a command about bets before the first card."""
    table = draft.state
    if (refused := check_guest(table, command.player, REASONS)) is not None:
        return refused
    match command:
        case PlaceBet():
            return _check_time(table, command.round, REASONS) or _place(facts, draft, command)
        case BetBehind():
            return _check_time(table, command.round, UNTIL_NO_MORE_BETS) or _behind(facts, draft, command)
        case WithdrawBet(player, number):
            return _withdraw(facts, draft, player, number)
        case AnswerFollow(player, follows):
            return _answer(facts, draft, player, follows=follows)


def _check_time(table: Table, number: int, rule: RuleId) -> Refused:
    if table.phase is not Phase.BETTING or table.round != number:
        return reject("betting_closed", rule, round=number)
    return None


def _place(facts: TableFacts, draft: TableDraft, command: PlaceBet) -> Refused:
    felt = boxes_of(draft.state)
    seat = felt.seat_of(command.player)
    if seat < 0:
        return reject("not_seated", BEFORE_FIRST_CARD)
    return _add(facts, draft, command, seat, BEFORE_FIRST_CARD)


def _behind(facts: TableFacts, draft: TableDraft, command: BetBehind) -> Refused:
    rules, felt = facts.casino.blackjack.bet_behind, boxes_of(draft.state)
    if not rules.allowed.value:
        return reject("no_bets_behind", rules.allowed.rule)
    if felt.seat_of(command.player) >= 0 and not rules.while_seated.value:
        return reject("already_seated", rules.while_seated.rule)
    if not any(felt.seats):
        return reject("no_seated_player", HAND_IS_PLAYED)
    if not 0 <= command.seat < len(felt.seats) or felt.seats[command.seat] is None:
        return reject("seat_empty", OCCUPIED, seat=command.seat)
    return _add(facts, draft, command, command.seat, rules.needs_confirmation.rule)


def _add(facts: TableFacts, draft: TableDraft, command: PlaceBet | BetBehind, seat: int, rule: RuleId) -> Refused:
    """Add to a bet, if it is the account's only one at all tables and the whole of it is within the limits."""
    player, amount = command.player, command.amount
    wager = boxes_of(draft.state).wagers.get(player)
    hands = facts.casino.blackjack.hands_per_account
    too_many = wager is None and (command.elsewhere or 0) >= hands.value
    if too_many or (wager is not None and wager.seat != seat):
        return reject("too_many_boxes", hands.rule, most=hands.value)
    whole = amount + (0 if wager is None else wager.original)
    limits = facts.limits
    if amount <= 0:
        return reject("not_a_multiple", limits.bet_unit.rule, amount=amount, unit=limits.bet_unit.value)
    refused = check_amount(limits, whole, REASONS) or above_round(facts, draft.state, player, amount, REASONS)
    if refused is not None:
        return refused
    draft.emit(BetPlaced(player, draft.state.round, seat, amount, rule))
    return None


def _withdraw(facts: TableFacts, draft: TableDraft, player: PlayerId, number: int) -> Refused:
    table = draft.state
    if player not in boxes_of(table).wagers or table.round != number:
        return reject("no_bet", BEFORE_FIRST_CARD)
    if table.phase is not Phase.BETTING:
        return reject("bet_locked", facts.no_more_bets if table.phase is Phase.CLOSED else LOCKED)
    return_bet(draft, player, None)
    serve_queue(draft)
    return None


def _answer(facts: TableFacts, draft: TableDraft, player: PlayerId, *, follows: bool) -> Refused:
    felt = boxes_of(draft.state)
    asks = facts.casino.blackjack.bet_behind.asked_to_double_each_session
    if player in felt.follows:
        return reject("decision_already_made", asks.rule)
    if not _is_behind(draft.state, player):
        return reject("no_decision_pending", ASKED)
    if draft.state.phase is not Phase.BETTING:
        return reject("betting_closed", ASKED, round=draft.state.round)
    draft.emit(FollowAnswered(player, follows, ASKED))
    return None


def asks_follow(table: Table, player: PlayerId) -> bool:
    """
    Whether a player who bets behind must still answer the question "double bets or not?".

    It is asked at the first bets and must be answered before the first card; without an answer the bet does not double.
    """
    return table.phase is Phase.BETTING and _is_behind(table, player) and player not in boxes_of(table).follows


def _is_behind(table: Table, player: PlayerId) -> bool:
    wager = boxes_of(table).wagers.get(player)
    return wager is not None and not boxes_of(table).sits_at(player, wager.seat)


def drop_bets_without_hand(draft: TableDraft) -> None:
    """Before the first card, return bets behind seats whose player does not bet."""
    felt = boxes_of(draft.state)
    playing = {wager.seat for player, wager in felt.wagers.items() if felt.sits_at(player, wager.seat)}
    for player, wager in felt.wagers.items():
        if wager.seat not in playing:
            return_bet(draft, player, HAND_IS_PLAYED)
