"""Visits and connections of players at a casino table, and who may chat."""

from fairdeal.casino.table.commands import Disconnected, Join, Leave, PeopleCommand, Reconnected
from fairdeal.casino.table.events import ConnectionChanged, Joined
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.fair.chain import welcome
from fairdeal.casino.table.rounds import Refused, TableDraft
from fairdeal.casino.table.state import Table
from fairdeal.kernel import Instant, PlayerId, reject


def decide_people(facts: TableFacts, draft: TableDraft, command: PeopleCommand, now: Instant) -> Refused:
    """Decide commands about visits and connections."""
    table, player = draft.state, command.player
    match command:
        case Join():
            if player not in table.guests:
                if command.refused is not None:
                    return command.refused
                draft.emit(Joined(player, now))
                welcome(draft, player, command.pid)
            elif not table.guests[player]:
                _connect(facts, draft, player, connected=True)
            return None
        case Leave():
            if player in table.guests:
                facts.game.leave(facts, draft, player, now)
            return None
        case Disconnected() | Reconnected():
            if player not in table.guests:
                return reject("not_at_table")
            connected = isinstance(command, Reconnected)
            if table.guests[player] != connected:
                _connect(facts, draft, player, connected=connected)
            return None


def _connect(facts: TableFacts, draft: TableDraft, player: PlayerId, *, connected: bool) -> None:
    draft.emit(ConnectionChanged(player, connected))
    facts.game.connection_changed(facts, draft)


def may_read(facts: TableFacts, table: Table, player: PlayerId | None) -> Refused:
    """The rejection if a player may not read the chat: only players at the table may, as far as the game's rules allow."""
    if player is None or player not in table.guests:
        return reject("not_at_table")
    return facts.game.may_read(facts, table, player)


def may_chat(facts: TableFacts, table: Table, player: PlayerId) -> Refused:
    """The rejection if a player may not write in the chat: only those who play may, as the game's rules say."""
    refused = may_read(facts, table, player)
    return facts.game.may_write(facts, table, player) if refused is None else refused
