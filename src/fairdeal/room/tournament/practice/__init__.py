"""Practice partners in tournaments, sit & gos and HexaPro games."""
