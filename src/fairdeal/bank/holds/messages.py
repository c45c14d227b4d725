"""What can be asked of a player's holds and what happens to them; stored, so names and fields are for ever."""

from dataclasses import dataclass
from enum import StrEnum

from fairdeal.bank.house import StaffId
from fairdeal.kernel import AccountId, Instant, RuleId, Units
from fairdeal.rulebook.schema.choices import Forfeited


class HoldKind(StrEnum):
    """Why money is kept back."""

    REVIEW = "review"  # routine review of play: winnings wait until it is complete (INT-14)
    INVESTIGATION = "investigation"  # suspected fraud: funds are frozen (INT-18, INT-36)
    COMPLAINT = "complaint"  # the winnings concerned wait until it is settled (INT-38)


class Grounds(StrEnum):
    """What a player was found to have done; each edition has a list of sanctions for either."""

    FRAUD = "fraud"
    UNETHICAL_PLAY = "unethical_play"


@dataclass(frozen=True, slots=True)
class PlaceHold:
    """
    Keep an amount of an account back; it goes home to that account.

    A review or investigation may start with nothing: it then keeps back what is won while it is open.
    """

    hold: str
    kind: HoldKind
    account: AccountId
    amount: Units
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class PayWinnings:
    """Credit winnings to their home, or keep them back if a review is open (X-70); `rule` is the one that pays them."""

    source: AccountId
    home: AccountId
    amount: Units
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ExtendHold:
    """Give a complaint so many more working days, for a reason."""

    hold: str
    working_days: int
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class ReleaseHold:
    """Send money home: everything, or an amount of what belongs to one account."""

    hold: str
    staff: StaffId
    why: str
    home: AccountId | None = None
    amount: Units | None = None


@dataclass(frozen=True, slots=True)
class ForfeitHold:
    """Take money away, where the edition lets the house do so on these grounds: everything, or an amount of one account's."""

    hold: str
    grounds: Grounds
    staff: StaffId
    why: str
    home: AccountId | None = None
    amount: Units | None = None


@dataclass(frozen=True, slots=True)
class LapseHold:
    """The term of a complaint is over."""

    hold: str
    deadline: Instant


HoldCommand = PlaceHold | PayWinnings | ExtendHold | ReleaseHold | ForfeitHold | LapseHold


@dataclass(frozen=True, slots=True)
class Part:
    """Money on hold that belongs to one account."""

    home: AccountId
    amount: Units


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
