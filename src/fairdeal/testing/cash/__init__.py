"""Cash tables described as text, for tests of their behaviour."""

from fairdeal.testing.cash.story import Story, open_table

__all__ = ["Story", "open_table"]
