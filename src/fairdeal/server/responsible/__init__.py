"""What a room for real money owes its players: the conditions of the switch, limits at sign-up, reality checks."""
