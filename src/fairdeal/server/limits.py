"""Every bound of requests and of the game socket, in one place; docs/limits.md lists them with what they hold back."""

from typing import Final

HEAD_BYTES_MAX: Final = 16 * 1024
HEAD_LINES_MAX: Final = 64
"""A request's line and headers, together; a larger one is refused and its connection closed."""

HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 20.0
"""What a client may take over them, and over the body that follows; counted from their beginning, however often bytes come."""

BODY_WIRE_BYTES_MAX: Final = 128 * 1024
"""A body as it is sent, with the frames of its chunks and what follows it; what a route takes of it is far less."""

IDLE_SECONDS: Final = 75.0
"""A connection with no request under way; longer than proxies keep theirs, so that they close first."""

FLUSH_SECONDS: Final = 30.0
"""Within so long a client reads some part of what waits for it, or is cut off."""

LINGER_SECONDS: Final = 2.0
"""After a last word, before the connection is cut: time for the word to be read."""

OVERHEARD_BYTES_MAX: Final = 64 * 1024
"""What a dismissed game socket may still send before it is not even read any more."""

PIPELINED_MAX: Final = 8
"""Requests that may come on one connection before the first is answered."""

CONNECTIONS_MAX: Final = 24_000
"""Of this process, of any kind; one more is refused."""

FILES_SPARED: Final = 256
"""Files that are never given to connections: the database, logs, the listening port."""

RENEWED_WITHIN_MS: Final = 10_000
"""In so long an address may open as many new connections as it may have at once; twice as many where it was quiet before."""

MESSAGE_BYTES_MAX: Final = 8 * 1024
"""One message of a client; a longer one ends the connection."""

SOCKETS_MAX: Final = 20_000
"""Connections of this process; one more is turned away."""

SOCKETS_PER_PLAYER_MAX: Final = 8
"""Devices and windows of one player; one more is turned away."""

TABLES_FOLLOWED_MAX: Final = 32
"""Tables one connection may follow."""

TOURNAMENTS_FOLLOWED_MAX: Final = 16
"""Tournaments and lobbies of HexaPro one connection may follow."""

BURST_SECONDS: Final = 3
"""How much of its rate a connection may send at once."""

ACCOUNT_PERCENT: Final = 150
"""What all connections of a player may send together, of the rate of one."""

CHAT_RATE: Final = 0.5
CHAT_BURST: Final = 5.0
"""Lines a second one player may say."""

TOO_FAST_MAX: Final = 200
"""So many refusals for speed, or messages nobody can read, and the connection ends."""

OUTBOX_BYTES_HIGH: Final = 64 * 1024
"""What may wait to be sent before a connection counts as slow."""

OUTBOX_FRAMES_MAX: Final = 256
"""Messages that may wait after that; one more, and the connection ends."""

OUTBOX_BYTES_MAX: Final = 1024 * 1024
"""What may wait to be sent at all, however few messages it is; one byte more, and the connection ends."""

READ_BYTES_MAX: Final = 8 * 1024
"""What is read of a game socket at once. Its buffer never grows beyond four times this, whatever is sent."""

CHAT_LINES_KEPT: Final = 50
ANSWERS_KEPT_MAX: Final = 64
"""Of each player, so that a command sent twice is answered twice and done once."""

ANSWER_HEARERS_MAX: Final = 16
"""How often one command may be sent again before its answer is there; of those who sent it more often the first are forgotten."""

ACCOUNTS_KEPT_MAX: Final = 10_000
"""Players without a connection whose answers are still kept."""

TABLES_SHOWN_MAX: Final = 12
"""Tables of one stake that the lobby names."""

LOBBY_PAUSE_MS: Final = 500
"""How often the lobby's numbers are sent."""

VOID_KEPT_MAX: Final = 10_000
"""Tables of which it is known that a failure made a hand void; those who come back are told."""
