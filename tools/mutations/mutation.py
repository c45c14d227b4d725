"""What one broken rule is."""

from dataclasses import dataclass
from typing import Final

HOUSE: Final = "house"
"""Where a rule's id would stand, for what no published rule speaks of: the room's own promises to its players."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """
    One broken rule: text of the source, what stands there instead, and what must notice.

    The text stands exactly once in the package, wherever that is; it may have several lines.
    """

    name: str
    rule: str  # its id, that of a reading, or HOUSE
    line: str
    instead: str
    proofs: tuple[str, ...]  # files or tests for pytest, or the options of a simulation
