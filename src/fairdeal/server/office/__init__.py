"""The back office of one server: forms of deeds, who is staff, and what deeds lead to outside."""
