"""What happened at the office; stored, so names and fields never change."""

from dataclasses import dataclass

from fairdeal.bank.house import StaffId
from fairdeal.kernel import Instant, PlayerId
from fairdeal.office.docket.state import End, Request
from fairdeal.office.roles import Role


@dataclass(frozen=True, slots=True)
class RolesSet:
    """Somebody was given roles, or lost all of them."""

    staff: StaffId
    roles: tuple[Role, ...]
    by: str
    why: str
    at: Instant


@dataclass(frozen=True, slots=True)
class Asked:
    """A deed was asked for; nothing is done yet."""

    request: Request


@dataclass(frozen=True, slots=True)
class Frozen:
    """A deed was done by one person at once; it is undone unless a second person signs."""

    request: Request


@dataclass(frozen=True, slots=True)
class Renewed:
    """The asker confirmed new figures."""

    request: str
    figures: bytes
    at: Instant


@dataclass(frozen=True, slots=True)
class Done:
    """
    A deed was carried out, in this commit.

    `by` signed as the second person; nobody where one person is enough, or where a house of one `waived` the second.
    """

    request: Request
    by: StaffId | None
    waived: bool
    at: Instant


@dataclass(frozen=True, slots=True)
class Signed:
    """A second person signed a deed that waits: what must not change meanwhile is done in this commit, the rest at `until`."""

    request: Request
    at: Instant


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A second person signed what was done at once; it stays."""

    request: Request
    by: StaffId
    at: Instant


@dataclass(frozen=True, slots=True)
class Ended:
    """A request ended without being carried out; what was frozen or begun is undone in this commit, unless it was before (`moot`)."""

    request: Request
    end: End
    by: StaffId | None
    why: str
    at: Instant
    moot: bool = False


@dataclass(frozen=True, slots=True)
class DutyOverdue:
    """A player did not bring in time what was demanded."""

    request: str
    at: Instant


@dataclass(frozen=True, slots=True)
class DutyEnded:
    """A player brought what was demanded, or need not."""

    request: str
    staff: StaffId
    why: str
    at: Instant


@dataclass(frozen=True, slots=True)
class Told:
    """What follows a deed outside its commit was done."""

    request: str
    at: Instant


@dataclass(frozen=True, slots=True)
class Looked:
    """A member of staff looked at a player's data."""

    staff: StaffId
    what: str
    about: str
    at: Instant


@dataclass(frozen=True, slots=True)
class Changed:
    """Somebody changed something that no deed covers."""

    by: str
    what: str
    about: str
    words: str
    at: Instant


@dataclass(frozen=True, slots=True)
class Noted:
    """A member of staff wrote a note about a player."""

    note: str
    staff: StaffId
    player: PlayerId
    words: str
    at: Instant


DocketEvent = (
    RolesSet
    | Asked
    | Frozen
    | Renewed
    | Done
    | Signed
    | Confirmed
    | Ended
    | DutyOverdue
    | DutyEnded
    | Told
    | Looked
    | Changed
    | Noted
)
