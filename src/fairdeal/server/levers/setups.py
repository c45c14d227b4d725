"""The setup of a tournament that staff create or change: a template or the tournament as it is, with other values."""

import hashlib
import os
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from http import HTTPStatus
from typing import Any, Final

from fairdeal.kernel import Instant, MoneyKind, TournamentId, make_id
from fairdeal.room.tournament.offer import shipped_structures, standard_schedule
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.keys import Key
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse, playing_kind
from fairdeal.server.levers.acts import ChangeTournament, CreateTournament, PublishSchedule
from fairdeal.tournament.password import is_password_digest, password_digest
from fairdeal.tournament.programme.links import leads_elsewhere
from fairdeal.tournament.programme.schedule import Schedule
from fairdeal.tournament.programme.schedule_text import BadSchedule, override, schedule_of
from fairdeal.tournament.programme.state import Programme, programme_stream
from fairdeal.tournament.rules import CHANGE_PARAMETERS, DELAY_OR_CANCEL
from fairdeal.tournament.setup import TournamentSetup
from fairdeal.tournament.structure import BadStructure, Structure, structure_of
from fairdeal.zones import database_zone

_KEY: Final = "created"
_ANY_TIME: Final = ["00:00"]  # a row of a schedule says when; here it is said apart
_ID_BYTES: Final = 10


class Faults(Refused):
    """Values that no tournament can have; `faults` are all that was found, in words."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("bad_setup", HTTPStatus.BAD_REQUEST, CHANGE_PARAMETERS, {"faults": len(faults)})
        self.faults = faults


def edition_and_money(house: ServerHouse, act: CreateTournament | PublishSchedule) -> tuple[Edition, MoneyKind]:
    """The edition and the kind of money that an act names; raises `Refused` for what this server does not play."""
    editions = house.room.tournaments.house.editions.values()
    edition = next((each for each in editions if each.id == act.edition), None)
    if edition is None:
        raise Refused("unknown_rulebook", HTTPStatus.NOT_FOUND)
    if act.money is None:
        return edition, playing_kind(house)
    if act.money not in house.room.settings.money:
        raise Refused("wrong_money_kind", HTTPStatus.BAD_REQUEST)
    return edition, MoneyKind(act.money)


def created_setup(house: ServerHouse, act: CreateTournament) -> TournamentSetup:
    """The setup of a tournament to announce; raises `Faults`, or `Refused` for its template or its start."""
    edition, money = edition_and_money(house, act)
    starts_at = None if act.starts_at is None else Instant(act.starts_at)
    if starts_at is not None and starts_at <= house.clock.now():
        raise Refused("not_in_the_future", rule=DELAY_OR_CANCEL)
    try:
        setup = _base(house, act, edition, money)
    except BadStructure as bad:
        raise Faults(tuple(bad.faults)) from None
    if leads_elsewhere(setup):
        raise Refused("template_linked", rule=CHANGE_PARAMETERS)  # only a schedule knows which tournament it leads to
    if act.template is not None and setup.sit_and_go != (starts_at is None):
        raise Refused("no_start_time" if setup.sit_and_go else "start_missing", rule=DELAY_OR_CANCEL)
    setup = replace(setup, starts_at=starts_at, password=_password(act, setup))
    return _checked(house, setup, {})


def _base(house: ServerHouse, act: CreateTournament, edition: Edition, money: MoneyKind) -> TournamentSetup:
    values, structures = numbers_exact(act.values), _structures(act.structures)
    if act.template is not None:
        assert edition.poker is not None, "a house of tournaments has editions with poker"
        return override(_template(house, act.template, edition, money), values, edition.poker, structures)
    if act.starts_at is None:
        raise Refused("template_missing", HTTPStatus.BAD_REQUEST)
    raw = {"tournaments": [{**values, "key": _KEY, "starts": _ANY_TIME}]}
    (series,) = schedule_of(raw, edition, money, structures, zones=database_zone).series
    return replace(series.setup, name=str(values.get("name") or f"Tournament {series.setup.price}"))


def _template(house: ServerHouse, key: str, edition: Edition, money: MoneyKind) -> TournamentSetup:
    """The setup of a series: of the schedule in force, otherwise of the one that comes with the program."""
    programme: Programme = house.room.registry.actor(programme_stream(edition.id, money)).state
    for schedule in (programme.schedule, standard_schedule(edition, money)):
        for series in schedule.series:
            if series.key == key:
                return series.setup
    raise Refused("no_such_template", HTTPStatus.NOT_FOUND)


def changed_setup(house: ServerHouse, setup: TournamentSetup, act: ChangeTournament) -> TournamentSetup:
    """A tournament's setup with other values; raises `Faults`."""
    if act.password is not None or act.password_digest is not None:
        setup = replace(setup, password=_password(act, setup))
    try:
        structures = _structures(act.structures)
    except BadStructure as bad:
        raise Faults(tuple(bad.faults)) from None
    return _checked(house, setup, numbers_exact(act.values), structures)


def _checked(
    house: ServerHouse, setup: TournamentSetup, values: Mapping[str, Any], structures: Mapping[str, Structure] = {}
) -> TournamentSetup:
    poker = house.room.tournaments.house.rules_of(setup).poker
    try:
        return override(setup, values, poker, structures)
    except BadSchedule as bad:
        raise Faults(tuple(bad.faults)) from None


def published_schedule(house: ServerHouse, act: PublishSchedule) -> Schedule:
    """The schedule to publish; raises `Faults`."""
    edition, money = edition_and_money(house, act)
    raw = numbers_exact(act.schedule)
    try:
        return schedule_of(raw, edition, money, shipped_structures(), zones=database_zone)
    except BadStructure as bad:
        raise Faults(tuple(bad.faults)) from None


def new_tournament_id(house: ServerHouse, act: CreateTournament, key: Key | None) -> TournamentId:
    """An id for a tournament; with a key always the same one, so that a sender who asks again hears it."""
    if key is None:
        return TournamentId(make_id(house.clock.now(), os.urandom(_ID_BYTES)))
    chance = hashlib.sha256(key.name.encode()).digest()[:_ID_BYTES]
    return TournamentId(make_id(Instant(act.starts_at or 0), chance))


def _structures(raw: Mapping[str, Any]) -> dict[str, Structure]:
    """The structures that come with the program, and those of an act."""
    named = {
        name: structure_of({**table, "name": name})
        for name, table in numbers_exact(raw).items()
        if isinstance(table, dict)
    }
    return {**shipped_structures(), **named}


def _password(act: CreateTournament | ChangeTournament, setup: TournamentSetup) -> str:
    """What is kept of the password of an act: nothing if it has none."""
    if act.password_digest is not None:
        if not is_password_digest(act.password_digest):
            raise Faults(("password_digest is not what is kept of a password",))
        return act.password_digest
    return password_digest(act.password, setup.name) if act.password else ""


def numbers_exact(value: Any) -> Any:
    """Tables as a schedule file has them: JSON has no exact fractions, so its numbers are read as they were written."""
    if isinstance(value, float):
        return Decimal(str(value))
    if isinstance(value, dict):
        return {key: numbers_exact(each) for key, each in value.items()}
    return [numbers_exact(each) for each in value] if isinstance(value, list) else value
