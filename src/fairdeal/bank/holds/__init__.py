"""The machine of what the house keeps back from one player."""
