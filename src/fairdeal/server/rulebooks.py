"""Which rulebooks a server hosts: published ones by id, an operator's own by file."""

from typing import Final

from fairdeal.rulebook.clause import PW, U27
from fairdeal.rulebook.loader import UnknownEdition, find_edition
from fairdeal.rulebook.reader import BadEdition
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.server.settings import BadSettings

DEMO: Final = (U27, PW)


def hosted(names: tuple[str, ...]) -> tuple[Edition, ...]:
    """The rulebooks of these names, each once; those of the demo where none is named."""
    try:
        found = tuple(find_edition(name) for name in dict.fromkeys(names or DEMO))
    except (UnknownEdition, BadEdition, OSError) as error:
        raise BadSettings(f"a rulebook cannot be hosted: {error}") from None
    if not any(edition.poker is not None for edition in found):
        raise BadSettings("none of these rulebooks has poker tables")
    return found
