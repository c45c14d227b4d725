"""The messages of the game socket as types, and their encoding."""
