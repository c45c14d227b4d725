"""Base classes and common shapes of API requests and answers."""

from typing import Annotated, Final

import msgspec

from fairdeal.server.auth.acceptance import RulebookRevision
from fairdeal.server.auth.person import Person

NUMBER_MAX: Final = 2**53 - 1
Number = Annotated[int, msgspec.Meta(ge=-NUMBER_MAX, le=NUMBER_MAX)]
"""A whole number in a request, within the range of JavaScript and all databases."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Base of request bodies; unknown fields are refused."""


class Answer(msgspec.Struct, frozen=True, rename="camel"):
    """Base of answers; field names are camelCase."""


class Done(Answer, frozen=True):
    """The request was executed; there is nothing to return."""


class Explanation(Answer, frozen=True):
    """Why something was refused: a stable code, the clause, and named numbers."""

    code: str
    rule: str | None = None
    numbers: dict[str, int] = {}


class PersonAnswer(Answer, frozen=True):
    """A person, as they see themselves."""

    player: str
    name: str
    avatar: str
    kind: str
    roles: list[str]
    second_factor: bool


class RulebookAnswer(Answer, frozen=True):
    """A rulebook in force."""

    id: str
    title: str
    version: str
    digest: str


def person_answer(person: Person) -> PersonAnswer:
    """A person as an API answer."""
    roles = sorted(role.value for role in person.roles)
    return PersonAnswer(person.player, person.name, person.avatar, person.kind, roles, person.second_factor)


def rulebook_answer(revision: RulebookRevision) -> RulebookAnswer:
    """A rulebook in force as an API answer."""
    return RulebookAnswer(revision.id, revision.title, revision.version, revision.digest)
