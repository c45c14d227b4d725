"""Hand histories: the engine's own record, PHH files, and text for hand-tracking tools."""
