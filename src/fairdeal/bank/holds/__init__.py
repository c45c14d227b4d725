"""The machine of the holds on one player's money."""
