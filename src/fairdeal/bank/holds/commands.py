"""What can be asked of a player's holds."""

from dataclasses import dataclass

from fairdeal.bank.holds.state import Grounds, HoldKind
from fairdeal.bank.house import StaffId
from fairdeal.kernel import AccountId, Instant, RuleId, Units


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
