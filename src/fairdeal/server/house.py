"""Everything the edges of one server share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fairdeal.kernel import PlayerId
from fairdeal.protocol.chairs import Face
from fairdeal.room.journal import CommitterJournal
from fairdeal.room.ports import Clock
from fairdeal.room.room import Room
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.server.settings import ServerSettings
from fairdeal.storage.archive import Archive
from fairdeal.storage.vault import Vault

if TYPE_CHECKING:
    from fairdeal.server.auth.service import Auth


@dataclass(slots=True, kw_only=True)
class ServerHouse:
    """A room with everything around it, as the socket and the API need it."""

    room: Room
    store: Archive
    journal: CommitterJournal
    clock: Clock
    loop: asyncio.AbstractEventLoop
    settings: ServerSettings
    editions: Sequence[Edition]
    vault: Vault
    auth: Auth
    people: Any
    rates: Callable[[], tuple[Any, ...]] = lambda: ()
    cashier: Any = None
    bot_faces: Mapping[PlayerId, Face] = field(default_factory=dict)  # of practice partners; they have no accounts
    build: str = "dev"
    is_ready: bool = False  # recovered, and not stopping

    def __deepcopy__(self, _memo: object) -> ServerHouse:
        """There is one; Litestar copies routers with everything their functions hold."""
        return self
