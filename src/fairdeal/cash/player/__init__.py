"""The machine of one player's stream: seats, departures, daily counters, and sitting out everywhere."""
