"""Chances of hands against hands; the one package beside the edges that may use NumPy."""
