"""The typed shape of an edition; one module a subject."""
