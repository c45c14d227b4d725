"""Desks: each sends the changes of a table, a tournament or the lobby to the connections that follow it."""
