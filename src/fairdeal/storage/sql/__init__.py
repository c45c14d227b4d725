"""Stores on SQL databases: SQLite and PostgreSQL."""
