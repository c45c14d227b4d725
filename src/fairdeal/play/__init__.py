"""One hand at a table of whatever kind: turns and their clocks, acts, connections, and what is shown of them."""
