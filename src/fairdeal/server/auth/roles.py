"""Staff roles, and the access each role gives."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from fairdeal.office.roles import Role as Role  # noqa: PLC0414 - where the server looks for roles


class Access(StrEnum):
    """Who may use a route."""

    ANYBODY = "anybody"
    PERSON = "person"  # guests too
    PLAYER = "player"  # any account
    READ_COMPLAINTS = "read_complaints"
    ANSWER_COMPLAINTS = "answer_complaints"
    READ_PEOPLE = "read_people"
    CHANGE_ROLES = "change_roles"
    READ_LOG = "read_log"
    READ_ROOM = "read_room"
    READ_FIGURES = "read_figures"
    RUN_TOURNAMENTS = "run_tournaments"
    DISQUALIFY = "disqualify"
    USE_DESK = "use_desk"
    READ_TRAIL = "read_trail"
    RUN_SYSTEM = "run_system"


class Proof(StrEnum):
    """Whether a session is enough for a route, or a recent proof of identity is needed."""

    NONE = "none"
    FACTOR = "factor"  # by the second factor, where there is one; the password comes with the request itself
    AGAIN = "again"  # by the second factor or, without one, by the password; guests have neither


OFFICE: Final = frozenset(Role) - {Role.DEALER, Role.PIT}
"""Roles at a desk; dealers and pit bosses see the tables, not the players' accounts."""

STAFF_ACCESS: Final[dict[Access, frozenset[Role]]] = {
    Access.READ_COMPLAINTS: OFFICE,
    Access.ANSWER_COMPLAINTS: frozenset({Role.ADMIN, Role.FLOOR, Role.SUPPORT}),
    Access.READ_PEOPLE: OFFICE,
    Access.CHANGE_ROLES: frozenset({Role.ADMIN}),
    Access.READ_LOG: frozenset({Role.ADMIN, Role.AUDITOR, Role.SECURITY}),
    Access.READ_ROOM: OFFICE,
    Access.READ_FIGURES: frozenset({Role.ADMIN, Role.AUDITOR, Role.FINANCE}),
    Access.RUN_TOURNAMENTS: frozenset({Role.ADMIN, Role.FLOOR}),
    Access.DISQUALIFY: frozenset({Role.ADMIN, Role.FLOOR, Role.SECURITY}),
    Access.USE_DESK: OFFICE,
    Access.READ_TRAIL: frozenset({Role.ADMIN, Role.AUDITOR, Role.SECURITY}),
    Access.RUN_SYSTEM: frozenset({Role.ADMIN}),
}
"""The roles that each kind of staff access needs."""


def roles_in(text: str) -> frozenset[Role]:
    """Parse stored roles: words separated by spaces."""
    return frozenset(Role(word) for word in text.split())


def roles_text(roles: Iterable[Role]) -> str:
    """Roles as stored text, in the order of their definition."""
    held = frozenset(roles)
    return " ".join(role for role in Role if role in held)
