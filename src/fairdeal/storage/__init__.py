"""Durable storage of the room: streams of events, the ledger, hand records; in memory, on SQLite or PostgreSQL."""
