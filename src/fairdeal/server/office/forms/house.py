"""Forms of deeds about the house itself."""

from typing import Literal

from fairdeal.bank.house import StaffId
from fairdeal.office.deed import Deed
from fairdeal.office.deeds import house as house_deeds
from fairdeal.office.roles import Member, Role
from fairdeal.rulebook.clause import EditionId
from fairdeal.server.house import ServerHouse
from fairdeal.server.office.forms.base import Form, Name


class RolesForm(Form, frozen=True, tag="give_roles", kw_only=True):
    """Make somebody staff, change their roles, or take all of them."""

    staff: Name
    roles: list[Literal["admin", "floor", "support", "finance", "security", "auditor", "dealer", "pit"]]

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        roles = tuple(role for role in Role if role.value in self.roles)
        return house_deeds.GiveRoles(Member(StaffId(self.staff), roles))


HouseForm = RolesForm
