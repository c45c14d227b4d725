"""Deeds about the house itself: who is staff."""

from dataclasses import dataclass
from typing import ClassVar, Final

from fairdeal.kernel import PlayerId, Rejection, RuleId
from fairdeal.office.deed import Commands, Deed, Order
from fairdeal.office.roles import Member, Role, Roles, roles_apart


@dataclass(frozen=True, slots=True)
class GiveRoles(Deed):
    """Make somebody staff, change their roles, or take all of them."""

    kind: ClassVar[str] = "give_roles"
    clauses: ClassVar[tuple[RuleId, ...]] = ()
    asks: ClassVar[Roles] = frozenset({Role.ADMIN})
    signs: ClassVar[Roles] = frozenset({Role.ADMIN, Role.SECURITY, Role.AUDITOR})

    member: Member

    def players(self) -> tuple[PlayerId, ...]:
        """Whose roles change."""
        return (PlayerId(self.member.staff),)

    def fault(self) -> Rejection | None:
        """Roles that nobody may hold together."""
        return roles_apart(self.member.roles)

    def commands(self, _order: Order) -> Commands:
        """None: the docket itself knows who is staff."""
        return ()


DEEDS: Final[tuple[type[Deed], ...]] = (GiveRoles,)
