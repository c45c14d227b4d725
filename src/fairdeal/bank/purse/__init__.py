"""The machine of a player's purse: money in and out, limits, breaks."""
