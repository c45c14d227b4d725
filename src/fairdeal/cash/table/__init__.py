"""The machine of one cash table: seats, hands, blinds, sitting out, top-ups."""
