"""Alembic migrations: one step per schema revision; the last leads to what `schema` defines."""
