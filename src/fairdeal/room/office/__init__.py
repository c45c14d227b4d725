"""The back office in the room."""
