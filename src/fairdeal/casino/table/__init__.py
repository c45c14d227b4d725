"""The machine of a casino table: bets, rounds, seats, a live dealer, failures."""
