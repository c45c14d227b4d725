"""The machine of one table of a tournament: it plays the hands the director orders."""
