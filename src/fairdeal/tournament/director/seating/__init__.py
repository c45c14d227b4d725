"""Tables of a tournament as a whole: keeping them level, and ordering their hands."""
