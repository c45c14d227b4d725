"""What happens to a player's holds; stored, so names and fields are for ever."""

from dataclasses import dataclass

from fairdeal.bank.holds.state import Grounds, HoldKind, Part
from fairdeal.bank.house import StaffId
from fairdeal.kernel import AccountId, Instant, RuleId
from fairdeal.rulebook.schema.choices import Forfeited


@dataclass(frozen=True, slots=True)
class HoldPlaced:
    """Money is kept back from now on; a complaint has a deadline."""

    hold: str
    kind: HoldKind
    part: Part
    deadline: Instant | None
    at: Instant
    staff: StaffId
    why: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class WinningsPaid:
    """Nothing kept the winnings back."""

    source: AccountId
    part: Part
    rule: RuleId


@dataclass(frozen=True, slots=True)
class WinningsWithheld:
    """Winnings joined an open review instead of going home."""

    hold: str
    source: AccountId
    part: Part
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HoldExtended:
    """A complaint got a later deadline."""

    hold: str
    deadline: Instant
    staff: StaffId
    why: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HoldReleased:
    """Money went home; `ends` when nothing of the hold is left."""

    hold: str
    parts: tuple[Part, ...]
    ends: bool
    staff: StaffId
    why: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HoldForfeited:
    """Money went where the edition sends what is forfeited; `power` is the rule that lets the house take it."""

    hold: str
    parts: tuple[Part, ...]
    ends: bool
    goes_to: Forfeited
    grounds: Grounds
    staff: StaffId
    why: str
    power: RuleId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HoldLapsed:
    """The deadline of a complaint passed, and everything went home."""

    hold: str
    parts: tuple[Part, ...]
    at: Instant
    rule: RuleId


HoldEvent = HoldPlaced | WinningsPaid | WinningsWithheld | HoldExtended | HoldReleased | HoldForfeited | HoldLapsed
