"""Every queue, loop and wait of the room has a limit, and all of them are here."""

from typing import Final

from fairdeal.kernel import Duration, seconds

MAILBOX_MAX: Final = 256
"""Letters an actor keeps waiting; one more is refused, the sender may try again."""

HISTORY_FRAMES_MAX: Final = 256
"""Frames a feed keeps for clients that come back; older positions get a full view."""

JOINT_STREAMS_MAX: Final = 4_096
"""Streams one commit may concern: a decision at blackjack, with the purses of all who bet behind it."""

RETRIES_MAX: Final = 5
"""How often a command is decided anew because somebody else wrote the stream or the wallet was short."""

RECALL: Final = seconds(600)
"""So long after a start a refused command is looked up: it may be one that the process before had done already."""

MESSAGE_AGAIN: Final = seconds(1)
"""After so long a command of an agenda is sent again that nobody could take."""

INSIST_MAX: Final = 600
"""So often what follows a decision is told a stream that cannot take it, once a second; then it is given up."""

HEARTBEAT_ANSWER: Final = seconds(3)
"""So long the journal may take to answer a sign of life before it counts as lost."""

REVIVE_PAUSE_FIRST: Final = seconds(1)
REVIVE_PAUSE_MAX: Final = seconds(30)
"""So long a stream that came back and stopped again waits for the next try: twice as long each time, up to this."""

REVIVE_AT_ONCE_MAX: Final = 256
"""Streams that come back in one go; the others follow with the next sign of life."""

FEED_ENTRIES_MAX: Final = 4096
"""Events that wait for a consumer in memory; a slower one reads the store."""

PULSE: Final = Duration(100)
"""So often the clock of the room looks whether it is alive."""

LATE: Final = Duration(250)
"""A loop or a commit that is later than this has taken time that is given back (X-143)."""

ANNOUNCEMENTS_MAX: Final = 16
"""Announcements that hold at once."""

assert JOINT_STREAMS_MAX > 10 + 2
