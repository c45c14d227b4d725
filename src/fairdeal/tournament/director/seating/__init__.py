"""The tables of a tournament: balancing and breaking them, and ordering their hands."""
