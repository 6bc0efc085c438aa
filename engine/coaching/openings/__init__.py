"""The first moves of the best level: as good as any, and not the same in every game."""
