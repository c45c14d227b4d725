"""Who gets what: places, the prize pool, bounties, and paying them."""
