"""Cash games in the room."""
