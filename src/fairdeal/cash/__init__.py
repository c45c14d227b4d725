"""Cash games: the table, the floor that seats players, and what follows a player from table to table."""
