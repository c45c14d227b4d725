"""Accounts: authentication, sessions, roles."""
