"""The integrity check of a store."""
