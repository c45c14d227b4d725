"""The machine of a floor: it draws seats, keeps the queue, opens, closes and breaks tables."""
