"""The desk's service: dry runs, requests, and every look at a player's data, in the name of a member of staff."""

import asyncio
from http import HTTPStatus
from typing import Final

from fairdeal.bank.house import StaffId
from fairdeal.kernel import PlayerId, Rejection, RuleId
from fairdeal.office.deed import Deed, Order
from fairdeal.office.docket.commands import (
    Ask,
    Deny,
    DocketCommand,
    EndDuty,
    NoteChange,
    NoteLook,
    NotePlayer,
    Renew,
    SetRoles,
    Sign,
    Withdraw,
)
from fairdeal.office.docket.state import STREAM, Request, Stage
from fairdeal.office.figures import Figures
from fairdeal.office.roles import Role
from fairdeal.room.office.record import ADOPTED, EARLIER
from fairdeal.room.office.rights import rights_that_differ
from fairdeal.rulebook.catalogue import holds_in
from fairdeal.rulebook.clause import EditionId
from fairdeal.runtime.keys import Key
from fairdeal.server.auth.refused import Refused, refused
from fairdeal.server.auth.roles import roles_in
from fairdeal.server.auth.tokens import new_id
from fairdeal.server.house import ServerHouse, answered
from fairdeal.server.office.forms.base import Form
from fairdeal.storage.people import PersonRow

_BUSY: Final = "busy"
_NOT_ALLOWED: Final = "not_allowed"
_TRIES_MAX: Final = 40
_PAUSE_SECONDS: Final = 0.05


class Office:
    """The back office of a house, for one member of staff."""

    def __init__(self, house: ServerHouse, staff: PlayerId) -> None:
        self._house = house
        self.staff = StaffId(staff)

    # ---- asking

    def prepared(self, form: Form, clause: str | None, edition: str | None) -> tuple[Deed, EditionId]:
        """The deed of a form, and the rulebook it rests on: that of the place, otherwise the one that is named."""
        chosen = form.edition(self._house) or self._edition(clause, edition)
        return form.deed(self._house, chosen), chosen

    def _edition(self, clause: str | None, edition: str | None) -> EditionId:
        offered = [each.id for each in self._house.editions]
        if edition is not None:
            return EditionId(edition)
        of_clause = [each for each in offered if clause is not None and _holds(clause, each)]
        return (of_clause or offered)[0]

    def dry_run(self, deed: Deed, edition: EditionId, clause: str | None, request: str = "dry-run") -> Figures:
        """What a deed would do now; raises `Refused` where it would be refused."""
        rule = None if clause is None else RuleId(clause)
        if deed.clauses and rule not in deed.clauses:
            raise Refused("clause_missing" if rule is None else "no_such_clause", HTTPStatus.BAD_REQUEST, rule)
        order = Order(request, self.staff, "dry run", rule, edition, self._house.clock.now())
        return self._figures(deed, order)

    def figures_of(self, request: Request) -> Figures | Rejection:
        """What an open request would do now."""
        rehearsals = self._house.room.rehearsals
        deed = rehearsals.anew(request.deed) if request.stage is Stage.SIGNED else request.deed
        return rehearsals.figures(deed, request.order)

    def _figures(self, deed: Deed, order: Order) -> Figures:
        figures = self._house.room.rehearsals.figures(deed, order)
        if isinstance(figures, Rejection):
            raise refused(figures)
        return figures

    async def ask(
        self,
        request: str,
        deed: Deed,
        edition: EditionId,
        clause: str | None,
        reason: str,
        seen: bytes,
        *,
        at_once: bool,
        key: Key | None = None,
    ) -> None:
        """Ask for a deed whose dry run the asker saw."""
        rule = None if clause is None else RuleId(clause)
        command = Ask(request, self.staff, deed, edition, rule, reason, seen, at_once)
        await self.send(command, key)

    async def do_at_once(self, form: Form, reason: str) -> None:
        """Carry out a deed for which one person is enough, by its first clause that a rulebook of this house has."""
        deed, _ = self.prepared(form, None, None)
        offered = [each.id for each in self._house.editions]
        found = ((rule, each) for rule in deed.clauses for each in offered if holds_in(rule, each))
        clause, edition = next(found, (None, offered[0]))
        figures = self.dry_run(deed, edition, clause)
        request = new_id(self._house.clock.now())
        await self.ask(request, deed, edition, clause, reason, figures.digest, at_once=False)

    async def sign(self, request: str, seen: bytes) -> None:
        """Sign as the second person; the deed is carried out."""
        await self.send(Sign(request, self.staff, seen))

    async def renew(self, request: str, seen: bytes) -> None:
        """Confirm new figures of an own request."""
        await self.send(Renew(request, self.staff, seen))

    async def deny(self, request: str, why: str) -> None:
        """Deny somebody else's request."""
        await self.send(Deny(request, self.staff, why))

    async def withdraw(self, request: str) -> None:
        """Take an own request back."""
        await self.send(Withdraw(request, self.staff))

    async def end_duty(self, request: str, why: str) -> None:
        """Note that a player brought what was demanded."""
        await self.send(EndDuty(request, self.staff, why))

    # ---- the record

    async def look(self, what: str, about: str) -> None:
        """Write down that somebody's data was looked at; before it is shown."""
        await self.send(NoteLook(self.staff, what, about))

    async def note(self, what: str, about: str, words: str = "") -> None:
        """Write down a change that no deed covers."""
        await self.send(NoteChange(self.staff, what, about, words))

    async def note_player(self, note: str, player: PlayerId, words: str) -> None:
        """Write a note about a player, with an id of its own."""
        await self.send(NotePlayer(note, self.staff, player, words))

    async def send(self, command: DocketCommand, key: Key | None = None) -> None:
        """
        Send a command to the docket; a table that is writing at this moment is waited for.

        Who may not do something is asked of the docket as the command line may have written it meanwhile.
        """
        for tries in range(1, _TRIES_MAX + 1):
            try:
                await answered(lambda reply: self._house.room.office(command, reply, key))
            except Refused as why:
                if why.code == _NOT_ALLOWED and read_anew(self._house):
                    continue
                if why.code != _BUSY or tries == _TRIES_MAX:
                    raise
                await asyncio.sleep(_PAUSE_SECONDS)
            else:
                return


def _holds(clause: str, edition: EditionId) -> bool:
    try:
        return holds_in(clause, edition)
    except KeyError:
        return False


def read_anew(house: ServerHouse) -> bool:
    """Take into the docket what the command line has written there, such as roles of new staff; whether there was anything."""
    registry = house.room.registry
    before = registry.actor(STREAM).version
    return registry.refresh(STREAM).version != before


async def give_roles(house: ServerHouse, player: str, roles: frozenset[Role], by: str) -> None:
    """
    Make somebody staff without a second person, which a house of at most one may; raises `Refused`.

    With more staff than that, roles are given at the desk, where a second person signs.
    """
    others = [each for each in house.room.docket.staff if each.staff != by]
    if others:
        raise Refused("second_signature_needed")
    await Office(house, PlayerId(by)).send(SetRoles(StaffId(player), tuple(roles), by))


async def adopt_staff(house: ServerHouse) -> list[str]:
    """
    Take the staff of an older build into the docket, once; afterwards, the names of accounts whose roles differ from it.

    A row that says more than the docket gives no right at the desk.
    """
    rows: list[PersonRow] = await asyncio.to_thread(house.people.staff)
    if house.room.registry.actor(STREAM).version == 0:
        return [row.name for row in rows if not await _adopted(house, row)]
    wrong = rights_that_differ(house.room.docket, {row.id: row.roles for row in rows})
    return [each.where.removeprefix("account ") for each in wrong]


async def _adopted(house: ServerHouse, row: PersonRow) -> bool:
    """Whether the docket took a member of staff with the roles of their row."""
    roles = tuple(roles_in(row.roles))
    try:
        await Office(house, PlayerId(row.id)).send(SetRoles(StaffId(row.id), roles, EARLIER, ADOPTED))
    except Refused:
        return False
    return True
