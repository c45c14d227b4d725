"""The wire as types: what clients may say, what the room says, and how the room's objects become messages."""
