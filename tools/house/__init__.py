"""The shape of the source in numbers: `python -m tools.house`."""
