"""Formats of tournaments: what they play by and do differently, each as one value that director, dealers and cancellation ask."""
