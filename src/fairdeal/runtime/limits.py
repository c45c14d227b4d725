"""The limits of every queue, loop and wait in the runtime."""

from typing import Final

from fairdeal.kernel import Duration, seconds

MAILBOX_MAX: Final = 256
"""Commands that wait in an actor's mailbox; another is rejected as `busy`, and the sender may try again."""

HISTORY_FRAMES_MAX: Final = 256
"""Frames a feed keeps for clients that reconnect; those with an older position take a full view."""

JOINT_STREAMS_MAX: Final = 4_096
"""Streams one commit may concern; the largest is a blackjack decision with the purses of all who bet behind."""

RETRIES_MAX: Final = 5
"""How often a command is decided anew after another process wrote the stream or a wallet was short."""

RECALL: Final = seconds(600)
"""For this long after a start a rejected command with a key is looked up: the last process may have carried it out."""

MESSAGE_AGAIN: Final = seconds(1)
"""The pause before an agenda command that its stream could not take is sent again."""

INSIST_MAX: Final = 600
"""How often `Registry.insist` sends a command that its stream cannot take, once a second, before it gives up."""

HEARTBEAT_ANSWER: Final = seconds(3)
"""How long the journal may take to answer a renewal before it counts as not answering."""

REVIVE_PAUSE_FIRST: Final = seconds(1)
REVIVE_PAUSE_MAX: Final = seconds(30)
"""The pause before a stream that stopped again is revived: doubled each time from the first, up to the maximum."""

REVIVE_AT_ONCE_MAX: Final = 256
"""Streams revived at once; the others follow with the next answered renewal."""

FEED_ENTRIES_MAX: Final = 4096
"""Events kept in memory for a consumer; a slower one reads them from the store."""

PULSE: Final = Duration(100)
"""The interval at which the room's clock checks whether its loop stood still."""

LATE: Final = Duration(250)
"""A delay of the loop or of a commit longer than this is given back to players (X-143)."""

ANNOUNCEMENTS_MAX: Final = 16
"""Announcements that may hold at once."""

assert JOINT_STREAMS_MAX > 10 + 2
