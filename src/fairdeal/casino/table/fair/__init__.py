"""PFP-1 at a casino table that the program deals: a chain of secrets, and the players' seeds."""
