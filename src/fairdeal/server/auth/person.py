"""A signed-in person and their session."""

from dataclasses import dataclass
from typing import Final, Literal

from fairdeal.kernel import PlayerId
from fairdeal.server.auth.roles import Role, roles_in
from fairdeal.storage.people import GUEST, PersonRow

Kind = Literal["guest", "player"]

AVATARS: Final = ("moon", "fir", "wave", "peak", "sun", "fish", "leaf", "fox", "owl")


@dataclass(frozen=True, slots=True)
class Person:
    """A guest or a player; `roles` are staff roles."""

    player: PlayerId
    name: str
    avatar: str
    kind: Kind
    roles: frozenset[Role] = frozenset()
    second_factor: bool = False

    @property
    def must_enrol(self) -> bool:
        """Whether this is staff without a second factor, who must set one up first."""
        return bool(self.roles) and not self.second_factor


@dataclass(frozen=True, slots=True)
class Session:
    """A login session; `csrf` must come with every change it requests."""

    id: str
    person: Person
    csrf: str


def person_of(row: PersonRow) -> Person:
    """The person of an account."""
    kind: Kind = "guest" if row.kind == GUEST else "player"
    return Person(PlayerId(row.id), row.name, row.avatar, kind, roles_in(row.roles), bool(row.totp_on))
