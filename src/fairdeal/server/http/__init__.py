"""The HTTP layer: connection limits, response headers, static files, API documentation."""
