"""The machine of one player's cash games: seats, departures, daily counters, and sitting out at all tables."""
