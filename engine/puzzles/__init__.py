"""Puzzles: what they are, how they are found and proved, how hard each is, a collection."""
