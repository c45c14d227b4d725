"""A simulated casino, and what must hold in it."""
