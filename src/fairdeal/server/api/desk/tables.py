"""Poker tables at the desk: seats, stacks and clocks as everybody at the table sees them, the last hands, and what was asked."""

from collections.abc import Iterable
from typing import Any, Final

from litestar import get
from litestar.params import FromPath

from fairdeal.cards import NAMES
from fairdeal.cash.streams import floor_stream
from fairdeal.kernel import HandId, Instant, PlayerId, StreamId, TableId, TournamentId
from fairdeal.room.records import VOID_RECORD
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.desk.shapes import PersonName, RequestAnswer, person_name, request_answer
from fairdeal.server.api.own_hands import instant_in
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse
from fairdeal.server.office.places import shown_name, table_of
from fairdeal.server.office.service import Office
from fairdeal.storage.port import HandRecord
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.orders import table_id

HANDS_SHOWN: Final = 20


class SeatLine(Answer, frozen=True):
    """A seat at a table: stack behind, what was put into the hand that is played, and how the player stands."""

    seat: int
    player: PersonName
    stack: int
    put: int
    in_hand: bool
    all_in: bool
    away: bool
    connected: bool
    leaves: bool


class ClockLine(Answer, frozen=True):
    """A clock of the hand that is played: of the turn, of a time bank, or since when a player is disconnected."""

    what: str
    player: PersonName
    at: int | None
    left: int | None  # milliseconds


class HandLine(Answer, frozen=True):
    """A hand that is over, in a list."""

    hand: str
    number: int
    at: int
    players: int
    void: bool


class TableLine(Answer, frozen=True):
    """A cash table in a list."""

    table: str
    name: str  # as players read it
    stake: str
    edition: str
    money: str
    currency: str
    seats: int
    seated: int
    away: int
    opened_at: int
    closing: str | None
    hand: int | None  # number of the hand that is played
    stopped: bool


class TablePage(Answer, frozen=True):
    """A poker table as the desk sees it."""

    table: str
    name: str
    tournament: str | None
    tournament_name: str
    stake: str
    edition: str
    money: str
    currency: str | None  # none: chips
    state: str  # open, closing, closed or stopped
    closing: str | None
    clocks_stand: bool
    hand: str | None
    hand_number: int | None
    board: list[str]
    pot: int
    seats: list[SeatLine]
    seat_count: int
    clocks: list[ClockLine]
    hands: list[HandLine]
    requests: list[RequestAnswer]


@get("/desk/tables", may=Access.USE_DESK)
async def read_tables(caller: Who) -> list[TableLine]:
    """The cash tables that are open."""
    house = caller.house
    cash = house.room.cash.house
    found = []
    for stake, offered in cash.offered.items():
        rules = offered.rules
        floor = house.room.registry.find(floor_stream(rules))
        pool = None if floor is None else floor.state.pools.get(stake)
        for table, seen in () if pool is None else pool.tables.items():
            actor = house.room.find_table(table)
            hand = None if actor is None or actor.state.open is None else actor.state.open.number
            found.append(
                TableLine(
                    table,
                    shown_name(house, table),
                    offered.label,
                    rules.edition,
                    rules.money.value,
                    rules.currency.value,
                    seen.seats,
                    len(seen.players),
                    len(seen.away),
                    seen.opened_at,
                    seen.closing,
                    hand,
                    actor is None or actor.failed is not None,
                )
            )
    return found


@get("/desk/tables/{table:path}", may=Access.READ_PEOPLE)
async def read_table(caller: Who, table: FromPath[str]) -> TablePage:
    """A table of cash games or of a tournament; that it was opened is written down first."""
    house, name = caller.house, TableId(table.lstrip("/"))
    table_of(house, name)
    await Office(house, caller.player).look("table", name)
    return await caller.read(lambda: _page(caller, name))


def _page(caller: Caller, table: TableId) -> TablePage:
    house = caller.house
    place, actor = table_of(house, table)
    view = actor.hosted.view(actor.state, None)
    hand, seats = view.hand, seats_at(house, table)
    tournament = None if house.room.cash.table_stream(table) == actor.stream else table.rpartition("/")[0]
    rules = None if tournament else house.room.cash.house.rules_of(actor.state.stake)
    offered = None if tournament else house.room.cash.house.offered.get(actor.state.stake)
    state = house.room.tournaments.find(TournamentId(tournament)) if tournament else None
    docket = house.room.docket
    return TablePage(
        table,
        shown_name(house, table),
        tournament,
        "" if state is None else state.setup.name,
        "" if rules is None else rules.label if offered is None else offered.label,
        place.edition,
        place.money.value,
        None if rules is None else rules.currency.value,
        _state(actor),
        getattr(actor.state, "closing", None),
        view.clocks_stand,
        None if hand is None else hand.hand,
        None if hand is None else hand.number,
        [] if hand is None else [NAMES[card] for card in hand.board],
        0 if hand is None else hand.pot,
        seats,
        len(view.seats) if tournament is None else state.setup.seats if state is not None else len(seats),
        clocks_at(house, table),
        _last_hands(house, table, [PlayerId(each.player.player) for each in seats]),
        [request_answer(house, each, docket, caller.player) for each in docket.open if _is_at(each.deed, actor.stream)],
    )


def _state(actor: Any) -> str:
    if actor.failed is not None:
        return "stopped"
    if actor.state.closed:
        return "closed"
    return "closing" if getattr(actor.state, "closing", None) else "open"


def _is_at(deed: object, stream: StreamId) -> bool:
    return getattr(deed, "place", None) == stream


def seats_at(house: ServerHouse, table: TableId) -> list[SeatLine]:
    """The occupied seats of a table, as everybody there sees them."""
    _, actor = table_of(house, table)
    view, running = actor.hosted.view(actor.state, None), actor.state.running
    put = {} if running is None else dict(zip(running.lineup.seats, running.hand.put, strict=True))
    return [
        SeatLine(
            each.seat,
            person_name(house, each.player),
            each.stack,
            put.get(each.seat, 0),
            each.seat in put,
            each.all_in,
            bool(getattr(each, "away", False) or getattr(each, "sits_out", None)),
            each.connected,
            getattr(each, "leaves", False),
        )
        for each in view.seats
        if each is not None
    ]


def clocks_at(house: ServerHouse, table: TableId) -> list[ClockLine]:
    """The clocks of the hand that is played at a table: whose turn it is until when, time banks, and lost connections."""
    _, actor = table_of(house, table)
    running = actor.state.running
    if running is None:
        return []
    names = dict(zip(running.lineup.seats, running.lineup.players, strict=True))
    turn, found = running.turn, list[ClockLine]()
    if turn is not None:
        found.append(ClockLine("turn", person_name(house, names[turn.seat]), turn.deadline, None))
    for player, bank in zip(running.lineup.players, running.banks, strict=True):
        found.append(ClockLine("bank", person_name(house, player), None, bank))
    dropped = [(player, since) for player, since in actor.state.dropped if player in running.lineup.players]
    return found + [ClockLine("dropped", person_name(house, player), since, None) for player, since in dropped]


def tables_named(house: ServerHouse, text: str) -> list[tuple[TableId, str]]:
    """Poker tables that are open and whose id, or name as players read it, has that text in it; with their names."""
    found = ((table, shown_name(house, table)) for table in _tables(house))
    return [(table, name) for table, name in found if text == table or text.lower() in name.lower()]


def running_hand(house: ServerHouse, hand: HandId) -> TableId | None:
    """The table at which a hand is played now; None if it is not."""
    return next((table for table in _tables(house) if _plays(house, table, hand)), None)


def _plays(house: ServerHouse, table: TableId, hand: HandId) -> bool:
    actor = house.room.find_table(table)
    return actor is not None and actor.state.open is not None and actor.state.open.hand == hand


def _tables(house: ServerHouse) -> Iterable[TableId]:
    """All poker tables that are open: of cash games, and of tournaments in the lobby."""
    room = house.room
    for stake, offered in room.cash.house.offered.items():
        floor = room.registry.find(floor_stream(offered.rules))
        pool = None if floor is None else floor.state.pools.get(stake)
        yield from () if pool is None else pool.tables
    for row in room.tournaments.lobby.rows(house.clock.now()):
        state = room.tournaments.find(row.tournament)
        if state is not None:
            yield from (table_id(state.id, number) for number in numbers(state.floor.open))


def _last_hands(house: ServerHouse, table: TableId, players: list[PlayerId]) -> list[HandLine]:
    """The last hands at a table in which somebody was dealt in who sits there now; blocks."""
    found: dict[HandId, HandRecord] = {}
    soon = Instant(house.clock.now() + 1)
    for player in players:
        found |= {kept.hand: kept for _, kept in house.store.hands_of(player, soon, HANDS_SHOWN) if kept.table == table}
    latest = sorted(found.values(), key=lambda kept: kept.number, reverse=True)[:HANDS_SHOWN]
    return [
        HandLine(kept.hand, kept.number, instant_in(kept.hand), len(kept.players), kept.public == VOID_RECORD)
        for kept in latest
    ]


ROUTES = [read_tables, read_table]
