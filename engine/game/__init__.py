"""The game: its rules, its positions and how they are written."""
