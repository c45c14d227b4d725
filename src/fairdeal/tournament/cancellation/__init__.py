"""What players get when a tournament is cancelled."""
