"""Lists of one tournament as messages: its players, its tables, and what a cancellation paid to whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from fairdeal.kernel import Chips, PlayerId
from fairdeal.present.tournament import PlayerNames
from fairdeal.protocol import tournament as wire
from fairdeal.tournament.cancellation.plan import Payout
from fairdeal.tournament.director.outcomes import Cancelled
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.director.state import Chair, Entrant, Tournament
from fairdeal.tournament.director.view import Stacks
from fairdeal.tournament.orders import table_id

ROWS_A_PAGE: Final = 20
_NO_PLACE: Final = 1 << 60

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Standing:
    """A player of a tournament in the order of the list; `chair` while they sit."""

    entrant: Entrant
    chair: Chair | None
    place: int | None


def standings_of(state: Tournament) -> list[Standing]:
    """Everybody: the largest stack first, then those who are out, the best place first; before the start as they entered."""
    chairs = {
        chair.player: chair for number in numbers(state.floor.open) for _, chair in state.floor.tables[number].seated
    }
    found = []
    for entrant in state.entrants.values():
        chair = chairs.get(entrant.player)
        is_out = not entrant.playing and bool(entrant.finishes)
        found.append(Standing(entrant, chair, state.place(entrant.finishes[-1].out) if is_out else None))
    return sorted(found, key=_order)


def _order(standing: Standing) -> tuple[int, int, int]:
    stack = 0 if standing.chair is None else standing.chair.stack
    is_in = standing.chair is not None or standing.place is None
    return 0 if is_in else standing.place or _NO_PLACE, -stack, standing.entrant.entries[0].number


def standing_to_wire(standing: Standing, stacks: Stacks, names: PlayerNames) -> wire.StandingRow:
    """A player of a tournament as a row."""
    entrant, chair = standing.entrant, standing.chair
    stack = Chips(0) if chair is None else chair.stack
    return wire.StandingRow(
        player=entrant.player,
        name=names(entrant.player),
        rank=stacks.rank(stack) if stack else None,
        stack=stack,
        table=entrant.table,
        place=standing.place,
        prize=entrant.prizes,
        bounty=entrant.head,
        bounties=entrant.bounties,
        entries=len(entrant.entries),
        away=chair is not None and chair.away is not None,
    )


def tables_to_wire(state: Tournament) -> list[wire.TableRow]:
    """The tables that are played at, the lowest number first."""
    rows = []
    for number in numbers(state.floor.open):
        table = state.floor.tables[number]
        stacks = [chair.stack for _, chair in table.seated]
        rows.append(
            wire.TableRow(
                id=table_id(state.id, number),
                number=number,
                players=len(stacks),
                largest=max(stacks, default=0),
                smallest=min(stacks, default=0),
                average=sum(stacks) // len(stacks) if stacks else 0,
                playing=table.busy,
            )
        )
    return rows


# ---- cancelled


def cancellation_to_wire(event: Cancelled) -> wire.Cancellation:
    """Why a tournament was cancelled, and the clause that settled it."""
    return wire.Cancellation(
        cause=event.cause.value,
        stage=event.plan.stage.value,
        at=event.at,
        rule=event.rule,
        settled_by=event.plan.rule,
        total=event.plan.total,
    )


def payout_to_wire(event: Cancelled, payout: Payout, names: PlayerNames) -> wire.PayoutRow:
    """What one player got from a cancelled tournament, part by part."""
    return wire.PayoutRow(
        player=payout.player,
        name=names(payout.player),
        amount=payout.amount,
        parts=tuple(wire.PayoutPart(what=part.what.value, amount=part.amount, rule=part.rule) for part in payout.parts),
        tickets=tuple(
            wire.PayoutTicket(worth=fate.payment.price, returned=fate.returned, rule=fate.rule)
            for fate in payout.tickets
        ),
        deducted=payout.deducted,
        forfeited=payout.forfeited,
        held=payout.player in event.held,
    )


def payout_of(event: Cancelled, player: PlayerId) -> Payout | None:
    """A player's part of a cancellation."""
    return next((payout for payout in event.plan.payouts if payout.player == player), None)


# ---- pages


def page_of(rows: Sequence[Row], page: int) -> tuple[int, int, Sequence[Row]]:
    """The number of a page that exists, nearest to the one asked for, how many there are, and its rows."""
    pages = max(1, -(-len(rows) // ROWS_A_PAGE))
    at = min(page, pages - 1)
    return at, pages, rows[at * ROWS_A_PAGE : (at + 1) * ROWS_A_PAGE]
