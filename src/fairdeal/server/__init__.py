"""The edge: pages, API and game socket of one room on one port."""
