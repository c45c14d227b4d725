"""Roulette: the wheel and its layout, and how it is played at a table."""
