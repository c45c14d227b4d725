"""Measurements; each prints a ratio against something measured in the same run."""
