"""Tables that somebody has to leave: excluded, suspended, closed, or on the staff from now on."""

from fairdeal.cash.table.commands import Leave
from fairdeal.casino.table import commands as casino
from fairdeal.kernel import PlayerId
from fairdeal.server.house import ServerHouse


def leave_tables(house: ServerHouse, player: PlayerId) -> None:
    """Make a player leave every table; a running hand is folded in turn, casino bets in play are paid when it is over."""
    for table in house.room.tables_of(player):
        house.room.table(table, Leave(player))
    for table in house.room.casino.visits_of(player):
        house.room.table(table, casino.Leave(player))
