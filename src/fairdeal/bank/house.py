"""What the machines of the bank share: who acts for the house, who looks on, the clock of its days, the money of an account."""

from dataclasses import dataclass
from typing import NewType

from fairdeal.bank.accounts import Tender, parse_account
from fairdeal.kernel import UTC, AccountId, PlayerId, Zone
from fairdeal.rulebook.schema.edition import Poker

StaffId = NewType("StaffId", str)


@dataclass(frozen=True, slots=True)
class Desk:
    """A member of the staff at the back office."""

    staff: StaffId


Viewer = PlayerId | Desk | None
"""Who looks on: a player sees what is theirs, the desk everything, a spectator (None) what is nobody's."""


def zone_of(poker: Poker) -> Zone:
    """The zone an edition counts its days in: that of its monthly payment, else UTC."""
    return poker.rakeback.pay_zone.value if poker.rakeback is not None else UTC


def tender_of(account: AccountId) -> Tender:
    """Which money is in an account; the id must be one."""
    parsed = parse_account(account)
    assert parsed is not None, account
    return parsed.tender
