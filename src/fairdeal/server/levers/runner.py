"""
Carries out the errands of a store.

The server looks for new ones every moment. It answers each once: after a crash, those without an answer are looked at again, and
their keys tell whether they were carried out. One whose time is over is only asked after, never begun.
"""

import asyncio
from contextlib import suppress
from typing import Final

from fairdeal.kernel import PlayerId
from fairdeal.runtime.agendas import UNDECIDED
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import STAFF_ACCESS, roles_in
from fairdeal.server.house import ServerHouse
from fairdeal.server.levers.access import access_to
from fairdeal.server.levers.carrying import carry_out
from fairdeal.server.levers.errands import (
    ANSWERS,
    Errand,
    ErrandAnswer,
    answers_after,
    encode_answer,
    errand_key,
    errands_after,
)
from fairdeal.server.levers.results import ActAnswer
from fairdeal.server.levers.setups import Faults
from fairdeal.server.logger import structlog
from fairdeal.storage.port import Append, Committed, Lease, Outcome, Repeated, StoreError, Unit

_LOOK_SECONDS: Final = 0.5
_log: Final = structlog.get_logger("fairdeal.errands")


class ErrandRunner:
    """Carries out the errands of one server's store, in order."""

    def __init__(self, house: ServerHouse) -> None:
        self._house = house
        self._seen = 0  # the last errand that was read
        self._waiting: dict[int, Errand] = {}  # read and not answered
        self._answered: set[int] | None = None  # None: not read yet
        self._looks = asyncio.Lock()  # two looks at once would answer an errand twice

    async def run(self) -> None:
        """Look for errands until cancelled."""
        while True:
            with suppress(StoreError, TimeoutError):  # what could not be read, done or answered comes again
                await self.look()
            await asyncio.sleep(_LOOK_SECONDS)

    async def look(self) -> None:
        """Carry out what is new, and what a crash left without an answer."""
        async with self._looks:
            if self._house.is_ready:
                await self._read()
                await self._answer()

    async def _read(self) -> None:
        store = self._house.store
        if self._answered is None:
            self._answered = {each.number for _, each in await asyncio.to_thread(answers_after, store, 0)}
        for number, errand in await asyncio.to_thread(errands_after, store, self._seen):
            self._seen = number
            if number not in self._answered:
                self._waiting[number] = errand

    async def _answer(self) -> None:
        for number, errand in tuple(self._waiting.items()):
            answer = await self._carry_out(number, errand)
            if answer is not None:
                await self._write(answer)
                self._waiting.pop(number)
                _log.info("errand", number=number, staff=errand.staff, about=errand.about, code=answer.code or "done")

    async def _carry_out(self, number: int, errand: Errand) -> ErrandAnswer | None:
        """The answer to an errand; None: nobody knows yet, so it is tried again."""
        house, key = self._house, errand_key(number)
        if house.clock.now() >= errand.until:
            if await self._was_done(number):
                return ErrandAnswer(number, ActAnswer(done=True, about=errand.about))
            return ErrandAnswer(number, code="expired")
        try:
            await self._check_staff(errand)
            return ErrandAnswer(number, await carry_out(house, PlayerId(errand.staff), errand.about, errand.act, key))
        except Faults as bad:
            return ErrandAnswer(number, code=bad.code, rule=bad.rule, numbers=bad.numbers, faults=list(bad.faults))
        except Refused as why:
            if await self._was_done(number):  # by an earlier attempt whose answer was lost
                return ErrandAnswer(number, ActAnswer(done=True, about=errand.about))
            if why.code in UNDECIDED:
                return None
            return ErrandAnswer(number, code=why.code, rule=why.rule, numbers=why.numbers)

    async def _check_staff(self, errand: Errand) -> None:
        """Raise `Refused` unless the account has a role for the act now."""
        row = await asyncio.to_thread(self._house.people.person, errand.staff)
        if row is None or row.closed_at or not STAFF_ACCESS[access_to(errand.act)] & roles_in(row.roles):
            raise Refused("not_allowed")

    async def _was_done(self, number: int) -> bool:
        """Whether the journal knows that the errand was carried out."""
        key = errand_key(number)
        asked = Unit(self._lease, self._house.clock.now(), (), key=key.name, payload=key.payload, recalls=True)
        return isinstance(await self._submitted(asked), Repeated)

    async def _write(self, answer: ErrandAnswer) -> None:
        data = encode_answer(answer)
        append = Append(ANSWERS, None, (data,))
        key = f"errand-answer:{answer.number}"
        unit = Unit(self._lease, self._house.clock.now(), (append,), key=key, payload=b"answer")
        outcome = await self._submitted(unit)
        if not isinstance(outcome, Committed | Repeated):
            raise StoreError(f"the answer to errand {answer.number} was not written: {outcome}")

    @property
    def _lease(self) -> Lease:
        return self._house.room.registry.lease

    async def _submitted(self, unit: Unit) -> Outcome | StoreError:
        waiting: asyncio.Future[Outcome | StoreError] = asyncio.get_running_loop().create_future()
        self._house.journal.submit(unit, lambda outcome: None if waiting.done() else waiting.set_result(outcome))
        return await waiting
