"""Dealing that players can check: proofs of own hands, the room's keys and its rates."""
