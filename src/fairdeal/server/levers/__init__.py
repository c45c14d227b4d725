"""The levers of the house: what staff do to tournaments and HexaPro lobbies, from the API and from the command line."""
