"""Asking the room from a request: awaiting its answer, and the kind of money it plays for."""

import asyncio
from collections.abc import Callable
from typing import Final

from fairdeal.kernel import MoneyKind
from fairdeal.runtime.ports import Answer, Reply
from fairdeal.server.auth.refused import refused
from fairdeal.server.house import ServerHouse

ANSWER_SECONDS: Final = 15


async def answered(ask: Callable[[Reply], None]) -> None:
    """Await the answer of the room; raises `Refused` for a rejection."""
    waiting: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def reply(answer: Answer) -> None:
        if not waiting.done():
            waiting.set_result(answer)

    ask(reply)
    answer = await asyncio.wait_for(waiting, ANSWER_SECONDS)
    if answer is not None:
        raise refused(answer)


def playing_kind(house: ServerHouse) -> MoneyKind:
    """The kind of money this room plays for; real money before others."""
    kinds = house.room.settings.money
    return MoneyKind.REAL if MoneyKind.REAL in kinds else kinds[0]
