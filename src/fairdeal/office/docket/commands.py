"""Commands of the docket, from staff, from the house and from timers."""

from dataclasses import dataclass

from fairdeal.bank.house import StaffId
from fairdeal.kernel import Instant, PlayerId, Rejection, RuleId
from fairdeal.office.deed import Deed
from fairdeal.office.deeds.holds import Hold, SuspendPayout
from fairdeal.office.roles import Role
from fairdeal.rulebook.clause import EditionId

Found = bytes | Rejection | None
"""A fact: the digest of what a deed would do now, or why it would be refused; None until the runtime fills it."""


@dataclass(frozen=True, slots=True)
class SetRoles:
    """Give somebody these roles, and no others; none: they are staff no longer."""

    staff: StaffId
    roles: tuple[Role, ...]
    by: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for a deed; `seen` is the digest of the dry run that the asker saw. With `at_once` it is done now and signed later."""

    request: str
    staff: StaffId
    deed: Deed
    edition: EditionId
    clause: RuleId | None
    reason: str
    seen: bytes
    at_once: bool = False
    found: Found = None
    concerned: tuple[PlayerId, ...] = ()  # a fact too: whom it would touch


@dataclass(frozen=True, slots=True)
class HoldDisputed:
    """
    Hold the winnings, or suspend the payment, that a complaint is about: the rulebook does it from its registration on (INT-38).

    Nobody asks for it and nobody signs; it is named after the complaint, and so happens once.
    """

    case: str
    deed: Hold | SuspendPayout
    edition: EditionId
    clause: RuleId
    reason: str


@dataclass(frozen=True, slots=True)
class Renew:
    """The asker confirms new figures, after a dry run showed that the old ones no longer hold."""

    request: str
    staff: StaffId
    seen: bytes
    found: Found = None


@dataclass(frozen=True, slots=True)
class Sign:
    """A second person signs; the deed is carried out in the same commit."""

    request: str
    staff: StaffId
    seen: bytes
    found: Found = None
    concerned: tuple[PlayerId, ...] = ()  # a fact too: whom it touches


@dataclass(frozen=True, slots=True)
class Deny:
    """A second person denies a request, for a reason; `moot` is filled where what was frozen is undone already."""

    request: str
    staff: StaffId
    why: str
    moot: bool = False


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The asker takes a request back."""

    request: str
    staff: StaffId
    moot: bool = False


@dataclass(frozen=True, slots=True)
class Expire:
    """The timer of a request nobody signed in time."""

    request: str
    until: Instant
    moot: bool = False


@dataclass(frozen=True, slots=True)
class CarryOut:
    """
    The timer of what was signed and waited: it takes effect.

    `deed` is a fact: the deed with the balances of that instant. `refused` is filled where a machine refused it, and `moot` where what
    was begun cannot be taken back either.
    """

    request: str
    until: Instant
    deed: Deed | None = None
    refused: str = ""
    moot: bool = False


@dataclass(frozen=True, slots=True)
class CallDuty:
    """The timer of what a player was told to bring."""

    request: str
    deadline: Instant


@dataclass(frozen=True, slots=True)
class EndDuty:
    """Staff note that a player brought what was demanded, or need not."""

    request: str
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class NoteTold:
    """What follows a deed outside the commit was done: people were told, sessions ended."""

    request: str


@dataclass(frozen=True, slots=True)
class NoteLook:
    """A member of staff looked at a player's data."""

    staff: StaffId
    what: str
    about: str


@dataclass(frozen=True, slots=True)
class NoteChange:
    """Somebody changed something that no deed covers, such as an account from the command line."""

    by: str
    what: str
    about: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class NotePlayer:
    """A member of staff writes a note about a player, which staff read and the player does not."""

    note: str
    staff: StaffId
    player: PlayerId
    words: str


DocketCommand = (
    SetRoles
    | Ask
    | HoldDisputed
    | Renew
    | Sign
    | Deny
    | Withdraw
    | Expire
    | CarryOut
    | CallDuty
    | EndDuty
    | NoteTold
    | NoteLook
    | NoteChange
    | NotePlayer
)
