"""Tournaments and HexaPro lobbies at the desk: players, tables, money, since when play is paused, and what was asked."""

from http import HTTPStatus

from litestar import get
from litestar.params import FromPath

from fairdeal.kernel import StreamId, TournamentId
from fairdeal.present.tournament_lists import Standing, standings_of
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.desk.shapes import PersonName, RequestAnswer, person_name, request_answer
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse
from fairdeal.server.office.places import Place, lobby_of, shown_number, tournament_of
from fairdeal.server.office.service import Office
from fairdeal.tournament.director.prizes.pools import paid_places, pool_now
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.orders import table_id
from fairdeal.tournament.rules import TournamentRules


class EntrantLine(Answer, frozen=True):
    """A player of a tournament: where they stand and sit, what they paid and won."""

    player: PersonName
    place: int | None
    stack: int
    table: int | None  # counted from 1, as players read it
    seat: int | None
    entries: int
    by_ticket: bool
    bounties: int
    head: int
    prizes: int
    connected: bool
    lost_at: int | None
    away: bool
    disqualified: bool


class TournamentTableLine(Answer, frozen=True):
    """A table of a tournament: how many sit there, and the hand that is played."""

    table: str
    number: int  # counted from 1, as players read it
    players: int
    hands: int
    hand: str | None
    stopped: bool


class TournamentMoney(Answer, frozen=True):
    """The money of a tournament, in cents: what players put in, what the house adds, and what is on heads."""

    paid_in: int
    added: int
    pool: int
    places: int
    prizes_paid: int
    fees: int
    bounties_paid: int
    heads: int


class HaltAnswer(Answer, frozen=True):
    """Since when the house has paused play, who did, and why."""

    at: int
    staff: PersonName
    reason: str


class LevelAnswer(Answer, frozen=True):
    """The level that is played."""

    number: int
    small: int
    big: int
    ante: int
    ends: int | None


class TournamentPage(Answer, frozen=True):
    """A tournament as the desk sees it."""

    tournament: str
    name: str
    edition: str
    money_kind: str
    currency: str
    status: str
    starts_at: int | None
    started_at: int | None
    price: int
    fee: int
    bounty: int
    entries: int
    again: int
    remaining: int
    registration_open: bool
    level: LevelAnswer | None
    halt: HaltAnswer | None
    players: list[EntrantLine]
    tables: list[TournamentTableLine]
    money: TournamentMoney
    requests: list[RequestAnswer]


class GameLine(Answer, frozen=True):
    """A HexaPro game that waits for players or its draw, or is played."""

    number: int
    state: str  # filling, full or playing
    players: list[PersonName]
    since: int | None
    tournament: str | None
    multiplier: int | None


class LobbyPage(Answer, frozen=True):
    """A HexaPro lobby as the desk sees it."""

    lobby: str
    edition: str
    money_kind: str
    currency: str
    buy_in: int
    closed: bool
    games: list[GameLine]
    requests: list[RequestAnswer]


@get("/desk/tournaments/{tournament:str}", may=Access.READ_PEOPLE)
async def read_tournament(caller: Who, tournament: FromPath[str]) -> TournamentPage:
    """A tournament with its players; that it was opened is written down first."""
    house = caller.house
    state = house.room.tournaments.find(TournamentId(tournament))
    if state is None:
        raise Refused("no_such_tournament", HTTPStatus.NOT_FOUND)
    place = tournament_of(house, tournament)
    await Office(house, caller.player).look("tournament", tournament)
    return _page(caller, state, place)


@get("/desk/lobbies/{lobby:path}", may=Access.READ_PEOPLE)
async def read_lobby(caller: Who, lobby: FromPath[str]) -> LobbyPage:
    """A HexaPro lobby with the games that fill and are played; that it was opened is written down first."""
    house, name = caller.house, StreamId(lobby.lstrip("/"))
    place = lobby_of(house, name)
    await Office(house, caller.player).look("lobby", name)
    rules = house.room.tournaments.house.lobbies[name].rules
    return LobbyPage(
        name,
        place.edition,
        place.money.value,
        rules.director.tender.currency.value,
        rules.buy_in.value,
        house.room.registry.actor(name).state.closed,
        _games(house, name),
        _requests(caller, name),
    )


def _page(caller: Caller, state: Tournament, place: Place) -> TournamentPage:
    house, setup = caller.house, state.setup
    halt, rules = state.clock.halt, house.room.tournaments.house.rules_of(setup)
    return TournamentPage(
        state.id,
        setup.name,
        place.edition,
        place.money.value,
        rules.tender.currency.value,
        state.status.value,
        setup.starts_at if state.starts_at is None else state.starts_at,
        state.started_at,
        setup.price.total,
        setup.price.fee,
        setup.bounty,
        state.entries,
        state.entries - len(state.entrants),
        state.remaining,
        state.registration_open,
        _level(state, rules),
        None if halt is None else HaltAnswer(halt.at, person_name(house, halt.staff), halt.reason),
        [_entrant(house, each) for each in standings_of(state)],
        [_table(house, state, number) for number in numbers(state.floor.open)],
        _money(state),
        _requests(caller, place.stream),
    )


def _level(state: Tournament, rules: TournamentRules) -> LevelAnswer | None:
    if state.status is not Status.RUNNING or not state.clock.level:
        return None
    level = state.setup.blinds.level(state.clock.level, rules.poker.tournament.after_last_level.value)
    return LevelAnswer(state.clock.level, level.small_blind, level.big_blind, level.ante, state.clock.level_ends)


def _entrant(house: ServerHouse, standing: Standing) -> EntrantLine:
    entrant, chair = standing.entrant, standing.chair
    lost = house.room.presence.disconnected_since(entrant.player)
    return EntrantLine(
        person_name(house, entrant.player),
        standing.place,
        0 if chair is None else chair.stack,
        None if entrant.table is None else shown_number(entrant.table),
        entrant.seat,
        len(entrant.entries),
        entrant.entry.means.value in ("ticket", "satellite"),
        entrant.bounties,
        entrant.head,
        entrant.prizes,
        lost is None,
        lost,
        chair is not None and chair.away is not None,
        entrant.disqualified,
    )


def _table(house: ServerHouse, state: Tournament, number: int) -> TournamentTableLine:
    name, table = table_id(state.id, number), state.floor.tables[number]
    actor = house.room.find_table(name)
    deal = None if actor is None else actor.state.open
    stopped = actor is not None and actor.failed is not None
    return TournamentTableLine(
        name, shown_number(number), table.size, table.hands, None if deal is None else deal.hand, stopped
    )


def _money(state: Tournament) -> TournamentMoney:
    purse, pool = state.purse, pool_now(state.setup, state.purse.supplied)
    entrants = state.entrants.values()
    return TournamentMoney(
        purse.supplied,
        pool - purse.supplied,
        pool,
        paid_places(state),
        sum(each.prizes for each in entrants),
        purse.fees,
        sum(each.bounties for each in entrants),
        purse.heads,
    )


def _games(house: ServerHouse, lobby: StreamId) -> list[GameLine]:
    state = house.room.registry.actor(lobby).state
    filling = [
        GameLine(
            game.number,
            "filling" if game.filled_at is None else "full",
            [person_name(house, each) for each in game.players],
            game.filled_at,
            None,
            None,
        )
        for game in state.filling
    ]
    running = [
        GameLine(
            game.number,
            "playing",
            [person_name(house, each) for each in game.players],
            game.started_at,
            game.tournament,
            game.multiplier,
        )
        for game in state.running
    ]
    return filling + running


def _requests(caller: Caller, stream: StreamId) -> list[RequestAnswer]:
    house, docket = caller.house, caller.house.room.docket
    return [
        request_answer(house, each, docket, caller.player)
        for each in docket.open
        if getattr(each.deed, "place", None) == stream
    ]


ROUTES = [read_tournament, read_lobby]
