"""People-sized stories in a real browser, against a real server."""
