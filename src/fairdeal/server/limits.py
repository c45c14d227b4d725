"""Every bound of the game socket, in one place."""

from typing import Final

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

CHAT_LINES_KEPT: Final = 50
ANSWERS_KEPT_MAX: Final = 64
"""Of each player, so that a command sent twice is answered twice and done once."""

ACCOUNTS_KEPT_MAX: Final = 10_000
"""Players without a connection whose answers are still kept."""

TABLES_SHOWN_MAX: Final = 12
"""Tables of one stake that the lobby names."""

LOBBY_PAUSE_MS: Final = 500
"""How often the lobby's numbers are sent."""

VOID_KEPT_MAX: Final = 10_000
"""Tables of which it is known that a failure made a hand void; those who come back are told."""
