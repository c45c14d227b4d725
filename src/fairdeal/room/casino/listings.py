"""
The lists that rounds are found in: each player's own, those of each table, and the shoes that were dealt out.

Rows are written with the decisions they tell of. The names of lists are written down, so they never change.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from fairdeal.casino.records import OpenedShoe, PlayerRound, RoundKept, player_rounds, round_kept
from fairdeal.casino.shoe import Shoe
from fairdeal.casino.table.changes import TableStep
from fairdeal.casino.table.events import RoundSettled, RoundVoided, ShoeShuffled
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.machine import CasinoTable
from fairdeal.casino.table.state import Table
from fairdeal.kernel import Instant, PlayerId, TableId
from fairdeal.storage.codec import Codec
from fairdeal.storage.port import Listing

LISTED: Final = Codec("casino lists", 1, {"round": RoundKept, "played": PlayerRound, "shoe": OpenedShoe})
VOID: Final = "void"
PLAYED: Final = "played"
"""The labels of rounds."""


def own_rounds_list(player: PlayerId) -> str:
    """The list of a player's rounds; labels are tables."""
    return f"rounds:{player}"


def rounds_list(table: TableId) -> str:
    """The list of a table's rounds."""
    return f"casino-rounds:{table}"


def shoes_list(table: TableId) -> str:
    """The list of a table's shoes that can be checked."""
    return f"casino-shoes:{table}"


def round_name(table: TableId, number: int) -> str:
    """The name of a round in every list and in complaints."""
    return f"{table}#{number}"


def table_listings(machine: CasinoTable, steps: Sequence[TableStep], now: Instant) -> tuple[Listing, ...]:
    """The rows that a decision of a table changes: of rounds that end, and of shoes that are opened."""
    return tuple(_rows(machine, steps, now))


def _rows(machine: CasinoTable, steps: Sequence[TableStep], now: Instant) -> Iterator[Listing]:
    for step in steps:
        match step.event:
            case RoundSettled() | RoundVoided():
                yield from _round(machine.facts_of(step.before), step.before, step.event, _video(steps))
            case ShoeShuffled(in_round=False):
                yield from _shoes(machine.facts, step.before, now)


def _video(steps: Iterable[TableStep]) -> int | None:
    """The time code of the recording at which a round ended, where the dealer's station gave one."""
    codes = [getattr(step.event, "video", None) for step in steps]
    return next((code for code in reversed(codes) if code is not None), None)


def _round(facts: TableFacts, before: Table, event: RoundSettled | RoundVoided, video: int | None) -> Iterator[Listing]:
    name = round_name(facts.table, event.round)
    kept = round_kept(facts, before, event, video)
    yield Listing(rounds_list(facts.table), name, event.at, VOID if kept.voided else PLAYED, "", LISTED.encode(kept))
    for player, part in player_rounds(facts, before, event).items():
        yield Listing(own_rounds_list(player), name, event.at, facts.table, "", LISTED.encode(part))


def _shoes(facts: TableFacts, before: Table, now: Instant) -> Iterator[Listing]:
    """The shoe before this one, and those that ran out within a round of it."""
    for shoe in (before.shoe, *before.spent):
        if shoe is not None and shoe.order:
            yield _shoe(facts.table, shoe, now)


def _shoe(table: TableId, shoe: Shoe, now: Instant) -> Listing:
    opened = OpenedShoe(table, shoe.number, shoe.order, shoe.salt, shoe.commitment, now)
    return Listing(shoes_list(table), str(shoe.number), now, table, "", LISTED.encode(opened))
