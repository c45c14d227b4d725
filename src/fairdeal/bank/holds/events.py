"""What happened to the holds on a player's money; stored, so names and fields never change."""

from dataclasses import dataclass

from fairdeal.bank.holds.state import Grounds, HoldKind, Part
from fairdeal.bank.house import StaffId
from fairdeal.kernel import AccountId, Instant, RuleId
from fairdeal.rulebook.schema.choices import Forfeited


@dataclass(frozen=True, slots=True)
class HoldPlaced:
    """Money was put on hold; a complaint has a deadline."""

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
    """Winnings were credited to the player; no hold concerned them."""

    source: AccountId
    part: Part
    rule: RuleId


@dataclass(frozen=True, slots=True)
class WinningsWithheld:
    """Winnings were added to an open review or investigation instead of being credited."""

    hold: str
    source: AccountId
    part: Part
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HoldExtended:
    """The deadline of a complaint was moved."""

    hold: str
    deadline: Instant
    staff: StaffId
    why: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HoldReleased:
    """Held money returned to its accounts; `ends` says whether the hold is over."""

    hold: str
    parts: tuple[Part, ...]
    ends: bool
    staff: StaffId
    why: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HoldForfeited:
    """Held money went where the edition sends forfeited funds; `power` is the rule that allows taking it."""

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
    """The deadline of a complaint passed, and all of its money returned to its accounts."""

    hold: str
    parts: tuple[Part, ...]
    at: Instant
    rule: RuleId


HoldEvent = HoldPlaced | WinningsPaid | WinningsWithheld | HoldExtended | HoldReleased | HoldForfeited | HoldLapsed
