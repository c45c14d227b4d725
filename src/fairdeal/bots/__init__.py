"""Practice opponents."""

from fairdeal.bots.practice import STYLES, Style, choose

__all__ = ["STYLES", "Style", "choose"]
