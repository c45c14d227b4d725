"""Staff roles, and which of them nobody may hold together."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal.bank.house import StaffId
from fairdeal.kernel import Rejection, reject


class Role(StrEnum):
    """Staff roles; values are stored and must not change."""

    ADMIN = "admin"  # accounts, roles and the house's settings
    FLOOR = "floor"  # tables and tournaments
    SUPPORT = "support"  # players' questions and complaints
    FINANCE = "finance"  # signs what moves money, and asks for none of it
    SECURITY = "security"  # fraud
    AUDITOR = "auditor"  # reads everything, and signs the unsealing of cards
    DEALER = "dealer"  # deals at one live table
    PIT = "pit"  # watches live tables, and is the second person there


Roles = frozenset[Role]


@dataclass(frozen=True, slots=True)
class Member:
    """A member of staff with their roles; none: staff no longer."""

    staff: StaffId
    roles: tuple[Role, ...]


APART: Final[tuple[tuple[Roles, Roles], ...]] = (
    (
        frozenset({Role.FINANCE}),
        frozenset({Role.ADMIN, Role.FLOOR, Role.SUPPORT, Role.SECURITY, Role.DEALER, Role.PIT}),
    ),
    (frozenset({Role.AUDITOR}), frozenset(Role) - {Role.AUDITOR}),
    (frozenset({Role.DEALER}), frozenset(Role) - {Role.DEALER}),
)
"""Roles on the left are never held with one on the right: who edits money does not approve it, who audits does nothing else."""


def roles_apart(roles: Iterable[Role]) -> Rejection | None:
    """The rejection if nobody may hold these roles together; None: they go together."""
    held = frozenset(roles)
    return next((reject("roles_not_separate") for one, other in APART if held & one and held & other), None)
