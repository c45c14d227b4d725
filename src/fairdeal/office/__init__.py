"""The back office: what staff may do, who asks and who signs, and the record of it; pure rules."""
