"""The bank's machines in the room."""
