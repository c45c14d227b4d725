"""Runs machines: actors, timers, commits, watchers. Knows no game."""
