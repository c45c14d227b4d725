"""All limits of requests and of the game socket; docs/limits.md lists them with what they protect against."""

from typing import Final

HEAD_BYTES_MAX: Final = 16 * 1024
HEAD_LINES_MAX: Final = 64
"""Most bytes and lines of a request's line and headers; a larger one is refused and its connection closed."""

HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 20.0
"""Most time for the headers, and for the body; counted from their first byte."""

BODY_WIRE_BYTES_MAX: Final = 128 * 1024
"""Most bytes of a body as sent, with chunk framing and trailers; routes accept far less."""

IDLE_SECONDS: Final = 75.0
"""How long a connection may idle; longer than proxies keep theirs, so that they close first."""

FLUSH_SECONDS: Final = 30.0
"""A client that reads nothing of its pending output for this long is disconnected."""

LINGER_SECONDS: Final = 2.0
"""Time between a last message and the disconnect, for the message to be read."""

OVERHEARD_BYTES_MAX: Final = 64 * 1024
"""Most bytes read from a game socket after its goodbye."""

PIPELINED_MAX: Final = 8
"""Most pipelined requests on one connection."""

CONNECTIONS_MAX: Final = 24_000
"""Most connections of this process, of any kind; further ones are refused."""

FILES_SPARED: Final = 256
"""File descriptors reserved for other uses than connections: database, logs, listening port."""

RENEWED_WITHIN_MS: Final = 10_000
"""The time in which an address may open as many new connections as it may have at once; twice as many after a quiet time."""

MESSAGE_BYTES_MAX: Final = 8 * 1024
"""Most bytes of a client message; a longer one ends the connection."""

SOCKETS_MAX: Final = 20_000
"""Most game sockets of this process; further ones are refused."""

SOCKETS_PER_PLAYER_MAX: Final = 8
"""Most game sockets of one player; further ones are refused."""

TABLES_FOLLOWED_MAX: Final = 32
"""Most tables one connection may follow."""

TOURNAMENTS_FOLLOWED_MAX: Final = 16
"""Most tournaments and HexaPro lobbies one connection may follow."""

BURST_SECONDS: Final = 3
"""The burst of a connection, in seconds of its rate."""

ACCOUNT_PERCENT: Final = 150
"""The rate of all connections of a player together, in percent of the rate of one."""

CHAT_RATE: Final = 0.5
CHAT_BURST: Final = 5.0
"""Chat lines per second of one player, and the burst."""

TOO_FAST_MAX: Final = 200
"""After this many messages that are too fast or unreadable, the connection ends."""

OUTBOX_BYTES_HIGH: Final = 64 * 1024
"""Most pending output bytes before a connection counts as slow."""

OUTBOX_FRAMES_MAX: Final = 256
"""Most further messages to a slow connection; one more ends it."""

OUTBOX_BYTES_MAX: Final = 1024 * 1024
"""Most pending output bytes of a connection; more ends it."""

READ_BYTES_MAX: Final = 8 * 1024
"""Most bytes read from a game socket at once; its buffer never grows beyond four times this."""

GATEWAY_UNSENT_BYTES_MAX: Final = 64 * 1024 * 1024
"""Most bytes that wait to be taken by one gateway process; more, and it is replaced."""

GATEWAY_SILENT_SECONDS: Final = 10
"""A gateway process that gives no sign of life for this long is replaced."""

ROOM_UNSENT_BYTES_HIGH: Final = 4 * 1024 * 1024
"""Most bytes that wait in a gateway process for the room; beyond, messages of clients are refused."""

RELAYED_MAX: Final = 1_000
"""Most connections that one gateway process passes on to the room: pages and the API."""

HISTORY_BYTES_MAX: Final = 26 * 1024  # of frames a table keeps for clients that reconnect: some minutes of play
CHAT_LINES_KEPT: Final = 50
ANSWERS_KEPT_MAX: Final = 64
"""Answers kept per player, so that a command sent twice is executed once."""

ANSWER_HEARERS_MAX: Final = 16
"""Most repetitions of one unanswered command that get the answer; of more, the oldest are dropped."""

ACCOUNTS_KEPT_MAX: Final = 10_000
"""Disconnected players whose answers are still kept."""

TABLES_SHOWN_MAX: Final = 12
"""Most tables of one stake that the lobby names."""

LOBBY_PAUSE_MS: Final = 500
"""Milliseconds between updates of the lobby."""

TOURNAMENTS_PAUSE_MS: Final = 2_000
"""Milliseconds between updates of the tournament lobby and of single tournaments."""

DRAWS_SENT_MAX: Final = 5
"""Most draws in an update of a HexaPro lobby: the newest ones."""

CROWD_PAUSE_MS: Final = 250
"""Milliseconds between updates of what others bet at a casino table, and of the wallets of those who do."""

VOID_KEPT_MAX: Final = 10_000
"""Most tables remembered for a hand that a failure made void; reconnecting clients are told."""
