"""The server: web pages, HTTP API and game socket of one room on one port."""
