"""Coming, going, and losing the connection."""

from fairdeal.casino.table.box_events import QueueChanged
from fairdeal.casino.table.commands import Drop, Join, Leave, PeopleCommand, Return
from fairdeal.casino.table.decisions import asks, insurance_is_open, stand_now
from fairdeal.casino.table.events import ConnectionChanged, Joined, Left
from fairdeal.casino.table.facts import Game, TableFacts
from fairdeal.casino.table.play import check_hole, everybody_answered, seen_round
from fairdeal.casino.table.rounds import Refused, TableDraft, return_bet
from fairdeal.casino.table.seats import leave_seat, serve_queue
from fairdeal.casino.table.state import Phase, Table
from fairdeal.casino.table.window import close_if_all_confirmed
from fairdeal.kernel import Instant, PlayerId, reject


def decide_people(facts: TableFacts, draft: TableDraft, command: PeopleCommand, now: Instant) -> Refused:
    """Who is there."""
    table, player = draft.state, command.player
    match command:
        case Join():
            if player not in table.guests:
                draft.emit(Joined(player, now))
            elif not table.guests[player]:
                _connect(facts, draft, player, connected=True)
            return None
        case Leave():
            return _leave(facts, draft, player, now)
        case Drop() | Return():
            if player not in table.guests:
                return reject("not_at_table")
            connected = isinstance(command, Return)
            if table.guests[player] != connected:
                _connect(facts, draft, player, connected=connected)
            return None


def _connect(facts: TableFacts, draft: TableDraft, player: PlayerId, *, connected: bool) -> None:
    """A connection was lost or is back; a free seat goes to whoever waits for it and is there."""
    draft.emit(ConnectionChanged(player, connected))
    if facts.game is Game.BLACKJACK:
        serve_queue(draft)


def _leave(facts: TableFacts, draft: TableDraft, player: PlayerId, now: Instant) -> Refused:
    """Go away. Open blackjack bets go back; those in play stay, and the hand stands when it is asked."""
    table = draft.state
    if player not in table.guests:
        return None
    if facts.game is not Game.BLACKJACK:
        draft.emit(Left(player, now))
        close_if_all_confirmed(facts, draft, now)
        return None
    felt = table.boxes
    if player in felt.queue:
        draft.emit(QueueChanged(player, waits=False))
    if felt.seat_of(player) >= 0:
        leave_seat(draft, player)
    elif table.phase is Phase.BETTING and player in felt.wagers:
        return_bet(draft, player, None)
    draft.emit(Left(player, now, facts.blackjack.bet_behind.asked_to_double_each_session.value))
    serve_queue(draft)
    if table.hold is None:
        go_on_without(facts, draft, now)
    return None


def go_on_without(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Wait no longer for somebody who has left: the hand stands, the bet is not insured."""
    table = draft.state
    if asks(facts, table):
        played = seen_round(facts, table)
        if table.boxes.seats[played.hands[played.turn].seat] not in table.guests:
            stand_now(facts, draft, now)
    elif insurance_is_open(facts, table) and everybody_answered(facts, table) and not facts.is_live:
        check_hole(facts, draft, now)


def may_read(facts: TableFacts, table: Table, player: PlayerId | None) -> Refused:
    """Whether chat reaches somebody: those at the table, but nobody who bets behind."""
    if player is None or player not in table.guests:
        return reject("not_at_table")
    if facts.game is not Game.BLACKJACK or player not in table.boxes.wagers or table.boxes.seat_of(player) >= 0:
        return None
    behind = facts.blackjack.bet_behind.bettors_may_chat
    return None if behind.value else reject("no_chat_behind", behind.rule)


def may_chat(facts: TableFacts, table: Table, player: PlayerId) -> Refused:
    """Whether somebody may write: those who play at the table, but nobody who bets behind."""
    if (refused := may_read(facts, table, player)) is not None:
        return refused
    if facts.game is not Game.BLACKJACK:
        allowed = facts.layout.players_may_chat
        return None if allowed.value else reject("no_chat", allowed.rule)
    if table.boxes.seat_of(player) >= 0:
        seated = facts.blackjack.seated_players_may_chat
        return None if seated.value else reject("no_chat", seated.rule)
    if player in table.boxes.wagers:
        return None
    return reject("no_chat", facts.blackjack.seated_players_may_chat.rule)
