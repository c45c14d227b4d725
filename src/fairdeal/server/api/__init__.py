"""The HTTP API: accounts, money, history and rulebooks; the game itself is played on the socket."""
