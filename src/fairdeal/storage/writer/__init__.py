"""Commits in a process of their own: what the room sends there, what works there, and the room's end of it."""
