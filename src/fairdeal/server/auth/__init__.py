"""Who is there, how they prove it, and what they may do."""
