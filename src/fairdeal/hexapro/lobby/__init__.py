"""The machine of a HexaPro lobby: one product of one edition at one buy-in."""
