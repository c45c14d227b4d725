"""
What deeds lead to outside their commit: sessions end, tables are left, complaints are answered, roles reach the accounts.

The docket keeps each deed until it was told, so a server that crashed in between does all of it at its next start. Every step can be
done twice.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from fairdeal.kernel import PlayerId
from fairdeal.office.deed import Deed
from fairdeal.office.deeds import holds, people
from fairdeal.office.deeds import house as house_deeds
from fairdeal.office.docket.agenda import Consequence
from fairdeal.office.docket.commands import NoteTold
from fairdeal.office.docket.state import Request, Stage
from fairdeal.office.roles import Role
from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import Ruled
from fairdeal.server.auth.roles import roles_text
from fairdeal.server.house import ServerHouse
from fairdeal.server.leaving import leave_tables
from fairdeal.server.logger import structlog
from fairdeal.server.office.balances import with_balances_of_now
from fairdeal.server.office.places import subject_of
from fairdeal.storage.port import StoreError

CLOSING: Final = "closing"
"""Told to a player whose account will be closed."""

Tell = Callable[[PlayerId, bytes], None]
"""Sends a message to every connection of a player."""

_log = structlog.get_logger("fairdeal.office")


class Consequences:
    """Does what deeds lead to, one after the other; failures are tried again at the next start."""

    def __init__(self, house: ServerHouse, tell: Tell = lambda _player, _message: None) -> None:
        self._house = house
        house.room.rehearsals.anew = partial(with_balances_of_now, house)
        self._tell = tell
        self._running: set[asyncio.Task[None]] = set()

    def follow(self, consequence: Consequence) -> None:
        """Begin with what a deed leads to."""
        task = self._house.loop.create_task(self._follow(consequence.request))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def settle(self) -> None:
        """Wait until everything that was begun is done."""
        while self._running:
            await asyncio.gather(*self._running)

    async def _follow(self, request: Request) -> None:
        try:
            await self._do(request.deed, request)
        except StoreError:
            return  # it stays untold
        self._tell_players(request)
        self._house.room.office(NoteTold(request.id))
        _log.info("deed", request=request.id, kind=request.deed.kind, staff=request.staff, clause=request.clause or "")

    def _tell_players(self, request: Request) -> None:
        """Tell everybody concerned who is connected; others find it among their rulings."""
        message = encode(
            Ruled(
                id=request.id,
                kind=request.deed.kind if request.stage is not Stage.SIGNED else CLOSING,
                rule=request.clause,
                reason=request.reason,
                about=subject_of(self._house, request.deed),
                at=self._house.clock.now(),
            )
        )
        for player in request.readers:
            self._tell(player, message)

    async def _do(self, deed: Deed, request: Request) -> None:
        house = self._house
        match deed:
            case people.CloseReturning() | people.CloseForfeiting() if request.stage is Stage.SIGNED:
                leave_tables(house, deed.player)
            case people.Suspend():
                leave_tables(house, deed.player)
            case people.CloseReturning() | people.CloseForfeiting() | people.RefuseRegistration():
                leave_tables(house, deed.player)
                await house.auth.closed(deed.player)
            case holds.AnswerComplaint():
                now = house.clock.now()
                answer = house.people.answer_complaint
                await asyncio.to_thread(answer, deed.complaint, deed.answer, request.staff, now)
            case house_deeds.GiveRoles():
                await adopt_roles(house, deed.member.staff, frozenset(deed.member.roles), request.staff)
                return
            case _:
                pass
        for player in deed.players():
            what = deed.kind if request.stage is not Stage.SIGNED else CLOSING
            await house.auth.log_change(player, what, request.staff, f"{request.id}: {request.reason}")


async def adopt_roles(house: ServerHouse, player: str, roles: frozenset[Role], by: str) -> None:
    """Write roles that the docket has given to the account, and make new staff leave their tables."""
    auth = house.auth
    await asyncio.to_thread(lambda: auth.people.change_person(player, roles=roles_text(roles)))
    await auth.refresh(PlayerId(player))
    if roles:
        leave_tables(house, PlayerId(player))  # staff do not play
    await auth.log_change(player, "roles", by, roles_text(roles))
