"""Types of ids, and how ids are made: they sort by the instant they were made and cannot be guessed."""

from typing import Final, NewType

from fairdeal.kernel.instants import Instant
from fairdeal.kernel.values import dataclass

PlayerId = NewType("PlayerId", str)
TableId = NewType("TableId", str)
TournamentId = NewType("TournamentId", str)
HandId = NewType("HandId", str)
AccountId = NewType("AccountId", str)
StreamId = NewType("StreamId", str)
RuleId = NewType("RuleId", str)
"""The id of a rule of the rulebook ("BET-13"), or of a reading that decides where no rule does ("X-143")."""

CHANCE_BYTES: Final = 10
_INSTANT_BITS: Final = 48
# Crockford's alphabet, without I, L, O and U, so that ids can be read aloud to support without mistakes.
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS: Final = [first + second for first in _ALPHABET for second in _ALPHABET]
_SHIFTS: Final = range(120, -1, -10)  # of the 13 pairs of characters, the first first


def make_id(now: Instant, chance: bytes) -> str:
    """
    An id of 26 characters: 48 bits of time, then the 80 random bits passed in.

    As text, ids of later instants sort after those of earlier ones.
    """
    if len(chance) != CHANCE_BYTES:
        raise ValueError(f"an id needs {CHANCE_BYTES} bytes of chance, not {len(chance)}")
    if not 0 <= now < 1 << _INSTANT_BITS:
        raise ValueError(f"instant {now} does not fit an id")
    number = (now << 8 * CHANCE_BYTES) | int.from_bytes(chance, "big")
    return "".join([_PAIRS[(number >> shift) & 1023] for shift in _SHIFTS])


@dataclass(frozen=True, slots=True)
class EventRef:
    """
    Reference to an event by stream and version, and to one of its transfers.

    The text `stream@version.leg` is the idempotency key of that transfer. It does not depend on the content of the event, because
    players may sit, leave and sit again between the same two hands.
    """

    stream: StreamId
    version: int
    leg_number: int = 0

    def leg(self, number: int) -> "EventRef":
        """The reference of this event's transfer with that number."""
        return self if number == self.leg_number else EventRef(self.stream, self.version, number)

    def __str__(self) -> str:
        return f"{self.stream}@{self.version}.{self.leg_number}"
