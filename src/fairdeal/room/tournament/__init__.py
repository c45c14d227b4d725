"""Tournaments and HexaPro in the room."""
