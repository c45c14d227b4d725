"""The HTTP API: accounts, money, history and rulebooks; the game itself is played on the socket."""

from fairdeal.server.api.routes import api_routes

__all__ = ["api_routes"]
