"""Simulated tournaments, with everything that can go wrong, and what must hold in each."""
