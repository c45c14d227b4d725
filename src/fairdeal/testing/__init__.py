"""A kit for testing with hands; shipped, because whoever builds on the engine needs it too."""

from fairdeal.testing.hands import Script, play

__all__ = ["Script", "play"]
