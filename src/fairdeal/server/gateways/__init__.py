"""Gateway processes: they hold the game sockets of a room that plays in another process, and speak with it in messages."""
