"""The machine of a player's purse: deposits, withdrawals, limits, exclusions."""
