"""Writing into the docket without a room: roles and changes from the command line, whether a server runs or not."""

from collections.abc import Mapping
from typing import Final, NoReturn

from fairdeal.bank.house import StaffId
from fairdeal.kernel import Instant, Rejection
from fairdeal.office.docket.commands import NoteChange, SetRoles
from fairdeal.office.docket.machine import DocketMachine
from fairdeal.office.docket.state import STREAM, Docket
from fairdeal.office.roles import Role
from fairdeal.room.desk import act, read_state
from fairdeal.room.office.docket import HostedDocket
from fairdeal.room.office.rehearsal import Rehearsals
from fairdeal.storage.port import Store

EARLIER: Final = "earlier build"
ADOPTED: Final = "was staff before the docket was kept"
"""By whom and why staff of an earlier build came into the docket."""


def record(store: Store, command: SetRoles | NoteChange, now: Instant) -> Rejection | None:
    """Write into the docket; the rejection if it is refused."""
    answer = act(store, _alone(), command, now)
    return answer if isinstance(answer, Rejection) else None


def read_docket(store: Store) -> Docket:
    """The docket as the store has it."""
    return read_state(store, _alone())[0]


def adopt_earlier(store: Store, earlier: Mapping[str, str], now: Instant) -> None:
    """Let a docket that nobody has written yet take the staff of an earlier build, as far as their roles go together."""
    if read_state(store, _alone())[1] == 0:
        for other, held in earlier.items():
            record(store, SetRoles(StaffId(other), _roles(held), EARLIER, ADOPTED), now)


def record_roles(
    store: Store, person: str, roles: str, by: str, earlier: Mapping[str, str], now: Instant
) -> Rejection | None:
    """
    Write somebody's roles into the docket, roles separated by spaces; the rejection if they are refused.

    A docket that nobody has written yet first takes the staff of an earlier build.
    """
    adopt_earlier(store, earlier, now)
    return record(store, SetRoles(StaffId(person), _roles(roles), by), now)


def _roles(text: str) -> tuple[Role, ...]:
    return tuple(Role(word) for word in text.split())


class _NoRoom(Rehearsals):
    """Dry runs need a room."""

    def __init__(self) -> None:
        pass

    def figures(self, deed: object, order: object) -> NoReturn:
        """Never asked for by what can be written without a room."""
        raise AssertionError(f"{deed} of {order} needs the room")


def _alone() -> HostedDocket:
    return HostedDocket(STREAM, DocketMachine(frozenset(), real_money=True), _NoRoom())
