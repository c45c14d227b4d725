"""Practice partners."""
