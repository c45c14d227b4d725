"""The machine of a tournament: it registers, seats, moves, ranks and pays."""
