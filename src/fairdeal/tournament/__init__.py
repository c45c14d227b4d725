"""Tournaments: the director that runs one, dealers at its tables, formats, cancellation, and the programme."""

from fairdeal.tournament.icm import BadIcm, exact_prize_equities, prize_equities

__all__ = ["BadIcm", "exact_prize_equities", "prize_equities"]
