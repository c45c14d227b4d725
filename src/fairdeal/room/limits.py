"""Every queue, loop and wait of the room has a limit, and all of them are here."""

from typing import Final

MAILBOX_LETTERS_MAX: Final = 256
"""Letters an actor keeps waiting; one more is refused, the sender may try again."""

OUTBOX_FRAMES_MAX: Final = 256
"""Frames a slow client may owe; beyond this it is cut off and resyncs."""

HISTORY_FRAMES_MAX: Final = 256
"""Frames a feed keeps for clients that come back; older positions get a full view."""

ANSWERS_KEPT_MAX: Final = 64
"""Answers kept for each player, so that a command sent twice is answered twice and done once."""

JOINT_STREAMS_MAX: Final = 32
"""Streams one commit may concern: a table of ten with everybody leaving, and their floor."""

RETRIES_MAX: Final = 5
"""How often a letter is decided anew because somebody else wrote the stream or the wallet was short."""

TABLES_WATCHED_MAX: Final = 32
"""Tables one player may follow at once."""

assert JOINT_STREAMS_MAX > 10 + 2
assert OUTBOX_FRAMES_MAX >= HISTORY_FRAMES_MAX
