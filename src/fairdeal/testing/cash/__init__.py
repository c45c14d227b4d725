"""Cash tables told as text, for tests of what a table does."""

from fairdeal.testing.cash.story import Story, open_table

__all__ = ["Story", "open_table"]
