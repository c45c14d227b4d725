"""
Carrying out acts of the house: from an act to the command of a machine, its answer, and the account log.

Nothing is decided here. Who acts was checked before; the machine decides and writes down who and why with the event.
"""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, get_args

import msgspec

from fairdeal.hexapro.lobby import commands as lobby_commands
from fairdeal.kernel import Instant, PlayerId, Rejection, StreamId, TournamentId, seconds
from fairdeal.rulebook.schema.choices import Tickets
from fairdeal.runtime.keys import Key
from fairdeal.server.auth.refused import Refused, refused
from fairdeal.server.house import ServerHouse, answered
from fairdeal.server.levers import acts
from fairdeal.server.levers.results import ActAnswer, PlanAnswer, event_answers, money_answers, plan_answer
from fairdeal.server.levers.setups import (
    changed_setup,
    created_setup,
    edition_and_money,
    new_tournament_id,
    published_schedule,
)
from fairdeal.server.office.errands import at_desk
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.orders import director_stream
from fairdeal.tournament.programme.commands import ListTournament, Publish
from fairdeal.tournament.programme.state import programme_stream


@dataclass(frozen=True, slots=True)
class _Prepared:
    """The command that an act means, the stream it goes to, and the tournament or lobby it is about."""

    stream: StreamId
    command: Any
    about: str


async def carry_out(
    house: ServerHouse, staff: PlayerId, about: str, act: acts.HouseAct, key: Key | None = None
) -> ActAnswer:
    """
    Carry an act out, or tell what it would do; raises `Refused`.

    With a key it is carried out once, however often and after whatever crash it is sent again.
    """
    if isinstance(act, acts.DeskAct):
        return await at_desk(house, staff, about, act, key)
    if not act.reason.strip():
        raise Refused("reason_missing", HTTPStatus.BAD_REQUEST)
    prepared = _PREPARE[type(act)](house, staff, about, act, key)
    expected = _expected(house, prepared)
    if act.dry_run:
        if isinstance(expected, Rejection):
            raise refused(expected)
        return expected
    await answered(lambda reply: house.room.registry.send(prepared.stream, prepared.command, reply, key))
    await _log(house, staff, prepared.about, act)
    if isinstance(expected, Rejection):  # it was carried out before, and the sender did not hear of it
        return ActAnswer(done=True, about=prepared.about)
    return msgspec.structs.replace(expected, done=True)


def _expected(house: ServerHouse, prepared: _Prepared) -> ActAnswer | Rejection:
    """What the command would do now, decided and not written."""
    plan: PlanAnswer | None = None
    if isinstance(prepared.command, ms.Cancel):
        planned = house.room.tournaments.dry_run(TournamentId(prepared.about), prepared.command)
        if isinstance(planned, Rejection):
            return planned
        plan = plan_answer(planned, lambda player: name_of(house, player))
    actor = house.room.registry.actor(prepared.stream)
    hosted, state = actor.hosted, actor.state
    decision = hosted.decide(state, hosted.supply(state, prepared.command), house.clock.now())
    if isinstance(decision, Rejection):
        return decision
    steps = tuple(step.event for step in decision)
    events, money = event_answers(steps), money_answers(hosted, prepared.stream, steps)
    rule = next((each.rule for each in events), None)
    return ActAnswer(done=False, about=prepared.about, rule=rule, events=events, money=money, plan=plan)


def name_of(house: ServerHouse, player: PlayerId) -> str:
    """A player's name, or the id where there is none."""
    return house.face(player).name or player


async def _log(house: ServerHouse, staff: PlayerId, about: str, act: acts.HouseAct) -> None:
    """Note in the account log who did what to what, and why."""
    person = act.player if isinstance(act, acts.DisqualifyPlayer) else staff
    what = "hexapro" if isinstance(act, acts.LobbyAct) else "tournament"
    await house.auth.log_change(person, f"{what}_{acts.act_name(act)}", staff, f"{about}: {act.reason.strip()}")


# ---- from acts to commands


def _create(house: ServerHouse, staff: PlayerId, _about: str, act: acts.CreateTournament, key: Key | None) -> _Prepared:
    edition, money = edition_and_money(house, act)
    setup, tournament = created_setup(house, act), new_tournament_id(house, act, key)
    listed = ListTournament(setup, staff, tournament, reason=act.reason.strip())
    return _Prepared(programme_stream(edition.id, money), listed, tournament)


def _publish(
    house: ServerHouse, staff: PlayerId, _about: str, act: acts.PublishSchedule, _key: Key | None
) -> _Prepared:
    edition, money = edition_and_money(house, act)
    published = Publish(published_schedule(house, act), staff, act.reason.strip())
    stream = programme_stream(edition.id, money)
    return _Prepared(stream, published, str(stream))


def _to_director(
    house: ServerHouse, staff: PlayerId, about: str, act: acts.TournamentAct, _key: Key | None
) -> _Prepared:
    stream = director_stream(TournamentId(about))
    actor = house.room.registry.find(stream)
    if actor is None or actor.state is None:
        raise Refused("no_such_tournament", HTTPStatus.NOT_FOUND)
    return _Prepared(stream, _director_command(house, staff, actor.state, act), about)


def _director_command(
    house: ServerHouse, staff: PlayerId, state: Tournament, act: acts.TournamentAct
) -> ms.HouseCommand:
    signed = (staff, act.reason.strip())
    match act:
        case acts.ChangeTournament():
            return ms.ChangeSetup(changed_setup(house, state.setup, act), *signed)
        case acts.DelayTournament():
            return ms.DelayStart(Instant(act.to), *signed)
        case acts.PauseTournament():
            return ms.HaltPlay(*signed)
        case acts.ResumeTournament():
            return ms.ResumePlay(*signed, seconds(act.wait_seconds))
        case acts.DisqualifyPlayer():
            return ms.Disqualify(PlayerId(act.player), *signed, act.forfeit)
        case acts.CancelTournament():
            return ms.Cancel(*signed, tickets=None if act.tickets is None else Tickets(act.tickets))


def _to_lobby(house: ServerHouse, staff: PlayerId, about: str, act: acts.LobbyAct, _key: Key | None) -> _Prepared:
    stream = StreamId(about)
    if stream not in house.room.tournaments.house.lobbies:
        raise Refused("no_such_lobby", HTTPStatus.NOT_FOUND)
    return _Prepared(stream, _lobby_command(staff, act), about)


def _lobby_command(staff: PlayerId, act: acts.LobbyAct) -> lobby_commands.LobbyCommand:
    signed = (staff, act.reason.strip())
    match act:
        case acts.CloseLobby():
            return lobby_commands.CloseLobby(*signed)
        case acts.OpenLobby():
            return lobby_commands.OpenLobby(*signed)
        case acts.VoidGame():
            return lobby_commands.VoidGame(act.game, *signed)


_PREPARE: Final[dict[type[acts.Act], Callable[[ServerHouse, PlayerId, str, Any, Key | None], _Prepared]]] = {
    acts.CreateTournament: _create,
    acts.PublishSchedule: _publish,
    **dict.fromkeys(get_args(acts.TournamentAct), _to_director),
    **dict.fromkeys(get_args(acts.LobbyAct), _to_lobby),
}
