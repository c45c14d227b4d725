"""HexaPro and HexaPro Extreme: three-handed sit & gos whose prize pool is drawn on a wheel."""
