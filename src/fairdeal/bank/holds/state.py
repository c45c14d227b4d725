"""The state of a player's holds: what is held, why, and until when."""

from dataclasses import dataclass
from enum import StrEnum

from fairdeal.bank.house import StaffId
from fairdeal.kernel import AccountId, Instant, RuleId, Units


class HoldKind(StrEnum):
    """Why money is held; stored, so values never change."""

    REVIEW = "review"  # routine review of play: winnings wait until it is complete (INT-14)
    INVESTIGATION = "investigation"  # suspected fraud: funds are frozen (INT-18, INT-36)
    COMPLAINT = "complaint"  # the winnings concerned wait until it is settled (INT-38)


class Grounds(StrEnum):
    """What a player was found to have done; each edition has a list of sanctions for each."""

    FRAUD = "fraud"
    UNETHICAL_PLAY = "unethical_play"


@dataclass(frozen=True, slots=True)
class Part:
    """The held money that belongs to one account."""

    home: AccountId
    amount: Units


@dataclass(frozen=True, slots=True)
class Hold:
    """One open hold."""

    hold: str
    kind: HoldKind
    parts: tuple[Part, ...]
    deadline: Instant | None
    since: Instant
    staff: StaffId
    why: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Holds:
    """The open holds of a player, and the ids of ended ones."""

    open: tuple[Hold, ...] = ()
    ended: tuple[str, ...] = ()

    def find(self, hold: str) -> Hold | None:
        """The open hold with that id, or None."""
        return next((each for each in self.open if each.hold == hold), None)

    @property
    def keeps_winnings(self) -> Hold | None:
        """The review or investigation that new winnings join, if one is open."""
        return next((each for each in self.open if each.kind is not HoldKind.COMPLAINT), None)
