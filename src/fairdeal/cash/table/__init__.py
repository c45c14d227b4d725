"""The machine of a cash table."""
