"""What the machines of the bank share: staff, viewers, the time zone of an edition's days, the tender of an account."""

from dataclasses import dataclass
from typing import NewType

from fairdeal.bank.accounts import Tender, parse_account
from fairdeal.kernel import UTC, AccountId, PlayerId, Zone
from fairdeal.rulebook.schema.edition import Poker

StaffId = NewType("StaffId", str)


@dataclass(frozen=True, slots=True)
class Desk:
    """A viewer who is staff, with access to everything."""

    staff: StaffId


Viewer = PlayerId | Desk | None
"""Who views a state: a player sees what is theirs, staff everything, None only what is public."""


def zone_of(poker: Poker) -> Zone:
    """The time zone in which an edition counts days: that of its monthly payment, otherwise UTC."""
    return poker.rakeback.pay_zone.value if poker.rakeback is not None else UTC


def tender_of(account: AccountId) -> Tender:
    """The tender of an account; the id must be valid."""
    parsed = parse_account(account)
    assert parsed is not None, account
    return parsed.tender
