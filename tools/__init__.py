"""Generators and builders; not part of the package."""
