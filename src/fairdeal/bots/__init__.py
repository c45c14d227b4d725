"""Bots that play poker, as practice opponents."""

from fairdeal.bots.decide import decide
from fairdeal.bots.practice import choose, play_out
from fairdeal.bots.spot import Spot, spot_of_hand
from fairdeal.bots.style import STYLES, Style
from fairdeal.bots.timing import time_to_think

__all__ = ["STYLES", "Spot", "Style", "choose", "decide", "play_out", "spot_of_hand", "time_to_think"]
