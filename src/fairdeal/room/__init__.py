"""The runtime: one actor class runs every machine; clocks, chance, connections and recovery stand around it."""
