"""Payments by a provider."""
