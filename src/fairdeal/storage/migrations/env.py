"""Alembic's entry: runs the steps on the connection, and in the transaction, that `migrating` opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
