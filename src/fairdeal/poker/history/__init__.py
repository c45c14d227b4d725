"""Hands on paper: the engine's own record, PHH files, and the text that hand-tracking tools read."""
