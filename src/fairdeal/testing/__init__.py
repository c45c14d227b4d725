"""A kit for testing with hands; shipped with the package for programs that build on the engine."""

from fairdeal.testing.hands import Script, play

__all__ = ["Script", "play"]
