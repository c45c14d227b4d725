"""The durable memory of the room: streams of events, the ledger, hand records; in memory, on SQLite or PostgreSQL."""
