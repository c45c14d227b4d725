"""Baccarat: the coup, its roads, and how it is played at a table."""
