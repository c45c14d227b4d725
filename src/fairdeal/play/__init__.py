"""One hand of poker at a cash or tournament table: turns and their clocks, acts, connections, and what is shown of them."""
