"""Tables, tournaments and the lobby, for those who follow them."""
