"""Where something is played, as deeds name it: its stream, its rulebook and its money."""

from dataclasses import dataclass
from http import HTTPStatus

from fairdeal.cash.streams import TABLES
from fairdeal.kernel import MoneyKind, StreamId, TableId, TournamentId
from fairdeal.office.deed import Deed
from fairdeal.present.table import table_name
from fairdeal.room.casino.house import CASINO
from fairdeal.rulebook.clause import EditionId
from fairdeal.runtime.actor import Actor
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse
from fairdeal.tournament.orders import DEALERS, DIRECTORS, director_stream, table_of_stream


@dataclass(frozen=True, slots=True)
class Place:
    """A table, tournament or lobby."""

    stream: StreamId
    edition: EditionId
    money: MoneyKind


def table_of(house: ServerHouse, table: str) -> tuple[Place, Actor]:
    """A poker table of cash games or of a tournament, with its actor; raises `Refused`."""
    room, name = house.room, TableId(table)
    actor = room.find_table(name)
    if actor is None:
        raise Refused("no_such_table", HTTPStatus.NOT_FOUND)
    if room.cash.table_stream(name) == actor.stream:
        return _cash_place(house, actor), actor
    if room.tournaments.table_stream(name) == actor.stream:
        at = tournament_of(house, table_of_stream(actor.stream)[0])
        return Place(actor.stream, at.edition, at.money), actor
    raise Refused("no_such_table", HTTPStatus.NOT_FOUND)


def cash_table_of(house: ServerHouse, table: str) -> Place:
    """A cash table; raises `Refused`."""
    stream = house.room.cash.table_stream(TableId(table))
    actor = None if stream is None else house.room.registry.find(stream)
    if actor is None:
        raise Refused("no_such_table", HTTPStatus.NOT_FOUND)
    return _cash_place(house, actor)


def _cash_place(house: ServerHouse, actor: Actor) -> Place:
    rules = house.room.cash.house.rules_of(actor.state.stake)
    return Place(actor.stream, EditionId(rules.edition), rules.money)


def casino_table_of(house: ServerHouse, table: str) -> tuple[Place, Actor]:
    """A casino table, with its actor; raises `Refused`."""
    casino, name = house.room.casino, TableId(table)
    stream = casino.table_stream(name)
    actor = None if stream is None else house.room.registry.find(stream)
    if stream is None or actor is None or casino.house.edition is None:
        raise Refused("no_such_table", HTTPStatus.NOT_FOUND)
    return Place(stream, casino.house.edition, casino.house.setups[name].money), actor


def tournament_of(house: ServerHouse, tournament: str) -> Place:
    """A tournament that is in memory; raises `Refused`."""
    stream = director_stream(TournamentId(tournament))
    actor = house.room.registry.find(stream)
    if actor is None or actor.state is None:
        raise Refused("no_such_tournament", HTTPStatus.NOT_FOUND)
    rules = house.room.tournaments.house.rules_of(actor.state.setup)
    return Place(stream, EditionId(rules.edition), actor.state.setup.money)


def subject_of(house: ServerHouse, deed: Deed) -> str:
    """What a deed is about, as players know it: the name of a tournament or table, the id of a lobby; empty for a person."""
    place = getattr(deed, "place", None)
    if not isinstance(place, str):
        return ""
    kind, _, name = place.partition(":")
    if kind not in (DIRECTORS, DEALERS):
        return shown_name(house, TableId(name)) if kind in (TABLES, CASINO) else name
    tournament = TournamentId(name) if kind == DIRECTORS else table_of_stream(StreamId(place))[0]
    state = house.room.tournaments.find(tournament)
    return name if state is None else state.setup.name


def shown_name(house: ServerHouse, table: TableId) -> str:
    """The name of a table as its players read it: that of a casino table, of a tournament with the table's number, or a town."""
    setup = house.room.casino.house.setups.get(table)
    if setup is not None:
        return setup.name
    tournament, sign, number = table.rpartition("/")
    if not sign:
        return table_name(table)
    state = house.room.tournaments.find(TournamentId(tournament))
    return table if state is None else f"{state.setup.name}, {shown_number(int(number))}"


def shown_number(table: int) -> int:
    """The number of a tournament's table as its players read it: counted from 1."""
    return table + 1


def lobby_of(house: ServerHouse, lobby: str) -> Place:
    """A HexaPro lobby; raises `Refused`."""
    stream = StreamId(lobby)
    lobbies = house.room.tournaments.house.lobbies
    if stream not in lobbies:
        raise Refused("no_such_lobby", HTTPStatus.NOT_FOUND)
    rules = lobbies[stream].rules
    return Place(stream, EditionId(rules.director.edition), rules.director.tender.money)
