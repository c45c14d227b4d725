"""Staff routes for tournaments and HexaPro lobbies: looking at them, and every act of the house."""

from http import HTTPStatus
from typing import Final

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from fairdeal.kernel import Rejection, TournamentId
from fairdeal.runtime.keys import Key, client_key
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.money import checked_key
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.refused import Refused, refused
from fairdeal.server.auth.roles import Access, Proof
from fairdeal.server.levers import acts
from fairdeal.server.levers.carrying import carry_out, name_of
from fairdeal.server.levers.results import ActAnswer, PlanAnswer, plan_answer
from fairdeal.tournament.director.commands import Cancel
from fairdeal.tournament.orders import director_stream

SCHEDULE_BYTES_MAX: Final = 96 * 1024


class RunningTournament(Answer, frozen=True):
    """A tournament as staff see it in a list."""

    tournament: str
    name: str
    edition: str
    money: str
    status: str
    starts_at: int | None
    entries: int
    remaining: int
    tables: int
    level: int
    paused_at: int | None


class LobbyAnswer(Answer, frozen=True):
    """A HexaPro lobby as staff see it; `full` are the numbers of games that are full and not drawn."""

    lobby: str
    closed: bool
    running: int
    waiting: list[int]
    full: list[int]


# ---- looking


@get("/staff/tournaments", may=Access.READ_ROOM)
async def read_tournaments(caller: Who) -> list[RunningTournament]:
    """Tournaments that are announced, run, or ended a little while ago."""
    rows = caller.house.room.tournaments.lobby.rows(caller.house.clock.now())
    return [
        RunningTournament(
            row.tournament,
            row.setup.name,
            row.rules.edition,
            row.setup.money.value,
            row.summary.status.value,
            row.summary.starts_at,
            row.summary.entries,
            row.summary.remaining,
            row.summary.tables,
            row.summary.level,
            row.summary.halted_at,
        )
        for row in rows
    ]


@get("/staff/tournaments/{tournament:str}/cancellation", may=Access.READ_ROOM)
async def read_cancellation(caller: Who, tournament: FromPath[str]) -> PlanAnswer:
    """What cancelling the tournament now would pay each player, part by part with its rule; changes nothing."""
    found = caller.house.room.registry.find(director_stream(TournamentId(tournament)))
    if found is None or found.state is None:
        raise Refused("no_such_tournament", HTTPStatus.NOT_FOUND)
    plan = caller.house.room.tournaments.dry_run(TournamentId(tournament), Cancel(caller.player, "dry run"))
    if isinstance(plan, Rejection):
        raise refused(plan)
    return plan_answer(plan, lambda player: name_of(caller.house, player))


@get("/staff/hexapro", may=Access.READ_ROOM)
async def read_lobbies(caller: Who) -> list[LobbyAnswer]:
    """The HexaPro lobbies, with games that wait for players or for their draw."""
    room = caller.house.room
    found = []
    for row in room.tournaments.lobby.hexapro():
        actor = room.registry.find(row.lobby)
        full = [] if actor is None else [game.number for game in actor.state.filling if game.filled_at is not None]
        found.append(LobbyAnswer(row.lobby, row.closed, row.running, list(row.taken), full))
    return found


# ---- tournaments


@post("/staff/tournaments", may=Access.RUN_TOURNAMENTS, proof=Proof.AGAIN, status_code=200)
async def create_tournament(caller: Who, data: JSONBody[acts.CreateTournament]) -> ActAnswer:
    """Announce one tournament, from a template with other values or from values alone; `about` is its id."""
    return await _carry_out(caller, "", data)


@post(
    "/staff/schedule",
    may=Access.RUN_TOURNAMENTS,
    proof=Proof.AGAIN,
    status_code=200,
    request_max_body_size=SCHEDULE_BYTES_MAX,
)
async def publish_schedule(caller: Who, data: JSONBody[acts.PublishSchedule]) -> ActAnswer:
    """Announce tournaments by another schedule from now on; its tables are those of a schedule file."""
    return await _carry_out(caller, "", data)


@post("/staff/tournaments/{tournament:str}/change", may=Access.RUN_TOURNAMENTS, proof=Proof.AGAIN, status_code=200)
async def change_tournament(caller: Who, tournament: FromPath[str], data: JSONBody[acts.ChangeTournament]) -> ActAnswer:
    """Change parameters of a tournament; before the start whoever has entered may leave for it."""
    return await _carry_out(caller, tournament, data)


@post("/staff/tournaments/{tournament:str}/delay", may=Access.RUN_TOURNAMENTS, proof=Proof.AGAIN, status_code=200)
async def delay_tournament(caller: Who, tournament: FromPath[str], data: JSONBody[acts.DelayTournament]) -> ActAnswer:
    """Start a tournament later."""
    return await _carry_out(caller, tournament, data)


@post("/staff/tournaments/{tournament:str}/pause", may=Access.RUN_TOURNAMENTS, proof=Proof.AGAIN, status_code=200)
async def pause_tournament(caller: Who, tournament: FromPath[str], data: JSONBody[acts.PauseTournament]) -> ActAnswer:
    """Pause play: clocks stand, hands are finished, nothing more is dealt."""
    return await _carry_out(caller, tournament, data)


@post("/staff/tournaments/{tournament:str}/resume", may=Access.RUN_TOURNAMENTS, proof=Proof.AGAIN, status_code=200)
async def resume_tournament(caller: Who, tournament: FromPath[str], data: JSONBody[acts.ResumeTournament]) -> ActAnswer:
    """Let play and clocks of a paused tournament go on."""
    return await _carry_out(caller, tournament, data)


@post("/staff/tournaments/{tournament:str}/disqualify", may=Access.DISQUALIFY, proof=Proof.AGAIN, status_code=200)
async def disqualify_player(caller: Who, tournament: FromPath[str], data: JSONBody[acts.DisqualifyPlayer]) -> ActAnswer:
    """Take a player out of a tournament."""
    return await _carry_out(caller, tournament, data)


@post("/staff/tournaments/{tournament:str}/cancel", may=Access.RUN_TOURNAMENTS, proof=Proof.AGAIN, status_code=200)
async def cancel_tournament(caller: Who, tournament: FromPath[str], data: JSONBody[acts.CancelTournament]) -> ActAnswer:
    """Cancel a tournament and settle it by its edition's policy; the answer has the plan, also of a dry run."""
    return await _carry_out(caller, tournament, data)


# ---- HexaPro lobbies


@post("/staff/hexapro/close", may=Access.RUN_TOURNAMENTS, proof=Proof.AGAIN, status_code=200)
async def close_lobby(caller: Who, lobby: FromQuery[str], data: JSONBody[acts.CloseLobby]) -> ActAnswer:
    """Close a lobby: games that are full are played, other registrations are refunded."""
    return await _carry_out(caller, lobby, data)


@post("/staff/hexapro/open", may=Access.RUN_TOURNAMENTS, proof=Proof.AGAIN, status_code=200)
async def open_lobby(caller: Who, lobby: FromQuery[str], data: JSONBody[acts.OpenLobby]) -> ActAnswer:
    """Take registrations of a lobby again."""
    return await _carry_out(caller, lobby, data)


@post("/staff/hexapro/void", may=Access.RUN_TOURNAMENTS, proof=Proof.AGAIN, status_code=200)
async def void_game(caller: Who, lobby: FromQuery[str], data: JSONBody[acts.VoidGame]) -> ActAnswer:
    """Give up a full game that was not drawn; its players are refunded."""
    return await _carry_out(caller, lobby, data)


async def _carry_out(caller: Caller, about: str, act: acts.HouseAct) -> ActAnswer:
    key: Key | None = None
    if act.id:
        key = client_key(checked_key(caller, f"act:{about}", act.id), act)
    return await carry_out(caller.house, caller.player, about, act, key)


ROUTES = [
    read_tournaments,
    read_cancellation,
    read_lobbies,
    create_tournament,
    publish_schedule,
    change_tournament,
    delay_tournament,
    pause_tournament,
    resume_tournament,
    disqualify_player,
    cancel_tournament,
    close_lobby,
    open_lobby,
    void_game,
]
