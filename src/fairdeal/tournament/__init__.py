"""Tournaments."""

from fairdeal.tournament.icm import BadIcm, exact_prize_equities, prize_equities

__all__ = ["BadIcm", "exact_prize_equities", "prize_equities"]
