"""The machine of a floor: draws seats, keeps waiting lists, opens, closes and breaks tables."""
