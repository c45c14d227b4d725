"""What all requests and answers of the API have in common."""

from typing import Annotated, Final

import msgspec

from fairdeal.server.auth.acceptance import RulebookRevision
from fairdeal.server.auth.person import Person

NUMBER_MAX: Final = 2**53 - 1
Number = Annotated[int, msgspec.Meta(ge=-NUMBER_MAX, le=NUMBER_MAX)]
"""A whole number in a request: one that every language and every database can hold."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A request; a field nobody knows is a mistake, not something to pass over."""


class Answer(msgspec.Struct, frozen=True, rename="camel"):
    """An answer; names are those of the client's language."""


class Done(Answer, frozen=True):
    """It was done, and there is nothing to say."""


class Explanation(Answer, frozen=True):
    """Why something was refused: a stable code, the clause, and the numbers to word it with."""

    code: str
    rule: str | None = None
    numbers: dict[str, int] = {}


class PersonAnswer(Answer, frozen=True):
    """Somebody, as they see themselves."""

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
    """A person as an answer."""
    roles = sorted(role.value for role in person.roles)
    return PersonAnswer(person.player, person.name, person.avatar, person.kind, roles, person.second_factor)


def rulebook_answer(text: RulebookRevision) -> RulebookAnswer:
    """A rulebook as an answer."""
    return RulebookAnswer(text.id, text.title, text.version, text.digest)
