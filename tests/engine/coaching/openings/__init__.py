"""The first moves of the best level."""
