"""Seats of a blackjack table, and the waiting list for them."""

from fairdeal.casino.games.blackjack.commands import JoinQueue, LeaveQueue, LeaveSeat, SeatCommand, TakeSeat
from fairdeal.casino.games.blackjack.events import QueueChanged, SeatLeaveAsked, SeatLeft, SeatsPassed, SeatTaken
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.blackjack.stakes import return_bet
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import Refused, TableDraft, check_guest
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Instant, PlayerId, RuleId, reject

CONCEPT = RuleId("BJ-60")
OCCUPIED = RuleId("BJ-61")


def decide_seat(facts: TableFacts, draft: TableDraft, command: SeatCommand, _now: Instant) -> Refused:
    """Decide a command about seats or the waiting list."""
    if (refused := check_guest(draft.state, command.player)) is not None:
        return refused
    match command:
        case TakeSeat(player, seat):
            return _take(facts, draft, player, seat)
        case LeaveSeat(player):
            if boxes_of(draft.state).seat_of(player) < 0:
                return reject("not_seated")
            leave_seat(draft, player)
            return None
        case JoinQueue(player):
            return _join_queue(draft, player)
        case LeaveQueue(player):
            if player in boxes_of(draft.state).queue:
                draft.emit(QueueChanged(player, waits=False))
                serve_queue(draft)  # the seat that was kept for them
            return None


def _take(facts: TableFacts, draft: TableDraft, player: PlayerId, seat: int) -> Refused:
    table, rules = draft.state, facts.casino.blackjack
    felt = boxes_of(table)
    if not 0 <= seat < len(felt.seats):
        return reject("no_such_seat", rules.seats.rule, seats=len(felt.seats))
    if felt.seat_of(player) >= 0:
        return reject("too_many_boxes", rules.hands_per_account.rule, most=rules.hands_per_account.value)
    if felt.seats[seat] is not None:
        return reject("seat_taken", rules.seats.rule, seat=seat)
    if player in felt.wagers:
        return reject("has_bet_behind", rules.bet_behind.while_seated.rule)
    waiting = _waiting(table)
    ahead = waiting.index(player) if player in waiting else len(waiting)
    if felt.seats.count(None) <= ahead:
        return reject("queue_not_empty", CONCEPT, waiting=len(felt.queue))
    draft.emit(SeatTaken(player, seat))
    return None


def _join_queue(draft: TableDraft, player: PlayerId) -> Refused:
    felt = boxes_of(draft.state)
    if felt.seat_of(player) >= 0:
        return reject("already_seated")
    if player in felt.queue:
        return reject("already_waiting")
    draft.emit(QueueChanged(player, waits=True))
    serve_queue(draft)
    return None


def leave_seat(draft: TableDraft, player: PlayerId) -> None:
    """Free a player's seat, after the round if a bet is in play; a bet before the betting closes is returned."""
    table = draft.state
    felt = boxes_of(table)
    seat = felt.seat_of(player)
    if table.in_round and seat in felt.boxes:
        if player not in felt.leaving:
            draft.emit(SeatLeaveAsked(player))
        return
    if table.phase is Phase.BETTING:
        for bettor, wager in felt.wagers.items():
            if wager.seat == seat:
                return_bet(draft, bettor, None if bettor == player else OCCUPIED)
    draft.emit(SeatLeft(player, seat))
    serve_queue(draft)


def tidy_seats(facts: TableFacts, draft: TableDraft) -> None:
    """Between rounds, free the seats of players who leave, and give idle seats to those who wait."""
    table = draft.state
    felt, most = boxes_of(table), facts.casino.blackjack.rounds_without_bet_max
    for seat, player in enumerate(felt.seats):
        if player is not None and (player in felt.leaving or player not in table.guests):
            draft.emit(SeatLeft(player, seat))
    if not felt.queue:
        return
    felt = boxes_of(draft.state)
    wanted = len(_waiting(draft.state)) - felt.seats.count(None)
    for seat, player in enumerate(felt.seats):
        if wanted > 0 and player is not None and felt.idle[seat] >= most.value:
            draft.emit(SeatLeft(player, seat, most.rule))
            wanted -= 1
    serve_queue(draft)


def note_passed_seats(draft: TableDraft) -> None:
    """Count the round for seats that have no bet in it."""
    felt = boxes_of(draft.state)
    passed = tuple(seat for seat, player in enumerate(felt.seats) if player is not None and player not in felt.wagers)
    if passed or any(felt.idle):
        draft.emit(SeatsPassed(passed))


def serve_queue(draft: TableDraft) -> None:
    """
    Give free seats to the players who have waited longest.

    Who waits may bet behind meanwhile (BJ-60), and sits down after the round (X-116): until then a seat stays free for them.
    """
    free = boxes_of(draft.state).seats.count(None)
    for player in _waiting(draft.state)[:free]:
        felt = boxes_of(draft.state)
        if player not in felt.wagers:
            draft.emit(SeatTaken(player, felt.seats.index(None), CONCEPT))


def _waiting(table: Table) -> list[PlayerId]:
    """The connected players on the waiting list, longest waiting first."""
    return [player for player in boxes_of(table).queue if table.guests.get(player)]
