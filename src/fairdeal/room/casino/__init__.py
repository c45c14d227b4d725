"""The casino in the room."""
