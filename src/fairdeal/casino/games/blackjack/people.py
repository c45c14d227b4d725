"""Leaving a blackjack table, who is waited for, and who may chat there."""

from fairdeal.casino.games.blackjack.decisions import asks, insurance_is_open, stand_now
from fairdeal.casino.games.blackjack.events import QueueChanged
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.blackjack.play import check_hole, everybody_answered, seen_round
from fairdeal.casino.games.blackjack.seats import leave_seat, serve_queue
from fairdeal.casino.games.blackjack.stakes import return_bet
from fairdeal.casino.table.events import Left
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import Refused, TableDraft
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Instant, PlayerId, reject


def has_seated_or_waiting(table: Table) -> bool:
    """Whether any connected player has a seat or waits for one."""
    felt = boxes_of(table)
    return any(player is not None and table.guests.get(player) for player in (*felt.seats, *felt.queue))


def leave(facts: TableFacts, draft: TableDraft, player: PlayerId, now: Instant) -> None:
    """End a player's visit: open bets are returned; those in play stay, and the hand stands at its turn."""
    table = draft.state
    felt = boxes_of(table)
    if player in felt.queue:
        draft.emit(QueueChanged(player, waits=False))
    if felt.seat_of(player) >= 0:
        leave_seat(draft, player)
    elif table.phase is Phase.BETTING and player in felt.wagers:
        return_bet(draft, player, None)
    draft.emit(Left(player, now, facts.casino.blackjack.bet_behind.asked_to_double_each_session.value))
    serve_queue(draft)
    if table.hold is None:
        go_on_without(facts, draft, now)


def go_on_without(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Go on without players who have left: their hand stands, their bet is not insured."""
    table = draft.state
    if asks(facts, table):
        played = seen_round(facts, table)
        if boxes_of(table).seats[played.hands[played.turn].seat] not in table.guests:
            stand_now(facts, draft, now)
    elif insurance_is_open(facts, table) and everybody_answered(facts, table) and not facts.is_live:
        check_hole(facts, draft, now)


def may_read(facts: TableFacts, table: Table, player: PlayerId) -> Refused:
    """The rejection if a player may not read the chat: those who bet behind may not."""
    felt = boxes_of(table)
    if player not in felt.wagers or felt.seat_of(player) >= 0:
        return None
    behind = facts.casino.blackjack.bet_behind.bettors_may_chat
    return None if behind.value else reject("chat_for_seated_only", behind.rule)


def may_write(facts: TableFacts, table: Table, player: PlayerId) -> Refused:
    """The rejection if a player who may read the chat may not write: only those who play may."""
    seated, felt = facts.casino.blackjack.seated_players_may_chat, boxes_of(table)
    if felt.seat_of(player) >= 0:
        return None if seated.value else reject("chat_disabled", seated.rule)
    if player in felt.wagers:
        return None
    return reject("chat_for_seated_only", seated.rule)
