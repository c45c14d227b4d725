"""Every check of what was published, from what was published alone."""
