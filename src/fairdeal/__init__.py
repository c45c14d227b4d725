"""Fairdeal: an online poker room and live casino whose rulebook is executable."""
