"""Turns views and changes of the machines into messages of the protocol."""
