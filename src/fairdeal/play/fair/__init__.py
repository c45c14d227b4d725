"""Dealing by PFP-1 at poker tables: promises and seeds of players, the lock, the cut, and what is proven when a hand ends."""
