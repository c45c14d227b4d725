"""E-mails of the house: what they say, and how they are sent."""
