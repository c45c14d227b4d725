"""
Views of a casino table: what each viewer may see.

A view contains only what may be shown. Everybody sees cards face up, results and the bets on the seats; players also see their
own chips, bets, choices and results. Nobody sees the hole card or the order of the shoe, not even dealer and staff
(BJ-48, BJ-50).
"""

from collections.abc import Iterable

from fairdeal.casino.chat import ChatMessage, messages_for
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.people import may_chat, may_read
from fairdeal.casino.table.rounds import escrow
from fairdeal.casino.table.state import Correction, HoldReason, Payment, Phase, Table
from fairdeal.kernel import Cents, Instant, PlayerId, Ruling, TableId
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class ShoeView:
    """What everybody sees of the shoe, and the order of the last one, so that the deal can be checked."""

    number: int
    left: int
    commitment: str
    last_number: int
    last_order: bytes
    last_salt: bytes
    spent: tuple[tuple[int, bytes, bytes], ...] = ()  # the same of shoes that ran out within a round, once it is over


class FeltView:
    """What everybody sees of the game's felt; each game has its own."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class OwnView:
    """What only this player sees; each game adds to it."""

    staked: Cents
    payment: Payment | None  # result of the last round
    may_chat: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer sees it."""

    table: TableId
    game: str
    live: bool
    edition: str
    phase: Phase
    round: int
    deadline: Instant
    bet_min: Cents
    bet_max: Cents
    round_max: Cents
    chips: tuple[Cents, ...]
    notices: tuple[Ruling, ...]
    guests: int
    held: HoldReason | None
    announcement: Correction | None
    shoe: ShoeView | None
    felt: FeltView
    own: OwnView | None
    messages: tuple[ChatMessage, ...]


def view_of(facts: TableFacts, table: Table, viewer: PlayerId | None) -> TableView:
    """The table as a player sees it; viewer None is a watcher."""
    limits = facts.limits
    return TableView(
        table=facts.table,
        game=facts.game.name,
        live=facts.is_live,
        edition=facts.edition,
        phase=table.phase,
        round=table.round,
        deadline=table.deadline,
        bet_min=limits.bet_min.value,
        bet_max=limits.bet_max.value,
        round_max=limits.round_max.value,
        chips=limits.chips.value,
        notices=facts.game.notices(facts),
        guests=len(table.guests),
        held=None if table.hold is None else table.hold.reason,
        announcement=table.announcement,
        shoe=_shoe(table),
        felt=facts.game.view(facts, table),
        own=None if viewer is None else own_views(facts, table, (viewer,)).get(viewer),
        messages=messages_for(table.chat, viewer) if may_read(facts, table, viewer) is None else (),
    )


def _shoe(table: Table) -> ShoeView | None:
    shoe, before = table.shoe, table.revealed
    if shoe is None:
        return None
    last = (0, b"", b"") if before is None else (before.number, before.order, before.salt)
    # The hole card may be from a shoe that ran out in this round.
    shown = table.spent if not (table.refilled and table.in_round) else ()
    spent = tuple((each.number, each.order, each.salt) for each in shown)
    return ShoeView(shoe.number, shoe.size - shoe.out, shoe.commitment, *last, spent)


def own_views(facts: TableFacts, table: Table, players: Iterable[PlayerId]) -> dict[PlayerId, OwnView]:
    """What each of these players alone sees; of those who are not at the table nothing."""
    staked, paid = escrow(table), _payments(table)
    blocked = table.chat.blocked
    return {
        player: facts.game.own_view(
            facts,
            table,
            player,
            OwnView(
                staked=staked.get(player, Cents(0)),
                payment=paid.get(player),
                may_chat=player not in blocked and may_chat(facts, table, player) is None,
            ),
        )
        for player in players
        if player in table.guests
    }


def _payments(table: Table) -> dict[PlayerId, Payment]:
    """Each player's whole result of the last round, including bets settled before its end."""
    found: dict[PlayerId, Payment] = {}
    for each in (*table.felt.settled_early, *table.paid) if table.paid else ():
        sofar = found.get(each.player, Payment(each.player, Cents(0), Cents(0), Cents(0)))
        found[each.player] = Payment(
            each.player,
            Cents(sofar.lost + each.lost - each.given_back),
            Cents(sofar.returned + each.returned + each.given_back),
            Cents(sofar.won + each.won),
        )
    return found
