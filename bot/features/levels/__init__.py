"""The ladder of levels: shown with the strengths on a board, and climbed during a game."""
