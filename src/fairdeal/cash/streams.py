"""Names of the streams of cash games."""

from fairdeal.cash.rules import CashRules
from fairdeal.kernel import PlayerId, StreamId, TableId


def table_stream(table: TableId) -> StreamId:
    """The stream of a cash table."""
    return StreamId(f"cash:{table}")


def player_stream(player: PlayerId) -> StreamId:
    """The stream of what follows a player from cash table to cash table."""
    return StreamId(f"player:{player}")


def floor_stream(rules: CashRules) -> StreamId:
    """The stream of the floor that seats players at this stake: one for each edition, family and kind of money."""
    return StreamId(f"floor:{rules.edition}/{rules.family}/{rules.money}")
