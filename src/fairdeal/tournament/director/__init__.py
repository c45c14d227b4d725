"""The machine of a tournament's director: it registers, seats, moves, ranks and pays players."""
