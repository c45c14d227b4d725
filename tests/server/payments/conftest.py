"""Databases for the stories of payments."""

from tests.server.api.conftest import address, new_room

__all__ = ["address", "new_room"]
