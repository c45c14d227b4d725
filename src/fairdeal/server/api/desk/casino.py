"""Casino tables and rounds at the desk: who bets what, results and payments, holds, and what was asked."""

from http import HTTPStatus
from typing import Final

from litestar import get
from litestar.params import FromPath

from fairdeal.casino.records import RoundKept
from fairdeal.kernel import StreamId, TableId
from fairdeal.present.strength import cards_to_wire
from fairdeal.room.casino.house import casino_stream
from fairdeal.room.casino.listings import LISTED, round_name, rounds_list
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.casino.rounds import HandAnswer
from fairdeal.server.api.complaints import ComplaintAnswer, complaint_answer
from fairdeal.server.api.desk.shapes import PersonName, RequestAnswer, person_name, request_answer
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse
from fairdeal.server.office.service import Office

ROUNDS_SHOWN: Final = 30


class CasinoLine(Answer, frozen=True):
    """A casino table in a list."""

    table: str
    name: str
    game: str
    live: bool
    currency: str
    money: str
    players: int
    phase: str
    round: int
    held: bool
    stopped: bool


class GuestLine(Answer, frozen=True):
    """Somebody at a casino table, and the sum of their bets that are not settled."""

    player: PersonName
    connected: bool
    staked: int


class CasinoHoldAnswer(Answer, frozen=True):
    """Why a table is held, since when, and by whom; nobody: by the table itself."""

    reason: str
    rule: str
    since: int
    staff: str
    words: str


class RoundLine(Answer, frozen=True):
    """A round that is over; `house` is what it brought the house, in cents."""

    round: int
    at: int
    result: str
    players: int
    staked: int
    house: int
    voided: bool
    correction: str
    dealer: str


class CasinoPage(Answer, frozen=True):
    """A casino table as the desk sees it."""

    table: str
    name: str
    game: str
    live: bool
    edition: str
    currency: str
    money: str
    phase: str
    round: int
    since: int
    deadline: int
    dealer: str
    hold: CasinoHoldAnswer | None
    proposal: str
    guests: list[GuestLine]
    rounds: list[RoundLine]
    requests: list[RequestAnswer]


class RoundPage(Answer, frozen=True):
    """A round that is over as the desk sees it: cards or pocket, sums of all bets, and complaints about it."""

    table: str
    name: str
    game: str
    round: int
    closed_at: int
    at: int
    rule: str
    edition: str
    currency: str
    money: str
    voided: bool
    result: str
    hands: list[HandAnswer]
    players: int
    staked: int
    house: int
    dealer: str
    correction: str
    video: int | None
    cases: list[ComplaintAnswer]
    requests: list[RequestAnswer]


@get("/desk/casino", may=Access.USE_DESK)
async def read_casino_tables(caller: Who) -> list[CasinoLine]:
    """The casino tables of the house."""
    house, casino = caller.house, caller.house.room.casino
    found = []
    for row in casino.lobby.rows():
        actor = house.room.registry.find(casino_stream(row.table))
        found.append(
            CasinoLine(
                row.table,
                casino.house.setups[row.table].name,
                row.game,
                row.live,
                row.currency.value,
                row.money.value,
                row.players,
                row.phase.value,
                0 if actor is None else actor.state.round,
                row.held,
                actor is None or actor.failed is not None,
            )
        )
    return found


@get("/desk/casino/{table:str}", may=Access.READ_PEOPLE)
async def read_casino_table(caller: Who, table: FromPath[str]) -> CasinoPage:
    """A casino table with who bets there; that it was opened is written down first."""
    name = _known(caller.house, table)
    await Office(caller.house, caller.player).look("casino_table", name)
    return await caller.read(lambda: _page(caller, name))


@get("/desk/casino/{table:str}/{number:int}", may=Access.READ_PEOPLE)
async def read_casino_round(caller: Who, table: FromPath[str], number: FromPath[int]) -> RoundPage:
    """A round that is over; that it was opened is written down first."""
    name = _known(caller.house, table)
    row = await caller.read(lambda: caller.house.store.listings(rounds_list(name), [round_name(name, number)]))
    if not row:
        raise Refused("no_such_round", HTTPStatus.NOT_FOUND)
    await Office(caller.house, caller.player).look("round", round_name(name, number))
    kept = LISTED.decode(next(iter(row.values())).body)
    assert isinstance(kept, RoundKept), "the list of rounds holds nothing else"
    return await caller.read(lambda: _round_page(caller, name, kept))


def _known(house: ServerHouse, table: str) -> TableId:
    name = TableId(table)
    if name not in house.room.casino.house.setups:
        raise Refused("no_such_table", HTTPStatus.NOT_FOUND)
    return name


def _page(caller: Caller, table: TableId) -> CasinoPage:
    house = caller.house
    setup, facts = house.room.casino.house.setups[table], house.room.casino.house.machines[table].facts
    state = house.room.registry.actor(casino_stream(table)).state
    staked, hold, proposal = state.felt.escrow(), state.hold, state.station.proposal
    return CasinoPage(
        table,
        setup.name,
        facts.game.name,
        facts.dealing.value == "live",
        facts.edition,
        facts.tender.currency.value,
        facts.tender.money.value,
        state.phase.value,
        state.round,
        state.since,
        state.deadline,
        state.station.dealer,
        None if hold is None else CasinoHoldAnswer(hold.reason.value, hold.rule, hold.since, hold.person, hold.words),
        "" if proposal is None else proposal.correction.kind.value,
        [
            GuestLine(person_name(house, player), connected, staked.get(player, 0))
            for player, connected in state.guests.items()
        ],
        [_round_line(LISTED.decode(row.body)) for row in house.store.listed(rounds_list(table), ROUNDS_SHOWN)],
        _requests(caller, casino_stream(table)),
    )


def _round_line(kept: RoundKept) -> RoundLine:
    return RoundLine(
        kept.round,
        kept.at,
        kept.result,
        kept.players,
        kept.staked,
        kept.house,
        kept.voided,
        kept.correction,
        kept.dealer,
    )


def _round_page(caller: Caller, table: TableId, kept: RoundKept) -> RoundPage:
    house = caller.house
    rows = house.people.complaints(about=f"round:{round_name(table, kept.round)}")
    return RoundPage(
        table,
        house.room.casino.house.setups[table].name,
        kept.game,
        kept.round,
        kept.closed_at,
        kept.at,
        kept.rule,
        kept.edition,
        kept.currency,
        kept.money,
        kept.voided,
        kept.result,
        [HandAnswer(each.seat, each.hand, list(cards_to_wire(each.cards))) for each in kept.hands],
        kept.players,
        kept.staked,
        kept.house,
        kept.dealer,
        kept.correction,
        kept.video,
        [complaint_answer(row) for row in rows],
        _requests(caller, casino_stream(table)),
    )


def _requests(caller: Caller, stream: StreamId) -> list[RequestAnswer]:
    house, docket = caller.house, caller.house.room.docket
    return [
        request_answer(house, each, docket, caller.player)
        for each in docket.open
        if getattr(each.deed, "place", None) == stream
    ]


ROUTES = [read_casino_tables, read_casino_table, read_casino_round]
