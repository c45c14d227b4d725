"""Whether everything in a store is as it was written."""
