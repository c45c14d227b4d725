"""Commands of the holds on a player's money."""

from dataclasses import dataclass

from fairdeal.bank.holds.state import Grounds, HoldKind
from fairdeal.bank.house import StaffId
from fairdeal.kernel import AccountId, Instant, RuleId, Units


@dataclass(frozen=True, slots=True)
class PlaceHold:
    """
    Hold an amount of an account; when released, it returns to that account.

    A review or investigation may start without money: it then holds what is won while it is open.
    """

    hold: str
    kind: HoldKind
    account: AccountId
    amount: Units
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class PayWinnings:
    """Credit winnings to their account, or hold them if a review is open (X-70); `rule` is the one that pays them."""

    source: AccountId
    home: AccountId
    amount: Units
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ExtendHold:
    """Extend the term of a complaint by a number of working days, for a reason."""

    hold: str
    working_days: int
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class ReleaseHold:
    """Return held money to its accounts: all of it, or an amount to one account."""

    hold: str
    staff: StaffId
    why: str
    home: AccountId | None = None
    amount: Units | None = None


@dataclass(frozen=True, slots=True)
class ForfeitHold:
    """Forfeit held money, where the edition allows it on these grounds: all of it, or an amount of one account's."""

    hold: str
    grounds: Grounds
    staff: StaffId
    why: str
    home: AccountId | None = None
    amount: Units | None = None


@dataclass(frozen=True, slots=True)
class LapseHold:
    """Release the hold of a complaint whose term is over."""

    hold: str
    deadline: Instant


HoldCommand = PlaceHold | PayWinnings | ExtendHold | ReleaseHold | ForfeitHold | LapseHold
