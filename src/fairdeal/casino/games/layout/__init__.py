"""Games that are bet on by chips on a layout: what roulette and baccarat share."""
