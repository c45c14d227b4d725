"""The machine of a programme: which tournaments of an edition are announced, and which come next."""
