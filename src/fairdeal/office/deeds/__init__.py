"""All deeds of the house, each a small value."""
